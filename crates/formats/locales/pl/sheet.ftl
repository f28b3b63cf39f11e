# Tabelka punktowa: czego nie można zapisać, co wygląda na pomyłkę, co warto wiedzieć.

finding-field-score = podaj albo małe punkty (small), albo zawartość tabliczek (racks); gra nierozegrana nie ma żadnych
finding-field-rack = podaj kostki (tiles) albo ich sumę (face) i liczbę jokerów (jokers) albo to, że tabliczka została rozsypana (spilled)
finding-field-tiles = nie da się odczytać kostek „{ $tiles }”: kostka to liczba od 1 do 13 z literą koloru r, b, y lub k albo J
finding-field-melded = kto wyłożył pierwszy układ, ten niczego nie zapowiadał i nic mu nie zostało do wyłożenia

finding-too-many-games = Wpisano gier: { $found }, a rozgrywa się { $planned }.
finding-other-seats = Gra { $game }: wpisano punkty dla { $found } miejsc, a przy stoliku jest ich { $seats }.
finding-seat-without-points = Gra { $game }: gracz na miejscu { $seat } jest obecny, a nie ma punktów.
finding-too-few-players = Gra { $game }: grających { $found } to za mało; we dwoje gra się tylko za zgodą sędziego.
finding-must-be-played = Gra { $game }: gra nierozegrana musi zostać rozegrana.
finding-wrong-seats = Przy stoliku są 3 lub 4 miejsca, a nie { $found }.
finding-points-without-game = Gra { $game }: gra nierozegrana nie ma punktów.
finding-several-winners = Gra { $game }: najwięcej punktów ma { $found } graczy, a tabliczkę opróżnił jeden.
finding-loser-not-below-zero = Gra { $game }, miejsce { $seat }: przegrany ma mniej niż 0, a nie { $found }.
finding-wrong-winner-points = Gra { $game }, miejsce { $seat }: zwycięzca zapisuje { $expected }, a nie { $found }.
finding-big-points-for-other-seats = Gra { $game }: dużych punktów jest { $found }, a miejsc { $seats }.
finding-wrong-big-points = Gra { $game }, miejsce { $seat }: dużych punktów jest { $expected }, a nie { $found }.
finding-racks-not-played = Gra nierozegrana nie jest punktowana.
finding-no-empty-rack = Ktoś opróżnił tabliczkę, a na każdej leżą kostki.
finding-several-empty-racks = Pustych tabliczek jest { $found }, a pierwsza kończy grę.
finding-empty-without-first-meld = Miejsce { $seat }: tabliczka jest pusta, a nie było pierwszego wyłożenia.
finding-nobody-can-win = Żadna tabliczka nie może wygrać tej gry; rozstrzyga sędzia.
finding-no-loss = Miejsce { $seat }: według tego regulaminu przegrany nic nie traci, a przegrany ma mniej niż 0.

finding-heavy-rack = Miejsce { $seat }: { $points } punktów na jednej tabliczce, a wszystkie kostki mają razem { $limit }.
finding-heavy-table = { $points } punktów na tabliczkach przy jednym stoliku, a wszystkie kostki mają razem { $limit }.
finding-too-many-jokers = Jokerów na tabliczkach: { $found }, a w grze są 2.
finding-played-after-unplayed = Gra { $game } nie została rozegrana, a następna tak.
finding-nothing-played = Nie rozegrano żadnej gry.
finding-same-twice = Gry { $game } i { $next } mają dokładnie te same punkty; może jedną przepisano dwa razy.

finding-shared-win = Gra { $game }: zwycięzców jest { $winners }, każdy ma duży punkt.
finding-not-played = Gra { $game } nie została rozegrana: nikt nie ma za nią punktów.
finding-points-of-somebody-gone = Gra { $game }, miejsce { $seat }: punkty ma osoba, która opuściła turniej albo została zdyskwalifikowana; to w porządku, jeśli grę rozegrano wcześniej.
finding-games-left = { $games ->
    [one] Została jeszcze jedna gra.
    [few] Zostały jeszcze { $games } gry.
   *[many] Zostało jeszcze { $games } gier.
}

# Wyniki z innego miejsca.
import-field-place = oczekiwano miejsca od 1 albo dyskwalifikacji, nie obu naraz
import-field-moment = oczekiwano chwili jak 2026-03-14T18:00:00+01:00, z przesunięciem obowiązującym wtedy w Warszawie
import-field-columns = oczekiwano kolumn { $columns }
import-field-row = wiersz ma inną liczbę kolumn niż nagłówek
import-field-too-many-rows = wierszy może być najwyżej { $most }
