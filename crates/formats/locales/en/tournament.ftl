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
