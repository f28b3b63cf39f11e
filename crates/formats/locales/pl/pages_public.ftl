page-public-nav-events = Rozgrywki
page-public-feed = Nowości (Atom)
page-public-feed-title = Kostka: ogłoszone listy i zakończone turnieje
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
page-public-rulebooks-about = Każda liczba i każde rozstrzygnięcie zasad jest parametrem. Regulamin ma wartość każdego z nich.
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
page-public-preset-has = we wzorcu: { $text }
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

page-public-template-notice = Nawiasy kwadratowe uzupełnia ten, kto prowadzi serwis.
page-public-to-fill-in-day = [data]

page-public-privacy-title = Prywatność
page-public-privacy-lead = Co wiemy o zawodnikach i współpracownikach federacji, po co, jak długo i jakie masz prawa (art. 13 i 14 RODO).
page-public-held-title = Jakie dane przechowujemy
page-public-held-what = Dane
page-public-held-why = Po co
page-public-held-seen = Kto je widzi
page-public-held-until = Jak długo
page-public-held-player-what = Imię, nazwisko, miejscowość, województwo i kraj zawodnika
page-public-held-player-why = Żeby prowadzić współzawodnictwo, podpisywać wyniki i odróżniać osoby o tym samym nazwisku
page-public-held-player-seen = wszyscy
page-public-held-player-until = do usunięcia na prośbę albo po rozpatrzeniu sprzeciwu
page-public-held-result-what = Wyniki, miejsca, punkty i awanse, zapisane pod losowym identyfikatorem
page-public-held-result-why = Żeby każdy mógł prześledzić, skąd wziął się ranking
page-public-held-result-seen = wszyscy; po usunięciu danych osoby jako wyniki usuniętego zawodnika
page-public-held-result-until = na stałe, po usunięciu danych już bez związku z osobą
page-public-held-attendance-what = Zapisy na turniej, obecność, kary, kategoria wieku (dorosły, niepełnoletni, dziecko) i to, czy opiekun wyraził zgodę
page-public-held-attendance-why = Żeby przeprowadzić turniej i chronić niepełnoletnich
page-public-held-attendance-seen = organizatorzy i sędziowie turnieju, administratorzy
page-public-held-attendance-until = jak wyniki
page-public-held-contact-what = Imię i nazwisko, e-mail, adres i telefon osoby, która zgłasza turniej
page-public-held-contact-why = Żeby rozpatrzyć zgłoszenie i skontaktować się z organizatorem
page-public-held-contact-seen = administratorzy
page-public-held-contact-until = do usunięcia tekstów wydarzenia
page-public-held-account-what = Login i nazwa konta współpracownika, skrót hasła, role i to, co zrobił w serwisie
page-public-held-account-why = Żeby wpuszczać tylko uprawnionych i wiedzieć, kto co zmienił
page-public-held-account-seen = administratorzy, audytorzy
page-public-held-account-until = do usunięcia konta
page-public-held-technical-what = Skrót adresu sieciowego przy logowaniu i próbach dostępu
page-public-held-technical-why = Żeby wykrywać nadużycia
page-public-held-technical-seen = administratorzy
page-public-held-technical-until = 30 dni, o ile prowadzący serwis nie ustawił inaczej
page-public-held-never = Nie zbieramy numeru PESEL ani daty urodzenia, a od zawodników także e-maila, telefonu i adresu. Strony dla wszystkich nie używają ciasteczek, niczego nie wczytują z innych serwisów i nikogo nie śledzą; jedno niezbędne ciasteczko powstaje dopiero po zalogowaniu.
page-public-privacy-controller-title = Kto odpowiada za dane
page-public-privacy-controller = Administratorem danych jest [nazwa federacji], [adres], [e-mail i telefon]. Inspektor ochrony danych, jeśli jest wyznaczony: [kontakt]. Za zapisy i przebieg pojedynczego turnieju odpowiada też jego organizator, którego wskazuje ogłoszenie turnieju.
page-public-privacy-basis-title = Na jakiej podstawie
page-public-privacy-basis = Podstawą jest prawnie uzasadniony interes (art. 6 ust. 1 lit. f RODO): prowadzenie współzawodnictwa, którego wyniki można prześledzić, i odpowiadanie za podjęte decyzje. Tam, gdzie potrzebna jest zgoda opiekuna albo zgoda na wizerunek, pytamy o nią osobno i można ją w każdej chwili wycofać. Podanie imienia, nazwiska i miejscowości jest dobrowolne, ale bez nich nie można wystartować.
page-public-privacy-sources-title = Skąd mamy dane
page-public-privacy-sources = Od Ciebie, od Twojego opiekuna albo od organizatora turnieju, ligi lub wydarzenia online, w którym grasz; wyniki także od sędziów.
page-public-privacy-recipients-title = Komu je przekazujemy
page-public-privacy-recipients = Wyniki są publiczne, więc może je przeczytać każdy na świecie. Poza tym dane widzą współpracownicy federacji i firma, która utrzymuje serwer: [nazwa]. Nikomu ich nie sprzedajemy.
page-public-privacy-retention-title = Jak długo
page-public-privacy-retention = Tak długo, jak podano w tabeli. Kopie zapasowe przechowujemy [liczba] dni; osoba usunięta z serwisu nie wraca do niego po przywróceniu kopii.
page-public-privacy-minors-title = Niepełnoletni
page-public-privacy-minors = Dziecko gra za zgodą opiekuna. Przechowujemy tylko kategorię wieku, nigdy datę urodzenia. Opiekun ma te same prawa co zawodnik i może z nich korzystać w jego imieniu.
page-public-privacy-rights-title = Twoje prawa
page-public-privacy-rights = Możesz zażądać kopii swoich danych, ich poprawienia, usunięcia, ograniczenia przetwarzania lub przeniesienia, a także wnieść sprzeciw. Wystarczy napisać na adres administratora; nie prosimy o skan dokumentu. Odpowiadamy najpóźniej w ciągu miesiąca. Usunięcie niszczy klucz, którym zaszyfrowano dane osoby, a jej wyniki zostają jako wyniki usuniętego zawodnika.
page-public-privacy-complaint-title = Skarga
page-public-privacy-complaint = Jeśli uważasz, że naruszamy przepisy, możesz złożyć skargę do Prezesa Urzędu Ochrony Danych Osobowych, ul. Moniuszki 1A, 00-014 Warszawa.
page-public-privacy-profiling-title = Automaty
page-public-privacy-profiling = Miejsca i punkty liczy program według ogłoszonego regulaminu, a każdy wynik można sprawdzić krok po kroku. O awansach, karach i poprawkach decydują ludzie. Nikogo nie profilujemy.

page-public-accessibility-title = Deklaracja dostępności
page-public-accessibility-lead = [Nazwa podmiotu] zobowiązuje się zapewnić dostępność strony { $text } zgodnie z ustawą z dnia 4 kwietnia 2019 r. o dostępności cyfrowej stron internetowych i aplikacji mobilnych podmiotów publicznych.
page-public-accessibility-published = Data publikacji strony
page-public-accessibility-updated = Data ostatniej dużej aktualizacji
page-public-accessibility-status-title = Stan dostępności
page-public-accessibility-status = Strona jest budowana tak, żeby spełniała WCAG 2.2 na poziomie AA, a tym samym wymagania załącznika do ustawy. Stan stwierdzony przez podmiot: [zgodna, częściowo zgodna albo niezgodna].
page-public-accessibility-content-title = Treści niedostępne
page-public-accessibility-content = Nie znamy treści, które byłyby niedostępne. Pliki, które dołączają organizatorzy, mogą takie być: [wykaz, przyczyna i alternatywny sposób dostępu].
page-public-accessibility-prepared-title = Kiedy i jak przygotowano deklarację
page-public-accessibility-prepared = Deklarację sporządzono [data], a ostatnio przejrzano [data]. Podstawą jest samoocena: badanie automatem na każdej stronie oraz przejście całego turnieju samą klawiaturą.
page-public-accessibility-contact-title = Informacja zwrotna i kontakt
page-public-accessibility-contact = Problem z dostępnością zgłoś osobie, która się nią zajmuje: [imię i nazwisko], [e-mail], [telefon]. Napisz, na której stronie i w czym jest kłopot oraz jak możemy się z Tobą skontaktować.
page-public-accessibility-procedure-title = Wniosek o dostępność i skarga
page-public-accessibility-procedure = Każdy może zażądać zapewnienia dostępności strony lub jej części albo dostępu do informacji w inny sposób. Odpowiemy niezwłocznie, nie później niż w 7 dni, a jeśli to niemożliwe, podamy termin nie dłuższy niż 2 miesiące. Jeśli odmówimy albo zaproponowany sposób Ci nie odpowiada, możesz złożyć skargę do [nazwa i adres podmiotu], a potem zwrócić się do Rzecznika Praw Obywatelskich (bip.brpo.gov.pl).
page-public-accessibility-architecture-title = Dostępność architektoniczna
page-public-accessibility-architecture = [Opis wejścia do siedziby, wind, toalet, miejsc parkingowych, wstępu z psem asystującym i możliwości skorzystania z tłumacza języka migowego.] Dostępność sali turnieju opisuje jego organizator.
page-public-accessibility-keyboard-title = Ułatwienia na stronie
page-public-accessibility-keyboard = Wszystko działa samą klawiaturą; pierwszy odnośnik każdej strony prowadzi do treści. Strony dla wszystkich nie wymagają skryptów, można je powiększyć do 400 %, mają ciemną wersję, a ruch na widoku dla projektora można zatrzymać spacją albo przyciskiem. Nie używamy skrótów klawiszowych, które mogłyby przeszkadzać.

page-public-chart-title = Punkty w ciągu sezonu
page-public-chart-name = { $player }: punkty po kolejnych wydarzeniach sezonu, na końcu { $points }
page-public-chart-table = Punkty po każdym wydarzeniu
page-public-chart-gain = Przybyło
page-public-chart-total = Razem
page-public-chart-undated = Wykres pokazuje wyniki, których dzień jest znany.
page-public-compare-with = Porównaj z innym zawodnikiem
page-public-compare-find = Imię, nazwisko albo miasto
page-public-compare-pick = Z kim porównać: { $text }
page-public-mp = Mistrzostwa Polski
page-public-mw-of = Mistrzostwa Wojewódzkie: { $text }
page-public-got = jest awans
page-public-not-got = bez awansu
page-public-state = Awans
page-public-no-ways = Żadne wydarzenie nie mogło jeszcze dać awansu.
page-public-explain-mw = całe wyjaśnienie

page-public-show-me = Pokaż moje miejsce
page-public-show-me-help = Znajdź siebie, a potem wybierz „pokaż w rankingu”: lista otworzy się na Twoim miejscu. Niczego nie zapamiętujemy; adres możesz zapisać w zakładkach.
page-public-around = pokaż w rankingu
page-public-you-are-here = Tu jesteś
page-public-live-about = Tak jest teraz; zmienia się z każdym wynikiem.
page-public-official-none = Jeszcze niczego nie ogłoszono.
page-public-found = { $number ->
    [0] Nikogo takiego nie ma.
    [one] Znaleziono { $number } osobę.
    [few] Znaleziono { $number } osoby.
   *[other] Znaleziono { $number } osób.
}
page-public-sum = Razem: { $text }

page-public-cut = Granica awansu
page-public-cut-first = Pierwszy poniżej:
page-public-cut-last = Ostatni awans z rankingu:
page-public-cut-why = Dlaczego bez awansu
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
page-public-why-link = dlaczego
page-public-wildcards-about = Dzikie karty dostają kolejne osoby z tej listy, póki są wolne miejsca.
page-public-find-reason = Sprawdź, dlaczego
page-public-find-reason-help = Wpisz imię i nazwisko: pokażemy, skąd ktoś ma awans albo czego zabrakło.
page-public-mw-state-open = lista jeszcze się zmienia
page-public-mw-state-closed = lista zamknięta

page-public-where-do-i-sit = Gdzie siedzę?
page-public-where-help = Imię albo nazwisko, może być początek
page-public-sits-at = { $name }: stolik { $table }, miejsce { $seat }
page-public-not-seated = Nikt taki nie siedzi przy stoliku w tej rundzie.
page-public-stages = Runda po rundzie
page-public-stage-table = { $text }: wyniki
page-public-winner = Zwycięstwo:
page-public-draws = Losowania
page-public-draws-about = Zanim ktokolwiek usiadł, ogłoszono odcisk ziarna; samo ziarno poznajemy po ostatnim losowaniu. Każdy może powtórzyć losowanie i dostać te same miejsca.
page-public-seed = Ziarno
page-public-seed-commitment = Odcisk ziarna (SHA-256)
page-public-seed-secret = jeszcze tajne
page-public-draw-undone = cofnięte
page-public-draw-how = Jak powtórzyć losowanie
page-public-players = Zapisani
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
page-public-format = Format
page-public-rounds-of = { $number ->
    [one] { $number } runda
    [few] { $number } rundy
   *[other] { $number } rund
}
page-public-advances = { $number ->
    [one] awansuje { $number } osoba
    [few] awansują { $number } osoby
   *[other] awansuje { $number } osób
}
page-public-into = { $text }:
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
page-public-final = Finał
page-public-live-table = Tabela na żywo
page-public-today = Dziś
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
page-public-sharing = To samo miejsce zajmują: { $text }
