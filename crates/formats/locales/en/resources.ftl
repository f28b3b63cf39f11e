# Resources of the API: players, seasons, rulebooks.

namesakes = { $n ->
    [one] { $n } player of that name is registered already.
   *[other] { $n } players of that name are registered already.
}
season-exists = A season with this id exists and says something else.
season-overlaps = Some of the days belong to the season “{ $other }”.
field-empty = cannot be empty
field-too-long = at most { $max ->
    [one] { $max } character
   *[other] { $max } characters
}
field-too-many = at most { $max ->
    [one] { $max } item
   *[other] { $max } items
}
field-invisible = holds characters that do not show or change the direction of writing
field-day = expected a day of the calendar, like 2025-09-01
field-window = the last day lies before the first
field-championship-inside = the championship begins after the last day of the season
field-rulebook = no rulebook with this id was adopted; adopt one first: PUT /api/v1/rulebooks/pl-2024-25 with { "{" }"base": "pl-2024-25"{ "}" }
field-id = expected 1 to { $max } characters: small letters a–z, digits and . _ -, beginning with a letter or digit; the word ranking is reserved
field-search = expected 1 to { $max } characters
field-parameter = the rulebook has no parameter “{ $path }”
field-expected = expected: { $expected }
field-single = only a single value can be adopted: a whole number, a text, true or false
field-preset-name = the name of a preset stands for that preset without differences; choose another id
