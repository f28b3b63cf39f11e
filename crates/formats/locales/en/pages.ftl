page-skip = Skip to the content
page-nav-label = Main menu
page-nav-home = Home
page-nav-ranking = Ranking
page-other-language = Polski
page-foot = Kostka, the ranking of the season. Every result is an event that cannot be changed unnoticed.
page-open-data = Open data
page-to-home = To the front page
page-no-such-page = Page not found
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
page-nav-lists = Lists
page-mp-title = Qualifications to the Polish Championship, season { $text }
page-mw-title = Voivodeship Championship: { $voivodeship }, season { $season }
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
page-compare-title = Who is higher, and why
page-steps = Step by step
page-round = round { $number }
page-sheets-in = { $number } of { $of ->
    [one] { $of } sheet
   *[other] { $of } sheets
} entered
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
page-phase-league-approved = announced
page-phase-league-running = being played
page-phase-league-cancelled = called off
page-phase-league-closed = over
page-phase-online-event-approved = announced
page-phase-online-event-running = being played
page-phase-online-event-cancelled = called off
page-phase-online-event-closed = over
page-phase-championship-approved = announced
page-phase-championship-running = being played
page-phase-championship-cancelled = called off
page-phase-championship-closed = over
page-phase-grand-prix-running = being played
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
page-lists-about = Every edition has a number, a digest and a proof. An edition does not change once it is published; a correction is the next edition.
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
page-day = { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
} { $year }
page-nav-sign-in = Sign in
page-nav-work = My work
page-nav-admin = Administration
page-nav-audit = Audit
page-nav-account = Account
page-sign-in = Sign in
page-sign-in-title = Signing in
page-sign-in-help = An admin opens accounts and gives you a link to set your password with. Results, rankings and tournaments are for everybody, without an account.
page-needs-scripts = This page needs JavaScript.
page-login = Login
page-password = Password
page-second-code = Code of the app
page-second-code-hint = Only for accounts with a second factor; a recovery code is fine, too.
page-set-password-title = New password
page-set-password = Set the password
page-link-token = Token of the link
page-link-token-hint = It is filled in if you open the page with the link.
page-new-password = New password
page-new-password-hint = 8 to 128 characters of any kind; pasting is fine.
page-current-password = Current password
page-password-changed = The password is changed, and other sessions are over.
page-work-title = My work
page-my-tournaments = My tournaments
page-no-tournaments-of-mine = You run no tournament.
page-second-factor-missing = Set up a second factor before you change anything.
page-account-title = My account
page-roles = Roles
page-no-roles = This account has no role.
page-second-factor = Second factor
page-second-factor-none = The account has no second factor. Admins need one.
page-second-factor-start = Set up a second factor
page-second-factor-scan = Add the account to an authenticator app, then enter the code that it shows.
page-second-factor-open = Open in the app on this device
page-second-factor-secret = Or type the secret:
page-second-factor-remove = Remove the second factor
page-second-factor-remove-question = Remove the second factor?
page-recovery-codes-once = The second factor works. Keep the recovery codes: they are shown once.
page-confirm = Confirm
page-session = Session
page-session-until = This session lasts until { $text }.
page-sign-out = Sign out
page-sign-out-everywhere = Sign out everywhere
page-role-admin = admin
page-role-arbiter = arbiter
page-role-auditor = auditor
page-role-organiser = organiser
page-role-main-referee = main referee
page-role-referee = referee
page-js-offline = There is no connection. Nothing was sent; try again.
page-js-check-fields = Put right what is marked:
page-js-error-missing = Fill in this field.
page-js-error-choice = Choose one of the options.
page-js-error-value = This cannot be taken.
page-js-error-number = Type a number.
page-js-error-day = Type a day of the calendar.
page-js-failed = It did not work.
page-js-changed-meanwhile = Somebody else has changed this meanwhile.
page-js-read-again = Read the page again
page-js-sign-in = Sign in
page-js-would-happen = What would happen:
page-js-nothing-moves = No list would change.
page-js-step-up = Confirm that it is you
page-js-code = Code of the app
page-js-password = Password
page-js-confirm = Confirm
page-js-cancel = Cancel
page-js-done = Done.
page-js-copied = Copied.
page-js-new-data = There are new data.
page-recovery-codes-left = { $number ->
    [one] The second factor works. { $number } recovery code is left.
   *[other] The second factor works. { $number } recovery codes are left.
}
