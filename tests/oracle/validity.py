#!/usr/bin/env python3
"""What is wrong with a bundle, by the list in `season-bundle.md`.

    python3 validity.py FILE...

Keeps the generators honest: a random bundle must have no problem here, a spoiled one at least one.
Where the specification can be read in two ways it says nothing.
"""

import datetime
import json
import re
import sys

import warsaw

INTEGER, STRING, BOOLEAN, DATE, TIME, IDENT, LIST, OBJECT = (
    "integer", "string", "boolean", "date", "time", "id", "list", "object")

CLASSES = ["ordinary", "eliminatory", "mw", "mp"]
ENDINGS = ["rack_emptied", "time_expired", "pool_exhausted", "not_played"]
ONLINE_EVENTS = ["mp_online", "hertzano", "gold", "silver", "bronze"]

# name: (kind or list of allowed values, required)
BUNDLE = {
    "format": (["season-bundle/1"], True), "rulebook": (OBJECT, True), "seasons": (LIST, False),
    "players": (LIST, False), "tournaments": (LIST, False), "leagues": (LIST, False), "grand_prix": (LIST, False),
    "online": (LIST, False), "waivers": (LIST, False), "mw": (LIST, False), "tie_decisions": (LIST, False),
}
RULEBOOK = {"base": (["pl-2024-25"], True), "overrides": (OBJECT, True)}
OVERRIDES = {
    "ranking.tiebreak_basis": (["position", "points"], False),
    "awans.tournament.two_seats_from": (INTEGER, False),
    "awans.gp.count": (["distinct", "attendances"], False),
    "awans.ranking.count": (INTEGER, False),
    "wildcard.cap": (INTEGER, False),
}
SEASON = {"id": (IDENT, True), "from": (DATE, True), "to": (DATE, False), "mp_first_day": (DATE, False)}
PLAYER = {"id": (IDENT, True), "first_name": (STRING, True), "surname": (STRING, True), "city": (STRING, True),
          "voivodeship": (STRING, True), "country": (STRING, True)}
TOURNAMENT = {
    "id": (IDENT, True), "name": (STRING, True), "ended_at": (TIME, True), "submitted_at": (TIME, True),
    "voivodeship": (STRING, True), "class": (CLASSES, True), "planned_games": (INTEGER, True),
    "results": (LIST, False), "rounds": (LIST, False), "final": (OBJECT, False), "disqualified": (LIST, False),
    "waivers": (LIST, False), "exception_decision": (OBJECT, False),
}
RESULT = {"player": (STRING, True), "games_played": (INTEGER, True), "place": (INTEGER, False),
          "disqualified": (BOOLEAN, False)}
ROUND = {"tables": (LIST, True)}
TABLE = {"seats": (LIST, True), "games": (LIST, True)}
GAME = {"ending": (ENDINGS, True), "small": (LIST, False)}
EXCEPTION = {"granted": (BOOLEAN, True), "decided_at": (TIME, True)}
LEAGUE = {"id": (IDENT, True), "name": (STRING, True), "voivodeship": (STRING, True), "ended_at": (TIME, True),
          "submitted_at": (TIME, True), "meetings": (LIST, True), "table": (LIST, True), "waivers": (LIST, False)}
MEETING = {"date": (DATE, True), "present": (LIST, True)}
TABLE_ROW = {"player": (STRING, True), "place": (INTEGER, True)}
GRAND_PRIX = {"id": (IDENT, True), "name": (STRING, True), "tournaments": (LIST, True)}
ONLINE = {"id": (IDENT, True), "event": (ONLINE_EVENTS, True), "edition": (INTEGER, True), "ended_at": (TIME, True),
          "table": (LIST, True), "submitted_at": (TIME, False), "waivers": (LIST, False)}
WAIVER = {"player": (STRING, True), "declared_at": (TIME, True)}
MW = {"id": (IDENT, True), "voivodeship": (STRING, True), "from": (DATE, True), "to": (DATE, True)}
TIE_DECISION = {"event": (STRING, True), "season": (STRING, False), "order": (LIST, True)}


class DuplicateKey(ValueError):
    pass


class Broken(Exception):
    """The shape is wrong; the rules of meaning cannot be looked at."""


def strict_object(pairs):
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise DuplicateKey("duplicate key %r" % name)
    return dict(pairs)


def refuse_constant(text):
    raise ValueError("%s is not JSON" % text)


def parse(data):
    return json.loads(data.decode("utf-8"), object_pairs_hook=strict_object, parse_constant=refuse_constant)


def is_date(text):
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_time(text):
    """RFC 3339 with seconds, and the offset that Warsaw has at that instant."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}", text):
        return False
    try:
        read = datetime.datetime.fromisoformat(text)
    except ValueError:
        return False
    return warsaw.stamp(int(read.timestamp())) == text


class Checker:
    def __init__(self):
        self.problems = []

    def wrong(self, where, what):
        self.problems.append("%s: %s" % (where, what))

    def shape(self, where, value, fields):
        """Checks an object field by field."""
        before = len(self.problems)
        if not isinstance(value, dict):
            self.wrong(where, "not an object")
            raise Broken
        for name in value:
            if name not in fields:
                self.wrong(where, "unknown field %r" % name)
        for name, (kind, required) in fields.items():
            if name not in value:
                if required:
                    self.wrong(where, "no %s" % name)
                continue
            found = value[name]
            fine = {
                INTEGER: isinstance(found, int) and not isinstance(found, bool),
                STRING: isinstance(found, str),
                BOOLEAN: isinstance(found, bool),
                DATE: isinstance(found, str) and is_date(found),
                TIME: isinstance(found, str) and is_time(found),
                IDENT: isinstance(found, str) and found not in ("", "ranking"),
                LIST: isinstance(found, list),
                OBJECT: isinstance(found, dict),
            }[kind] if isinstance(kind, str) else isinstance(found, str) and found in kind
            if not fine:
                self.wrong("%s.%s" % (where, name), "not a good %s" % (kind,))
        if len(self.problems) > before:
            raise Broken

    def players(self, where, names):
        for name in names:
            if not isinstance(name, str):
                self.wrong(where, "a player id that is no string")
                raise Broken
            if name not in self.known_players:
                self.wrong(where, "unknown player %r" % name)

    def once(self, where, items, what):
        if len(set(items)) != len(items):
            self.wrong(where, "%s twice" % what)

    def places(self, where, places):
        ordered = sorted(places)
        for place in places:
            if place != 1 + sum(1 for other in ordered if other < place):
                self.wrong(where, "places are not 1-2-2-4")
                return

    def check(self, bundle):
        self.shape("bundle", bundle, BUNDLE)
        self.shape("rulebook", bundle["rulebook"], RULEBOOK)
        self.shape("overrides", bundle["rulebook"]["overrides"], OVERRIDES)
        overrides = bundle["rulebook"]["overrides"]
        if overrides.get("awans.tournament.two_seats_from", 1) < 1:
            self.wrong("overrides", "two_seats_from below 1")
        if overrides.get("awans.ranking.count", 0) < 0 or overrides.get("wildcard.cap", 0) < 0:
            self.wrong("overrides", "a negative count")

        lists = {name: bundle.get(name, []) for name in BUNDLE if BUNDLE[name][0] == LIST}
        ids = []
        for name, fields in (("seasons", SEASON), ("players", PLAYER), ("tournaments", TOURNAMENT),
                             ("leagues", LEAGUE), ("grand_prix", GRAND_PRIX), ("online", ONLINE), ("waivers", WAIVER),
                             ("mw", MW), ("tie_decisions", TIE_DECISION)):
            for i, item in enumerate(lists[name]):
                self.shape("%s[%d]" % (name, i), item, fields)
                if "id" in fields:
                    ids.append(item["id"])
        self.once("bundle", ids, "an id")
        self.known_players = {p["id"] for p in lists["players"]}
        self.classes = {t["id"]: t["class"] for t in lists["tournaments"]}

        self.check_seasons(lists["seasons"])
        for i, t in enumerate(lists["tournaments"]):
            self.check_tournament("tournaments[%d]" % i, t)
        for i, league in enumerate(lists["leagues"]):
            self.check_league("leagues[%d]" % i, league)
        for i, gp in enumerate(lists["grand_prix"]):
            self.check_grand_prix("grand_prix[%d]" % i, gp)
        for i, event in enumerate(lists["online"]):
            where = "online[%d]" % i
            self.check_table(where, event["table"])
            self.check_waivers(where, event, {row["player"] for row in event["table"]})
        self.once("online", [(e["event"], e["edition"]) for e in lists["online"]], "an event and edition")
        for i, w in enumerate(lists["waivers"]):
            self.players("waivers[%d]" % i, [w["player"]])
        for i, mw in enumerate(lists["mw"]):
            if mw["from"] > mw["to"]:
                self.wrong("mw[%d]" % i, "from after to")

        events = {e["id"] for name in ("tournaments", "leagues", "online", "grand_prix") for e in lists[name]}
        seasons = {s["id"] for s in lists["seasons"]}
        decided = []
        for i, tie in enumerate(lists["tie_decisions"]):
            where = "tie_decisions[%d]" % i
            if tie["event"] == "ranking":
                if tie.get("season") not in seasons:
                    self.wrong(where, "unknown season")
            elif tie["event"] not in events:
                self.wrong(where, "unknown event")
            decided.append((tie["event"], tie.get("season")))
            self.players(where, tie["order"])
            self.once(where, tie["order"], "a player")
            if not tie["order"]:
                self.wrong(where, "empty order")
        self.once("tie_decisions", decided, "an event")

    def check_seasons(self, seasons):
        windows = []
        for i, s in enumerate(seasons):
            where = "seasons[%d]" % i
            last = s.get("to", "9999-12-31")
            if s["from"] > last:
                self.wrong(where, "from after to")
            if "mp_first_day" in s:
                if s["mp_first_day"] <= s["from"] or ("to" in s and s["mp_first_day"] <= s["to"]):
                    self.wrong(where, "mp_first_day too early")
            windows.append((s["from"], last))
        windows.sort()
        for (_, end), (start, _) in zip(windows, windows[1:]):
            if start <= end:
                self.wrong("seasons", "overlap")

    def check_table(self, where, rows):
        for row in rows:
            self.shape(where + ".table", row, TABLE_ROW)
        self.players(where, [row["player"] for row in rows])
        self.once(where, [row["player"] for row in rows], "a player")
        self.places(where, [row["place"] for row in rows])

    def check_waivers(self, where, event, inside):
        self.players(where + ".waivers", event.get("waivers", []))
        for p in event.get("waivers", []):
            if p not in inside:
                self.wrong(where, "waiving player was not there")

    def check_game(self, where, game, seats):
        self.shape(where, game, GAME)
        if game["ending"] == "not_played":
            if "small" in game:
                self.wrong(where, "points of a game that was not played")
            return
        if "small" not in game:
            self.wrong(where, "no small")
            return
        small = game["small"]
        if not all(isinstance(x, int) and not isinstance(x, bool) for x in small):
            self.wrong(where, "small is not of integers")
            raise Broken
        if len(small) != seats:
            self.wrong(where, "small has the wrong length")
            return
        winners = [x for x in small if x == max(small)]
        losers = [x for x in small if x != max(small)]
        if game["ending"] == "rack_emptied" and len(winners) != 1:
            self.wrong(where, "not one winner")
        if any(x >= 0 for x in losers):
            self.wrong(where, "a loser who lost nothing")
        elif winners[0] != -sum(losers):
            self.wrong(where, "the winner did not get what the others lost")

    def check_board(self, where, table, sizes):
        self.shape(where, table, TABLE)
        self.players(where, table["seats"])
        self.once(where, table["seats"], "a player")
        if len(table["seats"]) not in sizes:
            self.wrong(where, "number of seats")
            return
        for i, game in enumerate(table["games"]):
            self.check_game("%s.games[%d]" % (where, i), game, len(table["seats"]))

    def check_tournament(self, where, t):
        if t["planned_games"] < 1:
            self.wrong(where, "planned_games below 1")
        if ("results" in t) == ("rounds" in t):
            self.wrong(where, "not exactly one of results and rounds")
            return
        played = {}
        if "results" in t:
            if "final" in t or "disqualified" in t:
                self.wrong(where, "final or disqualified beside results")
            for i, row in enumerate(t["results"]):
                self.shape("%s.results[%d]" % (where, i), row, RESULT)
                played[row["player"]] = row["games_played"]
                if ("place" in row) == row.get("disqualified", False):
                    self.wrong(where, "a result without a clear outcome")
            names = [row["player"] for row in t["results"]]
            self.players(where, names)
            self.once(where, names, "a player")
            self.places(where, [row["place"] for row in t["results"] if "place" in row])
        else:
            for i, rnd in enumerate(t["rounds"]):
                place = "%s.rounds[%d]" % (where, i)
                self.shape(place, rnd, ROUND)
                seated = []
                for j, table in enumerate(rnd["tables"]):
                    self.check_board("%s.tables[%d]" % (place, j), table, (3, 4))
                    seated += table["seats"]
                    games = sum(1 for g in table["games"] if g["ending"] != "not_played")
                    for p in table["seats"]:
                        played[p] = played.get(p, 0) + games
                self.once(place, seated, "a player")
            if "final" in t:
                self.check_board(where + ".final", t["final"], (4,))
                if not set(t["final"]["seats"]) <= set(played):
                    self.wrong(where, "a finalist who never sat in a round")
            self.players(where + ".disqualified", t.get("disqualified", []))
            if not set(t.get("disqualified", [])) <= set(played):
                self.wrong(where, "a disqualified player who was not there")
        for games in played.values():
            if games < 0 or games > t["planned_games"]:
                self.wrong(where, "games_played out of range")
                break
        self.check_waivers(where, t, set(played))
        if "exception_decision" in t:
            decision = t["exception_decision"]
            self.shape(where + ".exception_decision", decision, EXCEPTION)
            decided, ended = (datetime.datetime.fromisoformat(x) for x in (decision["decided_at"], t["ended_at"]))
            if decided < ended:
                self.wrong(where, "decided before the end")

    def check_league(self, where, league):
        inside = {row["player"] for row in league["table"] if isinstance(row, dict) and "player" in row}
        for i, meeting in enumerate(league["meetings"]):
            place = "%s.meetings[%d]" % (where, i)
            self.shape(place, meeting, MEETING)
            self.players(place, meeting["present"])
            self.once(place, meeting["present"], "a player")
            inside |= set(meeting["present"])
        self.check_table(where, league["table"])
        self.check_waivers(where, league, inside)

    def check_grand_prix(self, where, gp):
        if not gp["tournaments"]:
            self.wrong(where, "no member")
        if not all(isinstance(m, str) for m in gp["tournaments"]):
            self.wrong(where, "a member that is no id")
            raise Broken
        self.once(where, gp["tournaments"], "a member")
        for member in gp["tournaments"]:
            if self.classes.get(member) != "eliminatory":
                self.wrong(where, "member %r is unknown or not eliminatory" % member)


def problems(data):
    """Everything that is wrong with the file; an empty list means a valid bundle."""
    try:
        bundle = parse(data)
    except RecursionError:
        return ["nested too deeply"]
    except ValueError as error:  # also bad UTF-8 and bad JSON
        return [str(error)]
    checker = Checker()
    try:
        checker.check(bundle)
    except Broken:
        pass
    return checker.problems


if __name__ == "__main__":
    bad = False
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            for problem in problems(file.read()):
                bad = True
                print("%s: %s" % (path, problem))
    sys.exit(1 if bad else 0)
