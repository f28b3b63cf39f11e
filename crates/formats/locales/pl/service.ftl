cli-arg-config = Plik ustawień (TOML); domyślnie KOSTKA_CONFIG
cli-value-address = ADRES
cli-value-networks = SIECI
cli-value-level = POZIOM
cli-value-login = LOGIN
cli-value-name = NAZWISKO
cli-serve-about = Uruchom usługę HTTP na magazynie; ustawienia z opcji, potem ze zmiennych KOSTKA_…, potem z pliku TOML
cli-serve-usage = kostka serve [OPCJE]
cli-serve-arg-listen = Adres i port, na którym słuchać; domyślnie 127.0.0.1:8080, port 0 bierze dowolny wolny
cli-serve-arg-metrics-listen = Adres i port dla metryk, tylko dla operatora; domyślnie off (brak)
cli-serve-arg-public-url = Początek adresów w odnośnikach, np. https://ranking.example; domyślnie adres, na którym usługa słucha
cli-serve-arg-trusted-proxies = Sieci serwerów pośredniczących, którym wierzyć w X-Forwarded-For, oddzielone przecinkami; domyślnie żadne
cli-serve-arg-allow-plain-http = Słuchaj także poza tym komputerem, choć usługa mówi zwykłym HTTP
cli-serve-arg-workers = Liczba wątków odpowiadających na zapytania
cli-serve-arg-log = Co trafia do dziennika: error, warn, info (domyślnie), debug; także dla części, np. info,api=debug
cli-serve-arg-access-log = Czy zapisywać w dzienniku każde zapytanie (domyślnie true)
cli-serve-arg-set = Dowolne ustawienie, np. limits.body_bytes=131072; wszystkie pokazuje kostka config show
cli-demo-about = Wypróbuj Kostkę: usługa na tymczasowym magazynie ze zmyślonym sezonem i pięcioma kontami
cli-demo-usage = kostka demo [OPCJE]
cli-demo-arg-port = Port, na którym słuchać; domyślnie 8080 albo następny wolny
cli-config-about = Ustawienia usługi
cli-config-usage = kostka config show
cli-config-show-about = Pokaż wszystkie ustawienia i skąd się wzięły, jako plik TOML bez tajemnic; błędy takie jak w serve
cli-config-show-usage = kostka config show [OPCJE]
cli-account-about = Konta usługi, także gdy usługa działa
cli-account-usage = kostka account create|list|link|disable|enable|reset-second-factor
cli-account-create-about = Załóż konto i wypisz jednorazowy kod, którym właściciel ustawi hasło
cli-account-create-usage = kostka account create --login LOGIN --name NAZWISKO [--role ROLA]… [OPCJE]
cli-account-create-arg-login = Nazwa do logowania: litery a–z, cyfry i znaki . _ - @
cli-account-create-arg-name = Imię i nazwisko właściciela; przechowywane w postaci zaszyfrowanej
cli-account-create-arg-role = admin, arbiter, auditor albo dla jednego wydarzenia organiser, referee, main_referee, np. organiser@tournament:ID; można powtórzyć
cli-account-list-about = Wypisz konta: login, nazwisko, role, stan (rozdzielone tabulatorami)
cli-account-list-usage = kostka account list [OPCJE]
cli-account-link-about = Wypisz nowy jednorazowy kod, gdy ktoś zgubił hasło; poprzednie tracą ważność
cli-account-link-usage = kostka account link [OPCJE] LOGIN
cli-account-link-arg-login = Login konta
cli-account-disable-about = Zablokuj konto
cli-account-disable-usage = kostka account disable [OPCJE] LOGIN
cli-account-disable-arg-login = Login konta
cli-account-enable-about = Odblokuj konto
cli-account-enable-usage = kostka account enable [OPCJE] LOGIN
cli-account-enable-arg-login = Login konta
cli-account-reset-second-factor-about = Usuń drugi składnik logowania komuś, kto go zgubił
cli-account-reset-second-factor-usage = kostka account reset-second-factor [OPCJE] LOGIN
cli-account-reset-second-factor-arg-login = Login konta
config-in-file = { $file }, wiersz { $line }
config-in-variable = zmienna { $variable }
config-in-flag = wiersz poleceń
config-malformed = { $place }: to nie jest TOML: { $problem }
config-unknown-key = { $place }: nie ma ustawienia „{ $key }”; wszystkie pokazuje kostka config show
config-unknown-set = Nie ma ustawienia „{ $key }”; wszystkie pokazuje kostka config show
config-unknown-variable = Nie ma zmiennej { $variable }; czy chodzi o { $nearest }? Wszystkie wymienia docs/configuration.md
config-invalid = { $place }: { $key }: { $problem }
config-not-utf8 = to nie jest poprawny tekst UTF-8
config-wants-text = oczekiwano niepustego tekstu
config-wants-address = oczekiwano adresu z portem, np. 127.0.0.1:8080
config-wants-address-or-off = oczekiwano adresu z portem, np. 127.0.0.1:9180, albo off
config-wants-switch = oczekiwano true albo false
config-wants-url = oczekiwano adresu, np. https://ranking.example
config-wants-networks = oczekiwano sieci, np. 10.0.0.0/8, albo pojedynczych adresów
config-wants-levels = oczekiwano error, warn, info, debug, trace albo off, potem ewentualnie innych dla części, np. info,api=debug
config-wants-number = oczekiwano liczby od { $from } do { $to }
config-wants-time = oczekiwano czasu od { $from } do { $to }, np. 10m albo 7d
config-wants-words = oczekiwano tekstu w jednym wierszu, najwyżej { $most } znaków
config-wants-day = oczekiwano dnia, np. "2026-03-14"
config-wants-one-of = oczekiwano jednej z wartości: { $known }
config-open-to-others = { $file } zawiera hasło, a mogą go czytać inni (tryb { $mode }). Zostaw dostęp tylko właścicielowi: chmod 600.
config-plain-http = { $address } jest dostępny z innych komputerów, a usługa mówi zwykłym HTTP: hasła i kody dałoby się podejrzeć po drodze. Słuchaj na 127.0.0.1 za serwerem pośredniczącym z HTTPS. Jeśli drogę chroni coś innego, np. sieć kontenerów, dodaj --allow-plain-http.
config-public-metrics = { $address } to adres publiczny; metryki są dla operatora i potrzebują własnego.
config-show-file = plik: { $file }
config-show-master-key = klucz główny: z { $variable }, niepokazany
config-origin-default = domyślnie
config-origin-file = plik
config-origin-environment = środowisko
config-origin-flag = opcja
config-none-store = brak
config-none-key-file = brak
config-none-outside = obok magazynu
config-none-public-url = adres, na którym usługa słucha
config-none-given = nie podano
serve-empty-store = Magazyn { $store } jest pusty: nic w nim jeszcze nie zapisano. Pierwsze konto zakłada kostka account create --login LOGIN --name NAZWISKO --role admin, a sezony zapisuje kostka import PACZKA.
serve-notices-incomplete = Informacja o prywatności i deklaracja dostępności mówią, że operator nie podał jeszcze wszystkiego; brakuje ustawień: { $missing }
serve-cannot-listen = Nie można słuchać na { $address }: { $problem }
serve-address-in-use = ktoś inny już tam słucha
serve-address-not-here = ten komputer nie ma takiego adresu
serve-erased-are-back = Ten magazyn to stara kopia: są w nim osoby, które usunięto, a nie można go zapisywać, więc nie da się ich usunąć ponownie. Odtwórz nowszą kopię zapasową: kostka restore KOPIA.
account-unknown = Nie ma konta „{ $login }”; konta pokazuje kostka account list
account-erased = (usunięte)
account-none = Nie ma żadnych kont. Pierwsze: kostka account create --login LOGIN --name NAZWISKO --role admin
account-invalid-login = Login ma od 3 do 64 znaków: litery a–z, cyfry i znaki . _ - @
account-invalid-name = Imię i nazwisko ma od 1 do 100 widocznych znaków
account-invalid-role = Nieznana rola „{ $role }”. Role: { $roles }; role dla jednego wydarzenia pisze się tak: organiser@tournament:ID, rodzaje: { $kinds }
account-unknown-account = Nie ma takiego konta
account-account-exists = Konto jest już założone
account-login-taken = Ten login ma inne konto
account-account-disabled = Konto jest zablokowane. Najpierw: kostka account enable LOGIN
account-role-needs-event = Tę rolę nadaje się dla jednego wydarzenia, np. organiser@tournament:ID
account-role-names-no-event = Ta rola obowiązuje wszędzie i nie wskazuje wydarzenia
account-unknown-event = Nie ma takiego wydarzenia
account-own-admin-role = Nikt nie nadaje ani nie odbiera roli admin na własnym koncie
account-own-account = Nikt nie blokuje własnego konta
account-last-admin = Ostatni admin zostaje: najpierw załóż drugie konto z rolą admin
account-created = Założono konto { $login } ({ $id }).
account-has-no-role = Konto nie ma jeszcze żadnej roli, więc jego właściciel nic nie może. Role nadaje admin albo od razu --role.
account-link = Kto ma ten kod, może raz ustawić hasło, do { $until }; kod widać tylko tutaj. Na przykład tak (drugi wiersz wpisz i zakończ Ctrl+D):
    curl { $url }/api/v1/links/redemption --json @-
    { "{" }"token": "…", "password": "…"{ "}" }
account-link-url = URL to adres usługi, ten, który wypisuje kostka serve (bez ustawień http://127.0.0.1:8080).
account-was-disabled = Zablokowano konto { $login }; nikt nie jest już na nie zalogowany.
account-was-enabled = Odblokowano konto { $login }.
account-second-factor-reset = Konto { $login } nie ma już drugiego składnika; właściciel loguje się i ustawia nowy.
account-state-disabled = zablokowane
account-state-no-password = jeszcze bez hasła
account-state-second-factor = drugi składnik
demo-listens = Kostka słucha na { $url }
demo-other-port = (Port { $port } jest już zajęty, więc to następny wolny; wybiera się go przez --port.)
demo-accounts = Konta (login, hasło, rola):
demo-try = Spróbuj w drugim terminalu:

    # dokumentacja, w przeglądarce
    { $url }/api/docs/

    # gracze, których nazwisko lub imię tak się zaczyna, także bez polskich znaków
    curl -s '{ $url }/api/v1/players?q=lucja'

    # zaloguj się jako admin; token jest ważny dziesięć minut
    TOKEN=$(curl -s { $url }/api/v1/sessions --json '{ "{" }"login": "{ $login }", "password": "{ $password }"{ "}" }' \
      | grep -o '"access_token":"[^"]*"' | cut -d'"' -f4)

    # dziennik od początku, zdaniami; ?after=100 pokazuje, co jest po setnym zdarzeniu
    curl -s -H "Authorization: Bearer $TOKEN" '{ $url }/api/v1/log/events'
demo-pages = W przeglądarce:
demo-page-home = strona główna, dla wszystkich: ranking, listy, kalendarz, turnieje
demo-page-live = turniej na żywo, jak widzi go zawodnik na telefonie
demo-page-sign-in = logowanie; dalej prowadzi do tego, co wolno zalogowanemu
demo-page-organise = prowadzenie tego turnieju (jako organizator albo sędzia)
demo-page-admin = kolejki spraw, listy, kwalifikacje, konta (jako admin)
demo-page-audit = dziennik zdaniami, stan z dowolnej chwili, dowody (jako audytor)
demo-scene = To samo przez API:
demo-scene-live = turniej w trakcie trzeciej z czterech rund: część kartek jest, części brakuje
demo-scene-closed = zamknięty turniej z TOP8 i finałem
demo-scene-to-come = turniej za dwa tygodnie, trwają zapisy
demo-scene-applied = zgłoszenie, które czeka na decyzję (dla administratora)
demo-scene-league = liga po dwóch spotkaniach
demo-scene-grand-prix = cykl Grand Prix po dwóch turniejach
demo-second-factor = (Drugi składnik logowania jest tu wyłączony. Ogłoszenie listy i dzikie karty wymagają dwóch administratorów.)
demo-season-ranking = Ranking sezonu
demo-season-qualifications = kwalifikacje na Mistrzostwa Polski
demo-season-lists = listy, które można ogłosić
demo-season-decisions = decyzje, które czekają (po zalogowaniu)
demo-season-open-data = otwarte dane do pobrania
demo-season-audit-trail = historia sezonu, zdaniami
demo-scene-failed = Sezon na pokaz się nie udał: { $problem }
demo-end = Ctrl+C kończy pokaz; nic po nim nie zostaje.
demo-ended = Pokaz się skończył; nic po nim nie zostało.
cli-unfit-value = { $argument }: „{ $value }” nie pasuje
