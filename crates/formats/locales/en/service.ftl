cli-arg-config = File of settings (TOML); default KOSTKA_CONFIG
cli-value-address = ADDRESS
cli-value-networks = NETWORKS
cli-value-level = LEVEL
cli-value-login = LOGIN
cli-value-name = NAME
cli-serve-about = Run the HTTP service on a store; settings by options, then KOSTKA_… variables, then a TOML file
cli-serve-usage = kostka serve [OPTIONS]
cli-serve-arg-listen = Address and port to listen on; default 127.0.0.1:8080, port 0 takes any free one
cli-serve-arg-metrics-listen = Address and port for metrics, for the operator only; default off
cli-serve-arg-public-url = What links begin with, like https://ranking.example; default the address listened on
cli-serve-arg-trusted-proxies = Networks of proxies whose X-Forwarded-For is believed, with commas between them; default none
cli-serve-arg-allow-plain-http = Listen elsewhere than on this machine although the service speaks plain HTTP
cli-serve-arg-workers = Threads that answer requests
cli-serve-arg-log = What is logged: error, warn, info (default), debug; also for parts, like info,api=debug
cli-serve-arg-access-log = Whether each request is logged (default true)
cli-serve-arg-set = Any setting, like limits.body_bytes=131072; kostka config show lists them
cli-demo-about = Try Kostka: the service on a temporary store with a fictional season and five accounts
cli-demo-usage = kostka demo [OPTIONS]
cli-demo-arg-port = Port to listen on; default 8080 or the next free one
cli-config-about = The settings of the service
cli-config-usage = kostka config show
cli-config-show-about = Show every setting and where it comes from, as a TOML file without secrets; fails as serve would
cli-config-show-usage = kostka config show [OPTIONS]
cli-account-about = Accounts of the service, also while it runs
cli-account-usage = kostka account create|list|link|disable|enable|reset-second-factor
cli-account-create-about = Open an account and print a one-time token with which its holder sets the password
cli-account-create-usage = kostka account create --login LOGIN --name NAME [--role ROLE]… [OPTIONS]
cli-account-create-arg-login = What the holder signs in with: letters a to z, digits and . _ - @
cli-account-create-arg-name = Name of the holder; kept encrypted in the vault
cli-account-create-arg-role = admin, arbiter, auditor, or for one event organiser, referee, main_referee, like organiser@tournament:ID; may be repeated
cli-account-list-about = List the accounts: login, name, roles, state (with tabs between them)
cli-account-list-usage = kostka account list [OPTIONS]
cli-account-link-about = Print a new one-time token, for a lost password; earlier ones end
cli-account-link-usage = kostka account link [OPTIONS] LOGIN
cli-account-link-arg-login = Login of the account
cli-account-disable-about = Let nobody use an account
cli-account-disable-usage = kostka account disable [OPTIONS] LOGIN
cli-account-disable-arg-login = Login of the account
cli-account-enable-about = Let an account be used again
cli-account-enable-usage = kostka account enable [OPTIONS] LOGIN
cli-account-enable-arg-login = Login of the account
cli-account-reset-second-factor-about = Take away the second factor of somebody who has lost it
cli-account-reset-second-factor-usage = kostka account reset-second-factor [OPTIONS] LOGIN
cli-account-reset-second-factor-arg-login = Login of the account
config-in-file = { $file }, line { $line }
config-in-variable = the variable { $variable }
config-in-flag = the command line
config-malformed = { $place }: not TOML: { $problem }
config-unknown-key = { $place }: there is no setting “{ $key }”; kostka config show lists them all
config-unknown-set = There is no setting “{ $key }”; kostka config show lists them all
config-unknown-variable = There is no variable { $variable }; do you mean { $nearest }? docs/configuration.md lists them all
config-invalid = { $place }: { $key }: { $problem }
config-not-utf8 = this is not valid UTF-8
config-wants-text = expected a text that is not empty
config-wants-address = expected an address with a port, like 127.0.0.1:8080
config-wants-address-or-off = expected an address with a port, like 127.0.0.1:9180, or off
config-wants-switch = expected true or false
config-wants-url = expected an address like https://ranking.example
config-wants-networks = expected networks like 10.0.0.0/8 or single addresses
config-wants-levels = expected error, warn, info, debug, trace or off, then perhaps others for parts, like info,api=debug
config-wants-number = expected a number from { $from } to { $to }
config-wants-time = expected a time from { $from } to { $to }, like 10m or 7d
config-wants-words = expected a text in one line, of at most { $most } characters
config-wants-day = expected a day like "2026-03-14"
config-wants-one-of = expected one of: { $known }
config-open-to-others = { $file } holds a password, but others can read it (mode { $mode }). Let only its owner read it: chmod 600.
config-plain-http = { $address } can be reached from other machines, and the service speaks plain HTTP: passwords and tokens would be readable on the way. Listen on 127.0.0.1 behind a proxy that speaks HTTPS. If something else protects the way, such as a container network, say --allow-plain-http.
config-public-metrics = { $address } is the public address; metrics are for the operator and need one of their own.
config-show-file = file: { $file }
config-show-master-key = master key: from { $variable }, not shown
config-origin-default = default
config-origin-file = file
config-origin-environment = environment
config-origin-flag = flag
config-none-store = none
config-none-key-file = none
config-none-outside = beside the store
config-none-public-url = the address listened on
config-none-given = not given
serve-empty-store = The store { $store } is empty: nothing is recorded in it yet. Open the first account with kostka account create --login LOGIN --name NAME --role admin; record seasons with kostka import BUNDLE.
serve-notices-incomplete = The privacy notice and the accessibility statement say that the operator has not given everything yet; these settings are missing: { $missing }
serve-cannot-listen = Cannot listen on { $address }: { $problem }
serve-address-in-use = somebody else listens there already
serve-address-not-here = this machine has no such address
serve-erased-are-back = This store is an old copy: people who were erased are in it, and it cannot be written, so they cannot be erased again. Restore a newer backup: kostka restore BACKUP.
account-unknown = There is no account “{ $login }”; kostka account list shows them
account-erased = (erased)
account-none = There are no accounts. The first one: kostka account create --login LOGIN --name NAME --role admin
account-invalid-login = A login has 3 to 64 characters: letters a to z, digits and . _ - @
account-invalid-name = A name has 1 to 100 characters, all of them visible
account-invalid-role = Unknown role “{ $role }”. Roles: { $roles }; those for one event are written like organiser@tournament:ID, kinds: { $kinds }
account-unknown-account = There is no such account
account-account-exists = The account is open already
account-login-taken = Another account has this login
account-account-disabled = The account is disabled. First: kostka account enable LOGIN
account-role-needs-event = This role is granted for one event, like organiser@tournament:ID
account-role-names-no-event = This role holds everywhere and names no event
account-unknown-event = There is no such event
account-own-admin-role = Nobody grants or revokes the role of an admin on their own account
account-own-account = Nobody disables their own account
account-last-admin = The last admin stays: open another account with the role admin first
account-created = Opened the account { $login } ({ $id }).
account-has-no-role = The account has no role yet, so its holder may do nothing. Roles are granted by an admin, or at once by --role.
account-link = Whoever has this token can set the password, once, until { $until }; it is shown only here. For example, with the second line typed in and ended with Ctrl+D:
    curl { $url }/api/v1/links/redemption --json @-
    { "{" }"token": "…", "password": "…"{ "}" }
account-link-url = URL stands for the address of the service, which kostka serve prints (without settings http://127.0.0.1:8080).
account-was-disabled = Disabled { $login }; nobody is signed in to it any more.
account-was-enabled = Enabled { $login }.
account-second-factor-reset = { $login } has no second factor any more; the holder signs in and sets up a new one.
account-state-disabled = disabled
account-state-no-password = no password yet
account-state-second-factor = second factor
demo-listens = Kostka listens on { $url }
demo-other-port = (Port { $port } is taken by somebody else, so the next free one was taken; --port chooses.)
demo-accounts = Accounts (login, password, role):
demo-try = Try, in another terminal:

    # the documentation, in a browser
    { $url }/api/docs/

    # players whose name begins so, also without Polish letters
    curl -s '{ $url }/api/v1/players?q=lucja'

    # sign in as the admin; the token is good for ten minutes
    TOKEN=$(curl -s { $url }/api/v1/sessions --json '{ "{" }"login": "{ $login }", "password": "{ $password }"{ "}" }' \
      | grep -o '"access_token":"[^"]*"' | cut -d'"' -f4)

    # the log from its beginning, as sentences; ?after=100 goes on behind the hundredth event
    curl -s -H "Authorization: Bearer $TOKEN" '{ $url }/api/v1/log/events'
demo-pages = In a browser:
demo-page-home = the front page, for everybody: ranking, lists, calendar, tournaments
demo-page-live = a live tournament, as a player sees it on a phone
demo-page-sign-in = signing in; it leads to whatever the account may do
demo-page-organise = running that tournament (as the organiser or the referee)
demo-page-admin = queues, lists, qualifications, accounts (as an admin)
demo-page-audit = the log in sentences, the state at any moment, proofs (as the auditor)
demo-scene = The same over the API:
demo-scene-live = a tournament in the third of four rounds: some sheets are in, some are missing
demo-scene-closed = a closed tournament with TOP8 and final
demo-scene-to-come = a tournament in two weeks, players are being entered
demo-scene-applied = an application that waits for a decision (for the admin)
demo-scene-league = a league after two meetings
demo-scene-grand-prix = a Grand Prix cycle after two tournaments
demo-second-factor = (The second factor is off here. Publishing a list and wildcards take two admins.)
demo-season-ranking = the ranking of a season
demo-season-qualifications = qualifications to the national championship
demo-season-lists = lists that can be published
demo-season-decisions = decisions that wait (signed in)
demo-season-open-data = open data to download
demo-season-audit-trail = the history of a season in sentences
demo-scene-failed = The season for the demo could not be set up: { $problem }
demo-end = Ctrl+C ends the demo; nothing of it stays.
demo-ended = The demo has ended; nothing of it is left.
cli-unfit-value = { $argument }: “{ $value }” does not fit
