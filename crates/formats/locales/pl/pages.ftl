page-skip = Przejdź do treści
page-nav-label = Główne menu
page-nav-home = Start
page-nav-ranking = Ranking
page-other-language = English
page-foot = Kostka, ranking sezonu. Każdy wynik jest zdarzeniem, którego nie da się zmienić po cichu.
page-open-data = Otwarte dane
page-to-home = Na stronę główną
page-no-such-page = Nie ma takiej strony
page-home-title = Ranking Rummikub
page-no-season = Nie ma jeszcze żadnego sezonu.
page-season-name = Sezon { $text }
page-end-open = koniec jeszcze nieustalony
page-find-me = Znajdź siebie (imię, nazwisko albo miasto)
page-live-now = Na żywo
page-nothing-live = W tej chwili nie trwa żaden turniej.
page-next-events = Najbliższe wydarzenia
page-nothing-next = Żadne wydarzenie nie jest jeszcze zapowiedziane.
page-best = Czołówka rankingu
page-whole-ranking = Cały ranking
page-ranking-title = Ranking krajowy, sezon { $text }
page-ranking-empty = Nikt jeszcze nie ma punktów w tym sezonie.
page-ranking-count = { $number ->
    [one] { $number } osoba
    [few] { $number } osoby
   *[other] { $number } osób
}
page-nobody-found = Nikogo takiego nie ma w tym rankingu.
page-edition = wydanie { $number }
page-live = na żywo
page-search = Szukaj
page-search-label = Imię, nazwisko albo miasto
page-voivodeship = Województwo
page-city = Miasto
page-all = wszystkie
page-show-all = pokaż wszystkich
page-place = Miejsce
page-player = Gracz
page-points = Punkty
page-results = Wyniki
page-results-count = { $number ->
    [one] { $number } wynik
    [few] { $number } wyniki
   *[other] { $number } wyników
}
page-nth-place = { $number }. miejsce
page-points-count = { $number ->
    [one] { $number } punkt
    [few] { $number } punkty
   *[other] { $number } punktów
}
page-next-page = Następna strona
page-csv = Pobierz jako CSV
page-seasons = Sezony
page-show-in-ranking = Pokaż w rankingu
page-season-results = Wyniki w sezonie { $text }
page-event = Wydarzenie
page-why = Dlaczego
page-not-counted = nie liczy się
page-neighbours = Dlaczego właśnie to miejsce
page-above = Wyżej
page-below = Niżej
page-mp-ways = Drogi do Mistrzostw Polski
page-outcome = Wynik
page-nav-mp = Mistrzostwa Polski
page-nav-mw = Mistrzostwa Wojewódzkie
page-nav-calendar = Kalendarz
page-nav-lists = Listy
page-mp-title = Awanse do Mistrzostw Polski, sezon { $text }
page-mw-title = Mistrzostwa Wojewódzkie: { $voivodeship }, sezon { $season }
page-mw-all-title = Mistrzostwa Wojewódzkie, sezon { $text }
page-no-mw = W tym sezonie nie ogłoszono jeszcze Mistrzostw Wojewódzkich.
page-mw-days = Liczą się wydarzenia z dni: { $text }.
page-mw-cap = { $number ->
    [one] Jest { $number } miejsce.
    [few] Są { $number } miejsca.
   *[other] Jest { $number } miejsc.
}
page-mw-free = { $number ->
    [one] Wolne jest { $number }.
    [few] Wolne są { $number }.
   *[other] Wolnych jest { $number }.
}
page-qualified = Zakwalifikowani
page-qualified-count = { $number ->
    [one] { $number } awans
    [few] { $number } awanse
   *[other] { $number } awansów
}
page-wildcards = Dzikie karty
page-wildcards-count = { $number ->
    [one] { $number } dzika karta
    [few] { $number } dzikie karty
   *[other] { $number } dzikich kart
}
page-no-wildcards = Nikt nie czeka na dziką kartę.
page-nobody-qualified = Nikt jeszcze nie ma awansu.
page-running-number = Lp.
page-from-where = Skąd
page-state = Stan
page-undecided = Jeszcze nierozstrzygnięte
page-open-seats = { $number ->
    [one] { $number } awans czeka na decyzję
    [few] { $number } awanse czekają na decyzję
   *[other] { $number } awansów czeka na decyzję
}
page-among = wśród kandydatów:
page-gp-provisional = Cykl jeszcze trwa, więc tabela może się zmienić.
page-gp-to-come = jeszcze przed nami
page-gp-valid = liczy się
page-gp-not-valid = nie liczy się
page-tournaments = Turnieje
page-compare-title = Kto jest wyżej i dlaczego
page-steps = Krok po kroku
page-round = runda { $number }
page-sheets-in = wpisano { $number } z { $of ->
    [one] { $of } tabelki
   *[other] { $of } tabelek
}
page-participants = { $number ->
    [one] { $number } uczestnik
   *[other] { $number } uczestników
}
page-final-results = Wyniki końcowe
page-big = Duże punkty
page-small = Małe punkty
page-games = Gry
page-disqualified = dyskwalifikacja
page-results-hidden = Wyniki tej części są utajnione, dopóki nie wpłynie ostatnia tabelka.
page-standings = Klasyfikacja
page-provisional = nieoficjalna
page-advancement = Awans dalej
page-seating = Kto gdzie siedzi
page-table = Stolik { $number }
page-phase-submitted = czeka na decyzję
page-phase-rejected = odrzucony
page-phase-approved = zapowiedziany
page-phase-running = na żywo
page-phase-cancelled = odwołany
page-phase-closed = zakończony
page-phase-league-approved = zapowiedziana
page-phase-league-running = trwa
page-phase-league-cancelled = odwołana
page-phase-league-closed = zakończona
page-phase-online-event-approved = zapowiedziane
page-phase-online-event-running = trwa
page-phase-online-event-cancelled = odwołane
page-phase-online-event-closed = zakończone
page-phase-championship-approved = zapowiedziane
page-phase-championship-running = trwają
page-phase-championship-cancelled = odwołane
page-phase-championship-closed = zakończone
page-phase-grand-prix-running = trwa
page-class-ordinary = turniej zwykły
page-class-eliminatory = turniej eliminacyjny
page-class-mw = Mistrzostwa Wojewódzkie
page-class-mp = Mistrzostwa Polski
page-chance-certain = pewny
page-chance-provisional = na razie tak
page-chance-out = nie
page-chance-possible = jeszcze możliwy
page-calendar-title = Kalendarz, sezon { $text }
page-calendar-file = Dodaj do swojego kalendarza (iCalendar)
page-when = Kiedy
page-day-unknown = termin jeszcze nieustalony
page-lists-title = Listy ogłoszone przez federację
page-lists-about = Każde wydanie ma numer, skrót i dowód. Raz ogłoszone wydanie już się nie zmienia; poprawka to następne wydanie.
page-lists-none = Żadnej listy jeszcze nie ogłoszono.
page-lists-published = Ogłoszone listy
page-lists-unpublished = Jeszcze nieogłoszone
page-list = Lista
page-newest-edition = Najnowsze wydanie
page-since-then = Od tego czasu
page-proof = Dowód
page-drifted = wyniki się zmieniły
page-not-drifted = bez zmian
page-proof-file = plik z dowodem
page-day = { $day } { $month ->
    [1] stycznia
    [2] lutego
    [3] marca
    [4] kwietnia
    [5] maja
    [6] czerwca
    [7] lipca
    [8] sierpnia
    [9] września
    [10] października
    [11] listopada
   *[12] grudnia
} { $year }
page-nav-sign-in = Zaloguj się
page-nav-work = Moje zadania
page-nav-admin = Administracja
page-nav-audit = Audyt
page-nav-account = Konto
page-sign-in = Zaloguj się
page-sign-in-title = Logowanie
page-sign-in-help = Konto zakłada administrator: od niego dostaniesz odnośnik, którym ustawisz hasło. Wyniki, rankingi i turnieje są dla wszystkich, bez konta.
page-needs-scripts = Ta strona potrzebuje włączonego JavaScriptu.
page-login = Login
page-password = Hasło
page-second-code = Kod z aplikacji
page-second-code-hint = Tylko jeśli konto ma weryfikację dwuetapową; może to być też kod zapasowy.
page-set-password-title = Nowe hasło
page-set-password = Ustaw hasło
page-link-token = Kod z odnośnika
page-link-token-hint = Wpisuje się sam, gdy otworzysz stronę odnośnikiem.
page-new-password = Nowe hasło
page-new-password-hint = Od 8 do 128 dowolnych znaków; można wkleić.
page-current-password = Obecne hasło
page-password-changed = Hasło jest zmienione, a inne sesje zakończone.
page-work-title = Moje zadania
page-my-tournaments = Moje turnieje
page-no-tournaments-of-mine = Nie prowadzisz żadnego turnieju.
page-second-factor-missing = Zanim cokolwiek zmienisz, włącz weryfikację dwuetapową.
page-account-title = Moje konto
page-roles = Role
page-no-roles = To konto nie ma żadnej roli.
page-second-factor = Weryfikacja dwuetapowa
page-second-factor-none = Konto nie ma weryfikacji dwuetapowej. Administratorzy muszą ją mieć.
page-second-factor-start = Włącz weryfikację dwuetapową
page-second-factor-scan = Dodaj konto w aplikacji z kodami, a potem wpisz kod, który pokaże.
page-second-factor-open = Otwórz w aplikacji na tym urządzeniu
page-second-factor-secret = Albo przepisz sekret:
page-second-factor-remove = Wyłącz weryfikację dwuetapową
page-second-factor-remove-question = Wyłączyć weryfikację dwuetapową?
page-recovery-codes-once = Weryfikacja dwuetapowa działa. Zapisz kody zapasowe: pokazujemy je tylko raz.
page-confirm = Potwierdź
page-session = Sesja
page-session-until = Ta sesja trwa do: { $text }.
page-sign-out = Wyloguj się
page-sign-out-everywhere = Wyloguj się wszędzie
page-role-admin = administrator
page-role-arbiter = arbiter
page-role-auditor = audytor
page-role-organiser = organizator
page-role-main-referee = sędzia główny
page-role-referee = sędzia
page-js-offline = Nie ma połączenia. Nic nie zostało wysłane; spróbuj jeszcze raz.
page-js-check-fields = Popraw to, co zaznaczono:
page-js-error-missing = Wypełnij to pole.
page-js-error-choice = Wybierz jedną z możliwości.
page-js-error-value = Tego nie można przyjąć.
page-js-error-number = Wpisz liczbę.
page-js-error-day = Wpisz dzień z kalendarza.
page-js-failed = Nie udało się.
page-js-changed-meanwhile = Ktoś inny zmienił to w międzyczasie.
page-js-read-again = Wczytaj stronę ponownie
page-js-sign-in = Zaloguj się
page-js-would-happen = Co by się stało:
page-js-nothing-moves = Żadna lista się nie zmieni.
page-js-step-up = Potwierdź, że to Ty
page-js-code = Kod z aplikacji
page-js-password = Hasło
page-js-confirm = Potwierdź
page-js-cancel = Anuluj
page-js-done = Zrobione.
page-js-copied = Skopiowano.
page-js-new-data = Są nowe dane.
page-recovery-codes-left = { $number ->
    [one] Weryfikacja dwuetapowa działa. Został { $number } kod zapasowy.
    [few] Weryfikacja dwuetapowa działa. Zostały { $number } kody zapasowe.
   *[other] Weryfikacja dwuetapowa działa. Zostało { $number } kodów zapasowych.
}
