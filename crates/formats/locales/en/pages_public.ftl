page-public-nav-events = Events
page-public-feed = What is new (Atom)
page-public-feed-title = Kostka: published lists; tournaments announced, changed and played
page-public-feed-announced = Announced: { $text }
page-public-feed-running = Live: { $text }
page-public-feed-called-off = Called off: { $text }
page-public-feed-results = Results: { $text }
page-public-feed-edition = Published. Digest (SHA-256): { $text }
page-public-feed-winners = Won by: { $text }
page-public-events-title = Events of the season { $text }
page-public-kinds = Kinds of events
page-public-kind-tournament = Tournaments
page-public-kind-grand-prix = Grand Prix cycles
page-public-kind-league = Leagues
page-public-kind-online-event = Online events
page-public-kind-championship = Voivodeship championships
page-public-none-of-kind = There is none in this season yet.
page-public-provisional = provisional table
page-public-closed = closed
page-public-league-provisional = The league is still being played, so the table can change.
page-public-to-come = still to come
page-public-league-begins = The league begins on { $text }.
page-public-online-begins = The event begins on { $text }.
page-public-cycle-without-tournaments = There is no tournament in this cycle yet.
page-public-cycle-without-points = Nobody has points in this cycle yet.
page-public-meetings-planned = { $number ->
    [one] { $number } meeting is planned.
   *[other] { $number } meetings are planned.
}
page-public-league-short = There are too few meetings for the league to give points and qualifications.
page-public-table = Table
page-public-tables = Tables
page-public-no-results-yet = There are no results yet.
page-public-meetings = Meetings
page-public-no-meetings = There has been no meeting yet.
page-public-present = Present
page-public-waivers = Gave up their qualification

page-public-list-now = The list as it stands now
page-public-editions = Editions
page-public-edition = Edition
page-public-no-editions = This list has not been published yet.
page-public-published = Published
page-public-digest = Digest (SHA-256)
page-public-rulebook = Rulebook
page-public-erratum = erratum
page-public-since-newest = What has changed since the newest edition
page-public-drifted = After the publication, events were recorded that change this list. The published edition stays as it was; a change becomes official with the next edition.
page-public-not-drifted = Nothing: the list is today exactly what was published.
page-public-compare-editions = Compare editions
page-public-from-edition = From
page-public-to-edition = To
page-public-compare = Compare
page-public-between = Changes between editions { $from } and { $to }
page-public-who = Who
page-public-before = Before
page-public-after = After
page-public-cause = Cause
page-public-change-added = added
page-public-change-changed = changed
page-public-change-removed = removed
page-public-at-position = (event { $text })
page-public-other-rulebook = Another rulebook applies.
page-public-other-calculation = Another version of the program computed it.
page-public-reordered = Only the order has changed.
page-public-no-difference = Nothing differs.
page-public-official = official
page-public-all-editions = all editions
page-public-superseded = There is a newer one:
page-public-reason = Reason for the edition:
page-public-print = Version to print
page-public-edition-empty = There is nobody on this edition.
page-public-difference = What has changed since the edition before
page-public-proof = Proof
page-public-proof-short = digest and proof
page-public-position = Takes account of events up to position
page-public-published-at-position = Published by event
page-public-root = Root of the tree of the log
page-public-calculation = Version of the calculation
page-public-canonical = The edition byte for byte, as its digest was computed
page-public-proof-file = Proof that the publication is in the log (JSON)
page-public-disclosure = Names with salts, to check the commitments (JSON)
page-public-check = How to check it
page-public-check-digest = Download the edition byte for byte and compute its digest; it must be the one above:
page-public-check-proof = Download the proof: it leads from the publication to a signed state of the log, which can be compared with one that was noted down before.
page-public-check-replay = Ask an auditor for an export of the log (there are no names in it) and draw the list up again on a computer of your own; it comes out the same, byte for byte:

page-public-rulebooks = Rulebooks
page-public-rulebooks-about = Here are all numbers and decisions by which we compute results.
page-public-no-rulebooks = There is no rulebook yet.
page-public-rulebook-title = Rulebook { $text }
page-public-rulebook-base = Preset: { $text }
page-public-rulebook-changes = { $number ->
    [0] the same as the preset
    [one] { $number } change against the preset
   *[other] { $number } changes against the preset
}
page-public-rulebook-about = REG, HOW, RUL, LOC and WRC are documents with rules; AMB are decisions on what the documents leave open or say differently.
page-public-rulebook-changed = Changes against the preset
page-public-rulebook-unchanged = All values are those of the preset.
page-public-parameters = All parameters
page-public-parameter = Parameter
page-public-value = Value
page-public-preset = Preset
page-public-preset-has = in the preset:
page-public-citation = Where it comes from
page-public-expects = Values allowed
page-public-value-none = none
page-public-value-yes = yes
page-public-value-no = no
page-public-unit-days = (days)
page-public-unit-years = (years)
page-public-unit-months = (months)
page-public-unit-seconds = (seconds)
page-public-unit-centimetres = (centimetres)
page-public-unit-day-of-month = (day of the month)

page-public-notice-gaps = The operator of this service has not given everything that belongs here yet; where something is missing, it says so.
page-public-notice-not-given = The operator of this service has not given it yet.
page-public-notice-name = Name
page-public-notice-address = Address
page-public-notice-contact = E-mail and telephone
page-public-notice-officer = Data protection officer
page-public-notice-hosting = Company that runs the server
page-public-notice-backups = How long backups are kept
page-public-notice-published = Date of publication of the site
page-public-notice-updated = Date of the last major update
page-public-notice-exceptions = What is not accessible, and why
page-public-notice-found = State found by the body
page-public-notice-state-compliant = compliant
page-public-notice-state-partly-compliant = partly compliant
page-public-notice-state-not-compliant = not compliant
page-public-notice-drawn-up = Drawn up on
page-public-notice-reviewed = Last reviewed on
page-public-notice-accessibility-contact = Who takes care of accessibility
page-public-notice-building = The office
page-public-notice-days = { $number ->
    [one] { $number } day
   *[other] { $number } days
 }

page-public-privacy-title = Privacy
page-public-privacy-lead = What we know of players and of those who work for the federation, why, for how long, and what your rights are (GDPR articles 13 and 14).
page-public-held-title = What data we hold
page-public-held-what = Data
page-public-held-why = Why
page-public-held-seen = Who sees it
page-public-held-until = How long
page-public-held-player-what = First name, surname, city, voivodeship and country of a player
page-public-held-player-why = To run the competition, to put names to results, and to tell namesakes apart
page-public-held-player-seen = everybody
page-public-held-player-until = until erased on request or after an objection
page-public-held-result-what = Results, places, points and qualifications, recorded under a random id
page-public-held-result-why = So that everybody can follow where the ranking comes from
page-public-held-result-seen = everybody; after a person is erased as those of a deleted player
page-public-held-result-until = for good, after erasure without any link to the person
page-public-held-attendance-what = Registration for a tournament, attendance, sanctions, age group (adult, minor, child), and whether a guardian has consented
page-public-held-attendance-why = To run the tournament and protect minors
page-public-held-attendance-seen = organisers and referees of the tournament, administrators
page-public-held-attendance-until = as results
page-public-held-contact-what = Name, e-mail, address and telephone number of whoever applies to organise a tournament
page-public-held-contact-why = To decide on the application and to reach the organiser
page-public-held-contact-seen = administrators
page-public-held-contact-until = until the texts of the event are erased
page-public-held-winner-what = E-mail and name that the winner of a tournament leaves
page-public-held-winner-why = To reach the winner before the championship
page-public-held-winner-seen = administrators
page-public-held-winner-until = until two weeks after the first day of the championship of the season, or a year after the tournament if none is planned
page-public-held-account-what = Login and name of a staff account, the hash of its password, its roles, and what it did here
page-public-held-account-why = To let in only those who may, and to know who changed what
page-public-held-account-seen = administrators, auditors
page-public-held-account-until = until the account is erased
page-public-held-technical-what = A hash of the network address when somebody signs in or is refused
page-public-held-technical-why = To notice abuse
page-public-held-technical-seen = administrators
page-public-held-technical-until = 30 days, unless whoever runs the service has set another time
page-public-held-never = We collect no PESEL number and no date of birth, and of players no telephone number or postal address, and an e-mail address only if the winner of a tournament leaves one. Pages for everybody use no cookies, load nothing from other sites and track nobody; the one cookie that is needed is set only after signing in.
page-public-privacy-controller-title = Who is responsible
page-public-privacy-controller = The controller is the operator of this service. For registration and the course of a single tournament its organiser is responsible, too; the operator says who that is.
page-public-privacy-basis-title = On what basis
page-public-privacy-basis = The basis is a legitimate interest (GDPR article 6(1)(f)): a competition whose results can be followed, and answering for decisions. Where the consent of a guardian, or consent to pictures, is needed, we ask for it separately, and it can be withdrawn at any time. Giving your name and city is voluntary, but without them you cannot take part.
page-public-privacy-sources-title = Where we have it from
page-public-privacy-sources = From you, from your guardian, or from the organiser of the tournament, league or online event in which you play; results also from referees.
page-public-privacy-recipients-title = Who gets it
page-public-privacy-recipients = Results are public, so anybody in the world can read them. Besides, data is seen by those who work for the federation, and by the company that runs the server. We sell it to nobody.
page-public-privacy-retention-title = How long
page-public-privacy-retention = As long as the table says. Backups are kept for a while as well; whoever was erased does not come back when a backup is restored.
page-public-privacy-minors-title = Minors
page-public-privacy-minors = A child plays with the consent of a guardian. We hold only an age group, never a date of birth. A guardian has the same rights as the player, and can use them on the player's behalf.
page-public-privacy-rights-title = Your rights
page-public-privacy-rights = You can ask for a copy of your data, for correction, erasure, restriction or portability, and you can object. Writing to the controller is enough; we do not ask for a scan of a document. We answer within a month at the latest. Erasure destroys the key under which a person's data is sealed; the results stay as those of a deleted player.
page-public-privacy-complaint-title = Complaint
page-public-privacy-complaint = If you think that we break the law, you can complain to the President of the Personal Data Protection Office, ul. Moniuszki 1A, 00-014 Warsaw.
page-public-privacy-profiling-title = Automation
page-public-privacy-profiling = Places and points are computed by a program from the published rulebook, and every result can be checked step by step. Qualifications, sanctions and corrections are decided by people. Nobody is profiled.

page-public-accessibility-title = Accessibility statement
page-public-accessibility-lead = The operator of this service undertakes to make { $text } accessible in accordance with the Polish act of 4 April 2019 on the digital accessibility of websites and mobile applications of public bodies.
page-public-accessibility-status-title = State of accessibility
page-public-accessibility-status = The site is built to meet WCAG 2.2 at level AA, and with it the requirements of the annex to the act.
page-public-accessibility-content-title = Content that is not accessible
page-public-accessibility-content = We know of no content that is not accessible.
page-public-accessibility-prepared-title = When and how the statement was made
page-public-accessibility-prepared = The statement rests on a self-assessment: automatic tests of every page, and a whole tournament run by keyboard alone.
page-public-accessibility-contact-title = Feedback and contact
page-public-accessibility-contact = Report a problem with accessibility to whoever takes care of it. Tell us on which page and what the difficulty is, and how we can reach you.
page-public-accessibility-procedure-title = Requests and complaints
page-public-accessibility-procedure = Everybody can ask for the site or a part of it to be made accessible, or for the information in another way. We answer without delay, within 7 days at the latest; where that is not possible, we name a date within 2 months. If we refuse, or the way that we propose does not suit you, you can complain to the operator named at the beginning of this statement, and then turn to the Commissioner for Human Rights (bip.brpo.gov.pl).
page-public-accessibility-architecture-title = Access to the building
page-public-accessibility-architecture = How accessible the hall of a tournament is, its organiser says. How the office of the operator is entered:
page-public-accessibility-keyboard-title = What makes it easier
page-public-accessibility-keyboard = Everything works by keyboard alone; the first link of every page leads to its content. Pages for everybody need no scripts, can be enlarged to 400 %, have a dark version, and movement on the projector view can be stopped with the space bar or a button. We use no shortcut keys that could get in the way.

page-public-chart-title = Points in the course of the season
page-public-chart-name = { $player }: points after each event of the season, { $points } in the end
page-public-chart-table = Points after each event
page-public-chart-gain = Gained
page-public-chart-total = Total
page-public-chart-undated = The chart shows results whose day is known.
page-public-compare-with = Compare with another player
page-public-mp = National championship
page-public-mw-of = Voivodeship championship: { $text }
page-public-got = qualified
page-public-in-line = proposed, not confirmed yet
page-public-not-got = not qualified
page-public-state = Qualification
page-public-whole-list = The whole list
page-public-why-not = Notes
page-public-points-by-place = Points depend on the place in the event:

page-public-show-me-help = Find yourself, then choose “show in the ranking”: the list opens at your place. We remember nothing; you can bookmark the address.
page-public-around = show in the ranking
page-public-you-are-here = You are here
page-public-live-about = As it stands now; it changes with every result.
page-public-official-none = Nothing has been published yet.
page-public-found = { $number ->
    [0] There is nobody like that in the ranking of this season.
    [one] { $number } person found.
   *[other] { $number } persons found.
}
page-public-other-seasons = Search in other seasons:
page-public-without-points = { $number ->
    [one] Without points in this season: { $number } person.
   *[other] Without points in this season: { $number } people.
}
page-public-without-points-title = Without points in this season
page-public-first-page = Top of the ranking
page-public-previous-page = Previous page
page-public-csv-of = { $number ->
    [one] Download as CSV ({ $number } person)
   *[other] Download as CSV ({ $number } people, all pages)
}
page-public-sum = Total: { $text }

page-public-cut = Cut line
page-public-cut-first = Closest to a qualification:
page-public-cut-last = Last qualified from the ranking:
page-public-cut-nobody = Everybody below is left out by the rules: nobody else can get a qualification from the ranking.
page-public-lapsed = Qualifications that nobody got
page-public-lapsed-seats = { $number ->
    [one] { $number } qualification lapsed
   *[other] { $number } qualifications lapsed
}
page-public-by-source = Where qualifications come from
page-public-granted = Granted
page-public-proposed = Proposed
page-public-waiting = Waiting
page-public-wildcards-about = Wildcards go down this list as long as there are free places.
page-public-find-reason = Find out why
page-public-find-reason-help = Type a name: we show where a qualification comes from, or what was missing.
page-public-no-such-player = Nobody like that was found.
page-public-no-way = There are no results that a qualification could come from.
page-public-other-ways = { $number ->
    [one] { $number } more way
   *[other] { $number } more ways
}
page-public-more-found = More people are called like that. Type the whole name.

page-public-where-do-i-sit = Where do I sit?
page-public-where-help = First name or surname, its beginning is enough
page-public-sits-at = { $name }: table { $table }, seat { $seat }
page-public-not-seated = Nobody like that sits at a table in this round.
page-public-stages = Round by round
page-public-stage-table = { $text }: results
page-public-winner = Won by:
page-public-order-by-final = The final decides the places of those who played it, earlier parts the places below. Points and games in the table are those of the elimination rounds.
page-public-reached = Last part
page-public-draws = Draws
page-public-draws-about = Before anybody sat down, the hash of the seed was published; the seed itself becomes known after the last draw. Everybody can repeat a draw and get the same seats.
page-public-seed = Seed
page-public-seed-commitment = Hash of the seed (SHA-256)
page-public-seed-secret = still secret
page-public-draw-undone = undone
page-public-draw-how = How to repeat a draw
page-public-players = Registered
page-public-nobody-registered = Nobody is registered yet.
page-public-players-count = { $number ->
    [one] { $number } person
   *[other] { $number } persons
}
page-public-to-projector = View for a projector
page-public-live-updates = The page keeps itself up to date.
page-public-live-pause = Pause updates
page-public-live-resume = Go on with updates
page-public-live-paused = Updates are paused.
page-public-live-lost = No connection; still trying.
page-public-live-changed = There are new results.
page-public-advances = { $number ->
    [one] { $number } goes on
   *[other] { $number } go on
}
page-public-round-ends = The round ends at { $text }.
page-public-missing-tables = Sheets still missing: tables { $text }.
page-public-projector-title = { $text }, for the projector
page-public-projector-pause = Stop (space)
page-public-projector-resume = Go on (space)
page-public-projector-page = Page { $page } of { $pages }
page-public-projector-qr = Results on your phone
page-public-projector-leave = The ordinary page of the tournament
page-public-projector-next = Next page
page-public-nothing-yet = The tournament has not begun yet.
page-public-month = { $month ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[12] Dec
}
page-public-sharing = The same place is shared with: { $text }

# The rulebook in words: sections, values, numbers.
page-rule-section-rulebook = The rulebook itself
page-rule-section-calendar = Counting of days
page-rule-section-authority = Who decides
page-rule-section-application = Application for a tournament
page-rule-section-change = Changes after the application
page-rule-section-event = Taking part in an event
page-rule-section-min-players = Smallest number of participants
page-rule-section-exception-voivodeships = Voivodeships with an exception for attendance
page-rule-section-exception = Exception for attendance
page-rule-section-formats = Formats of a tournament
page-rule-section-round-timeout = End of the time of a round
page-rule-section-turn-seconds = Time for a move
page-rule-section-variants = Variants of the game
page-rule-section-final = Final
page-rule-section-top = TOP stage
page-rule-section-lucky-loser = Lucky loser
page-rule-section-seating = Seating
page-rule-section-three-seat = Table of three
page-rule-section-attendance = Coming late
page-rule-section-game = One game
page-rule-section-standings = Standings
page-rule-section-half-rule = Half rule
page-rule-section-dsq = Disqualification
page-rule-section-sanctions = Sanctions
page-rule-section-hide = Hiding results
page-rule-section-ranking = Ranking
page-rule-section-season = Season
page-rule-section-league = League
page-rule-section-awans = Qualification to the Polish Championship
page-rule-section-mw = Voivodeship championships
page-rule-section-mp = Polish Championship
page-rule-section-wrc = World championship
page-rule-section-foreigners = Players from abroad
page-rule-section-minor = Minors
page-rule-section-person = Data of a person
page-rule-section-privacy = Privacy
page-rule-section-consent = Consents
page-rule-section-retention = Keeping of data
page-rule-section-erasure = Erasure
page-rule-section-complaint = Complaints
page-rule-section-prizes = Prizes
page-rule-section-conduct = Conduct at the table
page-rule-value-main-organizer = main organiser
page-rule-value-co-organizer = organiser of the tournament
page-rule-value-referee = referee
page-rule-value-main-referee = main referee
page-rule-value-admins = administrators of the group
page-rule-value-Europe-Warsaw = Polish time
page-rule-value-first-day = from the first day
page-rule-value-overdue = the application is overdue
page-rule-value-approve = the application is approved
page-rule-value-reject = the application is turned down
page-rule-value-declaration = declaration
page-rule-value-verified = verified
page-rule-value-name = name
page-rule-value-email = e-mail
page-rule-value-contact-address = postal address
page-rule-value-phone = phone
page-rule-value-venue = venue
page-rule-value-proposed-date = proposed day
page-rule-value-planned-players = number of players planned
page-rule-value-flag = marked as late
page-rule-value-forbid = not allowed
page-rule-value-mp = Polish Championship
page-rule-value-mw = voivodeship championships
page-rule-value-ranking = Ranking
page-rule-value-gp = Grand Prix
page-rule-value-registered = whoever has registered
page-rule-value-played-any = whoever has played at least one game
page-rule-value-played-half = whoever has played at least half of the games
page-rule-value-record-only = results recorded only, without points
page-rule-value-decision = with the decision
page-rule-value-event-end = with the end of the event
page-rule-value-allow = allowed
page-rule-value-warn = allowed with a warning
page-rule-value-start = with the start of the tournament
page-rule-value-big = big points
page-rule-value-small = small points
page-rule-value-elimination-place = place in the eliminations
page-rule-value-ex-aequo = ex aequo
page-rule-value-shared-best = points of the better place
page-rule-value-average = average of the points
page-rule-value-shared-worst = points of the worse place
page-rule-value-elimination = by the eliminations
page-rule-value-top-stage = by the TOP stage
page-rule-value-next = the next in line
page-rule-value-none = none
page-rule-value-two-per-table = two of each table
page-rule-value-winners-plus-best = winners of the tables and the best of the others
page-rule-value-winners-plus-best-second = winners of the tables and the best second place
page-rule-value-4-then-3 = four at a table, three where that does not come out
page-rule-value-end = at the end
page-rule-value-draw = draw
page-rule-value-by-standing = by the standings
page-rule-value-previous-order = as in the round before
page-rule-value-cyclic = in turn
page-rule-value-never = never
page-rule-value-until-round-2 = until the second round
page-rule-value-any = without limits
page-rule-value-zero = no points
page-rule-value-replay = to be replayed
page-rule-value-decide = somebody decides
page-rule-value-flat = in place of the rack sum
page-rule-value-additional = on top of the rack sum
page-rule-value-rack-value = rack sum
page-rule-value-penalty-as-rack = penalty as if it were the rack sum
page-rule-value-flat-penalty = the penalty alone
page-rule-value-full-each = each gets all of them
page-rule-value-split = shared equally
page-rule-value-by-seat = by the seats at the table
page-rule-value-down = the remainder is left out
page-rule-value-planned = games planned
page-rule-value-held = games held
page-rule-value-no-points = no points
page-rule-value-unclassified = not classified
page-rule-value-unranked-shift = without a place, the others move up
page-rule-value-last = behind everybody else
page-rule-value-keep-no-points = the place is kept, without points and qualification
page-rule-value-tournament = within a tournament
page-rule-value-league-meeting = within a meeting of a league
page-rule-value-season = within a season
page-rule-value-last-elimination-round = last elimination round
page-rule-value-final = final
page-rule-value-all-results-entered = when all sheets are in
page-rule-value-position = places in events
page-rule-value-points = points of events
page-rule-value-all-counted = all results that count
page-rule-value-tournaments-only = tournaments only
page-rule-value-standard = numbers are left out after a shared place
page-rule-value-dense = the next number follows a shared place
page-rule-value-persons-min-rounds = so many persons, each at enough meetings
page-rule-value-same-rounds = so many persons together at the same meetings
page-rule-value-rounds-min-present = enough meetings with so many present
page-rule-value-cumulative = sum of the meetings
page-rule-value-imported = given by the organiser
page-rule-value-day-after-previous-mp = the day after the Polish Championship before
page-rule-value-day-before-mp = the day before the Polish Championship
page-rule-value-lapse = lapses
page-rule-value-distinct = distinct persons
page-rule-value-attendances = all attendances
page-rule-value-standard-only = Standard formats only
page-rule-value-whole-tournament = place in the whole tournament
page-rule-value-auto = without a decision
page-rule-value-discretionary = at somebody's discretion
page-rule-value-fill = until the places are filled
page-rule-value-top-places = the first places only
page-rule-value-include-all = all who are tied qualify
page-rule-value-exclude-all = nobody who is tied qualifies
page-rule-value-freeze = without later corrections
page-rule-value-recompute = with later corrections
page-rule-value-edition = for the whole edition
page-rule-value-event = for this event only
page-rule-value-event-close = until the event is closed
page-rule-value-no-cascade = the qualification does not pass on
page-rule-value-cascade = the qualification passes on
page-rule-value-ended-at-then-submitted-at-then-id = end of the event, then the application, then the id
page-rule-value-tournament-then-gp = the tournament first, then the Grand Prix
page-rule-value-strict = without exceptions
page-rule-value-review = to be reviewed
page-rule-value-same-voivodeship = in the same voivodeship
page-rule-value-season-start-to-eve = from the start of the season to the day before
page-rule-value-start-list-close = until the start list is closed
page-rule-value-pass-on = the qualification passes on
page-rule-value-by-place = by place
page-rule-value-by-league-size = by the size of the league
page-rule-value-no-league = where the voivodeship has no league
page-rule-value-unfilled = where places are left
page-rule-value-online = online
page-rule-value-stationary = on site
page-rule-value-mp-order = order of the Polish Championship
page-rule-value-first-name = first name
page-rule-value-surname = surname
page-rule-value-city = city
page-rule-value-voivodeship = voivodeship
page-rule-value-image = picture
page-rule-value-allowed = allowed
page-rule-value-forbidden = not allowed
page-rule-value-player-registration = when the player registers
page-rule-value-keep-pseudonymised = kept without the name
page-rule-value-deleted-player = as a deleted player
page-rule-value-optional = optional
page-rule-value-age-flag = age group only
page-rule-parameters = { $number ->
    [one] { $number } parameter
   *[other] { $number } parameters
}
page-rule-range = { $from } to { $to }
page-rule-quarter = quarter { $quarter } of { $year }
page-rule-from-place = from place { $from }: { $what }
page-rule-from-persons = { $from ->
    [one] from { $from } person: { $what }
   *[other] from { $from } persons: { $what }
}
page-rule-editions = { $number ->
    [one] { $number } edition
   *[other] { $number } editions
}
