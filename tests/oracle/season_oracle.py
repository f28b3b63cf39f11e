#!/usr/bin/env python3
"""A second, deliberately plain calculation of the season results.

    python3 season_oracle.py BUNDLE.json

Written from `season-bundle.md` and `rules.md` alone, so that agreement with `kostka compute`
means something. It trusts its input: an invalid bundle gives nonsense or an exception.
"""

import datetime
import json
import sys

# R-DEF-11
EXCEPTION_VOIVODESHIPS = {
    "lubelskie", "podkarpackie", "opolskie", "świętokrzyskie", "podlaskie",
    "wielkopolskie", "kujawsko-pomorskie", "zachodniopomorskie", "lubuskie",
}

# R-RANK-05: (last place of the band, points); everything further down gives 1.
POINT_BANDS = [
    (1, 100), (2, 85), (3, 70), (4, 65), (5, 60), (6, 55), (7, 50), (8, 45),
    (10, 40), (12, 36), (14, 32), (16, 28), (20, 24), (24, 21), (28, 18),
    (32, 15), (36, 12), (41, 10), (46, 8), (51, 6), (56, 4), (64, 2),
]

ONLINE_SEATS = {"mp_online": 6, "hertzano": 3, "gold": 1, "silver": 1, "bronze": 1}  # R-AWO-01

DEFAULT_PARAMETERS = {
    "ranking.tiebreak_basis": "position",   # AMB-52
    "awans.tournament.two_seats_from": 80,  # AMB-64
    "awans.gp.count": "distinct",           # AMB-70
    "awans.ranking.count": 50,              # R-AWR-01
    "wildcard.cap": 64,                     # R-MW-08
}


# ---------------------------------------------------------------- small tools

def points_for(place):
    for last_place, points in POINT_BANDS:
        if place <= last_place:
            return points
    return 1


def moment(text):
    """The instant as seconds, so that +01:00 and +02:00 compare properly."""
    return datetime.datetime.fromisoformat(text).timestamp()


def day_of_moment(text):
    """The local day is what is written, whatever the offset."""
    return datetime.date.fromisoformat(text[:10])


def day(text):
    return datetime.date.fromisoformat(text)


def number_places(players, key):
    """1-2-2-4 numbering: {player: place}, a greater key is better."""
    return {
        p: 1 + sum(1 for other in players if key(other) > key(p))
        for p in players
    }


def time_key(event):
    """AMB-68: end, then application (none counts as earliest), then id."""
    return (moment(event["ended_at"]), application_key(event), event["id"])


def application_key(event):
    if "submitted_at" in event:
        return moment(event["submitted_at"])
    return float("-inf")


# ------------------------------------------------------- one tournament alone

def score(tables):
    """{player: [big, small, games played]} over the tables given."""
    totals = {}
    for table in tables:
        seats = table["seats"]
        for player in seats:
            totals.setdefault(player, [0, 0, 0])
        for game in table["games"]:
            if game["ending"] == "not_played":
                continue
            best = max(game["small"])
            for player, small in zip(seats, game["small"]):
                totals[player][0] += 1 if small == best else 0  # R-GAME-03, R-GAME-14
                totals[player][1] += small
                totals[player][2] += 1
    return totals


def rows_from_rounds(tournament):
    elimination = score([table for rnd in tournament["rounds"] for table in rnd["tables"]])
    thrown_out = set(tournament.get("disqualified", []))
    placed = [p for p in elimination if p not in thrown_out]  # AMB-48

    def elimination_key(player):
        big, small, _ = elimination[player]
        return (big, small)  # R-STD-01

    elimination_place = number_places(placed, elimination_key)
    if "final" in tournament:
        final = score([tournament["final"]])
        finalists = [p for p in placed if p in final]
        others = [p for p in placed if p not in final]

        def final_key(player):  # AMB-43
            big, small, _ = final[player]
            return (big, small, -elimination_place[player])

        place = number_places(finalists, final_key)
        for player, rank in number_places(others, elimination_key).items():
            place[player] = rank + len(finalists)
    else:
        place = elimination_place

    return [
        # Final games are no elimination games: they count neither for n nor for the half rule.
        {"player": p, "place": place.get(p), "played": elimination[p][2]}
        for p in elimination
    ]


def rows_from_results(tournament):
    return [
        {"player": r["player"], "place": r.get("place"), "played": r["games_played"]}
        for r in tournament["results"]
    ]


def tournament_rows(tournament):
    if "rounds" in tournament:
        return rows_from_rounds(tournament)
    return rows_from_results(tournament)


def participants(tournament):
    """AMB-11; disqualified players took part as well."""
    return {r["player"] for r in tournament_rows(tournament) if r["played"] >= 1}


def candidates_of_tournament(tournament):
    """(place, player) of everyone who may get something by place."""
    return [
        (r["place"], r["player"])
        for r in tournament_rows(tournament)
        if r["place"] is not None and r["played"] >= 1
    ]


def scorers_of_tournament(tournament):
    """(place, player) of those who get points by the half rule, R-STD-05."""
    return [
        (r["place"], r["player"])
        for r in tournament_rows(tournament)
        if r["place"] is not None and 2 * r["played"] >= tournament["planned_games"]
        and r["played"] >= 1
    ]


def needs_exception(tournament):
    """R-FMT-16: everything is right but the number of players, and a decision could mend it."""
    n = len(participants(tournament))
    return (
        tournament["class"] == "eliminatory"
        and 12 <= tournament["planned_games"] <= 16
        and 24 <= n <= 27
        and tournament["voivodeship"] in EXCEPTION_VOIVODESHIPS
    )


def exception_granted(tournament):
    return needs_exception(tournament) and tournament.get("exception_decision", {}).get("granted", False)


def is_valid_eliminatory(tournament):
    """R-FMT-01, R-FMT-15, R-FMT-16."""
    if exception_granted(tournament):
        return True
    return (
        tournament["class"] == "eliminatory"
        and 12 <= tournament["planned_games"] <= 16
        and len(participants(tournament)) >= 28
    )


# ----------------------------------------------------------- one league alone

def meetings_attended(league):
    count = {}
    for meeting in league["meetings"]:
        for player in meeting["present"]:
            count[player] = count.get(player, 0) + 1
    return count


def regulars(league):
    """AMB-51 (i): persons with three meetings or more, in the table or not."""
    return {p for p, times in meetings_attended(league).items() if times >= 3}


def table_entries(event):
    return [(row["place"], row["player"]) for row in event["table"]]


def scorers_of_league(league):
    """R-RANK-04."""
    big_meetings = [m for m in league["meetings"] if len(m["present"]) >= 16]
    if len(big_meetings) < 3:
        return []
    here = regulars(league)
    return [(place, player) for place, player in table_entries(league) if player in here]


# ------------------------------------------------------------ sums and orders

def points_table(scored_events, basis):
    """Rows of a points list from [(event id, [(place, player), …]), …].

    R-RANK-06 sums everything, R-RANK-09 breaks ties, R-RANK-10 leaves the rest shared.
    """
    results = {}
    for event_id, scorers in scored_events:
        for place, player in scorers:
            results.setdefault(player, []).append(
                {"event": event_id, "place": place, "points": points_for(place)})

    def total(player):
        return sum(r["points"] for r in results[player])

    keys = {}
    for player, mine in results.items():
        if basis == "position":
            tail = sorted(r["place"] for r in mine)                 # a lower place is better
            tail = [-place for place in tail]
        else:
            tail = sorted((r["points"] for r in mine), reverse=True)
        keys[player] = (total(player), tail)

    place = number_places(list(results), lambda p: keys[p])
    rows = [
        {
            "place": place[p],
            "player": p,
            "points": total(p),
            "results": sorted(results[p], key=lambda r: (r["place"], r["event"])),
        }
        for p in results
    ]
    rows.sort(key=lambda row: (row["place"], row["player"]))
    return rows


def walk(entries, seats, deepest_place, barred, order):
    """Give `seats` down the list; `order` is the tie decision or None.

    Returns ([(player, place), …], None or {"open", "candidates"}).
    """
    given = []
    for place in sorted({place for place, _ in entries}):
        left = seats - len(given)
        if left == 0 or (deepest_place is not None and place > deepest_place):
            break
        group = sorted(p for where, p in entries if where == place and p not in barred)
        decided = order is not None and all(p in order for p in group)
        if decided:
            group.sort(key=order.index)
        if len(group) > left and not decided:
            return given, {"open": left, "candidates": group}  # P-SEATS
        given += [(p, place) for p in group[:left]]
    return given, None


# ------------------------------------------------------------------ the whole

class Season:
    def __init__(self, bundle):
        self.bundle = bundle
        self.parameters = dict(DEFAULT_PARAMETERS)
        self.parameters.update(bundle["rulebook"]["overrides"])
        self.tournaments = bundle.get("tournaments", [])
        self.leagues = bundle.get("leagues", [])
        self.online = bundle.get("online", [])
        self.grand_prix = bundle.get("grand_prix", [])
        self.tournament_by_id = {t["id"]: t for t in self.tournaments}

    # -- lookups

    def members(self, gp):
        return [self.tournament_by_id[i] for i in gp["tournaments"]]

    def last_member(self, gp):
        return max(self.members(gp), key=lambda t: moment(t["ended_at"]))

    def tie_order(self, event, season=None):
        for decision in self.bundle.get("tie_decisions", []):
            if decision["event"] == event and decision.get("season") == season:
                return decision["order"]
        return None

    # -- ranking, R-RANK

    def ranking(self, season, up_to=None):
        scored = []
        for t in self.tournaments:
            if t["class"] in ("ordinary", "eliminatory", "mw") and len(participants(t)) >= 24:
                scored.append((t, scorers_of_tournament(t)))
        for league in self.leagues:
            scored.append((league, scorers_of_league(league)))
        chosen = []
        for event, scorers in scored:
            ended = day_of_moment(event["ended_at"])
            if holds(season, ended) and (up_to is None or ended <= up_to):
                chosen.append((event["id"], scorers))
        return points_table(chosen, self.parameters["ranking.tiebreak_basis"])

    # -- Grand Prix, R-AWG

    def gp_result(self, gp):
        members = self.members(gp)
        valid = [t for t in members if is_valid_eliminatory(t)]
        rows = points_table(
            [(t["id"], scorers_of_tournament(t)) for t in valid],
            self.parameters["ranking.tiebreak_basis"])
        persons = set()
        for t in members:
            persons |= participants(t)
        return {
            "id": gp["id"],
            "valid_events": len(valid),
            "persons": len(persons),
            "table": [{"place": r["place"], "player": r["player"], "points": r["points"]} for r in rows],
        }

    def gp_attendances(self, gp):
        return sum(len(participants(t)) for t in self.members(gp))

    # -- MP qualifications

    def season_result(self, season):
        holders = []   # rows of the result
        pending = []
        waived = set()

        def barred():
            return waived | {row["player"] for row in holders}

        def award(source, event_id, entries, seats, deepest, order):
            given, open_entry = walk(entries, seats, deepest, barred(), order)
            for player, place in given:
                holders.append({"player": player, "source": source, "event": event_id, "place": place})
            if open_entry is not None:
                pending.append(dict(open_entry, source=source, event=event_id))

        def waive(players):
            waived.update(players)

        def award_tournament(t):
            n = len(participants(t))
            if t["class"] == "mw":  # R-AWM-01, AMB-74
                if n >= 16:
                    award("mw", t["id"], candidates_of_tournament(t), 2, None, self.tie_order(t["id"]))
            elif is_valid_eliminatory(t):  # R-AWT
                seats = 2 if n >= self.parameters["awans.tournament.two_seats_from"] else 1
                award("tournament", t["id"], candidates_of_tournament(t), seats, 4, self.tie_order(t["id"]))

        def award_league(league):  # R-AWL
            count = len(regulars(league))
            seats = 2 if count >= 32 else 1 if count >= 16 else 0
            award("league", league["id"], table_entries(league), seats, 8, self.tie_order(league["id"]))

        def award_online(event):  # R-AWO
            award("online", event["id"], table_entries(event), ONLINE_SEATS[event["event"]], None,
                  self.tie_order(event["id"]))

        def award_gp(gp):  # R-AWG-03, AMB-71
            result = self.gp_result(gp)
            if result["valid_events"] < 5 or len(gp["tournaments"]) > 10:
                pending.append({"source": "grand_prix", "event": gp["id"], "open": 1, "candidates": []})
                return
            if self.parameters["awans.gp.count"] == "distinct":
                size = result["persons"]
            else:
                size = self.gp_attendances(gp)
            deepest = 12 if size >= 200 else 8
            entries = [(r["place"], r["player"]) for r in result["table"]]
            award("grand_prix", gp["id"], entries, 1, deepest, self.tie_order(gp["id"]))

        def award_ranking(cut_day):  # R-AWR-01, AMB-58, AMB-59
            rows = self.ranking(season, up_to=cut_day)
            entries = [(r["place"], r["player"]) for r in rows]
            award("ranking", "ranking", entries, self.parameters["awans.ranking.count"], None,
                  self.tie_order("ranking", season["id"]))

        # Every step: (sort key, local day, what to do). Inside one instant the second part of
        # the key says 0 waiver given outside an event, 1 event, 2 Grand Prix; the last part puts
        # the waivers of an event right before the event itself.
        steps = []

        def step(at, phase, application, ident, part, action):
            steps.append(((moment(at), phase, application, ident, part), day_of_moment(at), action))

        for w in self.bundle.get("waivers", []):
            if holds(season, day_of_moment(w["declared_at"])):
                step(w["declared_at"], 0, 0, w["player"], 0, lambda w=w: waive([w["player"]]))

        for events, action in (
                (self.tournaments, award_tournament), (self.leagues, award_league), (self.online, award_online)):
            for e in events:
                if not holds(season, day_of_moment(e["ended_at"])):
                    continue
                step(e["ended_at"], 1, application_key(e), e["id"], 0, lambda e=e: waive(e.get("waivers", [])))
                turn = e["ended_at"]
                if action is award_tournament and exception_granted(e):
                    turn = e["exception_decision"]["decided_at"]  # AMB-14
                step(turn, 1, application_key(e), e["id"], 1, lambda e=e, action=action: action(e))

        for gp in self.grand_prix:
            end = self.last_member(gp)["ended_at"]
            if holds(season, day_of_moment(end)):
                step(end, 2, 0, gp["id"], 0, lambda gp=gp: award_gp(gp))  # AMB-77

        steps.sort(key=lambda s: s[0])
        ranking_due = None
        if "mp_first_day" in season:
            ranking_due = day(season["mp_first_day"]) - datetime.timedelta(days=7)
        for _, local_day, action in steps:
            if ranking_due is not None and local_day > ranking_due:
                award_ranking(ranking_due)
                ranking_due = None
            action()
        if ranking_due is not None:
            award_ranking(ranking_due)

        return {"id": season["id"], "ranking": self.ranking(season), "mp": holders, "pending": pending}

    # -- voivodeship championships, R-MW

    def mw_result(self, mw):
        def feeds(event):
            return (event["voivodeship"] == mw["voivodeship"]
                    and day(mw["from"]) <= day_of_moment(event["ended_at"]) <= day(mw["to"]))

        leagues = [l for l in self.leagues if feeds(l)]
        tournaments = [
            t for t in self.tournaments
            if feeds(t) and t["class"] in ("ordinary", "eliminatory") and len(participants(t)) >= 16
        ]

        # R-MW-02, R-MW-03
        giving = [(t, candidates_of_tournament(t)) for t in tournaments]
        giving += [(l, table_entries(l)) for l in leagues if len(regulars(l)) >= 12]
        giving.sort(key=lambda pair: time_key(pair[0]))
        qualified, pending = [], []
        for event, entries in giving:
            holders = {row["player"] for row in qualified}  # AMB-78
            given, open_entry = walk(entries, 3, None, holders, self.tie_order(event["id"]))
            for player, place in given:
                qualified.append({"player": player, "event": event["id"], "place": place})
            if open_entry is not None:
                pending.append(dict(open_entry, event=event["id"]))

        # R-MW-08, R-MW-09, AMB-81
        offers = []
        if leagues:
            for l in leagues:
                offers += [offer(l, len(l["table"]), place, player) for place, player in table_entries(l)]
        else:
            for t in tournaments:
                n = len(participants(t))
                offers += [offer(t, n, place, player) for place, player in candidates_of_tournament(t)]
        offers.sort(key=lambda o: o["key"])
        taken = {row["player"] for row in qualified}
        wildcards = []
        for o in offers:
            if len(qualified) + len(wildcards) >= self.parameters["wildcard.cap"]:
                break
            if o["row"]["player"] not in taken:
                taken.add(o["row"]["player"])
                wildcards.append(o["row"])

        return {"id": mw["id"], "voivodeship": mw["voivodeship"],
                "qualified": qualified, "pending": pending, "wildcards": wildcards}

    def results(self):
        return {
            "format": "season-results/1",
            "seasons": [self.season_result(s) for s in self.bundle.get("seasons", [])],
            "grand_prix": [self.gp_result(gp) for gp in self.grand_prix],
            "mw": [self.mw_result(mw) for mw in self.bundle.get("mw", [])],
        }


def offer(event, size, place, player):
    return {
        "key": (place, -size, moment(event["ended_at"]), event["id"], player),
        "row": {"player": player, "event": event["id"], "place": place},
    }


def holds(season, local_day):
    """AMB-57: both ends belong to the window; without `to` it stays open."""
    if local_day < day(season["from"]):
        return False
    return "to" not in season or local_day <= day(season["to"])


def compute(bundle):
    return Season(bundle).results()


def main(argv):
    if len(argv) != 2:
        sys.exit("usage: season_oracle.py BUNDLE.json")
    with open(argv[1], encoding="utf-8") as file:
        bundle = json.load(file)
    text = json.dumps(compute(bundle), ensure_ascii=False, indent=1)
    sys.stdout.buffer.write(text.encode("utf-8") + b"\n")


if __name__ == "__main__":
    main(sys.argv)
