cli-simulate-about = Play invented tournaments over the API of a running service, from the application to closed results. The invented players and their results stay in the store for good and count in its season: use a store that you can throw away
simulate-stays = { $url }: the invented players and tournaments will stay in the store of this service for good.
cli-simulate-usage = kostka simulate [--login LOGIN] [OPTIONS]
cli-simulate-arg-url = Address of the service; default http://127.0.0.1:8080
cli-simulate-arg-login = Login of an admin; the password from KOSTKA_SIMULATE_PASSWORD or the keyboard, a code from KOSTKA_SIMULATE_CODE. Without a login: a token in KOSTKA_SIMULATE_TOKEN
cli-simulate-arg-tournaments = How many tournaments; default 1
cli-simulate-arg-players = How many players are on the list of each; default 32
cli-simulate-arg-format = A format of the catalogue, like zwykly, standard_e, maks_c (default); with TOP12 in place of TOP8: maks_c+top12
cli-simulate-arg-seed = Seed of the chance; the same seed gives the same scores at the tables; default 1
cli-simulate-arg-speed = How many seconds a round takes; default max, as fast as it goes
cli-simulate-arg-organisers = How many organisers work side by side, each with an account; default 1
cli-simulate-arg-stop-at = Where each tournament stops: application, registration, round:3, top, final or closing
cli-simulate-arg-keep-open = Play everything, but leave the results open
cli-simulate-arg-no-incidents = Nobody comes late or stays away, no cards, disputes or corrections
cli-simulate-arg-output = Summary as table (default) or json
simulate-progress = Sheets
simulate-closed = closed
simulate-open = open
simulate-summary =
    Tournaments: { $tournaments }, closed: { $closed }
    Sheets: { $sheets }; half within { $median } ms, 99 of 100 within { $slow } ms
    Requests: { $requests }, sent again: { $retries }, of these after the service asked to wait: { $waits }; time: { $seconds } s
simulate-stopped = Interrupted.
simulate-ask-password = Password:
simulate-no-account = Give --login, or a token in the variable { $variable }.
simulate-sign-in-refused = The service did not sign this account in: check login and password, and with a second factor the code in the variable { $code }.
simulate-needs-admin = This account has no role admin: without it applications cannot be approved.
simulate-second-factor-missing = This account has to set up a second factor first.
simulate-no-such-format = There is no format { $format }; those are { $known }.
simulate-no-such-point = A tournament cannot stop at { $point }; it can at application, registration, round:1, round:2 …, top, final or closing.
simulate-point-not-played = The format { $format } has no stage { $point }.
simulate-wrong-speed = The speed is max or a number of seconds from 0 to 86400, not { $speed }.
simulate-unreachable = The service does not answer: { $problem }
simulate-refused = The service refused: { $request } → { $status } { $detail }
simulate-url-not-http = { $url } is no address of a service; one is like http://127.0.0.1:8080.
simulate-url-encrypted = { $url }: this command speaks plain HTTP; give the address of the service itself, behind the proxy.
simulate-url-with-password = A password cannot stand in the address; the variable KOSTKA_SIMULATE_PASSWORD is for it.
