# Decisions that persons take: the queue, refusals, words.
decision-championship = Voivodeship championship ({ $voivodeship })
decision-to-mp = the Polish Championship ({ $season })
decision-to-mw = the voivodeship championship ({ $voivodeship })
decision-to-none = a championship
decision-exception = The tournament “{ $name }” had fewer participants than the rules ask for: the main organiser decides whether it gives a qualification.
decision-tie = “{ $name }”: { $candidates } players are tied for { $open ->
    [one] one qualification
   *[other] { $open } qualifications
} to { $to }. An arbiter or an admin sets the order.
decision-ranking-tie = Ranking of the season { $name }: { $candidates } players are tied for { $open ->
    [one] one qualification
   *[other] { $open } qualifications
} to { $to }. An arbiter or an admin sets the order.
decision-grand-prix = Grand Prix cycle “{ $name }”: the rules do not say who gets the qualification to { $to }; the main organiser decides.
decision-unfilled = “{ $name }”: nobody within the limits of the rules can take { $open ->
    [one] the qualification to { $to }
   *[other] { $open } qualifications to { $to }
}; the main organiser decides.
decision-confirm = “{ $name }”: { $open ->
    [one] { $open } qualification to { $to } waits
   *[other] { $open } qualifications to { $to } wait
} to be granted.
decision-ranking-confirm = Ranking of the season { $name }: { $open ->
    [one] { $open } qualification to { $to } waits
   *[other] { $open } qualifications to { $to } wait
} to be granted.
decision-review = “{ $name }”: by the results as they are, the qualification of { $person } to { $to } would go to somebody else; it has to be upheld or revoked.
decision-ranking-review = Ranking of the season { $name }: by the results as they are, the qualification of { $person } would go to somebody else; it has to be upheld or revoked.
decision-wildcards-nominate = { $name }: wildcards may be put forward (free places: { $open }).
decision-wildcards-grant = { $name }: { $open ->
    [one] a wildcard that was put forward waits
   *[other] { $open } wildcards that were put forward wait
} for a second person.
decision-mw-choice = { $person } is qualified for several voivodeship championships on the same days and has to choose one.
decision-wrc-nominee = The Polish Championship of the season { $name } has been played; somebody has to be named for the world championship (WRC).
decision-application = The application for the tournament “{ $name }” waits for a decision.
decision-list-submitted = The list “{ $name }” waits to be published by a second person.
decision-list-drifted = The published list “{ $name }” differs from what the records say; an erratum is needed.
field-decision-kind = there is no such kind of decision
ruling-refusal-not-over = The event is not over, so there is nothing to decide about.
ruling-refusal-no-decision-needed = With this attendance in this voivodeship the rules ask for no decision.
ruling-refusal-no-tie = Nobody is tied for a qualification here.
ruling-refusal-too-early = The ranking can still change; the order is set when its day is over.
ruling-refusal-player-twice = The player { $player } stands in the order twice.
ruling-refusal-player-missing = The player { $player } is tied and missing in the order.
ruling-refusal-not-tied = The player { $player } is not tied here.
ruling-refusal-still-to-come = This declaration is still to come.
ruling-refusal-no-season = That day belongs to no season.
ruling-refusal-already-declared = The player has given up the qualifications of this season before.
ruling-refusal-nothing-declared = The player has given up nothing in this season outside events.
ruling-refusal-championship-exists = A championship with this id was announced and says something else.
ruling-refusal-championship-overlaps = Some of the days feed the championship “{ $other }” of the same voivodeship.
ruling-refusal-outside-quarter = The day { $day } is outside the quarter that the rules have for voivodeship championships.
ruling-refusal-played-too-early = The championship begins only after the last day of the events that feed it.
wrc-not-a-citizen = Is not a citizen of the country.
wrc-represented-at-previous-wrc = Represented the country at the world championship before.
wrc-behind-max-place = Has a place behind the last one that the rules allow.
