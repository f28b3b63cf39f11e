# What the HTTP service says.

problem-bad-request-title = Niezrozumiałe żądanie
problem-bad-request-detail = Żądania nie da się odczytać.
problem-bad-request-help = Sprawdź, czy klient wysyła poprawne żądanie HTTP.

problem-malformed-json-title = To nie jest JSON
problem-malformed-json-detail = Treść żądania nie jest poprawnym JSON-em.
problem-malformed-json-help = Pola line i column mówią, gdzie skończyło się czytanie. Treść musi być w UTF-8, bez znacznika BOM.

problem-invalid-body-title = Treść ma inny kształt
problem-invalid-body-detail = Treść żądania ma nieznane, brakujące lub podwójne pola albo inne typy.
problem-invalid-body-help = Lista errors wskazuje każde miejsce (pointer). Nieznanych pól nie pomijamy, żeby literówka nie przeszła niezauważona.

problem-invalid-parameter-title = Niepoprawny parametr
problem-invalid-parameter-detail = Parametr adresu jest nieznany, podwójny albo ma niepoprawną wartość.
problem-invalid-parameter-help = Lista errors nazywa parametr. Dokumentacja pod /api/docs wymienia wszystkie.

problem-invalid-header-title = Niepoprawny nagłówek
problem-invalid-header-detail = Nagłówka żądania nie da się odczytać.
problem-invalid-header-help = Lista errors nazywa nagłówek.

problem-invalid-cursor-title = Niepoprawny kursor
problem-invalid-cursor-detail = Kursor nie należy do tej listy albo został zmieniony.
problem-invalid-cursor-help = Użyj kursora z pola next lub z nagłówka Link bez zmian i z tymi samymi filtrami. Zacznij od pierwszej strony.

problem-unauthenticated-title = Trzeba się zalogować
problem-unauthenticated-detail = Brak ważnych danych uwierzytelniających.
problem-unauthenticated-help = Zaloguj się przez POST /api/v1/sessions i wyślij otrzymany żeton w nagłówku Authorization: Bearer. Żeton wygasa po kilku minutach; odśwież go przez POST /api/v1/sessions/refresh.

token-expired = Żeton wygasł. Odśwież go przez POST /api/v1/sessions/refresh albo zaloguj się ponownie.
other-site = To żądanie mogła wysłać inna strona. Otwórz stronę tego serwisu i spróbuj jeszcze raz.
table-token-ended = Żeton stołu skończył się razem ze swoją rundą albo miejsca rozdano od nowa. Poproś organizatora o nowy.
seating-not-registered = Tej osoby nie ma na liście graczy turnieju.
seating-unknown-player = Nie ma gracza o tym identyfikatorze.

problem-wrong-credentials-title = Nie udało się zalogować
problem-wrong-credentials-detail = Login, hasło lub kod nie pasują.
problem-wrong-credentials-help = Sprawdź dane. Jeżeli hasło przepadło, poproś administratora o jednorazowy link.

problem-second-factor-needed-title = Potrzebny drugi składnik
problem-second-factor-needed-detail = Hasło jest poprawne; potrzebny jest jeszcze kod z aplikacji.
problem-second-factor-needed-help = Powtórz logowanie z polem code.

problem-forbidden-title = Brak uprawnień
problem-forbidden-detail = Brak uprawnień do tego.
problem-forbidden-help = Uprawnienia nadaje administrator federacji.

problem-second-factor-missing-title = Najpierw drugi składnik
problem-second-factor-missing-detail = Administrator musi ustawić drugi składnik logowania, zanim cokolwiek zmieni.
problem-second-factor-missing-help = Ustaw go przez POST /api/v1/me/second-factor i potwierdź kodem.

problem-step-up-needed-title = Potrzebny świeży kod
problem-step-up-needed-detail = Do tej czynności trzeba najpierw ponownie podać kod drugiego składnika; ważny jest przez pięć minut.
problem-step-up-needed-help = Podaj kod przez POST /api/v1/me/step-up i powtórz żądanie.

problem-same-person-title = Potrzebna druga osoba
problem-same-person-detail = Tę czynność musi dokończyć inna osoba niż ta, która ją rozpoczęła.
problem-same-person-help = Poproś drugiego administratora. Zmiana ról nic tu nie zmienia: liczy się konto.

problem-not-found-title = Nie ma takiego zasobu
problem-not-found-detail = Pod tym adresem nic nie ma.
problem-not-found-help = Sprawdź adres i identyfikator.

problem-method-not-allowed-title = Niedozwolona metoda
problem-method-not-allowed-detail = Ten adres nie obsługuje tej metody.
problem-method-not-allowed-help = Nagłówek Allow wymienia dozwolone metody.

problem-not-acceptable-title = Brak takiej postaci odpowiedzi
problem-not-acceptable-detail = Odpowiedzi nie ma w żadnej z postaci, które przyjmuje klient.
problem-not-acceptable-help = Dokumentacja wymienia postacie każdej odpowiedzi; bez nagłówka Accept przychodzi JSON.

problem-request-timeout-title = Żądanie trwało za długo
problem-request-timeout-detail = Treść żądania nie dotarła na czas.
problem-request-timeout-help = Spróbuj ponownie przy lepszym połączeniu; z tym samym Idempotency-Key nic nie zapisze się dwa razy.

problem-conflict-title = Reguła na to nie pozwala
problem-conflict-detail = W obecnym stanie reguły na to nie pozwalają.
problem-conflict-help = Pole reason mówi, o co chodzi, a pole rule nazywa regułę. Odczytaj stan ponownie i zdecyduj jeszcze raz.

problem-possible-duplicate-title = Być może ten gracz już jest
problem-possible-duplicate-detail = Gracz o takim imieniu i nazwisku jest już zarejestrowany.
problem-possible-duplicate-help = Pole candidates wymienia identyfikatory. Jeżeli to ktoś inny, wyślij żądanie ponownie z namesake: true.

problem-gone-title = Już nie istnieje
problem-gone-detail = To, co tu było, zostało trwale usunięte.
problem-gone-help = Usuniętych danych nie da się przywrócić.

problem-cursor-expired-title = Kursor wygasł
problem-cursor-expired-detail = Listy nie można już kontynuować od tego miejsca.
problem-cursor-expired-help = Zacznij od pierwszej strony.

problem-link-spent-title = Link już nie działa
problem-link-spent-detail = Jednorazowy link został użyty, wygasł albo jest niepoprawny.
problem-link-spent-help = Poproś administratora o nowy.

problem-precondition-failed-title = Ktoś zmienił to wcześniej
problem-precondition-failed-detail = Zasób zmienił się od czasu, gdy go odczytano.
problem-precondition-failed-help = Pola expected_etag i current_etag mówią, co było i co jest. Odczytaj zasób ponownie i zdecyduj, która wersja ma zostać.

problem-payload-too-large-title = Treść jest za duża
problem-payload-too-large-detail = Treść żądania przekracza dozwolony rozmiar.
problem-payload-too-large-help = Pole limit_bytes podaje granicę.

problem-uri-too-long-title = Adres jest za długi
problem-uri-too-long-detail = Adres żądania przekracza dozwoloną długość.
problem-uri-too-long-help = Skróć parametry.

problem-unsupported-media-type-title = Nieobsługiwany typ treści
problem-unsupported-media-type-detail = Treść musi być typu application/json.
problem-unsupported-media-type-help = Wyślij nagłówek Content-Type: application/json.

problem-unprocessable-title = Niepoprawne wartości
problem-unprocessable-detail = Wartości w żądaniu łamią regułę.
problem-unprocessable-help = Lista errors wskazuje każde miejsce i mówi, co poprawić.

problem-idempotency-mismatch-title = Klucz użyty do czegoś innego
problem-idempotency-mismatch-detail = Ten Idempotency-Key został już użyty do innego żądania.
problem-idempotency-mismatch-help = Do nowego żądania użyj nowego klucza; do powtórzenia wyślij dokładnie to samo.

problem-precondition-required-title = Potrzebny nagłówek If-Match
problem-precondition-required-detail = Zmiana musi mówić, którą wersję zmienia.
problem-precondition-required-help = Odczytaj zasób i wyślij jego ETag w nagłówku If-Match.

problem-too-many-requests-title = Za dużo żądań
problem-too-many-requests-detail = Przekroczono limit żądań.
problem-too-many-requests-help = Nagłówek Retry-After mówi, za ile sekund spróbować ponownie; RateLimit-Policy podaje limit.

problem-too-many-attempts-title = Za dużo prób logowania
problem-too-many-attempts-detail = Zbyt wiele nieudanych prób logowania.
problem-too-many-attempts-help = Odczekaj tyle sekund, ile podaje Retry-After. Konto nie jest zablokowane.

problem-too-many-streams-title = Za dużo otwartych strumieni
problem-too-many-streams-detail = Otwarto zbyt wiele strumieni zdarzeń.
problem-too-many-streams-help = Użyj jednego strumienia na przeglądarkę albo odpytuj listę z nagłówkiem If-None-Match.

problem-headers-too-large-title = Nagłówki są za duże
problem-headers-too-large-detail = Nagłówki żądania przekraczają dozwolony rozmiar.
problem-headers-too-large-help = Wyślij mniej nagłówków lub krótsze.

problem-internal-title = Błąd po naszej stronie
problem-internal-detail = Coś się u nas zepsuło.
problem-internal-help = Podaj request_id, zgłaszając błąd. Zapis możesz bezpiecznie powtórzyć z tym samym Idempotency-Key.

problem-overloaded-title = Za dużo naraz
problem-overloaded-detail = Zbyt wiele zapisów czeka w kolejce; niczego nie zapisano.
problem-overloaded-help = Spróbuj ponownie za chwilę (Retry-After).

problem-read-only-title = Tylko do odczytu
problem-read-only-detail = Magazyn nie przyjmuje zapisów; niczego nie zapisano.
problem-read-only-help = Operator znajdzie przyczynę poleceniem kostka doctor.

problem-unavailable-title = Chwilowo niedostępne
problem-unavailable-detail = Serwis właśnie startuje, kończy pracę albo nie nadąża.
problem-unavailable-help = Spróbuj ponownie za chwilę (Retry-After).

unready-log-unreadable = Dziennika nie da się odczytać.
unready-log-read-only = Magazyn jest tylko do odczytu: { $reason }
unready-read-models-stopped = Modele odczytu zatrzymały się na pozycji { $position } i same nie ruszą dalej; operator znajdzie przyczynę w dzienniku usługi albo poleceniem kostka doctor.
unready-catching-up = Modele odczytu nadrabiają: są na pozycji { $position }, a dziennik na { $head }.
unready-stopping = Serwis kończy pracę.

problem-outcome-unknown-title = Nie wiadomo, czy zapisano
problem-outcome-unknown-detail = Nie wiadomo, czy zapis się powiódł.
problem-outcome-unknown-help = Powtórz żądanie z tym samym Idempotency-Key: dostaniesz zapisaną odpowiedź albo zapis odbędzie się raz.

problems-title = Problemy, które zgłasza API
problems-about = Każdy błąd przychodzi jako application/problem+json (RFC 9457). Pole code jest stałe, treści są dla ludzi.
problems-status = Status HTTP
problems-code = Kod
problems-meaning = Znaczenie
problems-all = Wszystkie problemy
field-unknown = nieznane pole „{ $field }”
field-unknown-parameter = nieznany parametr „{ $field }”
field-missing-parameter = brakuje parametru „{ $field }”
field-missing = brakuje pola „{ $field }”
field-duplicate = pole „{ $field }” występuje dwa razy
field-choice = niedozwolona wartość; dozwolone: { $known }
field-account-or-login = oczekiwano konta (`account`) albo loginu (`login`), dokładnie jednego z nich
field-type = wartość innego typu; oczekiwano { $expected ->
    [string] tekstu
    [boolean] wartości true albo false
    [array] listy
    [object] obiektu
    [integer] liczby całkowitej
    [number] liczby
   *[other] { $expected }
}
field-value = niepoprawna wartość
field-ahead-of-log = dziennik nie sięga jeszcze tej pozycji
field-stage = oczekiwano etapu: numeru rundy od 1 do 20, `top` albo `final`
field-position = oczekiwano pozycji w dzienniku, czyli liczby całkowitej
field-duplicate-parameter = parametr występuje dwa razy
field-boolean = oczekiwano true lub false
field-stream = oczekiwano nazwy strumienia, na przykład player/7kq2m9
field-event-type = nie ma takiego rodzaju zdarzenia
field-other-form = ten parametr nie ma znaczenia w postaci odpowiedzi, którą wybiera nagłówek Accept
field-tree-size = oczekiwano liczby zdarzeń nie mniejszej niż pozycja lub starszy rozmiar
field-beyond-log = { $events ->
    [one] dziennik ma tylko { $events } zdarzenie
    [few] dziennik ma tylko { $events } zdarzenia
    [many] dziennik ma tylko { $events } zdarzeń
   *[other] dziennik ma tylko { $events } zdarzenia
}
field-limit = oczekiwano liczby od 1 do 200
field-limit-500 = Liczba wierszy na stronie to od 1 do 500.
field-around-and-cursor = Parametry around i cursor wykluczają się: jeden i drugi mówi, gdzie zaczyna się strona.
season-unknown = Nie ma sezonu o takim identyfikatorze.
season-not-yet-recorded = W tej chwili dziennika tego sezonu jeszcze nie było: zapisano go później.
list-not-published = Tej listy jeszcze nie ogłoszono, więc nie ma wydania, z którym można ją porównać.
log-export-results-hidden = Wyniki etapu jednego z turniejów są jeszcze ukryte. Dziennik w całości będzie można pobrać, gdy zostaną ujawnione.
not-in-ranking = W tym Rankingu, z tymi filtrami, nie ma takiego gracza.
no-championship-day = Ten sezon nie ma jeszcze daty Mistrzostw Polski, więc nie ma Rankingu na siedem dni przed nimi.
field-if-match = oczekiwano jednego ETagu w cudzysłowie, na przykład "17", albo *
field-idempotency-key = oczekiwano jednego klucza o długości od 1 do 255 znaków ASCII

# Ligi, cykle Grand Prix i rozgrywki online

field-place = miejsce jest liczbą od 1
field-player = nie ma gracza o takim identyfikatorze
field-tournament = nie ma turnieju o takim identyfikatorze
field-moment = oczekiwano czasu z datą, sekundami i przesunięciem, np. 2026-05-30T18:30:00+02:00
field-list-too-long = najwyżej { $max }
field-edition = edycja jest liczbą od 1 do 1000

running-refusal-event-exists = Pod tym identyfikatorem jest już coś innego.
running-refusal-not-allowed = To może zrobić tylko administrator albo organizator tych rozgrywek.
running-refusal-closed-to-organisers = Rozgrywki są zamknięte; poprawia je tylko administrator.
running-refusal-event-closed = Rozgrywki są zamknięte. Można skorygować ich zapis, z podaniem przyczyny.
running-refusal-event-running = Rozgrywki jeszcze trwają i nie mają zapisu, który można by skorygować.
running-refusal-unknown-rulebook = Tego regulaminu nie przyjęto.
running-refusal-unknown-player = Nie ma gracza { $player }.
running-refusal-foreign-player = Gracz { $player } jest z zagranicy i według regulaminu nie gra w lidze.
running-refusal-player-twice = Gracz { $player } występuje na liście dwa razy.
running-refusal-nobody-present = Na spotkaniu nikogo nie było.
running-refusal-still-to-come = To się jeszcze nie wydarzyło.
running-refusal-meeting-exists = Kolejka { $number } jest już zapisana, z inną treścią.
running-refusal-wrong-seats = Przy stoliku siedzi trzech albo czterech różnych graczy obecnych na spotkaniu.
running-refusal-wrong-sheet = Zapis gry jest niespójny.
running-refusal-implausible-games = Wyniki niektórych gier są mało prawdopodobne. Sprawdź je; jeżeli są prawdziwe, wyślij ponownie z accept_warnings i przyczyną.
running-refusal-empty-table = Tabela jest pusta.
running-refusal-wrong-places = Miejsca dzieli się według wzoru 1-2-2-4.
running-refusal-not-in-event = Gracz { $player } nie brał udziału w rozgrywkach.
running-refusal-waiver-out-of-time = Gracz { $player } nie złożył rezygnacji w terminie.
running-refusal-no-meetings = Liga nie ma ani jednej kolejki.
running-refusal-games-missing = Brakuje gier kolejki { $number }, a tabeli nie przejęto.
running-refusal-table-needed = Nie ma tabeli.
running-refusal-ends-too-early = Rozgrywki nie mogły skończyć się przed ostatnim spotkaniem.
running-refusal-unknown-tournament = Nie ma turnieju { $tournament }.
running-refusal-not-eliminatory = Turniej { $tournament } nie jest eliminacyjny.
running-refusal-tournament-twice = Turniej { $tournament } występuje w cyklu dwa razy.
running-refusal-too-many-tournaments = Cykl ma najwyżej { $max } turniejów.
running-refusal-no-tournaments = Cykl nie ma ani jednego turnieju.
running-refusal-tournament-running = Turniej { $tournament } jeszcze się nie skończył.
running-refusal-edition-taken = Ta edycja jest już zapisana pod identyfikatorem { $other }.
running-refusal-too-many-editions = Te rozgrywki mają w sezonie tyle edycji: { $editions }.

warning-heavy-rack = na jednej tabliczce { $points } punktów, a wszystkie kamienie razem mają { $limit }
warning-heavy-table = na tabliczkach przy stoliku { $points } punktów, a wszystkie kamienie razem mają { $limit }
warning-jokers = jokerów przy jednym stoliku: { $found }
field-as-of = Podaj pozycję w dzienniku, np. 42, albo chwilę z przesunięciem strefy, np. 2026-03-01T12:00:00+01:00.
