# Porównania sezonu w czasie i przypuszczenia.

changed-place = { $number }. miejsce
changed-points = { $number ->
    [one] { $number } punkt
    [few] { $number } punkty
   *[other] { $number } punktów
}
compare-field-rulebook = nie ma przyjętego regulaminu o tym identyfikatorze; regulamin, którego nikt nie przyjął, podaje się jako wariant wzorcowy: { "{" }"base": "pl-2024-25", "overrides": { "{" }{ "}" }{ "}" }
compare-field-edition = nie ma takiego wydania; wydanie zapisuje się na przykład tak: ranking:2025@1
compare-field-before-from = późniejsza chwila wypada przed wcześniejszą
compare-field-one-supposition = podaj dokładnie jedno z pól: rulebook, merge, disqualify, decline, waiver
compare-field-closed-tournament = nie ma takiego zakończonego turnieju
compare-field-not-qualified = ten gracz nie ma takiego awansu
compare-field-no-result = ten gracz nie ma tam wyniku, który mógłby stracić
compare-field-same-player = trzeba wskazać dwóch różnych graczy
compare-merge-both-played = Obaj gracze brali udział w wydarzeniu { $event }, więc nie mogą być jedną osobą.
compare-diff-too-much = Między tymi chwilami wydarzyło się zbyt wiele: szukanie przyczyn doszło do pozycji { $position }. Zapytaj o krótszy okres albo o jedną listę.
