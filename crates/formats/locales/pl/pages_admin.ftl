# Strony dla administratorów.
page-admin-nav-label = Administracja
page-admin-nav-queues = Co czeka
page-admin-nav-applications = Zgłoszenia
page-admin-nav-decisions = Decyzje
page-admin-nav-ledger = Awanse
page-admin-nav-lists = Listy
page-admin-nav-corrections = Poprawki
page-admin-nav-seasons = Sezony
page-admin-nav-accounts = Konta
page-admin-nav-events = Ligi, cykle, wydarzenia online i MW
page-admin-nav-what-if = Co by było, gdyby
page-admin-nav-rulebooks = Wersje regulaminu
page-admin-title = Co czeka na decyzję
page-admin-run-title = Prowadzenie sezonu
page-admin-overdue-title = Po terminie
page-admin-overdue = po terminie
page-admin-nothing-waits = Nic nie czeka.
page-admin-more-waits = Czeka jeszcze więcej spraw, niż tu widać.
page-admin-due-today = termin mija dziś
page-admin-days-left = { $number ->
    [one] został { $number } dzień
    [few] zostały { $number } dni
   *[other] zostało { $number } dni
}
page-admin-days-late = { $number ->
    [one] { $number } dzień po terminie
    [few] { $number } dni po terminie
   *[other] { $number } dni po terminie
}
page-admin-kind-exception = Wyjątek: 24–27 uczestników
page-admin-kind-tie = Remis o awans
page-admin-kind-grand-prix = Grand Prix z niewłaściwą liczbą turniejów
page-admin-kind-unfilled = Awans, którego nikt nie może wziąć
page-admin-kind-confirm = Awanse do przyznania
page-admin-kind-review = Awanse do ponownego rozpatrzenia
page-admin-kind-wildcards = Dzikie karty
page-admin-kind-mw-choice = Wybór Mistrzostw Wojewódzkich
page-admin-kind-wrc-nominee = Reprezentant na mistrzostwa świata
page-admin-kind-application = Zgłoszenia turniejów
page-admin-kind-list = Listy do ogłoszenia i poprawienia
page-admin-kinds = Rodzaje decyzji
page-admin-all-kinds = wszystkie
page-admin-all-of-kind = Pokaż wszystkie ({ $number })
page-admin-decisions-title = Decyzje
page-admin-decisions-about = Zasady rozstrzygają prawie wszystko same. Tu jest to, co zostawiają ludziom. Przed decyzją można sprawdzić, co by zmieniła.
page-admin-since = Czeka od: { $text }
page-admin-waits-since = Czeka od
page-admin-matter = Sprawa
page-admin-who-can = Kandydaci
page-admin-and-more = i jeszcze { $number }
page-admin-not-yours = Tej decyzji nie możesz podjąć: należy do kogoś innego.
page-admin-candidates = Kandydaci:
page-admin-open-count = Ile
page-admin-go-settle = Przejdź do rozstrzygnięcia
page-admin-rehearse = Sprawdź skutki
page-admin-decide = Zapisz decyzję
page-admin-exception-question = Czy turniej daje awans mimo mniejszej liczby uczestników?
page-admin-exception-yes = Tak, daje awans
page-admin-exception-no = Nie, nie daje awansu
page-admin-tie-question = Kolejność osób, które są ex aequo
page-admin-choose = wybierz
page-admin-chooses = Wybiera { $text }
page-admin-wrc-proposed = Zasady wskazują:
page-admin-wrc-passed-over = Kogo pominięto i dlaczego
page-admin-wrc-name = Wskaż tę osobę
page-admin-nobody = nikogo
page-admin-reason = Powód
page-admin-reason-perhaps = Powód (jeśli potrzebny)
page-admin-because = Powód:
page-admin-show = Pokaż
page-admin-yes = tak
page-admin-no = nie
page-admin-save = Zapisz
page-admin-withdraw = Wycofaj
page-admin-remove = Usuń z cyklu
page-admin-name = Nazwa
page-admin-id = Identyfikator
page-admin-day = Dzień
page-admin-season = Sezon
page-admin-tournament = Turniej
page-admin-championship = Mistrzostwa
page-admin-mw-title = Mistrzostwa Wojewódzkie: { $text }
page-admin-table = Tabela
page-admin-first-day = Pierwszy dzień
page-admin-last-day = Ostatni dzień
page-admin-public-page = Strona publiczna
page-admin-history = Historia zapisów tego turnieju
page-admin-history-of-player = Historia zapisów o tej osobie
page-admin-applications-title = Zgłoszenia turniejów
page-admin-no-applications = Nie ma takich zgłoszeń.
page-admin-decision = Decyzja
page-admin-class = Rodzaj turnieju
page-admin-where = Gdzie
page-admin-planned-players = Planowana liczba graczy
page-admin-experienced = Organizator z doświadczeniem
page-admin-sponsors = Sponsorzy uzgodnieni
page-admin-submitted = Zgłoszono
page-admin-deadline = Termin zgłoszenia
page-admin-on-time = w terminie
page-admin-not-on-time = po terminie
page-admin-decision-due = Termin decyzji
page-admin-last-announcement = Ostatni dzień na ogłoszenie zmian
page-admin-late-notice = zmieniono po tym terminie
page-admin-applied-by = Zgłosił(a)
page-admin-contact = Kontakt
page-admin-contact-hint = Te dane widzą tylko administratorzy, a każdy odczyt jest zapisywany.
page-admin-contact-name = Osoba
page-admin-contact-email = E-mail
page-admin-contact-phone = Telefon
page-admin-contact-address = Adres
page-admin-no-contact = Danych kontaktowych już nie ma.
page-admin-approve-title = Zatwierdzenie
page-admin-approve = Zatwierdź turniej
page-admin-approved = Turniej jest zatwierdzony.
page-admin-reject-title = Odrzucenie
page-admin-reject = Odrzuć zgłoszenie
page-admin-reject-question = Odrzucić to zgłoszenie? Tego nie da się cofnąć.
page-admin-rejected = Zgłoszenie jest odrzucone.
page-admin-rulebook = Regulamin
page-admin-rulebook-of-season = regulamin sezonu
page-admin-organiser = Organizator
page-admin-organiser-applicant = osoba, która zgłosiła: { $text }
page-admin-organiser-later = na razie nikt
page-admin-organiser-none-warning = Zgłoszenie przyszło bez konta. Jeśli nie wybierzesz tu organizatora, po zatwierdzeniu turniej nie będzie go miał i nikt poza administratorami nie będzie mógł go prowadzić.
page-admin-organiser-missing = Turniej nie ma organizatora
page-admin-organiser-missing-about = Dopóki nikt nie ma tej roli, turniej mogą prowadzić tylko administratorzy. Wybierz konto organizatora. Jeśli jeszcze nie ma konta:
page-admin-organiser-named = Organizator może prowadzić turniej.
page-admin-name-organiser = Nadaj rolę organizatora
page-admin-lists-title = Ogłaszanie list
page-admin-lists-about = Listę ogłaszają dwie osoby: jedna przedkłada dokładnie to, co widzi, druga ogłasza dokładnie to samo.
page-admin-lists-waiting = Czekają na drugą osobę
page-admin-lists-drifted = Ogłoszone, a wyniki się zmieniły
page-admin-lists-others = Pozostałe listy
page-admin-no-lists = Nie ma innych list.
page-admin-never-published = jeszcze nieogłoszona
page-admin-submitted-at = Przedłożono: { $text }
page-admin-changed-since = zmieniła się od tego czasu
page-admin-preview-of = podgląd wydania { $number }
page-admin-as-of = Stan po zdarzeniu { $number }.
page-admin-under-rulebook = Regulamin: { $text }.
page-admin-fingerprint = Odcisk (SHA-256)
page-admin-warnings = Co przemawia przeciw ogłoszeniu teraz
page-admin-warning-events = Które wydarzenia
page-admin-publish-title = Przedłożono do ogłoszenia
page-admin-submitted-by = Przedłożył(a)
page-admin-submission = Numer przedłożenia
page-admin-second-person = Ta lista została przedłożona przez Ciebie, więc ogłosić ją musi ktoś inny.
page-admin-publish-about = Ogłaszasz dokładnie to, co jest niżej, z tym odciskiem. Ogłoszenia nie da się cofnąć; poprawka jest następnym wydaniem. Usługa poprosi o kod z aplikacji.
page-admin-publish = Ogłoś to wydanie
page-admin-publish-question = Ogłosić to wydanie? Ogłoszenia nie da się cofnąć.
page-admin-published = Lista jest ogłoszona.
page-admin-stale-submission = Lista zmieniła się, odkąd ją przedłożono, więc nie można jej tak ogłosić. Wycofaj przedłożenie albo przedłóż nową wersję.
page-admin-withdraw-submission = Wycofaj przedłożenie
page-admin-submission-withdrawn = Przedłożenie jest wycofane.
page-admin-nothing-to-publish = Ostatnie wydanie mówi dokładnie to samo: nie ma czego ogłaszać.
page-admin-submit-title = Przedłożenie do ogłoszenia
page-admin-erratum-title = Errata: następne wydanie
page-admin-submit-about = Obejrzyj podgląd. Przedkładasz dokładnie to, co widzisz; ogłosi to druga osoba.
page-admin-reason-public = Powód erraty każdy będzie mógł przeczytać.
page-admin-submit = Przedłóż do ogłoszenia
page-admin-submitted-done = Lista jest przedłożona i czeka na drugą osobę.
page-admin-drift-title = Co się zmieniło od ostatniego wydania
page-admin-other-rulebook = Zmienił się regulamin, według którego jest liczona.
page-admin-other-calculation = Zmieniła się wersja obliczeń.
page-admin-reordered = Te same wiersze stoją w innej kolejności.
page-admin-drift-unseen = Wiersze są te same; zmieniło się to, z czego wynikają.
page-admin-added = Doszło
page-admin-removed = Ubyło
page-admin-changed = Zmieniło się
page-admin-before = Było
page-admin-after = Jest
page-admin-cause = Przyczyna
page-admin-position = zdarzenie { $number }
page-admin-causes-not-searched = Przyczyn teraz nie szukano, bo usługa jest zajęta. Odśwież stronę za chwilę.
page-admin-preview-title = Podgląd
page-admin-empty-list = Lista jest pusta.
page-admin-rows = { $number ->
    [one] { $number } wiersz
    [few] { $number } wiersze
   *[other] { $number } wierszy
}
page-admin-further-rows = { $number ->
    [one] jeszcze { $number } wiersz
    [few] jeszcze { $number } wiersze
   *[other] jeszcze { $number } wierszy
}
page-admin-editions = Wydania
page-admin-edition = Wydanie
page-admin-published-at = Ogłoszono
page-admin-two-persons = Przedłożył(a), ogłosił(a)
page-admin-ledger-title = Księga awansów
page-admin-ledger-about = Każde miejsce z tym, co się z nim stało: komu zasady je proponują, kto je przyznał, kto zrezygnował i dlaczego przeszło dalej.
page-admin-all-seats = { $number ->
    [one] { $number } miejsce
    [few] { $number } miejsca
   *[other] { $number } miejsc
}
page-admin-beyond = ponad liczbę miejsc: { $number }
page-admin-accounts-of-events = Miejsca według wydarzeń
page-admin-seats-of = Miejsca
page-admin-without-seats = { $number ->
    [one] { $number } wydarzenie nie daje miejsc
    [few] { $number } wydarzenia nie dają miejsc
   *[other] { $number } wydarzeń nie daje miejsc
}
page-admin-seat-granted = przyznane
page-admin-seat-review = do ponownego rozpatrzenia
page-admin-seat-proposed = propozycja zasad
page-admin-seat-pending = czeka na decyzję
page-admin-seat-declined = rezygnacja, zostaje puste
page-admin-seat-withheld = nieprzyznane nikomu
page-admin-seat-lapsed = przepadło
page-admin-seat-unsettled = nieustalone
page-admin-seats-granted = przyznane
page-admin-seats-review = do ponownego rozpatrzenia
page-admin-seats-proposed = proponowane
page-admin-seats-pending = czekają na decyzję
page-admin-seats-declined = rezygnacje
page-admin-seats-withheld = nieprzyznane nikomu
page-admin-seats-lapsed = przepadły
page-admin-decided-at = Rozstrzygnięte według stanu z: { $text }
page-admin-waits-for = Wcześniejsze wydarzenia nie są jeszcze zamknięte; przyznanie wymaga powodu:
page-admin-undecided = Wcześniejsze wydarzenia czekają na decyzję; przyznanie wymaga powodu:
page-admin-tied = Ex aequo, najpierw trzeba ustalić kolejność:
page-admin-grant-title = Przyznanie
page-admin-grant-whom = { $number ->
    [one] Komu przyznać (zostało { $number } miejsce)
    [few] Komu przyznać (zostały { $number } miejsca)
   *[other] Komu przyznać (zostało { $number } miejsc)
}
page-admin-grant = Przyznaj
page-admin-granted = Przyznano.
page-admin-withhold-title = Nie przyznawać nikomu tego, co zostało
page-admin-withhold = Nie przyznawaj
page-admin-unwithhold-title = Otworzyć z powrotem to, czego nie przyznano
page-admin-unwithhold = Otwórz z powrotem
page-admin-seats-title = Miejsca i kto je ma
page-admin-no-seats = To wydarzenie nie daje miejsc.
page-admin-uphold-title = Utrzymać mimo zmiany wyników
page-admin-uphold = Utrzymaj
page-admin-decline-title = Zapisać rezygnację
page-admin-decline = Zapisz rezygnację
page-admin-pass-on = miejsce przechodzi na następną osobę (wymaga powodu)
page-admin-undo-decline = Cofnij rezygnację
page-admin-revoke-title = Cofnąć przyznanie
page-admin-revoke = Cofnij przyznanie
page-admin-considered = Kogo rozważano, po kolei
page-admin-custody = Skąd to wiadomo
page-admin-other-acts = Inne zapisy
page-admin-free-places = { $number ->
    [one] Wolne jest { $number } miejsce.
    [few] Wolne są { $number } miejsca.
   *[other] Wolnych jest { $number } miejsc.
}
page-admin-wildcards-about = Dziką kartę jedna osoba zgłasza, a druga przyznaje.
page-admin-wildcards-acted = Zgłoszone i przyznane dzikie karty
page-admin-wildcards-grant-title = Przyznanie zgłoszonych
page-admin-wildcards-grant-whom = Komu przyznać
page-admin-wildcards-second-person = Przyznać może tylko ktoś inny niż osoba, która zgłosiła.
page-admin-wildcards-nominate-title = Zgłoszenie do dzikiej karty
page-admin-wildcards-nominate-whom = Kogo zgłosić, w kolejności zasad
page-admin-wildcards-order = Kto nie jest następny w kolejności, wymaga powodu.
page-admin-nominate = Zgłoś
page-admin-accounts-title = Konta
page-admin-holder = Kto
page-admin-holder-name = Imię i nazwisko
page-admin-enabled = czynne
page-admin-disabled = zablokowane
page-admin-open-account = Załóż konto
page-admin-account-opened = Konto jest założone.
page-admin-link-once = Odnośnik do ustawienia hasła; pokazujemy go tylko raz:
page-admin-login-hint = Małe litery bez ogonków, cyfry i znaki . _ - @
page-admin-first-role = Rola na początek
page-admin-role-later = później
page-admin-own-account = To Twoje konto. Hasło i weryfikację dwuetapową zmieniasz na stronie swojego konta.
page-admin-ungrant = Odbierz
page-admin-ungrant-question = Odebrać tę rolę?
page-admin-add-role = Dodaj rolę
page-admin-role = Rola
page-admin-role-event = W którym wydarzeniu
page-admin-role-event-hint = Organizator i sędziowie mają role w jednym wydarzeniu, pozostali wszędzie.
page-admin-role-everywhere = wszędzie
page-admin-event-tournament = turniej
page-admin-event-league = liga
page-admin-event-grand-prix = Grand Prix
page-admin-event-online-event = wydarzenie online
page-admin-event-championship = Mistrzostwa Wojewódzkie
page-admin-new-link-title = Nowy odnośnik do hasła
page-admin-new-link-about = Dla kogoś, kto zapomniał hasła. Wcześniejsze odnośniki przestają działać.
page-admin-new-link = Zrób odnośnik
page-admin-link-made = Odnośnik jest gotowy.
page-admin-second-factor = Weryfikacja dwuetapowa
page-admin-second-factor-on = włączona
page-admin-second-factor-off = wyłączona
page-admin-reset-second-factor = Wyłącz weryfikację dwuetapową
page-admin-reset-second-factor-about = Dla kogoś, kto stracił telefon i kody zapasowe. Sesje tego konta się kończą.
page-admin-reset-second-factor-question = Wyłączyć weryfikację dwuetapową tego konta?
page-admin-account-data = Dane konta
page-admin-disable = Zablokuj konto
page-admin-disable-about = Zablokowane konto niczego nie może, a jego sesje się kończą.
page-admin-disable-question = Zablokować to konto? Jego sesje skończą się od razu.
page-admin-enable = Odblokuj konto
page-admin-corrections-title = Poprawki
page-admin-corrections-about = Poprawka jest nowym zapisem z powodem; to, co było, zostaje w dzienniku. Zanim ją zapiszesz, sprawdź skutki.
page-admin-correct-player = Dane gracza
page-admin-correct-tournament = Wyniki zakończonego turnieju
page-admin-correct-others = Inne poprawki
page-admin-nobody-found = Nikogo takiego nie ma.
page-admin-no-closed = Nie ma zakończonych turniejów.
page-admin-corrected = Poprawka jest zapisana.
page-admin-correct = Zapisz poprawkę
page-admin-first-name = Imię
page-admin-surname = Nazwisko
page-admin-country = Kraj
page-admin-country-hint = Dwie litery, na przykład PL. Nie jest publiczny.
page-admin-waiver-title = Rezygnacja poza wydarzeniami
page-admin-waiver-about = Dotyczy awansów, które w tym sezonie będą rozstrzygane później; co gracz ma, to zostaje.
page-admin-declared-at = Kiedy (puste: teraz)
page-admin-waiver = Zapisz rezygnację
page-admin-what-if-player = Co by było, gdyby to była ta sama osoba co ktoś inny albo gdyby ją zdyskwalifikowano
page-admin-correct-results = Wyniki spoza systemu
page-admin-from-bundle = Wyniki tego turnieju przyszły w paczce sezonu; poprawia się je razem z paczką (kostka import --correct).
page-admin-not-closed = Turniej nie jest zakończony: tabelkę poprawia się przy stoliku, nie tutaj.
page-admin-small-by-seat = Małe punkty w każdej grze; duże liczy program
page-admin-game = Gra
page-admin-ending = Jak się skończyła
page-admin-ending-rack-emptied = ktoś wyłożył wszystko
page-admin-ending-time-expired = minął czas
page-admin-ending-pool-exhausted = skończyły się kostki
page-admin-ending-not-played = nierozegrana
page-admin-seasons-title = Sezony
page-admin-mp-begins = Mistrzostwa Polski od: { $text }
page-admin-mp-first-day = Pierwszy dzień Mistrzostw Polski
page-admin-correct-season = Popraw sezon
page-admin-open-season = Otwórz sezon
page-admin-season-id = Oznaczenie sezonu
page-admin-no-rulebook-yet = Nie przyjęto jeszcze żadnego regulaminu.
page-admin-rulebooks-title = Wersje regulaminu
page-admin-based-on = Na podstawie: { $text }
page-admin-overrides = { $number ->
    [one] { $number } odstępstwo
    [few] { $number } odstępstwa
   *[other] { $number } odstępstw
}
page-admin-adopt-title = Przyjęcie nowej wersji
page-admin-adopt-again = Zmiana tej wersji
page-admin-adopt = Przyjmij
page-admin-rulebook-id = Oznaczenie wersji
page-admin-preset = Wzorzec
page-admin-overrides-title = Odstępstwa od wzorca
page-admin-overrides-hint = Po jednym w wierszu, na przykład: ranking.best_n = 8
page-admin-parameters = Parametry
page-admin-parameter = Parametr
page-admin-value = Wartość
page-admin-citation = Skąd
page-admin-preset-has = we wzorcu: { $text }
page-admin-what-if-title = Co by było, gdyby
page-admin-what-if-about = Przypuszczenie niczego nie zapisuje: pokazuje, jak zmieniłyby się listy sezonu.
page-admin-would-be = Tak by było:
page-admin-suppose = Sprawdź
page-admin-if-rulebook = Gdyby obowiązywał inny regulamin
page-admin-if-merge = Gdyby dwie osoby były tą samą
page-admin-merge-keep = Kto zostaje
page-admin-merge-drop = Czyje wyniki przechodzą
page-admin-if-disqualify = Gdyby kogoś zdyskwalifikowano
page-admin-if-decline = Gdyby ktoś zrezygnował z awansu
page-admin-if-waiver = Gdyby ktoś zrezygnował poza wydarzeniami
page-admin-pick-hint = Zacznij pisać nazwisko i wybierz z listy.
page-admin-events-title = Ligi, cykle, wydarzenia online, Mistrzostwa Wojewódzkie
page-admin-events-league = Ligi
page-admin-events-grand-prix = Cykle Grand Prix
page-admin-events-online = Wydarzenia online
page-admin-events-mw = Mistrzostwa Wojewódzkie
page-admin-open-league = Otwórz ligę
page-admin-open-grand-prix = Otwórz cykl Grand Prix
page-admin-open-online = Otwórz wydarzenie online
page-admin-open-mw = Ogłoś Mistrzostwa Wojewódzkie
page-admin-open = Otwórz
page-admin-none-yet = Nie ma jeszcze żadnych.
page-admin-status-running = trwa
page-admin-status-over = zakończone
page-admin-status-open = otwarte
page-admin-status-closed = zamknięte
page-admin-status-announced = ogłoszone
page-admin-status-played = rozegrane
page-admin-status-collecting = zbiera awanse
page-admin-status-settled = rozstrzygnięte
page-admin-planned-meetings = Planowana liczba spotkań
page-admin-online-kind = Rodzaj
page-admin-online-mp-online = Mistrzostwa Polski Online
page-admin-online-hertzano = Hertzano
page-admin-online-gold = Złota Liga
page-admin-online-silver = Srebrna Liga
page-admin-online-bronze = Brązowa Liga
page-admin-edition-number = Numer edycji
page-admin-mw-days-hint = Dni, z których wydarzenia dają awans do tych mistrzostw.
page-admin-playing-days = Dni rozgrywania
page-admin-correct-record = Poprawka zapisu
page-admin-meetings = { $number ->
    [one] { $number } spotkanie
    [few] { $number } spotkania
   *[other] { $number } spotkań
}
page-admin-meetings-of = { $planned ->
    [one] { $number } z { $planned } spotkania
   *[other] { $number } z { $planned } spotkań
}
page-admin-not-long-enough = Spotkań jest mniej, niż wymaga regulamin.
page-admin-add-meeting = Dodaj spotkanie
page-admin-present = Obecni
page-admin-more-players = Więcej osób
page-admin-import-table = Wpisz gotową tabelę
page-admin-import-table-about = Gdy gier nie zapisywano tutaj. Puste wiersze się nie liczą.
page-admin-save-table = Zapisz tabelę
page-admin-close-event = Zakończ
page-admin-close-question = Zakończyć? Tego nie da się cofnąć.
page-admin-ended-at = Kiedy się skończyło (puste: teraz)
page-admin-cycle-incomplete = Cykl nie ma jeszcze tylu ważnych turniejów, ilu wymaga regulamin.
page-admin-add-tournament = Dodaj turniej
# Strony dla audytorów.
page-audit-nav-label = Audyt
page-audit-nav-log = Dziennik
page-audit-nav-moment = Stan na chwilę
page-audit-nav-diff = Różnice
page-audit-nav-editions = Wydania
page-audit-nav-verify = Sprawdzanie
page-audit-log-title = Dziennik
page-audit-kind = Czego dotyczy
page-audit-stream-tournament = turnieje
page-audit-stream-player = gracze
page-audit-stream-season = sezony
page-audit-stream-rulebook = regulaminy
page-audit-stream-league = ligi
page-audit-stream-grand-prix = cykle Grand Prix
page-audit-stream-online-event = wydarzenia online
page-audit-stream-championship = Mistrzostwa Wojewódzkie
page-audit-stream-ledger = awanse
page-audit-stream-list = listy
page-audit-stream-account = konta
page-audit-stream-log = sam dziennik
page-audit-stream = Strumień
page-audit-player = Gracz
page-audit-tournament = Turniej
page-audit-actor = Kto
page-audit-everybody = wszyscy
page-audit-from = Od
page-audit-from-event = albo od zdarzenia nr
page-audit-until = Do
page-audit-until-event = albo do zdarzenia nr
page-audit-to = Do (puste: teraz)
page-audit-moment-hint = Czas jest warszawski. Gdzie podano numer zdarzenia, liczy się numer.
page-audit-clear = wyczyść filtry
page-audit-nothing-found = Nic takiego nie zapisano.
page-audit-older = Starsze
page-audit-event-title = Zdarzenie { $number }
page-audit-previous = Poprzednie
page-audit-next = Następne
page-audit-recorded = Zapisano
page-audit-occurred = Zaszło
page-audit-by = Kto
page-audit-account = konto { $text }…
page-audit-actor-import = import danych
page-audit-actor-operator = operator usługi
page-audit-actor-anonymous = ktoś bez konta
page-audit-actor-table = gracze przy stoliku
page-audit-actor-applicant = osoba, która zgłosiła turniej
page-audit-actor-service = sam serwis
page-audit-version = wersja { $number }
page-audit-type = Rodzaj
page-audit-event-id = Identyfikator
page-audit-causation = Przyczyna
page-audit-correlation = Razem z
page-audit-proof-about = Dowód prowadzi od odcisku tego zdarzenia do korzenia drzewa { $number } zdarzeń, który jest podpisany.
page-audit-leaf = Odcisk zdarzenia
page-audit-root = Korzeń drzewa
page-audit-hashes = { $number ->
    [one] Droga do korzenia: { $number } odcisk
    [few] Droga do korzenia: { $number } odciski
   *[other] Droga do korzenia: { $number } odcisków
}
page-audit-checkpoint-note = Podpisany punkt kontrolny
page-audit-download-event = Pobierz zdarzenie
page-audit-download-proof = Pobierz dowód
page-audit-payload = Treść
page-audit-moment-title = Ranking na wybraną chwilę
page-audit-moment-about = Ranking policzony z tego, co do tej chwili zapisano; nazwiska są dzisiejsze.
page-audit-slider = Zdarzenie od 1 do { $number }
page-audit-as-of = Po zdarzeniu nr
page-audit-as-of-time = albo dzień i godzina
page-audit-after-event = Stan po zdarzeniu: { $text }
page-audit-differences-since = Co zmieniło się od tej chwili
page-audit-diff-title = Różnice między dwiema chwilami
page-audit-from-edition = albo od wydania
page-audit-to-edition = albo do wydania
page-audit-diff-from-event = albo od zdarzenia nr
page-audit-to-event = albo do zdarzenia nr
page-audit-diff-hint = Czas jest warszawski. Wystarczy po jednym polu na początek i koniec: najpierw liczy się wydanie, potem numer zdarzenia, potem czas.
page-audit-no-edition = żadne
page-audit-compare = Porównaj
page-audit-list-ranking = ranking
page-audit-list-mp = awanse do Mistrzostw Polski
page-audit-list-grand-prix = cykle Grand Prix
page-audit-list-mw = awanse do Mistrzostw Wojewódzkich
page-audit-list-wildcards = dzikie karty
page-audit-no-differences = Żadna lista się nie różni.
page-audit-changed-rows = { $number ->
    [one] { $number } zmieniony wiersz
    [few] { $number } zmienione wiersze
   *[other] { $number } zmienionych wierszy
}
page-audit-editions-title = Ogłoszone wydania
page-audit-editions-about = Każde wydanie jest zdarzeniem dziennika i ma dowód. Do sprawdzenia wystarczą trzy pliki.
page-audit-publication-event = Zdarzenie ogłoszenia
page-audit-submitted-by = Przedłożył(a)
page-audit-published-by = Ogłosił(a)
page-audit-erratum-reason = Powód erraty
page-audit-canonical = Postać kanoniczna
page-audit-disclosure = Nazwiska do sprawdzenia
page-audit-verify-title = Sprawdzanie bez zaufania do usługi
page-audit-verify-about = Wszystko, co pokazuje Kostka, wynika z jednego dziennika. Tu jest to, czego trzeba, żeby sprawdzić go na własnym komputerze.
page-audit-head = Gdzie stoi dziennik
page-audit-position = Ostatnie zdarzenie
page-audit-log-id = Identyfikator dziennika
page-audit-epoch = epoka { $number }
page-audit-verifier-key = Klucz do sprawdzania podpisów
page-audit-downloads = Do pobrania
page-audit-export = Eksport całego dziennika (NDJSON)
page-audit-export-about = Bez nazwisk. Pobranie jest zapisywane.
page-audit-latest-checkpoint = Ostatni punkt kontrolny
page-audit-log-file = Opis dziennika z kluczem
page-audit-offline = Jak sprawdzić bez sieci
page-audit-step-key = Zanotuj klucz ze źródła, któremu ufasz, i porównaj go z powyższym.
page-audit-step-export = Pobierz eksport i punkt kontrolny, i zachowaj je.
page-audit-step-verify = Sprawdź, że dziennik jest cały i podpisany:
page-audit-step-lists = Zobacz, jakie listy da się z niego policzyć:
page-audit-step-replay = Policz ogłoszoną listę od nowa i porównaj jej odcisk z wydrukiem:
page-audit-step-names = Sprawdź nazwiska:
page-audit-step-scripts = Skrypty tests/proof/check.py i tests/proof/edition.py robią to samo bez naszego programu.
page-audit-checkpoints = Punkty kontrolne
page-audit-checkpoints-about = Dowód spójności pokazuje, że dzisiejszy dziennik przedłuża ten sprzed podpisu: niczego nie usunięto ani nie wstawiono.
page-audit-size = Zdarzeń
page-audit-extends = Do dziś
page-audit-consistency = dowód spójności
# Słowa skryptów.
page-js-who = Kto
page-js-before = Było
page-js-after = Byłoby
page-js-open-seat = miejsce do rozstrzygnięcia
page-js-other-results = miejsca i punkty te same, ale z innych wyników
page-js-more-rows = i jeszcze wierszy: { "{" }number{ "}" }
page-js-would-drift = Ogłoszona lista „{ "{" }list{ "}" }” (wydanie { "{" }number{ "}" }) przestałaby się zgadzać i potrzebowałaby erraty.
page-js-choose-one = Zaznacz przynajmniej jedną osobę.
page-js-copy = Kopiuj
