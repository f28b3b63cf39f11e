# Lists that the federation publishes.


list-title-ranking = National ranking, season { $of }
list-title-ranking-snapshot = Ranking seven days before the Polish Championship, season { $of }
list-title-mp = Qualifications to the Polish Championship, season { $of }
list-title-mw = Qualifications to the voivodeship championship: { $of }
list-title-wildcards = Wildcards of the voivodeship championship: { $of }
list-title-grand-prix = Standings of the Grand Prix cycle: { $of }
list-title-mp-start = Start list of the Polish Championship, season { $of }

list-refusal-stale-preview = The list has changed since it was looked at. Look at it again.
list-refusal-nothing-submitted = Nothing was submitted to be published.
list-refusal-other-submission = Something else was submitted since, perhaps with another reason. Look at the preview again.
list-refusal-submitter-disabled = The account that submitted the list was disabled. Somebody else must submit it again.
list-refusal-submitter-without-role = Whoever submitted the list has lost the role that publishes lists. Somebody else must submit it again.
list-refusal-same-person = Somebody else must publish a list than whoever submitted it. An account that she has opened, enabled or made an admin's within the last 7 days, or whose access she has renewed, is not taken for somebody else, nor the other way round.
list-refusal-unchanged = Edition { $edition } says exactly the same.
list-refusal-reason-needed = another edition needs a reason, which everybody will be able to read
field-digest = expected a digest: 64 small hexadecimal digits
field-edition-number = expected the number of an edition, from 1

list-warning-events-not-closed = { $events ->
    [one] { $events } earlier event is not closed yet.
   *[other] { $events } earlier events are not closed yet.
}
list-warning-decisions-pending = { $rows ->
    [one] { $rows } row waits for a decision.
   *[other] { $rows } rows wait for a decision.
}
list-warning-grants-in-review = { $rows ->
    [one] { $rows } qualification that was granted has to be looked at again.
   *[other] { $rows } qualifications that were granted have to be looked at again.
}
list-warning-not-granted = { $rows ->
    [one] { $rows } row was granted by nobody yet.
   *[other] { $rows } rows were granted by nobody yet.
}

list-page-edition = Edition { $number } of { $date }
list-page-erratum = Erratum: this edition takes the place of edition { $number }.
list-page-reason = Reason
list-page-drifted = Events recorded since it was published change this list. What was published is below.
list-page-superseded = There is a newer edition: { $number }.
list-page-fingerprint = Fingerprint (SHA-256)
list-page-position = Position in the log
list-page-root = Root of the tree
list-page-rulebook = Rulebook
list-page-calculation = Version of the calculation
list-page-rows = { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
}
list-page-running-number = No.
list-page-place = Place
list-page-player = Player
list-page-city = City
list-page-voivodeship = Voivodeship
list-page-points = Points
list-page-results = Results that count
list-page-source = Source
list-page-event = Event
list-page-state = State
list-page-ranking = ranking
list-page-open = { $open ->
    [one] { $open } seat to be decided
   *[other] { $open } seats to be decided
}
list-page-among = among: { $players }
list-page-check = The fingerprint is the digest of the canonical form of the list (without names). Check it with kostka replay, or with the proof file at { $proof }.

list-state-proposed = proposed
list-state-granted = granted
list-state-review = to be looked at again
list-state-nominated = nominated

