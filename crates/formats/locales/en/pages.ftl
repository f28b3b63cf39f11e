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
page-ranking-live = This is the ranking as it stands now. Published last:
page-ranking-not-published = This is the ranking as it stands now. No official edition has been published yet.
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
