event-rulebook-adopted = The rulebook { $subject } was adopted (base: { $base }, changed parameters: { $changes })
event-season-opened = The season { $subject } was opened: { $days }
event-season-corrected = The season { $subject } was corrected: { $days }
event-season-ranking-tie-decided = A tie in the ranking of the season { $subject } was decided: { $order }
event-season-ranking-tie-decision-withdrawn = The decision on a tie in the ranking of the season { $subject } was withdrawn
event-player-registered = A player was registered: { $player }
event-player-rectified = The data of a player were rectified: { $player }
event-player-erased = The data of a player were erased: { $player }
event-player-waiver-declared = A waiver of qualifications was recorded: { $player }
event-player-waiver-withdrawn = A waiver of qualifications was withdrawn: { $player }
event-league-recorded = The table of a league was recorded: { $subject }
event-league-corrected = The table of a league was corrected: { $subject }
event-league-waiver-declared = A waiver of a qualification in the league { $subject } was recorded: { $player }
event-league-waiver-withdrawn = A waiver of a qualification in the league { $subject } was withdrawn: { $player }
event-league-tie-decided = A tie for a qualification in the league { $subject } was decided: { $order }
event-league-tie-decision-withdrawn = The decision on a tie in the league { $subject } was withdrawn
event-grand-prix-recorded = A Grand Prix cycle was recorded: { $subject }
event-grand-prix-corrected = A Grand Prix cycle was corrected: { $subject }
event-grand-prix-tie-decided = A tie for a qualification in the Grand Prix cycle { $subject } was decided: { $order }
event-grand-prix-tie-decision-withdrawn = The decision on a tie in the Grand Prix cycle { $subject } was withdrawn
event-online-event-recorded = The table of an online event was recorded: { $subject }
event-online-event-corrected = The table of an online event was corrected: { $subject }
event-online-event-waiver-declared = A waiver of a qualification at the online event { $subject } was recorded: { $player }
event-online-event-waiver-withdrawn = A waiver of a qualification at the online event { $subject } was withdrawn: { $player }
event-online-event-tie-decided = A tie for a qualification at the online event { $subject } was decided: { $order }
event-online-event-tie-decision-withdrawn = The decision on a tie at the online event { $subject } was withdrawn
event-league-opened = The league { $subject } was opened
event-league-meeting-recorded = Meeting { $number } of the league { $subject } was recorded ({ $day }, present: { $present })
event-league-meeting-corrected = Meeting { $number } of the league { $subject } was corrected ({ $day }, present: { $present })
event-league-meeting-withdrawn = Meeting { $number } of the league { $subject } was withdrawn
event-league-table-imported = The table of the league { $subject } was taken over from elsewhere
event-league-table-withdrawn = The table of the league { $subject } that had been taken over was withdrawn
event-league-waiver-noted = A waiver of the qualification from the league { $subject } was noted: { $player }
event-league-waiver-note-withdrawn = The note of a waiver of the qualification from the league { $subject } was withdrawn: { $player }
event-league-closed = The league { $subject } was closed; it ended on { $day }
event-grand-prix-opened = The Grand Prix cycle { $subject } was opened
event-grand-prix-tournament-added = The tournament { $tournament } was added to the Grand Prix cycle { $subject }
event-grand-prix-tournament-removed = The tournament { $tournament } was removed from the Grand Prix cycle { $subject }
event-grand-prix-closed = The Grand Prix cycle { $subject } was closed
event-online-event-opened = The online event { $subject } was opened
event-online-event-table-recorded = The table of the online event { $subject } so far was recorded
event-online-event-table-withdrawn = The table of the online event { $subject } so far was withdrawn
event-online-event-waiver-noted = A waiver of the qualification from the online event { $subject } was noted: { $player }
event-online-event-waiver-note-withdrawn = The note of a waiver of the qualification from the online event { $subject } was withdrawn: { $player }
event-online-event-closed = The online event { $subject } was closed; it ended on { $day }
event-championship-announced = A voivodeship championship was announced: { $subject }, voivodeship { $voivodeship }, { $days }
event-championship-corrected = A voivodeship championship was corrected: { $subject }, voivodeship { $voivodeship }, { $days }
event-account-opened = An account was opened: { $account }
event-account-rectified = The data of an account were rectified: { $account }
event-account-role-granted = The role of { $role } was granted: { $account }
event-account-role-granted-at = The role of { $role } { $where } was granted: { $account }
event-account-role-revoked = The role of { $role } was revoked: { $account }
event-account-role-revoked-at = The role of { $role } { $where } was revoked: { $account }
event-account-disabled = An account was disabled: { $account }
event-account-enabled = An account was enabled: { $account }
event-account-access-renewed = The password or two-step verification of an account may be set anew: { $account }
event-log-loss-accepted = The loss of the events from { $from } to { $until } was accepted, and epoch { $epoch } began
event-role-admin = administrator
event-role-arbiter = arbiter
event-role-organiser = organiser
event-role-referee = referee
event-role-main-referee = main referee
event-role-auditor = auditor
event-at-tournament = at the tournament { $subject }
event-at-league = in the league { $subject }
event-at-grand-prix = in the Grand Prix cycle { $subject }
event-at-online-event = at the online event { $subject }
event-at-championship = at the championship { $subject }
event-days-from = from { $first }
event-days-between = from { $first } to { $last }
event-player-deleted = deleted player
event-named = “{ $name }”
event-order-then = { $order }, then { $player }
event-list-and = { $order }, { $player }
event-stage-round = round { $number }
event-stage-top = TOP stage
event-stage-final = final
event-order-more = { $order } and { $more } more
event-titled = “{ $title }”
event-plain = { $text }
event-championship-scheduled = The days of the championship { $subject } were set: { $days }
event-target-mp = the Polish Championship ({ $season })
event-target-mw = the voivodeship championship { $subject }
event-origin-ranking = the ranking
event-ledger-granted = { $override ->
    [yes] A qualification to { $target } was granted, with a stated reason: { $player } ({ $origin }, place { $place })
   *[no] A qualification to { $target } was granted: { $player } ({ $origin }, place { $place })
}
event-ledger-declined = { $passed ->
    [yes] A qualification to { $target } was declined and passes on: { $player } ({ $origin })
   *[no] A qualification to { $target } was declined and does not pass on: { $player } ({ $origin })
}; like a waiver, it takes the whole edition (R-WAV-03)
event-ledger-decline-withdrawn = A declined qualification to { $target } was restored: { $player } ({ $origin })
event-ledger-withheld = { $seats ->
    [one] A qualification to { $target } goes to nobody ({ $origin })
   *[other] { $seats } qualifications to { $target } go to nobody ({ $origin })
}
event-ledger-withholding-withdrawn = { $seats ->
    [one] A withheld qualification to { $target } can be given again ({ $origin })
   *[other] { $seats } withheld qualifications to { $target } can be given again ({ $origin })
}
event-ledger-revoked = A qualification to { $target } was revoked after a review: { $player } ({ $origin })
event-ledger-upheld = A qualification to { $target } was upheld after a review: { $player } ({ $origin })
event-ledger-wildcard-nominated = A wildcard to { $target } was put forward: { $player }
event-ledger-wildcard-granted = A wildcard to { $target } was granted: { $player }
event-ledger-wildcard-withdrawn = A wildcard to { $target } was withdrawn: { $player }
event-ledger-mw-chosen = A player chose { $target } among championships on the same days: { $player }
event-ledger-nominee-named = { $player } was named to represent the country at the world championship, after { $target }
event-ledger-nominee-withdrawn = The nomination for the world championship after { $target } was withdrawn
event-list-submitted = The list { $subject } was submitted for publication
event-list-submission-withdrawn = The submission of the list { $subject } was withdrawn
event-list-published = Edition { $number } of the list { $subject } was published
