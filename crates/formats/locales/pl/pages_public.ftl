page-public-nav-events = Rozgrywki
page-public-feed = Nowości (Atom)
page-public-feed-title = Kostka: ogłoszone listy; zapowiedzi, zmiany i wyniki turniejów
page-public-feed-announced = Zapowiedź: { $text }
page-public-feed-running = Na żywo: { $text }
page-public-feed-called-off = Odwołano: { $text }
page-public-feed-results = Wyniki: { $text }
page-public-feed-edition = Ogłoszono. Skrót (SHA-256): { $text }
page-public-feed-winners = Zwycięstwo: { $text }
page-public-events-title = Rozgrywki, sezon { $text }
page-public-kinds = Rodzaje rozgrywek
page-public-kind-tournament = Turnieje
page-public-kind-grand-prix = Cykle Grand Prix
page-public-kind-league = Ligi
page-public-kind-online-event = Wydarzenia online
page-public-kind-championship = Mistrzostwa Wojewódzkie
page-public-none-of-kind = W tym sezonie jeszcze nic takiego nie ma.
page-public-provisional = tabela tymczasowa
page-public-closed = zakończone
page-public-league-provisional = Liga jeszcze trwa, więc tabela może się zmienić.
page-public-to-come = jeszcze przed nami
page-public-league-begins = Liga rozpocznie się { $text }.
page-public-online-begins = Rozgrywki rozpoczną się { $text }.
page-public-cycle-without-tournaments = W cyklu nie ma jeszcze żadnego turnieju.
page-public-cycle-without-points = Nikt jeszcze nie ma punktów w tym cyklu.
page-public-meetings-planned = { $number ->
    [one] Zaplanowano { $number } spotkanie.
    [few] Zaplanowano { $number } spotkania.
   *[other] Zaplanowano { $number } spotkań.
}
page-public-league-short = Spotkań jest za mało, żeby liga dawała punkty i awanse.
page-public-table = Tabela
page-public-tables = Stoliki
page-public-no-results-yet = Nie ma jeszcze wyników.
page-public-meetings = Spotkania
page-public-no-meetings = Nie było jeszcze żadnego spotkania.
page-public-present = Obecni
page-public-waivers = Zrezygnowali z awansu

page-public-list-now = Jak lista wygląda teraz
page-public-editions = Wydania
page-public-edition = Wydanie
page-public-no-editions = Tej listy jeszcze nie ogłoszono.
page-public-published = Ogłoszone
page-public-digest = Skrót (SHA-256)
page-public-rulebook = Regulamin
page-public-erratum = errata
page-public-since-newest = Co zmieniło się od najnowszego wydania
page-public-drifted = Po ogłoszeniu zapisano zdarzenia, które zmieniają tę listę. Ogłoszone wydanie zostaje takie, jakie było; żeby zmiana stała się oficjalna, trzeba ogłosić następne.
page-public-not-drifted = Nic: lista wygląda dziś dokładnie tak, jak ją ogłoszono.
page-public-compare-editions = Porównaj wydania
page-public-from-edition = Od
page-public-to-edition = Do
page-public-compare = Porównaj
page-public-between = Zmiany między wydaniami { $from } i { $to }
page-public-who = Kto
page-public-before = Przedtem
page-public-after = Potem
page-public-cause = Przyczyna
page-public-change-added = dopisano
page-public-change-changed = zmieniono
page-public-change-removed = usunięto
page-public-at-position = (zdarzenie { $text })
page-public-other-rulebook = Obowiązuje inny regulamin.
page-public-other-calculation = Policzono inną wersją programu.
page-public-reordered = Zmieniła się tylko kolejność.
page-public-no-difference = Nic się nie różni.
page-public-official = oficjalnie
page-public-all-editions = wszystkie wydania
page-public-superseded = Jest już nowsze:
page-public-reason = Powód wydania:
page-public-print = Wersja do druku
page-public-edition-empty = Na tym wydaniu nikogo nie ma.
page-public-difference = Co zmieniło się od poprzedniego wydania
page-public-proof = Dowód
page-public-proof-short = skrót i dowód
page-public-position = Obejmuje zdarzenia do pozycji
page-public-published-at-position = Ogłoszone zdarzeniem
page-public-root = Korzeń drzewa dziennika
page-public-calculation = Wersja obliczeń
page-public-canonical = Wydanie bajt po bajcie, tak jak policzono jego skrót
page-public-proof-file = Dowód, że ogłoszenie jest w dzienniku (JSON)
page-public-disclosure = Nazwiska z solami, do sprawdzenia zobowiązań (JSON)
page-public-check = Jak to sprawdzić
page-public-check-digest = Pobierz wydanie bajt po bajcie i policz jego skrót; ma być taki jak powyżej:
page-public-check-proof = Pobierz dowód: prowadzi od ogłoszenia do podpisanego stanu dziennika, który można porównać z zapisanym wcześniej.
page-public-check-replay = Poproś audytora o eksport dziennika (nie ma w nim nazwisk) i ułóż listę od nowa na własnym komputerze; wyjdzie ta sama, co do bajtu:

page-public-rulebooks = Regulaminy
page-public-rulebooks-about = Tu są wszystkie liczby i rozstrzygnięcia, według których liczymy wyniki.
page-public-no-rulebooks = Nie ma jeszcze żadnego regulaminu.
page-public-rulebook-title = Regulamin { $text }
page-public-rulebook-base = Wzorzec: { $text }
page-public-rulebook-changes = { $number ->
    [0] bez zmian wobec wzorca
    [one] { $number } zmiana wobec wzorca
    [few] { $number } zmiany wobec wzorca
   *[other] { $number } zmian wobec wzorca
}
page-public-rulebook-about = REG, HOW, RUL, LOC i WRC to dokumenty z zasadami, a AMB to rozstrzygnięcia tego, o czym dokumenty milczą albo co mówią różnie.
page-public-rulebook-changed = Zmiany wobec wzorca
page-public-rulebook-unchanged = Wszystkie wartości są takie jak we wzorcu.
page-public-parameters = Wszystkie parametry
page-public-parameter = Parametr
page-public-value = Wartość
page-public-preset = Wzorzec
page-public-preset-has = we wzorcu:
page-public-citation = Skąd się bierze
page-public-expects = Dozwolone wartości
page-public-value-none = brak
page-public-value-yes = tak
page-public-value-no = nie
page-public-unit-days = (dni)
page-public-unit-years = (lata)
page-public-unit-months = (miesiące)
page-public-unit-seconds = (sekundy)
page-public-unit-centimetres = (centymetry)
page-public-unit-day-of-month = (dzień miesiąca)

page-public-notice-gaps = Operator serwisu nie podał jeszcze wszystkiego, co powinno się tu znaleźć; gdzie czegoś brakuje, jest to napisane.
page-public-notice-not-given = Operator serwisu jeszcze tego nie podał.
page-public-notice-name = Nazwa
page-public-notice-address = Adres
page-public-notice-contact = E-mail i telefon
page-public-notice-officer = Inspektor ochrony danych
page-public-notice-hosting = Firma, która utrzymuje serwer
page-public-notice-backups = Jak długo przechowujemy kopie zapasowe
page-public-notice-published = Data publikacji strony
page-public-notice-updated = Data ostatniej dużej aktualizacji
page-public-notice-exceptions = Co nie jest dostępne i dlaczego
page-public-notice-found = Stan stwierdzony przez podmiot
page-public-notice-state-compliant = zgodna
page-public-notice-state-partly-compliant = częściowo zgodna
page-public-notice-state-not-compliant = niezgodna
page-public-notice-drawn-up = Sporządzono
page-public-notice-reviewed = Ostatnio przejrzano
page-public-notice-accessibility-contact = Kto zajmuje się dostępnością
page-public-notice-building = Siedziba
page-public-notice-days = { $number ->
    [one] { $number } dzień
    [few] { $number } dni
    [many] { $number } dni
   *[other] { $number } dnia
 }

page-public-privacy-title = Prywatność
page-public-privacy-lead = Co wiemy o graczach i współpracownikach federacji, po co, jak długo i jakie masz prawa (art. 13 i 14 RODO).
page-public-held-title = Jakie dane przechowujemy
page-public-held-what = Dane
page-public-held-why = Po co
page-public-held-seen = Kto je widzi
page-public-held-until = Jak długo
page-public-held-player-what = Imię, nazwisko, miejscowość, województwo i kraj gracza
page-public-held-player-why = Żeby prowadzić współzawodnictwo, podpisywać wyniki i odróżniać osoby o tym samym nazwisku
page-public-held-player-seen = wszyscy
page-public-held-player-until = do usunięcia na prośbę albo po rozpatrzeniu sprzeciwu
page-public-held-result-what = Wyniki, miejsca, punkty i awanse, zapisane pod losowym identyfikatorem
page-public-held-result-why = Żeby każdy mógł prześledzić, skąd wziął się ranking
page-public-held-result-seen = wszyscy; po usunięciu danych osoby jako wyniki usuniętego gracza
page-public-held-result-until = na stałe, po usunięciu danych już bez związku z osobą
page-public-held-attendance-what = Zapisy na turniej, obecność, kary, kategoria wieku (dorosły, niepełnoletni, dziecko) i to, czy opiekun wyraził zgodę
page-public-held-attendance-why = Żeby przeprowadzić turniej i chronić niepełnoletnich
page-public-held-attendance-seen = organizatorzy i sędziowie turnieju, administratorzy
page-public-held-attendance-until = jak wyniki
page-public-held-contact-what = Imię i nazwisko, e-mail, adres i telefon osoby, która zgłasza turniej
page-public-held-contact-why = Żeby rozpatrzyć zgłoszenie i skontaktować się z organizatorem
page-public-held-contact-seen = administratorzy
page-public-held-contact-until = do usunięcia tekstów wydarzenia
page-public-held-winner-what = E-mail i imię z nazwiskiem, które zostawia zwycięzca turnieju
page-public-held-winner-why = Żeby skontaktować się ze zwycięzcą przed mistrzostwami
page-public-held-winner-seen = administratorzy
page-public-held-winner-until = do dwóch tygodni po pierwszym dniu mistrzostw sezonu, a gdy nie są zaplanowane, rok po turnieju
page-public-held-account-what = Login i nazwa konta współpracownika, skrót hasła, role i to, co zrobił w serwisie
page-public-held-account-why = Żeby wpuszczać tylko uprawnionych i wiedzieć, kto co zmienił
page-public-held-account-seen = administratorzy, audytorzy
page-public-held-account-until = do usunięcia konta
page-public-held-technical-what = Skrót adresu sieciowego przy logowaniu i próbach dostępu
page-public-held-technical-why = Żeby wykrywać nadużycia
page-public-held-technical-seen = administratorzy
page-public-held-technical-until = 30 dni, o ile prowadzący serwis nie ustawił inaczej
page-public-held-never = Nie zbieramy numeru PESEL ani daty urodzenia, a od graczy także telefonu i adresu; e-mail zostawia tylko zwycięzca turnieju. Strony dla wszystkich nie używają ciasteczek, niczego nie wczytują z innych serwisów i nikogo nie śledzą; jedno niezbędne ciasteczko powstaje dopiero po zalogowaniu.
page-public-privacy-controller-title = Kto odpowiada za dane
page-public-privacy-controller = Administratorem danych jest operator tego serwisu. Za zapisy i przebieg pojedynczego turnieju odpowiada też jego organizator; kto nim jest, mówi operator.
page-public-privacy-basis-title = Na jakiej podstawie
page-public-privacy-basis = Podstawą jest prawnie uzasadniony interes (art. 6 ust. 1 lit. f RODO): prowadzenie współzawodnictwa, którego wyniki można prześledzić, i odpowiadanie za podjęte decyzje. Tam, gdzie potrzebna jest zgoda opiekuna albo zgoda na wizerunek, pytamy o nią osobno i można ją w każdej chwili wycofać. Podanie imienia, nazwiska i miejscowości jest dobrowolne, ale bez nich nie można wystartować.
page-public-privacy-sources-title = Skąd mamy dane
page-public-privacy-sources = Od Ciebie, od Twojego opiekuna albo od organizatora turnieju, ligi lub wydarzenia online, w którym grasz; wyniki także od sędziów.
page-public-privacy-recipients-title = Komu je przekazujemy
page-public-privacy-recipients = Wyniki są publiczne, więc może je przeczytać każdy na świecie. Poza tym dane widzą współpracownicy federacji i firma, która utrzymuje serwer. Nikomu ich nie sprzedajemy.
page-public-privacy-retention-title = Jak długo
page-public-privacy-retention = Tak długo, jak podano w tabeli. Przez pewien czas przechowujemy też kopie zapasowe; osoba usunięta z serwisu nie wraca do niego po przywróceniu kopii.
page-public-privacy-minors-title = Niepełnoletni
page-public-privacy-minors = Dziecko gra za zgodą opiekuna. Przechowujemy tylko kategorię wieku, nigdy datę urodzenia. Opiekun ma te same prawa co gracz i może z nich korzystać w jego imieniu.
page-public-privacy-rights-title = Twoje prawa
page-public-privacy-rights = Możesz zażądać kopii swoich danych, ich poprawienia, usunięcia, ograniczenia przetwarzania lub przeniesienia, a także wnieść sprzeciw. Wystarczy napisać na adres administratora; nie prosimy o skan dokumentu. Odpowiadamy najpóźniej w ciągu miesiąca. Usunięcie niszczy klucz, którym zaszyfrowano dane osoby, a jej wyniki zostają jako wyniki usuniętego gracza.
page-public-privacy-complaint-title = Skarga
page-public-privacy-complaint = Jeśli uważasz, że naruszamy przepisy, możesz złożyć skargę do Prezesa Urzędu Ochrony Danych Osobowych, ul. Moniuszki 1A, 00-014 Warszawa.
page-public-privacy-profiling-title = Automaty
page-public-privacy-profiling = Miejsca i punkty liczy program według ogłoszonego regulaminu, a każdy wynik można sprawdzić krok po kroku. O awansach, karach i poprawkach decydują ludzie. Nikogo nie profilujemy.

page-public-accessibility-title = Deklaracja dostępności
page-public-accessibility-lead = Operator tego serwisu zobowiązuje się zapewnić dostępność strony { $text } zgodnie z ustawą z dnia 4 kwietnia 2019 r. o dostępności cyfrowej stron internetowych i aplikacji mobilnych podmiotów publicznych.
page-public-accessibility-status-title = Stan dostępności
page-public-accessibility-status = Strona jest budowana tak, żeby spełniała WCAG 2.2 na poziomie AA, a tym samym wymagania załącznika do ustawy.
page-public-accessibility-content-title = Treści niedostępne
page-public-accessibility-content = Nie znamy treści, które byłyby niedostępne.
page-public-accessibility-prepared-title = Kiedy i jak przygotowano deklarację
page-public-accessibility-prepared = Podstawą deklaracji jest samoocena: badanie automatem na każdej stronie oraz przejście całego turnieju samą klawiaturą.
page-public-accessibility-contact-title = Informacja zwrotna i kontakt
page-public-accessibility-contact = Problem z dostępnością zgłoś osobie, która się nią zajmuje. Napisz, na której stronie i w czym jest kłopot oraz jak możemy się z Tobą skontaktować.
page-public-accessibility-procedure-title = Wniosek o dostępność i skarga
page-public-accessibility-procedure = Każdy może zażądać zapewnienia dostępności strony lub jej części albo dostępu do informacji w inny sposób. Odpowiemy niezwłocznie, nie później niż w 7 dni, a jeśli to niemożliwe, podamy termin nie dłuższy niż 2 miesiące. Jeśli odmówimy albo zaproponowany sposób Ci nie odpowiada, możesz złożyć skargę do operatora wskazanego na początku tej deklaracji, a potem zwrócić się do Rzecznika Praw Obywatelskich (bip.brpo.gov.pl).
page-public-accessibility-architecture-title = Dostępność architektoniczna
page-public-accessibility-architecture = Dostępność sali turnieju opisuje jego organizator. Jak wejść do siedziby operatora:
page-public-accessibility-keyboard-title = Ułatwienia na stronie
page-public-accessibility-keyboard = Wszystko działa samą klawiaturą; pierwszy odnośnik każdej strony prowadzi do treści. Strony dla wszystkich nie wymagają skryptów, można je powiększyć do 400 %, mają ciemną wersję, a ruch na widoku dla projektora można zatrzymać spacją albo przyciskiem. Nie używamy skrótów klawiszowych, które mogłyby przeszkadzać.

page-public-chart-title = Punkty w ciągu sezonu
page-public-chart-name = { $player }: punkty po kolejnych wydarzeniach sezonu, na końcu { $points }
page-public-chart-table = Punkty po każdym wydarzeniu
page-public-chart-gain = Przybyło
page-public-chart-total = Razem
page-public-chart-undated = Wykres pokazuje wyniki, których dzień jest znany.
page-public-compare-with = Porównaj z innym graczem
page-public-mp = Mistrzostwa Polski
page-public-mw-of = Mistrzostwa Wojewódzkie: { $text }
page-public-got = awans przyznany
page-public-in-line = awans proponowany, jeszcze niepotwierdzony
page-public-not-got = bez awansu
page-public-state = Awans
page-public-whole-list = Cała lista awansów
page-public-why-not = Uwagi
page-public-points-by-place = Punkty zależą od miejsca w wydarzeniu:

page-public-show-me-help = Znajdź siebie, a potem wybierz „pokaż w rankingu”: lista otworzy się na Twoim miejscu. Niczego nie zapamiętujemy; adres możesz zapisać w zakładkach.
page-public-around = pokaż w rankingu
page-public-you-are-here = Tu jesteś
page-public-live-about = Tak jest teraz; zmienia się z każdym wynikiem.
page-public-official-none = Jeszcze niczego nie ogłoszono.
page-public-found = { $number ->
    [0] W rankingu tego sezonu nie ma nikogo takiego.
    [one] Znaleziono { $number } osobę.
    [few] Znaleziono { $number } osoby.
   *[other] Znaleziono { $number } osób.
}
page-public-other-seasons = Szukaj w innych sezonach:
page-public-without-points = { $number ->
    [one] Bez punktów w tym sezonie: { $number } osoba.
    [few] Bez punktów w tym sezonie: { $number } osoby.
   *[other] Bez punktów w tym sezonie: { $number } osób.
}
page-public-without-points-title = Bez punktów w tym sezonie
page-public-first-page = Początek rankingu
page-public-previous-page = Poprzednia strona
page-public-csv-of = { $number ->
    [one] Pobierz jako CSV ({ $number } osoba)
    [few] Pobierz jako CSV ({ $number } osoby, wszystkie strony)
   *[other] Pobierz jako CSV ({ $number } osób, wszystkie strony)
}
page-public-sum = Razem: { $text }

page-public-cut = Granica awansu
page-public-cut-first = Najbliżej awansu:
page-public-cut-last = Ostatni awans z rankingu:
page-public-cut-nobody = Wszystkich poniżej pomijają przepisy: z rankingu nikt więcej nie może dostać awansu.
page-public-lapsed = Awanse, których nikt nie dostał
page-public-lapsed-seats = { $number ->
    [one] przepadł { $number } awans
    [few] przepadły { $number } awanse
   *[other] przepadło { $number } awansów
}
page-public-by-source = Skąd są awanse
page-public-granted = Przyznane
page-public-proposed = Proponowane
page-public-waiting = Czekają
page-public-wildcards-about = Dzikie karty dostają kolejne osoby z tej listy, póki są wolne miejsca.
page-public-find-reason = Sprawdź, dlaczego
page-public-find-reason-help = Wpisz imię i nazwisko: pokażemy, skąd ktoś ma awans albo czego zabrakło.
page-public-no-such-player = Nie znaleziono nikogo takiego.
page-public-no-way = Brak wyników, z których mógłby wynikać awans.
page-public-other-ways = { $number ->
    [one] Jeszcze { $number } droga
    [few] Jeszcze { $number } drogi
   *[other] Jeszcze { $number } dróg
}
page-public-more-found = Tak nazywa się więcej osób. Wpisz pełne imię i nazwisko.

page-public-where-do-i-sit = Gdzie siedzę?
page-public-where-help = Imię albo nazwisko, może być początek
page-public-sits-at = { $name }: stolik { $table }, miejsce { $seat }
page-public-not-seated = Nikt taki nie siedzi przy stoliku w tej rundzie.
page-public-stages = Runda po rundzie
page-public-stage-table = { $text }: wyniki
page-public-winner = Zwycięstwo:
page-public-order-by-final = O miejscach finalistów decyduje finał, a o pozostałych wcześniejsze części turnieju. Punkty i liczba gier w tabeli są z rund eliminacyjnych.
page-public-reached = Ostatnia część
page-public-draws = Losowania
page-public-draws-about = Zanim ktokolwiek usiadł, ogłoszono skrót ziarna; samo ziarno poznajemy po ostatnim losowaniu. Każdy może powtórzyć losowanie i dostać te same miejsca.
page-public-seed = Ziarno
page-public-seed-commitment = Skrót ziarna (SHA-256)
page-public-seed-secret = jeszcze tajne
page-public-draw-undone = cofnięte
page-public-draw-how = Jak powtórzyć losowanie
page-public-players = Zapisani
page-public-nobody-registered = Nikt się jeszcze nie zapisał.
page-public-players-count = { $number ->
    [one] { $number } osoba
    [few] { $number } osoby
   *[other] { $number } osób
}
page-public-to-projector = Widok na projektor
page-public-live-updates = Strona odświeża się sama.
page-public-live-pause = Wstrzymaj odświeżanie
page-public-live-resume = Odświeżaj dalej
page-public-live-paused = Odświeżanie wstrzymane.
page-public-live-lost = Nie ma połączenia; próbuję dalej.
page-public-live-changed = Są nowe wyniki.
page-public-advances = { $number ->
    [one] awansuje { $number } osoba
    [few] awansują { $number } osoby
   *[other] awansuje { $number } osób
}
page-public-round-ends = Runda kończy się o { $text }.
page-public-missing-tables = Brakuje tabelek stolików: { $text }.
page-public-projector-title = { $text }, na projektor
page-public-projector-pause = Zatrzymaj (spacja)
page-public-projector-resume = Wznów (spacja)
page-public-projector-page = Strona { $page } z { $pages }
page-public-projector-qr = Wyniki w telefonie
page-public-projector-leave = Zwykła strona turnieju
page-public-projector-next = Następna strona
page-public-nothing-yet = Turniej jeszcze się nie zaczął.
page-public-month = { $month ->
    [1] sty
    [2] lut
    [3] mar
    [4] kwi
    [5] maj
    [6] cze
    [7] lip
    [8] sie
    [9] wrz
    [10] paź
    [11] lis
   *[12] gru
}
page-public-sharing = Na tym samym miejscu: { $text }

# Regulamin słowami: rozdziały, wartości, liczby.
page-rule-section-rulebook = Podstawy regulaminu
page-rule-section-calendar = Liczenie terminów
page-rule-section-authority = Kto decyduje
page-rule-section-application = Zgłoszenie turnieju
page-rule-section-change = Zmiany w zgłoszeniu
page-rule-section-event = Udział w wydarzeniu
page-rule-section-min-players = Najmniejsza liczba uczestników
page-rule-section-exception-voivodeships = Województwa z wyjątkiem od frekwencji
page-rule-section-exception = Wyjątek od frekwencji
page-rule-section-formats = Formaty turnieju
page-rule-section-round-timeout = Koniec czasu rundy
page-rule-section-turn-seconds = Czas na ruch
page-rule-section-variants = Odmiany gry
page-rule-section-final = Finał
page-rule-section-top = Etap TOP
page-rule-section-lucky-loser = Lucky loser
page-rule-section-seating = Rozsadzenie
page-rule-section-three-seat = Stolik trzyosobowy
page-rule-section-attendance = Spóźnienia
page-rule-section-game = Jedna gra
page-rule-section-standings = Klasyfikacja
page-rule-section-half-rule = Zasada połowy gier
page-rule-section-dsq = Dyskwalifikacja
page-rule-section-sanctions = Kary
page-rule-section-hide = Utajnienie wyników
page-rule-section-ranking = Ranking
page-rule-section-season = Sezon
page-rule-section-league = Liga
page-rule-section-awans = Awans do Mistrzostw Polski
page-rule-section-mw = Mistrzostwa Wojewódzkie
page-rule-section-mp = Mistrzostwa Polski
page-rule-section-wrc = Mistrzostwa Świata
page-rule-section-foreigners = Gracze z zagranicy
page-rule-section-minor = Niepełnoletni
page-rule-section-person = Dane osoby
page-rule-section-privacy = Prywatność
page-rule-section-consent = Zgody
page-rule-section-retention = Przechowywanie danych
page-rule-section-erasure = Usunięcie danych
page-rule-section-complaint = Reklamacje
page-rule-section-prizes = Nagrody
page-rule-section-conduct = Zachowanie przy stoliku
page-rule-value-main-organizer = główny organizator
page-rule-value-co-organizer = organizator turnieju
page-rule-value-referee = sędzia
page-rule-value-main-referee = sędzia główny
page-rule-value-admins = administratorzy grupy
page-rule-value-Europe-Warsaw = czas polski
page-rule-value-first-day = od pierwszego dnia
page-rule-value-overdue = zgłoszenie jest po terminie
page-rule-value-approve = zgłoszenie jest zatwierdzone
page-rule-value-reject = zgłoszenie jest odrzucone
page-rule-value-declaration = oświadczenie
page-rule-value-verified = sprawdzone
page-rule-value-name = imię i nazwisko
page-rule-value-email = adres e-mail
page-rule-value-contact-address = adres do korespondencji
page-rule-value-phone = telefon
page-rule-value-venue = miejsce turnieju
page-rule-value-proposed-date = proponowany dzień
page-rule-value-planned-players = planowana liczba graczy
page-rule-value-flag = oznaczona jako spóźniona
page-rule-value-forbid = niedozwolone
page-rule-value-mp = Mistrzostwa Polski
page-rule-value-mw = Mistrzostwa Wojewódzkie
page-rule-value-ranking = Ranking
page-rule-value-gp = Grand Prix
page-rule-value-registered = kto się zapisał
page-rule-value-played-any = kto rozegrał choć jedną grę
page-rule-value-played-half = kto rozegrał co najmniej połowę gier
page-rule-value-record-only = wyniki tylko zapisane, bez punktów
page-rule-value-decision = z chwilą decyzji
page-rule-value-event-end = z końcem wydarzenia
page-rule-value-allow = dozwolone
page-rule-value-warn = dozwolone z ostrzeżeniem
page-rule-value-start = z rozpoczęciem turnieju
page-rule-value-big = duże punkty
page-rule-value-small = małe punkty
page-rule-value-elimination-place = miejsce w eliminacjach
page-rule-value-ex-aequo = ex aequo
page-rule-value-shared-best = punkty lepszego miejsca
page-rule-value-average = średnia punktów
page-rule-value-shared-worst = punkty gorszego miejsca
page-rule-value-elimination = według eliminacji
page-rule-value-top-stage = według etapu TOP
page-rule-value-next = następna w kolejności
page-rule-value-none = brak
page-rule-value-two-per-table = dwie osoby z każdego stolika
page-rule-value-winners-plus-best = zwycięzcy stolików i najlepsi z pozostałych
page-rule-value-winners-plus-best-second = zwycięzcy stolików i najlepsze drugie miejsce
page-rule-value-4-then-3 = po cztery osoby, reszta po trzy
page-rule-value-end = na końcu
page-rule-value-draw = losowanie
page-rule-value-by-standing = według klasyfikacji
page-rule-value-previous-order = jak w poprzedniej rundzie
page-rule-value-cyclic = po kolei
page-rule-value-never = wcale
page-rule-value-until-round-2 = do drugiej rundy
page-rule-value-any = bez ograniczeń
page-rule-value-zero = zero punktów
page-rule-value-replay = rozegrać ponownie
page-rule-value-decide = rozstrzyga człowiek
page-rule-value-flat = zamiast sumy kamieni
page-rule-value-additional = oprócz sumy kamieni
page-rule-value-rack-value = suma kamieni
page-rule-value-penalty-as-rack = kara jak suma kamieni
page-rule-value-flat-penalty = sama kara
page-rule-value-full-each = każdy dostaje całość
page-rule-value-split = po równo
page-rule-value-by-seat = według miejsc przy stoliku
page-rule-value-down = reszta przepada
page-rule-value-planned = gry zaplanowane
page-rule-value-held = gry rozegrane
page-rule-value-no-points = bez punktów
page-rule-value-unclassified = poza klasyfikacją
page-rule-value-unranked-shift = bez miejsca, pozostali przesuwają się w górę
page-rule-value-last = na końcu tabeli
page-rule-value-keep-no-points = miejsce zostaje, bez punktów i awansu
page-rule-value-tournament = w jednym turnieju
page-rule-value-league-meeting = w jednym spotkaniu ligi
page-rule-value-season = w całym sezonie
page-rule-value-last-elimination-round = ostatnia runda eliminacji
page-rule-value-final = finał
page-rule-value-all-results-entered = gdy wpłyną wszystkie tabelki
page-rule-value-position = miejsca w wydarzeniach
page-rule-value-points = punkty za wydarzenia
page-rule-value-all-counted = wszystkie liczące się wyniki
page-rule-value-tournaments-only = tylko turnieje
page-rule-value-standard = po wspólnym miejscu numery są pomijane
page-rule-value-dense = po wspólnym miejscu następny numer
page-rule-value-persons-min-rounds = tyle osób, każda na dość wielu spotkaniach
page-rule-value-same-rounds = tyle osób razem na tych samych spotkaniach
page-rule-value-rounds-min-present = dość spotkań z taką frekwencją
page-rule-value-cumulative = suma spotkań
page-rule-value-imported = podana przez organizatora
page-rule-value-day-after-previous-mp = dzień po poprzednich Mistrzostwach Polski
page-rule-value-day-before-mp = dzień przed Mistrzostwami Polski
page-rule-value-lapse = przepada
page-rule-value-distinct = różne osoby
page-rule-value-attendances = wszystkie starty
page-rule-value-standard-only = tylko formaty Standard
page-rule-value-whole-tournament = miejsce w całym turnieju
page-rule-value-auto = bez osobnej decyzji
page-rule-value-discretionary = według uznania
page-rule-value-fill = do zapełnienia miejsc
page-rule-value-top-places = tylko pierwsze miejsca
page-rule-value-include-all = awansują wszyscy remisujący
page-rule-value-exclude-all = nie awansuje nikt z remisujących
page-rule-value-freeze = bez późniejszych poprawek
page-rule-value-recompute = z późniejszymi poprawkami
page-rule-value-edition = na całą edycję
page-rule-value-event = tylko w tym wydarzeniu
page-rule-value-event-close = do zamknięcia wydarzenia
page-rule-value-no-cascade = awans nie przechodzi dalej
page-rule-value-cascade = awans przechodzi dalej
page-rule-value-ended-at-then-submitted-at-then-id = koniec wydarzenia, potem data zgłoszenia, potem identyfikator
page-rule-value-tournament-then-gp = najpierw turniej, potem Grand Prix
page-rule-value-strict = bez wyjątków
page-rule-value-review = ponowne rozpatrzenie
page-rule-value-same-voivodeship = w tym samym województwie
page-rule-value-season-start-to-eve = od początku sezonu do dnia przed
page-rule-value-start-list-close = do zamknięcia listy startowej
page-rule-value-pass-on = awans przechodzi dalej
page-rule-value-by-place = według miejsc
page-rule-value-by-league-size = według wielkości ligi
page-rule-value-no-league = gdy w województwie nie ma ligi
page-rule-value-unfilled = gdy zostały wolne miejsca
page-rule-value-online = online
page-rule-value-stationary = stacjonarnie
page-rule-value-mp-order = kolejność z Mistrzostw Polski
page-rule-value-first-name = imię
page-rule-value-surname = nazwisko
page-rule-value-city = miejscowość
page-rule-value-voivodeship = województwo
page-rule-value-image = wizerunek
page-rule-value-allowed = dozwolone
page-rule-value-forbidden = niedozwolone
page-rule-value-player-registration = przy zapisie gracza
page-rule-value-keep-pseudonymised = zostają bez nazwiska
page-rule-value-deleted-player = jako usunięty gracz
page-rule-value-optional = nieobowiązkowo
page-rule-value-age-flag = tylko kategoria wieku
page-rule-parameters = { $number ->
    [one] { $number } parametr
    [few] { $number } parametry
   *[other] { $number } parametrów
}
page-rule-range = od { $from } do { $to }
page-rule-quarter = kwartał { $quarter } roku { $year }
page-rule-from-place = od { $from }. miejsca: { $what }
page-rule-from-persons = { $from ->
    [one] od { $from } osoby: { $what }
   *[other] od { $from } osób: { $what }
}
page-rule-editions = { $number ->
    [one] { $number } edycja
    [few] { $number } edycje
   *[other] { $number } edycji
}
