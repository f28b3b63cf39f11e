season = Season { $id }
points = { $n ->
    [one] { $n } point
   *[other] { $n } points
}
place = place { $n }
no-place = without place
the-ranking = Ranking
online-edition = { $event }, edition { $edition }
online-mp-online = Online Polish Championship
online-hertzano = Hertzano Championship
online-gold = Gold League
online-silver = Silver League
online-bronze = Bronze League
source-tournament = tournament
source-league = league
source-grand-prix = Grand Prix
source-online = online
source-mw = MW
source-ranking = ranking
ranking-row = Ranking: place { $place } of { $rows }, { $points }
gp-row = Overall table: place { $place } of { $rows }, { $points }
not-ranked = Ranking: no points, so no place
above = above stands { $player }: { $step }
below = below stands { $player }: { $step }
step-total = the total decides, { $above } against { $here }
step-result = equal totals, result no. { $number } decides: above { $above }, below { $here }
step-ex-aequo = equal totals and results, ex aequo
step-total-equal = the totals are equal: { $points }
step-result-equal = result no. { $number } is equal: { $result }
place-gives = { $place }: { $points }
result-of-step = { $place } ({ $points })
no-more-results = no further result
results = Results:
counted = + { $points }: { $event }, { $place }
not-counted = – no points: { $event }, { $place }: { $why }
excluded-class = this class of tournament does not count for the ranking
too-few-participants = too few participants: { $found }, needed { $needed }
too-few-meetings = the league does not meet the condition of attendance: { $found }, needed { $needed }
present-too-rarely = present at too few meetings: { $found }, needed { $needed }
below-half = less than half of the planned games: { $found }, needed { $needed }
disqualified = no points and no qualification by decision of the referee
no-games = not a single game played
not-among-best = only the best results count
mp-qualifications = Qualifications to the Polish Championship:
mw = Voivodeship championship: { $voivodeship } [{ $id }]
qualification = { $event }, { $place }: { $outcome }
granted = qualified
pending-tie = waits for a decision who gets the qualification
holder = is qualified already: { $origin }
waived-at = gave qualifications up at: { $event }
waived = gave qualifications up
foreign = the rulebook leaves players from abroad out
rarely-present = present at too few meetings of the league
tied-out = tied for the last qualification, which nobody gets
beyond-depth = a qualification passes down to place { $depth } at most
not-reached = everything was settled at higher places
missed = the last qualification went to { $player }, { $place }; { $before ->
    [0] the next in line
    [one] one person stands before in line
   *[other] { $before } people stand before in line
}
missed-points = { $n ->
    [0] , equal points
    [one] , one point was missing
   *[other] , { $n } points were missing
}
held-by-another = in line by the results as they are; somebody else was granted it before
held-in-review = first in line by the results as they are; it is held by { $players } and under review
held-by-decision = first in line by the results as they are; a decision has left it with { $players }
standing-proposed = in line: proposed, not confirmed yet
standing-granted = qualified, granted
standing-review = qualified, granted; by the results as they are it would go to somebody else, so it is under review
without-place = not in the final table
passed-over = passed over: { $player }, { $place }: { $why }
wrong-length = the tournament gives no qualification: { $planned } games planned, { $min } to { $max } needed
not-eliminatory = this is not an eliminatory tournament
exception-refused = the MP organiser refused a qualification at this attendance
exception-missing = at this attendance a qualification needs a decision of the MP organiser, which is missing
too-few-regulars = too few regulars of the league: { $found }, needed { $needed }
incomplete-gp = { $valid } of the { $members } tournaments of the cycle { $valid ->
    [one] is
   *[other] are
} valid, and { $min } to { $max } are needed; the qualification waits for a decision
no-quota = this event gives no qualifications
wildcard = wildcard proposal no. { $number } of { $of }: { $event }, { $place }
lost-tie = tied for a qualification, decided in favour of others
passed-over-more = … and { $n } more
nothing-about-player = There are no results of this player in these seasons.
wildcard-cap-reached = no wildcard: the { $cap } places are filled by qualifications and proposals further up
sharing = ex aequo: { $players }
more = and { $n } more
event-size = participants: { $participants }, qualifications to give: { $seats }
tie-open = also tied for it: { $players }
tie-settled = a tie settled by decision; also tied: { $players }
the-ranking-of = Ranking of { $day }
qualified-by = Qualified to the Polish Championship: yes, { $event }
qualified-proposed = In line for the Polish Championship: proposed, not confirmed yet, { $event }
qualified-review = Qualified to the Polish Championship: yes, { $event }; under review after a correction
not-qualified = Qualified to the Polish Championship: no
not-qualified-held = Qualified to the Polish Championship: no, but first in line by the results as they are, { $event }
mw-qualified-by = Qualified to the voivodeship championship: yes, { $event }
mw-qualified-proposed = In line for the voivodeship championship: proposed, not confirmed yet, { $event }
mw-qualified-review = Qualified to the voivodeship championship: yes, { $event }; under review after a correction
mw-not-qualified = Qualified to the voivodeship championship: no
mw-not-qualified-held = Qualified to the voivodeship championship: no, but first in line by the results as they are, { $event }
declined-passed-on = declined after the event, the qualification passed on
declined-kept = declined after the event, the qualification does not pass on
gone = this event does not belong to the season any more
