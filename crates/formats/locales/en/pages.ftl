page-skip = Skip to the content
page-nav-label = Main menu
page-nav-home = Home
page-nav-ranking = Ranking
page-other-language = Polski
page-foot = Kostka, the ranking of the season. Every result is an event that cannot be changed in silence.
page-open-data = Open data
page-to-home = To the front page
page-home-title = Rummikub ranking
page-no-season = There is no season yet.
page-season-name = Season { $text }
page-end-open = its end is not set yet
page-find-me = Find yourself (first name, surname or city)
page-live-now = Live now
page-nothing-live = No tournament is being played at the moment.
page-next-events = What comes next
page-nothing-next = No event is announced yet.
page-best = Top of the ranking
page-whole-ranking = The whole ranking
page-ranking-title = National ranking, season { $text }
page-ranking-empty = Nobody has points in this season yet.
page-ranking-count = { $number ->
    [one] { $number } person
   *[other] { $number } people
}
page-nobody-found = There is nobody like that in this ranking.
page-edition = edition { $number }
page-live = live
page-search = Search
page-search-label = First name, surname or city
page-voivodeship = Voivodeship
page-city = City
page-all = all
page-show-all = show everybody
page-place = Place
page-player = Player
page-points = Points
page-results = Results
page-results-count = { $number ->
    [one] { $number } result
   *[other] { $number } results
}
page-nth-place = place { $number }
page-points-count = { $number ->
    [one] { $number } point
   *[other] { $number } points
}
page-next-page = Next page
page-csv = Download as CSV
page-seasons = Seasons
page-show-in-ranking = Show in the ranking
page-season-results = Results of season { $text }
page-event = Event
page-why = Why
page-not-counted = does not count
page-neighbours = Why this very place
page-above = Above
page-below = Below
page-mp-ways = Ways to the Polish Championship
page-outcome = Outcome
page-nav-mp = Polish Championship
page-nav-mw = Voivodeship Championships
page-nav-calendar = Calendar
page-nav-lists = Published lists
page-list-live = This is the list as it stands now. Published last:
page-list-not-published = This is the list as it stands now. No official edition has been published yet.
page-mp-title = Qualifications to the Polish Championship, season { $text }
page-mw-title = Voivodeship Championship: { $text }
page-mw-all-title = Voivodeship Championships, season { $text }
page-no-mw = No voivodeship championship of this season is announced yet.
page-mw-days = Events of these days count: { $text }.
page-mw-cap = { $number ->
    [one] There is { $number } place.
   *[other] There are { $number } places.
}
page-mw-free = { $number ->
    [one] { $number } is free.
   *[other] { $number } are free.
}
page-qualified = Qualified
page-qualified-count = { $number ->
    [one] { $number } qualification
   *[other] { $number } qualifications
}
page-wildcards = Wildcards
page-wildcards-count = { $number ->
    [one] { $number } wildcard
   *[other] { $number } wildcards
}
page-no-wildcards = Nobody waits for a wildcard.
page-nobody-qualified = Nobody is qualified yet.
page-running-number = No.
page-from-where = From where
page-state = State
page-undecided = Not decided yet
page-open-seats = { $number ->
    [one] { $number } qualification waits for a decision
   *[other] { $number } qualifications wait for a decision
}
page-among = candidates:
page-gp-provisional = The cycle goes on, so the table may change.
page-gp-to-come = still to come
page-gp-valid = counts
page-gp-not-valid = does not count
page-tournaments = Tournaments
page-compare-title = Why above
page-steps = Step by step
page-round = round { $number }
page-sheets-in = sheets entered: { $number }
page-participants = { $number ->
    [one] { $number } participant
   *[other] { $number } participants
}
page-final-results = Final results
page-big = Big points
page-small = Small points
page-games = Games
page-disqualified = disqualified
page-results-hidden = The results of this part are hidden until the last sheet is in.
page-standings = Standings
page-provisional = provisional
page-advancement = Goes on
page-seating = Who sits where
page-table = Table { $number }
page-phase-submitted = waits for a decision
page-phase-rejected = turned down
page-phase-approved = announced
page-phase-running = live
page-phase-cancelled = called off
page-phase-closed = over
page-class-ordinary = ordinary tournament
page-class-eliminatory = eliminatory tournament
page-class-mw = voivodeship championship
page-class-mp = Polish Championship
page-chance-certain = certain
page-chance-provisional = as it stands
page-chance-out = no
page-chance-possible = still possible
page-calendar-title = Calendar, season { $text }
page-calendar-file = Add to your calendar (iCalendar)
page-when = When
page-day-unknown = day not set yet
page-lists-title = Lists published by the federation
page-lists-about = Every edition has a number, a fingerprint and a proof. What was published stays as it was; a correction is the next edition.
page-lists-none = No list has been published yet.
page-lists-published = Published lists
page-lists-unpublished = Not published yet
page-list = List
page-newest-edition = Newest edition
page-since-then = Since then
page-proof = Proof
page-drifted = the results have changed
page-not-drifted = unchanged
page-proof-file = proof file
