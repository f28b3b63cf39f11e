page-skip = Przejdź do treści
page-nav-label = Główne menu
page-nav-home = Start
page-nav-ranking = Ranking
page-other-language = English
page-foot = Kostka, ranking sezonu. Każdy wynik jest zdarzeniem, którego nie da się zmienić po cichu.
page-open-data = Otwarte dane
page-to-home = Na stronę główną
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
page-ranking-live = Tak ranking wygląda teraz. Ostatnio ogłoszono:
page-ranking-not-published = Tak ranking wygląda teraz. Oficjalnego wydania jeszcze nie ogłoszono.
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
page-player = Zawodnik
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
