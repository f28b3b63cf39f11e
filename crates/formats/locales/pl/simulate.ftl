cli-simulate-about = Rozegraj zmyślone turnieje przez API działającej usługi: od zgłoszenia do zamkniętych wyników. Zmyśleni gracze i ich wyniki zostają w magazynie na zawsze i liczą się w sezonie: używaj magazynu, którego nie szkoda
simulate-stays = { $url }: zmyśleni gracze i turnieje zostaną w magazynie tej usługi na zawsze.
cli-simulate-usage = kostka simulate [--login LOGIN] [OPCJE]
cli-simulate-arg-url = Adres usługi; domyślnie http://127.0.0.1:8080
cli-simulate-arg-login = Login administratora; hasło ze zmiennej KOSTKA_SIMULATE_PASSWORD albo z klawiatury, kod z KOSTKA_SIMULATE_CODE. Bez loginu: gotowy token w KOSTKA_SIMULATE_TOKEN
cli-simulate-arg-tournaments = Ile turniejów; domyślnie 1
cli-simulate-arg-players = Ilu graczy na liście każdego turnieju; domyślnie 32
cli-simulate-arg-format = Format z katalogu, np. zwykly, standard_e, maks_c (domyślnie); z TOP12 zamiast TOP8: maks_c+top12
cli-simulate-arg-seed = Ziarno losu; to samo ziarno daje te same wyniki przy stolikach; domyślnie 1
cli-simulate-arg-speed = Ile sekund trwa runda; domyślnie max, czyli najszybciej jak się da
cli-simulate-arg-organisers = Ilu organizatorów pracuje jednocześnie, każdy na osobnym koncie; domyślnie 1
cli-simulate-arg-stop-at = Gdzie każdy turniej ma się zatrzymać: application, registration, round:3, top, final albo closing
cli-simulate-arg-keep-open = Rozegraj wszystko, ale nie zamykaj wyników
cli-simulate-arg-no-incidents = Bez spóźnionych, nieobecnych, żółtych kartek, sytuacji spornych i poprawek
cli-simulate-arg-output = Podsumowanie jako table (domyślnie) albo json
simulate-progress = Tabelki punktowe
simulate-closed = zamknięty
simulate-open = otwarty
simulate-summary =
    Turnieje: { $tournaments }, w tym zamknięte: { $closed }
    Tabelki punktowe: { $sheets }; połowa w { $median } ms, 99 na 100 w { $slow } ms
    Zapytania: { $requests }, w tym powtórzone: { $retries }, z tego po prośbie usługi o przerwę: { $waits }; czas: { $seconds } s
simulate-stopped = Przerwano.
simulate-ask-password = Hasło:
simulate-no-account = Podaj --login albo token w zmiennej { $variable }.
simulate-sign-in-refused = Usługa nie zalogowała tego konta: sprawdź login i hasło, a przy weryfikacji dwuetapowej kod w zmiennej { $code }.
simulate-needs-admin = To konto nie ma roli admin: bez niej nie da się zatwierdzać zgłoszeń.
simulate-second-factor-missing = To konto musi najpierw włączyć weryfikację dwuetapową.
simulate-no-such-format = Nie ma formatu { $format }; są: { $known }.
simulate-no-such-point = Turniej nie może się zatrzymać w punkcie { $point }; można w application, registration, round:1, round:2 …, top, final albo closing.
simulate-point-not-played = W formacie { $format } nie ma etapu { $point }.
simulate-wrong-speed = Prędkość to max albo liczba sekund od 0 do 86400, a nie { $speed }.
simulate-unreachable = Usługa nie odpowiada: { $problem }
simulate-refused = Usługa odmówiła: { $request } → { $status } { $detail }
simulate-url-not-http = { $url } nie jest adresem usługi; potrzebny jest adres taki jak http://127.0.0.1:8080.
simulate-url-encrypted = { $url }: to polecenie mówi zwykłym HTTP; podaj adres samej usługi, za serwerem pośredniczącym.
simulate-url-with-password = Hasło nie może stać w adresie; jest na nie zmienna KOSTKA_SIMULATE_PASSWORD.
