#!/usr/bin/env python3
"""A second, deliberately plain calculation of one tournament that was run here.

    python3 tournament.py DOCUMENT.json
    python3 tournament.py --from http://127.0.0.1:8080 ID... [--bundle EXPORT.json] [--notes NOTES.json]

Written from `rules.md` and the description of the draw alone, so that agreement with the service
means something. It reads what everybody may read of a closed tournament: draws with the revealed
seed, seats, sheets, standings and results. From these it computes every draw, the seats of each
round by the standing after the round before, the TOP stage and the final with who advances, the
standings and the final places, and compares. With an exported season bundle it also compares the
places that the season counts. Exit code 1 and the first difference if something does not fit.

What is not public comes as notes, a JSON object:

    "gone":    {"top": [players], "final": [players]}    whoever had left before a stage
    "earlier": {"2": {"1": {"3": [games]}}}              how sheets of stage 1 stood when stage 2 was seated
    "late":    [players]                                 whoever was admitted after the first round had begun
    "ties":    {"enters_final": [players]}               how the main referee decided
    "after":   {"1": standings}                          the standings as they were shown after a round

Without notes whoever is missing from a later round counts as gone, seats that were given out before
a sheet was changed are only checked for their shape, and a tie may have been decided in any way.
"""

import argparse
import hashlib
import json
import sys
import urllib.parse
import urllib.request

TOP_TABLES = {                                              # R-SEAT-12
    8: [[1, 4, 5, 8], [2, 3, 6, 7]],
    12: [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]],
}


class Difference(Exception):
    """Something that does not come out as the service says."""


def expect(what, computed, found):
    if computed != found:
        raise Difference("%s\n    oracle:  %s\n    service: %s" % (what, shorten(computed), shorten(found)))


def shorten(value, most=600):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= most else text[:most] + "…"


# ------------------------------------------------------------------- the draw

def numbers(seed, number, ids):
    """The stream of 32-bit numbers of draw `number`."""
    key = hashlib.sha256(seed + number.to_bytes(4, "big"))
    for ident in ids:
        data = ident.encode("utf-8")
        key.update(len(data).to_bytes(4, "big") + data)
    key = key.digest()
    block = 0
    while True:
        data = hashlib.sha256(key + block.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(data[start:start + 4], "big")
        block += 1


def below(stream, bound):
    complete = 2 ** 32 - 2 ** 32 % bound
    for number in stream:
        if number < complete:
            return number % bound
    raise AssertionError("the stream does not end")


def draw(seed, number, players):
    order = sorted(players, key=lambda ident: ident.encode("utf-8"))
    stream = numbers(seed, number, order)
    for i in range(len(order) - 1, 0, -1):
        j = below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def in_tables(order):
    """R-SEAT-02: as few tables of three as possible, and these last."""
    threes = -len(order) % 4
    fours = (len(order) - 3 * threes) // 4
    if fours < 0:
        raise Difference("%d players cannot be seated" % len(order))
    sizes = [4] * fours + [3] * threes
    tables, start = [], 0
    for size in sizes:
        tables.append(order[start:start + size])
        start += size
    return tables


# --------------------------------------------------------------------- scores

def big_points(game):
    """R-GAME-03, R-GAME-14: whoever has the most small points has won; several may."""
    played = [small for small in game["small"] if small is not None]
    return [None if small is None else int(small == max(played)) for small in game["small"]]


def check_game(game, where):
    if game["ending"] == "not_played":
        expect("%s: a game that was not played has no points" % where, [],
               [small for small in game["small"] if small is not None])
        return
    played = [small for small in game["small"] if small is not None]
    winners = [small for small in played if small == max(played)]
    losers = [small for small in played if small != max(played)]
    if any(small >= 0 for small in losers):
        raise Difference("%s: a loser is not below 0: %s" % (where, played))
    if game["ending"] == "rack_emptied" and len(winners) != 1:
        raise Difference("%s: one player emptied the rack, %d won" % (where, len(winners)))
    for small in winners:                                   # R-GAME-02, R-GAME-13, AMB-33
        expect("%s: the winner has what the others lost" % where, -sum(losers), small)
    if "big" in game:
        expect("%s: big points" % where, big_points(game), game["big"])


def add_up(tables):
    """{player: [big, small, games played]} over tables of (seats, games)."""
    totals = {}
    for seats, games in tables:
        for player in seats:
            totals.setdefault(player, [0, 0, 0])
        for game in games:
            if game["ending"] == "not_played":
                continue
            for player, small, big in zip(seats, game["small"], big_points(game)):
                if small is not None:
                    totals[player][0] += big
                    totals[player][1] += small
                    totals[player][2] += 1
    return totals


def places(players, key):
    """1-2-2-4 numbering, a greater key is better."""
    return {p: 1 + sum(1 for other in players if key(other) > key(p)) for p in players}


# ------------------------------------------------------------- one tournament

class Tournament:
    def __init__(self, document):
        self.document = document
        self.notes = document.get("notes", {})
        self.seating = document["seating"]
        self.seats = {stage: [[seat["player"] for seat in table["seats"]] for table in shown["tables"]]
                      for stage, shown in self.seating.items()}
        self.sheets = document["sheets"]
        self.rounds = sorted((stage for stage in self.seats if stage.isdigit()), key=int)
        self.results = {line["player"]: line["place"] for line in document["results"]["lines"]}
        self.out = {player for player, place in self.results.items() if place is None}
        self.unchecked = []

    def games(self, stage, table, at=None):
        """The games of a table, as they stood when stage `at` was seated."""
        earlier = self.notes.get("earlier", {}).get(at, {}).get(stage, {})
        if str(table) in earlier:
            return earlier[str(table)]
        return self.sheets[stage][table - 1]["results"]["games"]

    def tables(self, stages, at=None):
        return [(seats, self.games(stage, number, at))
                for stage in stages for number, seats in enumerate(self.seats[stage], 1)]

    def standing(self, rounds, at=None):
        """Totals of these rounds for everybody who was seated in them."""
        return add_up(self.tables(rounds, at))

    def compute(self):
        self.check_sheets()
        self.check_draws()
        for before, stage in zip(self.rounds, self.rounds[1:]):
            self.check_round(before, stage)
        self.check_standings()
        if "top" in self.seats:
            self.check_top()
        if "final" in self.seats:
            self.check_final()
        self.check_places()

    def check_sheets(self):
        for stage, tables in self.seats.items():
            everybody = [player for seats in tables for player in seats]
            if len(set(everybody)) != len(everybody):
                raise Difference("stage %s: somebody sits twice" % stage)
            for number, seats in enumerate(tables, 1):
                sheet = self.sheets[stage][number - 1]
                where = "stage %s table %d" % (stage, number)
                expect(where + ": seats on the sheet", seats, [seat["player"] for seat in sheet["seats"]])
                games = self.games(stage, number)
                expect(where + ": games", sheet["planned_games"], len(games))
                for index, game in enumerate(games, 1):
                    check_game(game, "%s game %d" % (where, index))

    def check_draws(self):
        draws = self.document["draws"]
        seed = bytes.fromhex(draws["seed"])
        expect("the commitment to the seed", hashlib.sha256(seed).hexdigest(), draws["seed_commitment"])
        last = {}
        for item in draws["draws"]:
            found = [seat["player"] for seat in item["order"]]
            order = draw(seed, item["number"], found)
            expect("draw %d" % item["number"], order, found)
            labels = ["%d%s" % (number, letter) for number, table in enumerate(in_tables(order), 1)
                      for letter, _ in zip("ABCD", table)]
            expect("labels of draw %d" % item["number"], labels, [seat["seat"] for seat in item["order"]])
            if not item["undone"]:
                last[item["stage"]] = order
        for stage, order in last.items():
            if stage in self.seats:
                expect("the seats of the drawn stage %s" % stage, in_tables(order), self.seats[stage])

    def drawn(self):
        return [player for table in self.seats[self.rounds[0]] for player in table]

    def seating_order(self, who, totals, before):
        """AMB-26: by the standing; equals as they sat before, and before that as they were drawn."""
        sat = [player for table in self.seats[before] for player in table]
        sat += [player for player in self.drawn() if player not in sat]
        position = {player: index for index, player in enumerate(sat)}

        def key(player):
            big, small, _ = totals.get(player, [0, 0, 0])
            return (-big, -small, position.get(player, len(position)), player.encode("utf-8"))
        return sorted(who, key=key)

    def is_known(self, stage):
        """Whether the sheets are known as they stood when a stage was seated."""
        changed = self.seating[stage].get("changed_since", [])
        earlier = self.notes.get("earlier", {}).get(stage, {})
        known = all(str(sheet["table"]) in earlier.get(sheet["stage"], {}) for sheet in changed)
        if not known:
            self.unchecked.append(stage)
        return known

    def check_round(self, before, stage):
        """R-SEAT-04, R-SEAT-05: the best sit at table 1, the best of each table at A."""
        rounds = self.rounds[:self.rounds.index(stage)]
        who = [player for table in self.seats[stage] for player in table]
        seen = {player for rnd in rounds for table in self.seats[rnd] for player in table}
        late = set(self.notes.get("late", []))
        strangers = set(who) - seen - late
        if "late" in self.notes and strangers:
            raise Difference("stage %s: nobody knows %s" % (stage, sorted(strangers)))
        expect("stage %s: sizes of tables" % stage, [len(table) for table in in_tables(who)],
               [len(table) for table in self.seats[stage]])
        if self.is_known(stage):
            order = self.seating_order(who, self.standing(rounds, stage), before)
            expect("stage %s: seats by the standing" % stage, in_tables(order), self.seats[stage])

    # -- standings

    def elimination_places(self, at=None):
        totals = self.standing(self.rounds, at)
        placed = [player for player in totals if player not in self.out]    # AMB-48
        return totals, places(placed, lambda player: totals[player][:2])    # R-STD-01

    def check_standings(self):
        totals, place = self.elimination_places()
        shown = {line["player"]: line for line in self.document["standings"]["lines"]}
        expect("who stands in the standings", sorted(totals), sorted(shown))
        for player, (big, small, games) in totals.items():
            line = shown[player]
            expect("standings of %s" % player, [place.get(player), big, small, games],
                   [line["place"], line["big"], line["small"], line["games"]])
        lines = self.document["standings"]["lines"]
        is_over = any(line["final_place"] is not None for line in lines)
        order = [line["final_place" if is_over else "place"] for line in lines]
        if is_over:
            expect("the final places in the standings", [self.results[line["player"]] for line in lines], order)
        expect("the order of the standings", sorted(order, key=lambda p: (p is None, p)), order)
        for after, standings in self.notes.get("after", {}).items():
            rounds = [rnd for rnd in self.rounds if int(rnd) <= int(after)]
            earlier = str(int(after) + 1)
            then = add_up(self.tables(rounds, earlier))
            found = {line["player"]: [line["big"], line["small"], line["games"]] for line in standings["lines"]}
            for player, line in found.items():
                expect("standings of %s after round %s" % (player, after), then.get(player, [0, 0, 0]), line)

    # -- later stages

    def present(self, stage):
        last = {player for table in self.seats[self.rounds[-1]] for player in table}
        gone = set(self.notes.get("gone", {}).get(stage, []))
        return last - gone

    def entering(self, stage, seats, question):
        """R-STD-02, AMB-41, AMB-47: the first of the standing who are there; a tie is for the main referee."""
        totals = self.standing(self.rounds, stage)
        there = [player for player in self.present(stage) if not self.left_out(player, stage)]
        place = places(there, lambda player: totals[player][:2])
        ruled = self.ruled(question, stage)

        def key(player):
            return (place[player], ruled.index(player) if player in ruled else len(ruled))
        order = sorted(there, key=key)
        if len(order) > seats and key(order[seats - 1]) == key(order[seats]):
            raise Difference("a tie for stage %s that nobody has decided" % stage)
        return order[:seats], totals

    def ruled(self, question, stage):
        """The order that the main referee has set; without notes, whatever came of it."""
        if "ties" in self.notes:
            return self.notes["ties"].get(question, [])
        if stage is None:
            placed = [player for player, place in self.results.items() if place is not None]
            return sorted(placed, key=lambda player: self.results[player])
        return [player for table in self.seats[stage] for player in table]

    def left_out(self, player, stage):
        """Whoever is out in the end was out before a later stage, unless they were seated there."""
        return player in self.out and not any(player in table for table in self.seats[stage])

    def check_top(self):
        size = sum(len(table) for table in self.seats["top"])
        if size not in TOP_TABLES:
            raise Difference("a TOP stage of %d players" % size)
        if not self.is_known("top"):
            return
        entrants, totals = self.entering("top", size, "enters_top")
        order = self.seating_order(entrants, totals, self.rounds[-1])
        tables = [[order[place - 1] for place in table] for table in TOP_TABLES[size]]
        expect("seats of the TOP stage", tables, self.seats["top"])

    def finalists_from_top(self):
        _, elimination = self.elimination_places("final")
        top = add_up(self.tables(["top"], "final"))
        ruled = self.ruled("enters_final", "final")

        def key(player):                                    # AMB-45
            big, small, _ = top[player]
            rank = ruled.index(player) if player in ruled else len(ruled)
            return (-big, -small, elimination[player], rank)
        tables = [sorted((p for p in table if p in elimination), key=key) for table in self.seats["top"]]
        if len(tables) == 2:                                # R-FIN-03, AMB-44
            chosen = [table[:2] for table in tables]
            edges = [(table[1], table[2]) for table in tables if len(table) > 2]
            finalists = [player for table in chosen for player in table]
        else:                                               # R-FIN-02
            seconds = sorted((table[1] for table in tables), key=key)
            finalists = [table[0] for table in tables] + seconds[:1]
            edges = [(table[0], table[1]) for table in tables] + [(seconds[0], seconds[1])]
            edges += [(table[1], table[2]) for table in tables if len(table) > 2 and table[1] == seconds[0]]
        for inside, outside in edges:
            if key(inside) == key(outside):
                raise Difference("a tie for the final that nobody has decided: %s, %s" % (inside, outside))
        return finalists

    def check_final(self):
        if not self.is_known("final"):
            return
        if "top" in self.seats:
            finalists = self.finalists_from_top()
            totals = self.standing(self.rounds, "final")
        else:
            finalists, totals = self.entering("final", 4, "enters_final")
        order = self.seating_order(finalists, totals, self.rounds[-1])
        expect("seats of the final", [order], self.seats["final"])

    # -- places

    def final_places(self):
        """R-STD-04: the finalists first, the others by the elimination."""
        totals, elimination = self.elimination_places()
        if "final" not in self.seats:
            return elimination
        final = add_up(self.tables(["final"]))
        finalists = [player for player in elimination if player in final]
        others = [player for player in elimination if player not in final]
        ruled = self.ruled("final_places", None)

        def key(player):                                    # AMB-43
            big, small, _ = final[player]
            rank = ruled.index(player) if player in ruled else len(ruled)
            return (big, small, -elimination[player], -rank)
        place = places(finalists, key)
        for player, rank in places(others, lambda player: totals[player][:2]).items():
            place[player] = len(finalists) + rank
        return place

    def check_places(self):
        place = self.final_places()
        computed = {player: place.get(player) for player in self.standing(self.rounds)}
        expect("final places", dict(sorted(computed.items())), dict(sorted(self.results.items())))
        totals = self.standing(self.rounds)
        played = {line["player"]: line["games_played"] for line in self.document["results"]["lines"]}
        expect("games played", {p: t[2] for p, t in sorted(totals.items())}, dict(sorted(played.items())))

    def check_bundle(self, bundle, ident):
        """What the season counts of it."""
        found = [t for t in bundle["tournaments"] if t["id"] == ident]
        if len(found) != 1:
            raise Difference("the season has %d tournaments with the id %s" % (len(found), ident))
        lines = found[0]["results"]
        counted = {line["player"]: None if line.get("disqualified") else line["place"] for line in lines}
        expect("places that the season counts", dict(sorted(self.results.items())), dict(sorted(counted.items())))


# ------------------------------------------------------------------ gathering

def read(base, path):
    with urllib.request.urlopen("%s/api/v1/%s" % (base.rstrip("/"), path), timeout=60) as answer:
        return json.load(answer)


def gather(base, ident):
    """Everything that is public of a tournament."""
    here = "tournaments/" + urllib.parse.quote(ident, safe="")
    shown = read(base, here)
    document = {"tournament": shown, "draws": read(base, here + "/draws"), "standings": read(base, here + "/standings"),
                "results": read(base, here + "/results"), "seating": {}, "sheets": {}}
    for stage in shown["stages"]:
        seating = read(base, "%s/seating?stage=%s" % (here, stage))
        if not seating["tables"]:
            continue
        document["seating"][stage] = seating
        document["sheets"][stage] = [read(base, "%s/stages/%s/tables/%d/sheet" % (here, stage, table["table"]))
                                     for table in seating["tables"]]
    return document


def main(argv):
    options = argparse.ArgumentParser(description="Compute a closed tournament anew and compare.")
    options.add_argument("document", nargs="?", help="what is public of a tournament, as JSON")
    options.add_argument("--from", dest="source", nargs="+", metavar=("URL", "ID"), help="read it from a service")
    options.add_argument("--bundle", metavar="FILE", help="an export of the season, whose places must agree")
    options.add_argument("--notes", metavar="FILE", help="what is not public")
    chosen = options.parse_args(argv)
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    if chosen.source:
        documents = [(ident, gather(chosen.source[0], ident)) for ident in chosen.source[1:]]
    elif chosen.document:
        with open(chosen.document, encoding="utf-8") as file:
            document = json.load(file)
        documents = [(document["tournament"]["id"], document)]
    else:
        options.error("a document or --from is needed")
    if chosen.notes:
        with open(chosen.notes, encoding="utf-8") as file:
            notes = json.load(file)
        for _, document in documents:
            document["notes"] = notes
    bundle = None
    if chosen.bundle:
        with open(chosen.bundle, encoding="utf-8") as file:
            bundle = json.load(file)
    failed = 0
    for ident, document in documents:
        tournament = Tournament(document)
        try:
            tournament.compute()
            if bundle:
                tournament.check_bundle(bundle, ident)
        except Difference as difference:
            failed += 1
            print("FAILED %s: %s" % (ident, difference))
            continue
        left = ", seats after a late correction left out: %s" % " ".join(tournament.unchecked) \
            if tournament.unchecked else ""
        print("%s: %d players, stages %s agree%s" % (ident, len(tournament.results), " ".join(tournament.seats), left))
    print("%d agree, %d failed" % (len(documents) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
