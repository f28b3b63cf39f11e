# Zasoby API: zawodnicy, sezony, regulaminy.

namesakes = { $n ->
    [one] Zarejestrowano już { $n } osobę o tym imieniu i nazwisku.
    [few] Zarejestrowano już { $n } osoby o tym imieniu i nazwisku.
   *[other] Zarejestrowano już { $n } osób o tym imieniu i nazwisku.
}
season-exists = Sezon o tym identyfikatorze już istnieje i ma inne dane.
season-overlaps = Część dni należy do sezonu „{ $other }”.
field-empty = nie może być puste
field-too-long = najwyżej { $max ->
    [one] { $max } znak
    [few] { $max } znaki
   *[other] { $max } znaków
}
field-too-many = najwyżej { $max ->
    [one] { $max } pozycja
    [few] { $max } pozycje
   *[other] { $max } pozycji
}
field-invisible = zawiera znaki niewidoczne albo zmieniające kierunek pisma
field-day = oczekiwano dnia w kalendarzu, na przykład 2025-09-01
field-window = ostatni dzień wypada przed pierwszym
field-championship-inside = mistrzostwa zaczynają się po ostatnim dniu sezonu
field-rulebook = nie ma przyjętego regulaminu o tym identyfikatorze; najpierw go przyjmij: PUT /api/v1/rulebooks/pl-2024-25 z treścią { "{" }"base": "pl-2024-25"{ "}" }
field-id = oczekiwano od 1 do { $max } znaków: małe litery a–z, cyfry oraz . _ -, na początku litera lub cyfra; słowo ranking jest zastrzeżone
field-search = oczekiwano od 1 do { $max } znaków
field-parameter = regulamin nie ma parametru „{ $path }”
field-expected = oczekiwano: { $expected }
field-single = przyjąć można tylko pojedynczą wartość: liczbę całkowitą, tekst, true lub false
field-preset-name = nazwa wzorca oznacza ten wzorzec bez zmian; wybierz inny identyfikator
