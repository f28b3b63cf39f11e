# What the HTTP service says.

problem-bad-request-title = Bad request
problem-bad-request-detail = The request cannot be understood.
problem-bad-request-help = Check that the client sends valid HTTP.

problem-malformed-json-title = Not JSON
problem-malformed-json-detail = The body of the request is not valid JSON.
problem-malformed-json-help = The fields line and column say where reading ended. The body must be UTF-8 without a byte order mark.

problem-invalid-body-title = The body has another shape
problem-invalid-body-detail = The body has unknown, missing or doubled fields, or other types.
problem-invalid-body-help = The list errors names each place (pointer). Unknown fields are not skipped, so that a slip of the pen does not go unnoticed.

problem-invalid-parameter-title = Invalid parameter
problem-invalid-parameter-detail = A parameter of the address is unknown, comes twice or has an invalid value.
problem-invalid-parameter-help = The list errors names the parameter. The documentation at /api/docs lists them all.

problem-invalid-header-title = Invalid header
problem-invalid-header-detail = A header of the request cannot be read.
problem-invalid-header-help = The list errors names the header.

problem-invalid-cursor-title = Invalid cursor
problem-invalid-cursor-detail = The cursor is not one of this list, or it was changed.
problem-invalid-cursor-help = Use the cursor from next or from the Link header as it is and with the same filters. Begin with the first page.

problem-unauthenticated-title = Sign in first
problem-unauthenticated-detail = There are no valid credentials.
problem-unauthenticated-help = Sign in with POST /api/v1/sessions and send the token as Authorization: Bearer. It expires after some minutes; refresh it with POST /api/v1/sessions/refresh.

token-expired = The token has expired. Refresh it with POST /api/v1/sessions/refresh, or sign in again.
other-site = Another site may have sent this request. Open a page of this service and try again.
table-token-ended = The table token ended with its round, or the seats were given out anew. Ask the organiser for a new one.
seating-not-registered = This player does not stand on the list of the tournament.
seating-unknown-player = There is no player with this id.

problem-wrong-credentials-title = Could not sign in
problem-wrong-credentials-detail = Login, password or code do not fit.
problem-wrong-credentials-help = Check them. If the password is lost, ask an admin for a one-time link.

problem-second-factor-needed-title = Second factor needed
problem-second-factor-needed-detail = The password is right; a code from the app is needed as well.
problem-second-factor-needed-help = Sign in again with the field code.

problem-forbidden-title = Not allowed
problem-forbidden-detail = There is no permission for this.
problem-forbidden-help = Permissions are granted by an admin of the federation.

problem-second-factor-missing-title = Set up a second factor first
problem-second-factor-missing-detail = An admin must set up a second factor before changing anything.
problem-second-factor-missing-help = Begin with POST /api/v1/me/second-factor and confirm it with a code.

problem-step-up-needed-title = A recent code is needed
problem-step-up-needed-detail = This needs a code of the second factor that was shown within the last five minutes.
problem-step-up-needed-help = Show a code with POST /api/v1/me/step-up and send the request again.

problem-same-person-title = A second person is needed
problem-same-person-detail = Somebody else must finish this than whoever began it.
problem-same-person-help = Ask another admin. Changing roles does not help: the account counts.

problem-not-found-title = Not found
problem-not-found-detail = There is nothing at this address.
problem-not-found-help = Check the address and the id.

problem-method-not-allowed-title = Method not allowed
problem-method-not-allowed-detail = This address does not answer this method.
problem-method-not-allowed-help = The Allow header lists those that it does.

problem-not-acceptable-title = Not acceptable
problem-not-acceptable-detail = The answer has none of the forms that the client takes.
problem-not-acceptable-help = The documentation lists the forms of each answer; without an Accept header it is JSON.

problem-request-timeout-title = The request took too long
problem-request-timeout-detail = The body of the request did not arrive in time.
problem-request-timeout-help = Try again on a better connection; with the same Idempotency-Key nothing is recorded twice.

problem-conflict-title = A rule refuses it
problem-conflict-detail = In the present state the rules refuse it.
problem-conflict-help = The field reason says what is in the way, the field rule names the rule. Read the state again and decide anew.

problem-possible-duplicate-title = Perhaps registered already
problem-possible-duplicate-detail = A player of that name is registered already.
problem-possible-duplicate-help = The field candidates lists their ids. If it is somebody else, send it again with namesake: true.

problem-gone-title = Gone
problem-gone-detail = What was here has been removed for good.
problem-gone-help = What was erased cannot be brought back.

problem-cursor-expired-title = Cursor expired
problem-cursor-expired-detail = The list can no longer be continued from here.
problem-cursor-expired-help = Begin with the first page.

problem-link-spent-title = The link no longer works
problem-link-spent-detail = The one-time link was used, has expired or is wrong.
problem-link-spent-help = Ask an admin for a new one.

problem-precondition-failed-title = Somebody was faster
problem-precondition-failed-detail = The resource has changed since it was read.
problem-precondition-failed-help = The fields expected_etag and current_etag say what was and what is. Read the resource again and decide which version is to stay.

problem-payload-too-large-title = Too large
problem-payload-too-large-detail = The body of the request is larger than allowed.
problem-payload-too-large-help = The field limit_bytes tells the limit.

problem-uri-too-long-title = Address too long
problem-uri-too-long-detail = The address of the request is longer than allowed.
problem-uri-too-long-help = Shorten the parameters.

problem-unsupported-media-type-title = Unsupported media type
problem-unsupported-media-type-detail = The body must be application/json.
problem-unsupported-media-type-help = Send the header Content-Type: application/json.

problem-unprocessable-title = Invalid values
problem-unprocessable-detail = The values of the request break a rule.
problem-unprocessable-help = The list errors names each place and says what to put right.

problem-idempotency-mismatch-title = Key used for something else
problem-idempotency-mismatch-detail = This Idempotency-Key was used for another request.
problem-idempotency-mismatch-help = Use a new key for a new request; to repeat one, send exactly the same.

problem-precondition-required-title = If-Match needed
problem-precondition-required-detail = An edit must say which version it changes.
problem-precondition-required-help = Read the resource and send its ETag as If-Match.

problem-too-many-requests-title = Too many requests
problem-too-many-requests-detail = The limit of requests is used up.
problem-too-many-requests-help = Retry-After says in how many seconds to try again; RateLimit-Policy tells the limit.

problem-too-many-attempts-title = Too many attempts
problem-too-many-attempts-detail = Too many failed attempts to sign in.
problem-too-many-attempts-help = Wait as many seconds as Retry-After says. The account is not locked.

problem-too-many-streams-title = Too many streams
problem-too-many-streams-detail = Too many event streams are open.
problem-too-many-streams-help = Use one stream for each browser, or poll the list with If-None-Match.

problem-headers-too-large-title = Headers too large
problem-headers-too-large-detail = The headers of the request are larger than allowed.
problem-headers-too-large-help = Send fewer or shorter headers.

problem-internal-title = Our fault
problem-internal-detail = Something broke on our side.
problem-internal-help = Quote request_id when you report it. A write can be repeated safely with the same Idempotency-Key.

problem-overloaded-title = Too much at once
problem-overloaded-detail = Too many writes are waiting; nothing was recorded.
problem-overloaded-help = Try again in a moment (Retry-After).

problem-read-only-title = Read-only
problem-read-only-detail = The store takes no writes; nothing was recorded.
problem-read-only-help = The operator finds the cause with kostka doctor.

problem-unavailable-title = Not available at the moment
problem-unavailable-detail = The service is starting, stopping or behind.
problem-unavailable-help = Try again in a moment (Retry-After).

unready-log-unreadable = The log cannot be read.
unready-log-read-only = The store is read-only: { $reason }
unready-read-models-stopped = The read models stopped at position { $position } and do not go on by themselves; the operator finds the cause in the log of the service or with kostka doctor.
unready-catching-up = The read models are catching up: they are at position { $position }, the log at { $head }.
unready-stopping = The service is stopping.

problem-outcome-unknown-title = Outcome unknown
problem-outcome-unknown-detail = It is not known whether the write went through.
problem-outcome-unknown-help = Repeat the request with the same Idempotency-Key: you get the recorded answer, or it is recorded once.

problems-title = Problems that the API reports
problems-about = Every error comes as application/problem+json (RFC 9457). The field code is stable, the texts are for people.
problems-status = HTTP status
problems-code = Code
problems-meaning = Meaning
problems-all = All problems
field-unknown = unknown field “{ $field }”
field-unknown-parameter = unknown parameter “{ $field }”
field-missing-parameter = the parameter “{ $field }” is missing
field-missing = the field “{ $field }” is missing
field-duplicate = the field “{ $field }” comes twice
field-choice = not allowed; allowed: { $known }
field-account-or-login = expected an account (`account`) or a login (`login`), exactly one of them
field-type = a value of another type; expected { $expected ->
    [string] a text
    [boolean] true or false
    [array] a list
    [object] an object
    [integer] a whole number
    [number] a number
   *[other] { $expected }
}
field-value = invalid value
field-ahead-of-log = the log has not reached this position yet
field-stage = expected a stage: the number of a round from 1 to 20, `top` or `final`
field-position = expected a position of the log, a whole number
field-duplicate-parameter = the parameter comes twice
field-boolean = expected true or false
field-stream = expected the name of a stream, like player/7kq2m9
field-event-type = there is no such type of event
field-other-form = this parameter means nothing in the form of the answer that the Accept header chooses
field-tree-size = expected a number of events that is not below the position or the older size
field-beyond-log = { $events ->
    [one] the log has only { $events } event
   *[other] the log has only { $events } events
}
field-limit = expected a number from 1 to 200
field-limit-500 = A page has from 1 to 500 rows.
field-around-and-cursor = The parameters around and cursor exclude each other: both say where the page begins.
season-unknown = There is no season with this id.
season-not-yet-recorded = The season was not there yet at this moment of the log: it was recorded later.
list-not-published = This list has not been published yet, so there is no edition to compare it with.
log-export-results-hidden = The results of a stage of a tournament are hidden still. The whole log can be had when they are shown.
not-in-ranking = There is no such player in this ranking, with these filters.
no-championship-day = The season has no day of the national championship yet, so there is no ranking of seven days before it.
field-if-match = expected one ETag in quotes, like "17", or *
field-idempotency-key = expected one key of 1 to 255 ASCII characters

# Leagues, Grand Prix cycles and online events

field-place = a place is a number from 1
field-player = there is no player with this id
field-tournament = there is no tournament with this id
field-moment = expected a time with date, seconds and offset, like 2026-05-30T18:30:00+02:00
field-list-too-long = at most { $max }
field-edition = an edition is a number from 1 to 1000

running-refusal-event-exists = Something else has this id already.
running-refusal-not-allowed = Only an admin, or the organiser of this event, may do this.
running-refusal-closed-to-organisers = The event is closed, and only an admin corrects it.
running-refusal-event-closed = The event is closed. Its record can be corrected, with a reason.
running-refusal-event-running = The event is still running and has no record to correct.
running-refusal-unknown-rulebook = This rulebook was not adopted.
running-refusal-unknown-player = There is no player { $player }.
running-refusal-foreign-player = The player { $player } comes from abroad and by the rulebook does not play in a league.
running-refusal-player-twice = The player { $player } stands in the list twice.
running-refusal-nobody-present = Nobody was at the meeting.
running-refusal-still-to-come = That has not happened yet.
running-refusal-meeting-exists = Meeting { $number } is recorded already, with another content.
running-refusal-wrong-seats = Three or four different players who are at the meeting sit at a table.
running-refusal-wrong-sheet = The points of a game contradict each other.
running-refusal-implausible-games = Some games look wrong. Check them; if they are right, send them again with accept_warnings and a reason.
running-refusal-empty-table = The table is empty.
running-refusal-wrong-places = Places are shared 1-2-2-4.
running-refusal-not-in-event = The player { $player } did not take part in the event.
running-refusal-waiver-out-of-time = The player { $player } did not renounce in time.
running-refusal-no-meetings = The league has no meetings.
running-refusal-games-missing = The games of meeting { $number } are missing, and no table was imported.
running-refusal-table-needed = There is no table.
running-refusal-ends-too-early = The event cannot have ended before its last meeting.
running-refusal-unknown-tournament = There is no tournament { $tournament }.
running-refusal-not-eliminatory = The tournament { $tournament } is not eliminatory.
running-refusal-tournament-twice = The tournament { $tournament } stands in the cycle twice.
running-refusal-too-many-tournaments = A cycle has at most { $max } tournaments.
running-refusal-no-tournaments = The cycle has no tournaments.
running-refusal-tournament-running = The tournament { $tournament } is not over yet.
running-refusal-edition-taken = This edition is recorded already, under the id { $other }.
running-refusal-too-many-editions = Editions of this event in a season: { $editions }.

warning-heavy-rack = { $points } points on one rack, while all tiles together have { $limit }
warning-heavy-table = { $points } points on the racks of one table, while all tiles together have { $limit }
warning-jokers = jokers at one table: { $found }
field-as-of = Write a position of the log, like 42, or a time with an offset, like 2026-03-01T12:00:00+01:00.
