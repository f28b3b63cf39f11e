# The sheet of a table: what cannot be recorded, what looks like a mistake, what is worth knowing.

finding-field-score = give either small points (small) or racks (racks); a game that was not played has neither
finding-field-rack = give the tiles (tiles), or their sum (face) and the jokers (jokers), or that the rack was spilled (spilled)
finding-field-tiles = the tiles "{ $tiles }" cannot be read: a tile is a number from 1 to 13 with the letter r, b, y or k of its colour, or J
finding-field-melded = whoever has made the first meld has announced nothing and has no first meld left to make

finding-too-many-games = { $found } games are written, { $planned } are played.
finding-other-seats = Game { $game }: points for { $found } seats are written, the table has { $seats }.
finding-seat-without-points = Game { $game }: the player at seat { $seat } is there and has no points.
finding-too-few-players = Game { $game }: { $found } players are too few; two play only if a referee allows it.
finding-must-be-played = Game { $game }: a game that was not played must be played.
finding-wrong-seats = A table has 3 or 4 seats, not { $found }.
finding-points-without-game = Game { $game }: a game that was not played has no points.
finding-several-winners = Game { $game }: { $found } players share the greatest points, but one emptied the rack.
finding-loser-not-below-zero = Game { $game }, seat { $seat }: a loser is below 0, not { $found }.
finding-wrong-winner-points = Game { $game }, seat { $seat }: the winner records { $expected }, not { $found }.
finding-big-points-for-other-seats = Game { $game }: there are { $found } big points for { $seats } seats.
finding-wrong-big-points = Game { $game }, seat { $seat }: there are { $expected } big points, not { $found }.
finding-racks-not-played = A game that was not played is not scored.
finding-no-empty-rack = A rack was emptied, but every rack has tiles.
finding-several-empty-racks = { $found } racks are empty, but the first one ends the game.
finding-empty-without-first-meld = Seat { $seat }: the rack is empty, but there was no first meld.
finding-nobody-can-win = No rack can win this game; a referee decides.
finding-no-loss = Seat { $seat }: by this rulebook the loser loses nothing, but a loser is below 0.

finding-heavy-rack = Seat { $seat }: { $points } points on one rack, all tiles together have { $limit }.
finding-heavy-table = { $points } points on the racks of one table, all tiles together have { $limit }.
finding-too-many-jokers = { $found } jokers on the racks, a game has 2.
finding-played-after-unplayed = Game { $game } was not played, but the next one was.
finding-nothing-played = No game was played.
finding-same-twice = Games { $game } and { $next } have exactly the same points; perhaps one was copied.

finding-shared-win = Game { $game }: { $winners } players won, each has a big point.
finding-not-played = Game { $game } was not played: nobody has points of it.
finding-points-of-somebody-gone = Game { $game }, seat { $seat }: the points are of somebody who left or was disqualified; that is right if the game was played before.
finding-games-left = { $games ->
    [one] One game is left.
   *[other] { $games } games are left.
}

# Results from elsewhere.
import-field-place = expected a place from 1 or a disqualification, not both
import-field-moment = expected a moment like 2026-03-14T18:00:00+01:00, with the offset that Warsaw has then
import-field-columns = expected the columns { $columns }
import-field-row = the row has another number of columns than the head
import-field-too-many-rows = there can be at most { $most } rows
