page-paper-title = Do druku
page-paper-about = Każda strona jest przygotowana na papier A4, czarno-biała. Otwórz ją i wydrukuj z przeglądarki.
page-paper-no-stages = Turniej nie ma jeszcze wybranego formatu, więc nie ma czego drukować.
page-paper-not-seated = Miejsca w tej części nie są jeszcze rozdane.
page-paper-whole = Cały turniej
page-paper-back = Wszystko do druku
page-paper-print = Drukuj
page-paper-how = W oknie druku wyłącz nagłówki i stopki przeglądarki, skala 100%.
page-paper-sheets = Tabelki wyników
page-paper-sheet = Tabelka
page-paper-seating-by-name = Miejsca według nazwisk
page-paper-seating-by-table = Miejsca według stolików
page-paper-standings = Klasyfikacja
page-paper-standings-after = Klasyfikacja: { $text }
page-paper-labels = Numery stolików
page-paper-labels-a4 = Numery stolików, A4
page-paper-labels-a5 = Numery stolików, A5
page-paper-results = Wyniki końcowe
page-paper-diplomas = Dyplomy
page-paper-diplomas-for = { $number ->
    [one] Dyplom za pierwsze miejsce
    [few] Dyplomy za pierwsze { $number } miejsca
   *[other] Dyplomy za pierwsze { $number } miejsc
}
page-paper-official-lists = Oficjalne listy ze skrótem i kodem QR
page-paper-table = Stolik
page-paper-seat = Miejsce
page-paper-game = Gra
page-paper-starts = Zaczyna
page-paper-ending = Koniec gry
page-paper-ending-rack = wyłożone kostki
page-paper-ending-time = koniec czasu
page-paper-ending-pool = pusta pula
page-paper-sum-small = Suma małych
page-paper-sum-big = Wygrane gry
page-paper-signature = Podpis
page-paper-referee = sędzia
page-paper-in-stage-big = { $text }: duże
page-paper-in-stage-small = { $text }: małe
page-paper-provisional = Klasyfikacja nieoficjalna: ta część jeszcze trwa.
page-paper-final-decided = Pierwsze miejsca rozstrzygnął finał, rozgrywany od zera. Punkty w tabeli pochodzą z rund eliminacyjnych.
page-paper-top-decided = Etap TOP rozstrzygnął, kto zagra w finale, a finał, rozgrywany od zera, pierwsze miejsca. Punkty w tabeli pochodzą z rund eliminacyjnych.
page-paper-points-of-rounds = Miejsca i punkty łącznie są z rund eliminacyjnych; to, co przyniósł ten etap, stoi w ostatnich kolumnach.
page-paper-pool = { $number ->
    [one] pula po rozdaniu: { $number } kostka
    [few] pula po rozdaniu: { $number } kostki
   *[other] pula po rozdaniu: { $number } kostek
}
page-paper-minutes = { $number ->
    [one] czas: { $number } minuta
    [few] czas: { $number } minuty
   *[other] czas: { $number } minut
}
page-paper-sheet-hint = Wpiszcie małe punkty każdej gry ze znakiem. Po ostatniej grze podpiszcie tabelkę wszyscy i oddajcie ją obsłudze.
page-paper-scan = Wpisywanie tabelki (obsługa)
page-paper-scan-token = Zeskanujcie, aby wpisać tabelkę tego stolika
page-paper-tokens = Wydaj nowe kody stolików i drukuj
page-paper-tokens-about = Kod stolika pozwala graczom samym wpisać swoją tabelkę. Nowe kody trafią od razu na tabelki i do okna druku; później nie da się ich pokazać drugi raz.
page-paper-tokens-before = Dla tej części wydano już kody i nadal działają.
page-paper-tokens-question = Wydać nowe kody dla wszystkich stolików tej części? Kody wydane wcześniej działają dalej, do końca tej części.
page-paper-tokens-script = Kody stolików można wydać tylko z włączonymi skryptami.
page-paper-follow = Wyniki na żywo
page-paper-online = Wyniki w internecie
page-paper-notice = Dane na tej kartce (imię, nazwisko, miejscowość, wyniki) służą przeprowadzeniu turnieju i ogłoszeniu wyników. Masz prawo do wglądu, poprawienia, usunięcia danych i sprzeciwu. Kto jest administratorem i jak z tych praw skorzystać: { $text }
page-paper-organiser = organizator
page-paper-main-referee = sędzia główny
page-paper-diploma = Dyplom
page-paper-diploma-for = otrzymuje
page-paper-diploma-place = za zajęcie { $number }. miejsca
page-paper-diploma-in = w turnieju
page-paper-quoted = „{ $text }”
page-paper-won = { $number ->
    [one] { $number } wygrana
    [few] { $number } wygrane
   *[other] { $number } wygranych
}
page-paper-card-approved = Zapowiedź turnieju
page-paper-card-running = Na żywo
page-paper-card-closed = Wyniki turnieju
page-paper-card-cancelled = Turniej odwołany
page-paper-card-after = Klasyfikacja po etapie: { $text }
page-paper-card-during = Na żywo: { $text }
page-paper-share = Udostępnij
page-paper-post = Wpis na Facebooka lub do komunikatora
page-paper-post-hint = Wszyscy są tu wymienieni z imienia i pierwszej litery nazwiska, także dorośli.
page-paper-copy = Kopiuj wpis
page-paper-copied = Skopiowano.
page-paper-not-copied = Nie udało się skopiować. Tekst jest zaznaczony: skopiuj go ręcznie.
page-paper-to-tournament = Strona turnieju
