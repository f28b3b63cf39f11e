# A tournament in its course: why something cannot be done, and the names that come up.

phase-submitted = waits for a decision
phase-rejected = was rejected
phase-approved = is approved and has not begun
phase-running = is being played
phase-cancelled = was called off or broken off
phase-closed = is closed

stage-round = round { $number }
stage-top = the TOP stage
stage-final = the final

field-email = expected an e-mail address, like halina@example.org
field-phone = expected a phone number: 5 to 30 digits, blanks, hyphens and the sign +
field-unknown-player = there is no such player; register the player first: POST /api/v1/players
field-unknown-account = there is no such account
field-other-than-address = the id is another one than in the address
field-format-or-rounds = give the name of a format (format) or the games of each round (rounds)
field-differs-from-format = the chosen format has another value here; leave this field out, or do not name a format
field-some-or-all = give either a list of players, or say that all are meant
field-season = expected the id of a season

draw-how-to-recompute = Sort the ids of the players by code point. The key is the SHA-256 of the seed, the number of the draw (32 bits), and for each id its length in bytes (32 bits) and its UTF-8 bytes. Block number i, from 0, is the SHA-256 of the key and i (64 bits); each block gives eight numbers of 32 bits. A number below n: take the next numbers, drop those that are not below the largest multiple of n that is at most 2^32, and take the remainder by n. Shuffle from the end (Fisher-Yates): for each index i from the last down to 1, swap the elements at i and at a number below i + 1. All numbers are written with their most significant byte first. Seats follow in order: 1A, 1B, 1C, 1D, 2A… The SHA-256 of the seed is seed_commitment.

course-field-missing = this field is needed in an application
course-unknown-tournament = There is no such tournament.
course-tournament-exists = There is a tournament with this id.
course-not-allowed = By the rules somebody else decides on this.
course-other-table = This token is good for table { $table } in { $stage } only.
course-wrong-phase = This cannot be done as things stand: the tournament { $phase }.
course-recorded-from-bundle = This tournament came from a season bundle, so it cannot be run or corrected here. Correct the bundle and record it with kostka import --correct.
course-fields-missing = The application lacks fields that are needed.
course-experience-missing = An eliminatory tournament needs somebody with experience, or the help of somebody who has it. Say so in the application.
course-day-passed = The first day of the tournament has passed.
course-days-reversed = The last day is before the first.
course-invalid-rulebook = This rulebook cannot be used: it has values that are not allowed.
course-notice-too-late = It is too late to announce this change: the rulebook does not allow it.
course-reason-missing = Give a reason: this cannot be done without one.
course-invalid-format = This format is not allowed: { $why }.
format-round-count = it has { $found } elimination rounds, and there can be { $least } to { $most }
format-games = a round has { $found } games, and there can be { $least } to { $most }
format-games-in-round = round { $round } has { $found } games, and there can be { $least } to { $most }
format-total-games = the elimination has { $found } games, and there can be { $least } to { $most }
format-mixed-rounds = the rounds have different numbers of games
format-final-games = the final has { $found } games, and there can be { $least } to { $most }
format-top-games = the TOP stage has { $found } games, and there can be { $least } to { $most }
format-no-top = the rulebook has no TOP stages
format-top-without-final = a TOP stage needs a final
format-too-few-for-top = there are { $players } players, and the TOP stage needs { $needed }
format-mini = an ordinary tournament of up to { $most } players is played as Mini: three rounds of three games and a final
course-format-frozen = The format cannot change any more: the first round has started.
course-format-missing = Choose the format of the tournament first.
course-imported-only = Tournaments of this variant are not played here: their results are imported as places.
course-played-here = Results are imported as places only for a variant that is played elsewhere.
course-player-twice = A player stands in the list twice.
course-already-registered = This player is registered already.
course-not-registered = This player is not registered for the tournament.
course-too-many-players = A tournament has at most { $most } players.
course-consent-missing = A minor plays only with the written consent of a guardian. Note the consent with this player.
course-not-accompanied = By this rulebook a child plays only with a guardian there. Note the presence of the guardian with this player.
course-started = The first round has started. Whoever comes now is a late arrival (late-arrivals); whoever goes has left (departures).
course-not-present = This player is not in the hall.
course-player-out = This player is out of the tournament.
course-too-late-to-join = It is too late to join.
course-other-seed = The draw must use the seed whose hash was published when the tournament was approved.
course-not-drawn = Seats of { $stage } are not drawn: they follow the standing.
course-not-by-standing = Seats of { $stage } are drawn.
course-unseatable = { $players ->
    [one] { $players } player
   *[other] { $players } players
 } cannot be seated at tables of 4 and 3.
course-no-such-stage = The chosen format has no such stage: { $stage }.
course-out-of-order = It is not the turn of this: { $stage } must be over first.
course-not-seated = No seats were given out for { $stage } yet.
course-seats-do-not-fit = The seats do not fit those who are there ({ $count ->
    [one] { $count } person
   *[other] { $count } persons
 }). Draw or give out the seats again.
course-not-started = Play has not begun: { $stage }.
course-stage-started = Play has begun: { $stage }.
course-stage-closed = This stage is over: { $stage }.
course-not-skippable = A round of the elimination cannot be skipped; only the TOP stage or the final can.
course-no-such-table = There is no table { $table } in { $stage }.
course-sheet-errors = The sheet cannot be recorded: it has errors.
course-unconfirmed-warnings = The sheet looks wrong. Correct it, or confirm it with a reason.
course-game-by-game = The final is entered after each game, one at a time.
course-correction-reason-missing = A sheet of a round that is over is changed only with a reason.
course-no-second-entry = This tournament has no second entry of sheets.
course-sheet-missing = The sheet of table { $table } was not entered yet: { $stage }.
course-same-person = The second entry is made by somebody else than the first.
course-entries-differ = The second entry differs from the first ({ $count ->
    [one] game { $games }
   *[other] games { $games }
 }). Compare both with the paper.
course-sheets-missing = { $count ->
    [one] The complete sheet of table { $tables } is missing.
   *[other] Complete sheets are missing of tables { $tables }.
 }
course-sheets-unconfirmed = { $count ->
    [one] The sheet of table { $tables } waits for its second entry.
   *[other] Sheets wait for their second entry at tables { $tables }.
 }
course-not-hideable = Results of { $stage } cannot be hidden. Those of the last round can, from its start on, and those of the final.
course-not-hidden = Results of { $stage } are not hidden.
course-no-such-dispute = There is no dispute { $dispute }.
course-dispute-ruled = Dispute { $dispute } was ruled on.
course-too-many = At most { $most } can be recorded.
course-open-disputes = { $count ->
    [one] A referee must rule on dispute { $disputes } first.
   *[other] A referee must rule on disputes { $disputes } first.
 }
course-tie-needs-referee = { $count } players have the same result. The main referee sets the order (ties). If the stage is not over yet, end it first without seating the next (seat_next: false).
course-no-such-tie = These players are not tied for that.
course-too-few-for-stage = Too few players are left for { $stage }.
course-no-waiver = This player gave up nothing.
course-stages-left = The tournament cannot be closed yet. What comes next: { $stage }.
course-invalid-results = The results do not fit together: check places, ties and the number of games played.
course-invalid-end = Play cannot have ended before the first day of the tournament or in the future.
course-no-such-act = There is no act { $act } that could be undone. Approvals, undos and what was undone already are not undone.
course-later-act = Act { $act } came later and rests on this. Undo that first.

# Sentences about what happened at a tournament.

event-tournament-recorded = The results of a tournament were recorded: { $subject }
event-tournament-corrected = The results of a tournament were corrected: { $subject }
event-tournament-exception-decided = { $granted ->
    [yes] A lower attendance was accepted for the tournament { $subject }
   *[no] A lower attendance was not accepted for the tournament { $subject }
}
event-tournament-exception-decision-withdrawn = The decision on a lower attendance was withdrawn for the tournament { $subject }
event-tournament-waiver-declared = A waiver of a qualification at the tournament { $subject } was recorded: { $player }
event-tournament-waiver-withdrawn = A waiver of a qualification at the tournament { $subject } was withdrawn: { $player }
event-tournament-tie-decided = A tie for a qualification at the tournament { $subject } was decided: { $order }
event-tournament-tie-decision-withdrawn = The decision on a tie at the tournament { $subject } was withdrawn
event-tournament-applied = { $named ->
    [yes] An application for the tournament { $subject } was sent
   *[no] An application was sent for a tournament whose name will be known when it is approved ({ $subject })
}: { $days }, voivodeship { $voivodeship }, planned players: { $players }
event-tournament-application-approved = The application for the tournament { $subject } was approved
event-tournament-application-rejected = The application for the tournament { $subject } was rejected
event-tournament-details-changed = { $late ->
    [yes] The details of the tournament { $subject } were changed, with late notice: { $days }, voivodeship { $voivodeship }
   *[no] The details of the tournament { $subject } were changed: { $days }, voivodeship { $voivodeship }
}
event-tournament-cancelled = { $late ->
    [yes] The tournament { $subject } was cancelled, with late notice
   *[no] The tournament { $subject } was cancelled
}
event-tournament-interrupted = The tournament { $subject } was broken off and left without results
event-tournament-format-chosen = The format of the tournament { $subject } was chosen: { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
}{ $top ->
    [top8] , TOP8
    [top12] , TOP12
   *[none] {""}
}{ $final ->
    [yes] , final
   *[no] , no final
}
event-tournament-players-registered = { $count ->
    [one] A player was registered for the tournament { $subject }: { $players }
   *[other] { $count } players were registered for the tournament { $subject }: { $players }
}
event-tournament-registration-changed = A registration for the tournament { $subject } was changed: { $player }
event-tournament-registration-withdrawn = A registration for the tournament { $subject } was withdrawn: { $player }
event-tournament-players-checked-in = { $count ->
    [one] A player was checked in at the tournament { $subject }: { $players }
   *[other] { $count } players were checked in at the tournament { $subject }: { $players }
}
event-tournament-players-did-not-come = { $count ->
    [one] A player did not come to the tournament { $subject }: { $players }
   *[other] { $count } players did not come to the tournament { $subject }: { $players }
}
event-tournament-drawn = Seats were drawn { $again ->
    [yes] again at
   *[no] at
} the tournament { $subject }: { $stage }, draw no. { $draw }, { $count ->
    [one] { $count } player
   *[other] { $count } players
}
event-tournament-stage-seated = Players were seated at the tournament { $subject }: { $stage }, { $tables ->
    [one] { $tables } table
   *[other] { $tables } tables
}
event-tournament-stage-started = Play began at the tournament { $subject }: { $stage }
event-tournament-stage-skipped = A stage of the tournament { $subject } was left out: { $stage }
event-tournament-late-arrival-admitted = A late arrival was admitted to the tournament { $subject }: { $player }
event-tournament-player-left = A player left the tournament { $subject } before its end: { $player }
event-tournament-sheet-entered = A score sheet was entered at the tournament { $subject }: { $stage }, table { $table }
event-tournament-sheet-confirmed = A score sheet was confirmed by a second entry at the tournament { $subject }: { $stage }, table { $table }
event-tournament-second-entry-waived = A score sheet was accepted without a second entry at the tournament { $subject }: { $stage }, table { $table }
event-tournament-table-of-two-allowed = Two players were allowed to play on at the tournament { $subject }: { $stage }, table { $table }
event-tournament-stage-closed = A stage of the tournament { $subject } was closed: { $stage }
event-tournament-results-hidden = Results of the tournament { $subject } were hidden: { $stage }
event-tournament-results-revealed = Results of the tournament { $subject } were revealed: { $stage }
event-tournament-sanction-given = { $sanction ->
    [caution] A caution was given at the tournament { $subject }: { $player }
    [warning] A warning was given at the tournament { $subject }: { $player }
    [yellow_card] A yellow card was shown at the tournament { $subject }: { $player }
   *[disqualification] A disqualification was imposed at the tournament { $subject }: { $player }
}
event-tournament-disqualified = A player was excluded from the tournament { $subject }: { $player }
event-tournament-dispute-opened = Dispute no. { $dispute } was opened at the tournament { $subject }: { $stage }, table { $table }{ $game ->
    [none] {""}
   *[other] , game { $game }
}
event-tournament-dispute-ruled = Dispute no. { $dispute } at the tournament { $subject } was ruled on
event-tournament-stage-tie-decided = { $question ->
    [enters_top] A tie for entering the TOP stage of the tournament { $subject } was decided: { $order }
    [enters_final] A tie for entering the final of the tournament { $subject } was decided: { $order }
   *[final_places] A tie for places in the final of the tournament { $subject } was decided: { $order }
}
event-tournament-qualification-waived = A player gave up a qualification at the tournament { $subject }: { $player }
event-tournament-qualification-waiver-withdrawn = A player took back a waiver of a qualification at the tournament { $subject }: { $player }
event-tournament-closed = The tournament { $subject } was closed, and the seed of its draws was revealed
event-tournament-results-imported = The results of the tournament { $subject } were imported as places only: { $count ->
    [one] { $count } player
   *[other] { $count } players
}
event-tournament-winner-contact-recorded = { $held ->
    [yes] The contact of the winner of the tournament { $subject } was recorded
   *[no] The contact of the winner of the tournament { $subject } was removed
}
event-tournament-sheet-corrected = A score sheet was corrected after the close of the tournament { $subject }: { $stage }, table { $table }
event-tournament-act-undone = Act no. { $act } at the tournament { $subject } was undone

# Pages of organisers: applying, running a tournament, the desk, officiating, settings, history.

page-organise-ways = Pages of this tournament
page-organise-way-overview = Overview
page-organise-way-desk = Desk
page-organise-way-sheets = Score sheets
page-organise-way-officiating = Officiating
page-organise-way-print = Print
page-organise-way-settings = Settings
page-organise-way-acts = Who did what
page-organise-way-public = Public page

page-organise-apply-title = Apply for a tournament
page-organise-apply-about = Anybody can apply, also without an account. The federation decides on applications.
page-organise-apply-event = Tournament
page-organise-apply-send = Send the application
page-organise-name = Name of the tournament
page-organise-venue = Venue
page-organise-venue-hint = Name and address, for example: Library, ul. Przykładowa 1, Łódź
page-organise-first-day = First day
page-organise-last-day = Last day
page-organise-last-day-if = Last day, if it takes more than one
page-organise-class = Class of the tournament
page-organise-variant = Variant of the game
page-organise-variant-standard = Standard
page-organise-variant-expert = Expert
page-organise-variant-twist = Twist
page-organise-variant-duel = duels
page-organise-variant-running = running
page-organise-variant-speed = speed
page-organise-variant-slow = slow
page-organise-planned = Number of players planned
page-organise-planned-count = { $number ->
    [one] { $number } player planned
   *[other] { $number } players planned
}
page-organise-experienced = I have run such tournaments, or somebody who has helps me
page-organise-sponsors = Patrons and sponsors
page-organise-sponsors-none = there are none
page-organise-sponsors-agreed = agreed upon with the main organiser
page-organise-sponsors-open = not agreed upon yet
page-organise-contact = Contact
page-organise-contact-hint = Only the federation and whoever applied see it. It is never public.
page-organise-contact-name = First name and surname
page-organise-contact-email = E-mail
page-organise-contact-phone = Phone
page-organise-contact-address = Postal address
page-organise-choose = choose
page-organise-choose-voivodeship = choose a voivodeship
page-organise-required = (required)
page-organise-privacy = How we treat data
page-organise-none = none
page-organise-deadline-hint = Once you enter the day, we tell you until when the application must be sent.
page-organise-deadline-open = In time: an application for this day can be sent until { $text }.
page-organise-deadline-over = Late: an application for this day was to be sent until { $text }. It can be sent, but it will be marked as late.
page-organise-decision-by = Sent today, it is to be decided by { $text }.
page-organise-announce-by = Changes and a cancellation are announced in time until { $text }.
page-organise-day-passed = This day is over.
page-organise-applied = The application is sent
page-organise-applied-link = This is your private link. Keep it: it is shown only once. Whoever has it sees the application and can take it back.
page-organise-copy-link = Copy the link
page-organise-application-title = My application
page-organise-application-open = Opening the application…
page-organise-application-refused = This link opens no application. Check that it is complete.
page-organise-sent-at = Sent: { $text }.
page-organise-sent-on-time = It was sent in time.
page-organise-sent-late = It was sent late.
page-organise-deadline = Last day to send the application: { $text }.
page-organise-decision-due = The application waits for the federation, which should decide by { $text }.
page-organise-decision-overdue = That day is over; silence is not consent.
page-organise-not-approved = This tournament was not approved.
page-organise-withdraw = Take the application back
page-organise-withdraw-open = I want to take the application back
page-organise-withdraw-question = Take the application back? This cannot be undone.
page-organise-call-off = Call the tournament off
page-organise-call-off-open = The tournament is announced already; I want to call it off
page-organise-call-off-question = Call the announced tournament off? Everybody will see it, and it cannot be undone.
page-organise-lacks-referee = Sheets of the final are entered by a referee only, and this tournament has none yet.
page-organise-find-referee = Name a referee

page-organise-next-choose-format = Next step: choose the format
page-organise-next-draw = Next step: draw the seats ({ $text })
page-organise-next-seat = Next step: give out the seats ({ $text })
page-organise-next-start = Next step: start ({ $text })
page-organise-next-enter-sheets = Next step: enter the sheets ({ $text })
page-organise-next-confirm-sheets = Next step: enter the sheets again ({ $text })
page-organise-next-close-round = Next step: end ({ $text })
page-organise-next-decide-tie = Next step: decide the tie
page-organise-next-close = Next step: close the tournament
page-organise-about-choose-format = How many rounds, how many games in each, and whether there is a TOP stage and a final.
page-organise-about-draw = Those who are checked in get seats. Anybody can check the draw later.
page-organise-about-draw-nobody = First note who has come: only those who are here get seats.
page-organise-about-seat = The seats follow the standings so far.
page-organise-about-start = Does everybody know where to sit? The time counts from the start. When the first round starts, registration ends.
page-organise-about-enter-sheets = Play is on. Once all sheets are there, this part can be ended.
page-organise-about-confirm-sheets = A second person enters every sheet again, without looking.
page-organise-about-close-round = All sheets are there. Ending can be undone as long as nothing rests on it.
page-organise-about-decide-tie = Who goes on depends on the order of those who are tied. The main referee sets it.
page-organise-about-close = Everything is played. Closing publishes the results and counts them for the ranking. It cannot be undone.
page-organise-waits-for = This is done by: { $text }.
page-organise-do-choose-format = Choose the format
page-organise-do-desk = Open the desk
page-organise-do-draw = Draw the seats: { $text }
page-organise-do-seat = Give out the seats: { $text }
page-organise-do-start = Start: { $text }
page-organise-do-print = Print sheets and seating
page-organise-do-enter-sheets = Enter sheets
page-organise-do-confirm-sheets = Enter sheets again
page-organise-do-decide-tie = Decide the tie
page-organise-do-close-and-seat = End and seat the next: { $text }
page-organise-do-close-only = Only end: { $text }
page-organise-close = Close the tournament
page-organise-close-rehearse = Show what will change
page-organise-close-question = Close the tournament? The results become final, and this cannot be undone.
page-organise-is-closed = The tournament is closed, its results are final.
page-organise-is-cancelled = The tournament was called off or broken off.
page-organise-progress = Progress
page-organise-registered = { $number } registered
page-organise-present = { $number } present
page-organise-time-until = The time of the round is up at { $text }.
page-organise-time-left = Time left in the round:
page-organise-time-over = The time of the round is up.
page-organise-missing-tables = Sheets are missing of tables:
page-organise-unconfirmed-tables = Tables that wait for the second entry:
page-organise-is-hidden = Results are hidden ({ $text }): only staff see them until the last sheet is there.
page-organise-hide = Hide results: { $text }
page-organise-reveal = Show results to everybody: { $text }
page-organise-reveal-question = Show the results to everybody before all sheets are there?
page-organise-stages = Rounds and final
page-organise-stage = Part
page-organise-tables = Tables
page-organise-show-seats = show
page-organise-stage-skipped = left out
page-organise-stage-over = over
page-organise-stage-playing = being played
page-organise-stage-seated = seated, not started yet
page-organise-stage-next = next
page-organise-stage-later = later
page-organise-seated-before = A sheet was corrected after these seats were given out. They stay as they were played.
page-organise-seat-again = Give out the seats again: { $text }
page-organise-tokens = Phones at the tables
page-organise-tokens-about = Each table can get a code with which it enters its own sheet on a phone. Codes work until the round ends, also after you have made new ones.
page-organise-tokens-print = Print codes on the score sheets
page-organise-tokens-make = Show new codes for the tables: { $text }
page-organise-tokens-once = The codes are ready. They are shown only once: players can scan them from the screen now.
page-organise-token-table = Table {"{"}table{"}"}
page-organise-draws = Draws
page-organise-draws-about = The hash of the seed was published with the approval, and everybody learns the seed when the tournament is closed. So anybody can make the draw again.
page-organise-commitment = Hash of the seed (SHA-256):
page-organise-seed = Seed:
page-organise-undone = undone
page-organise-draw-again = Draw again
page-organise-draw-again-hint = Both draws and the reason stay visible to everybody.
page-organise-reason = Reason
page-organise-reason-public = Reason, which everybody can read
page-organise-reason-optional = Reason (optional)
page-organise-reason-late = Reason (needed if the change is late)
page-organise-rehearse = See what would happen
page-organise-save = Save

page-organise-settings-title = settings
page-organise-format = Format
page-organise-format-none = No format is chosen yet.
page-organise-format-row = Format of the regulations
page-organise-format-own = Rounds of your own
page-organise-format-choose = Choose this format
page-organise-format-zwykly = ordinary: three rounds of three games and a final
page-organise-format-mini = Mini
page-organise-format-standard-a = Standard A
page-organise-format-standard-b = Standard B
page-organise-format-standard-c = Standard C
page-organise-format-standard-d = Standard D
page-organise-format-standard-e = Standard E
page-organise-format-standard-f = Standard F
page-organise-format-maks-a = Maks A
page-organise-format-maks-b = Maks B
page-organise-format-maks-c = Maks C
page-organise-format-top8 = TOP 8
page-organise-format-top12 = TOP 12
page-organise-games-of-rounds = games in the rounds: { $text }
page-organise-final-of = { $number ->
    [one] final: { $number } game
   *[other] final: { $number } games
}
page-organise-round-minutes-of = { $number ->
    [one] a round lasts { $number } minute
   *[other] a round lasts { $number } minutes
}
page-organise-turn-of = { $number ->
    [one] { $number } second for a move
   *[other] { $number } seconds for a move
}
page-organise-second-entry = two persons enter each sheet
page-organise-second-entry-choose = Two persons enter each sheet, independently of each other
page-organise-round-minutes = Minutes of a round (empty: no limit)
page-organise-own-rounds = Games in each round
page-organise-own-rounds-hint = For example: 3, 3, 3, 3 is four rounds of three games.
page-organise-own-top = TOP stage
page-organise-own-top-games = Games of the TOP stage
page-organise-own-final = Games of the final (empty: no final)
page-organise-details = Name, venue and days
page-organise-last-announcement = A change or a cancellation has to be announced by { $text }; later a reason has to be given.
page-organise-late-notice = Something was changed late before.
page-organise-staff = Staff
page-organise-staff-none = Nobody has a role here yet.
page-organise-referee-login = Login of the referee
page-organise-role = Role
page-organise-name-referee = Appoint
page-organise-dismiss = Dismiss
page-organise-dismiss-question = Take the role away: { $text }?
page-organise-cancel = Call the tournament off
page-organise-break-off = Break the tournament off
page-organise-cancel-open = The tournament cannot take place
page-organise-cancel-question = Are you sure? Everybody will see that it does not take place.

page-organise-officiating-title = officiating
page-organise-ties = Ties
page-organise-ties-none = No tie waits for a decision.
page-organise-tie-enters-top = Who enters the TOP stage
page-organise-tie-enters-final = Who enters the final
page-organise-tie-final-places = Order in the final
page-organise-tie-hint = Set the order, the best first. Everybody must be named once.
page-organise-nth-of-tie = No. { $number } of those tied
page-organise-tie-reason = How it was decided (play-off, lots)
page-organise-tie-decide = Record the order
page-organise-disputes = Disputes
page-organise-disputes-none = Nobody has called a referee.
page-organise-dispute-open = waits for a referee
page-organise-dispute-new = Call a referee to a table
page-organise-dispute-game = Number of the game (if it is about one)
page-organise-dispute-matter = What it is about
page-organise-dispute-open-it = Call a referee
page-organise-table-of = Table
page-organise-game = game { $number }
page-organise-ruling = Ruling
page-organise-rule = Record the ruling
page-organise-sanctions = Sanctions
page-organise-sanctions-none = Nobody was sanctioned.
page-organise-sanctions-recorded = Only staff see sanctions, and each time they are shown is recorded.
page-organise-sanctions-show = Show the sanctions
page-organise-sanction = Sanction
page-organise-sanction-give = Give a sanction
page-organise-sanction-caution = caution
page-organise-sanction-warning = warning
page-organise-sanction-yellow-card = yellow card
page-organise-sanction-disqualification = disqualification
page-organise-sanction-automatic = automatic
page-organise-two-players = Table of two
page-organise-two-players-allow = Let two go on
page-organise-skip = Leave out: { $text }
page-organise-skip-open = Too few players for this part
page-organise-waivers = Qualifications given up
page-organise-waivers-none = Nobody has given up a qualification.
page-organise-waiver-new = Somebody gives up the qualification
page-organise-waiver-declare = Record it
page-organise-waiver-withdraw = Take it back

page-organise-desk-title = desk
page-organise-find = Find or add a player
page-organise-find-hint = Type a part of the surname, first name or city (lukasz finds Łukasz). Arrows choose, Enter records.
page-organise-found-label = Players found
page-organise-found = Found: {"{"}number{"}"}
page-organise-nobody-found = There is nobody like that. Enter opens the form for a new player.
page-organise-add-new = New player
page-organise-add = Add and register
page-organise-leave = Cancel
page-organise-first-name = First name
page-organise-surname = Surname
page-organise-age = Age
page-organise-age-adult = adult
page-organise-age-minor = minor
page-organise-age-child = child
page-organise-consent = A guardian has signed
page-organise-accompanied = A guardian is there
page-organise-is-present = We play today: whoever registers is in the hall already
page-organise-enter-check-in = On the list. Enter: is in the hall
page-organise-enter-register = Not on the list. Enter: register, is in the hall
page-organise-enter-only = Not on the list. Enter: register
page-organise-enter-late = Enter: plays from the next round
page-organise-consent-given = guardian has signed
page-organise-consent-missing = no consent of a guardian
page-organise-guardian-there = with a guardian
page-organise-from-round = from round { $number } on
page-organise-walk-in = without registration before
page-organise-do-check-in = Check in
page-organise-do-late = Admit from the next round
page-organise-do-leave = Leaves
page-organise-do-absent = Does not come
page-organise-take-off = Take off the list
page-organise-take-off-question = Take off the list: { $text }?
page-organise-left-question = Note that { $text } leaves? Coming back is possible only by undoing this.
page-organise-change = Change
page-organise-acts = What to do
page-organise-details-of = Details and consents
page-organise-desk-list = Who is on the list
page-organise-desk-empty = Nobody is registered yet.
page-organise-desk-done = Recorded: {"{"}name{"}"}.
page-organise-same-person = It is this person: {"{"}name{"}"}
page-organise-namesake = It is somebody else of the same name
page-organise-all-present = Everybody is here
page-organise-all-present-question = { $number ->
    [one] Check in { $number } person?
   *[other] Check in { $number } persons?
}
page-organise-rest-absent = The rest does not come
page-organise-rest-absent-question = { $number ->
    [one] Note { $number } person as absent?
   *[other] Note { $number } persons as absent?
}
page-organise-presence-registered = on the list
page-organise-presence-checked-in = in the hall
page-organise-presence-absent = did not come
page-organise-presence-withdrawn = taken off
page-organise-presence-left = went home
page-organise-presence-disqualified = disqualified

page-organise-acts-title = who did what
page-organise-acts-about = The newest first. What was done by mistake can be undone; if something rests on it, that must be undone first.
page-organise-acts-none = Nothing was done yet.
page-organise-act-number = act { $number }
page-organise-blocked-by = To undo this, first undo:
page-organise-undo = Undo
page-organise-undo-act = Undo act { $number }
page-organise-undo-done = Undone.
page-organise-undone-by = Undone by act { $number }
page-organise-older = Older
page-organise-by-table-token = phone at the table
page-organise-by-applicant = applicant
page-organise-by-operator = operator of the system
page-organise-by-service = the service itself
page-organise-winner-contact = Contact of the winner
page-organise-winner-contact-about = The main organiser writes to the winner about the championship. Only admins see the address.
page-organise-winner-contact-held = An address is recorded, and is removed after { $text }.
page-organise-winner-contact-none = No address is recorded.
page-organise-winner-contact-name = Who reads the e-mail, if not the winner (a parent, for example)
page-organise-winner-contact-email = E-mail of the winner
page-organise-winner-contact-record = Record the address
page-organise-winner-contact-remove = Remove the address
page-organise-winner-contact-show = Show the address (this is recorded)
