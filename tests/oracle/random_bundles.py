#!/usr/bin/env python3
"""Valid random season bundles that sit on the edges of the rules.

    python3 random_bundles.py SEED > bundle.json

The same seed gives the same bundle. All people are invented.
"""

import datetime
import json
import random
import sys

import warsaw

EXCEPTIONAL = ["lubelskie", "podkarpackie", "opolskie", "świętokrzyskie", "podlaskie", "wielkopolskie",
               "kujawsko-pomorskie", "zachodniopomorskie", "lubuskie"]
NORMAL = ["dolnośląskie", "łódzkie", "małopolskie", "mazowieckie", "pomorskie", "śląskie", "warmińsko-mazurskie"]

FIRST_NAMES = ["Ćwirka", "Zofia", "Bogdan", "Łucja", "Żegota", "Ola", "Iga", "Oleg", "Ximena", "Ángel"]
SURNAMES = ["Jokerska", "Kostkowski", "Seria-Grupa", "Łąka", "Dublet", "Tabliczka", "Żeton", "Bankowa", "O'Stos"]
CITIES = ["Żory", "Łódź", "Kraków", "Nowe Pole", "Ćmielów", "Ústí", "Berlin"]

# Pieces whose order by code point differs from order by UTF-16 unit, by letter case or by locale,
# and pieces that a careless writer or reader of JSON would spoil.
ODD_PIECES = ["a", "Z", "z", "ź", "ż", "Ł", "l", "ß", "é", "e\u0301", "😀", "\U0010ffff", "\uffee", "\ufffd", "𝔸",
              " ", "\t", "\"", "\\", "/", "-", "_", "0", "9", "10", "\u00a0", "\u2028", "\u200b", "\x7f", "İ", "ı",
              "ranking", "<b>", "&amp;", "%00", "\n", "\x01", "null", "true"]

ENDINGS_WITH_TIES = ["time_expired", "pool_exhausted"]

PLANNED_GAMES = [1, 2, 9, 10, 11, 11, 12, 12, 12, 12, 12, 13, 14, 15, 16, 16, 16, 17, 24]
SIZES = [15, 16, 23, 24, 27, 28, 79, 80, 81]


class Maker:
    def __init__(self, seed):
        self.rng = random.Random("kostka-oracle-%s" % seed)
        self.used_ids = {"ranking"}
        self.id_style = self.rng.choice(["plain", "plain", "odd", "mixed"])
        self.profile = self.pick([(5, "small"), (5, "mixed"), (2, "crowd"), (3, "grand_prix"), (2.5, "two_hundred"),
                                  (3, "rounds"), (3, "mw"), (3, "exceptions"), (2, "leagues"), (1, "nearly_empty")])

    # -- chance

    def pick(self, weighted):
        return self.rng.choices([what for _, what in weighted], [weight for weight, _ in weighted])[0]

    def chance(self, probability):
        return self.rng.random() < probability

    def some(self, items, most):
        """Up to `most` different items, often from the front of the list."""
        items = list(items)
        count = min(len(items), self.rng.randint(1, most))
        if self.chance(0.6):
            items = items[:max(count, 6)]
        return self.rng.sample(items, count)

    # -- ids

    def ident(self, plain):
        odd = self.id_style == "odd" or (self.id_style == "mixed" and self.chance(0.4))
        number = 0
        while True:
            if odd:
                text = "".join(self.rng.choice(ODD_PIECES) for _ in range(self.rng.randint(1, 3)))
            else:
                number += 1
                text = plain if number == 1 and not plain.endswith("#") else plain.rstrip("#") + str(number)
            if text not in self.used_ids:
                self.used_ids.add(text)
                return text

    # -- time

    def make_seasons(self):
        rng = self.rng
        date, days = datetime.date, datetime.timedelta

        def season(name, start, end=None, mp=None):
            made = {"id": self.ident(name), "from": str(start)}
            if end is not None:
                made["to"] = str(end)
            if mp is not None:
                made["mp_first_day"] = str(mp)
            return made

        mp1 = date(2025, 9, 13) + days(rng.choice([0, 7, 14]))
        layout = self.pick([(8, "usual"), (3, "three"), (2, "open"), (2, "open with mp"), (1, "no mp"), (1, "short"),
                            (1, "touching"), (1, "around a clock change"), (1, "none")])
        if self.profile == "two_hundred":
            layout = "usual"
        if layout == "usual":
            seasons = [season("2025", date(2024, 9, 29), mp1 - days(1), mp1), season("2026", mp1 + days(1))]
        elif layout == "three":
            mp0, mp2 = date(2024, 9, 28), date(2026, 3, 28)
            seasons = [season("2024", date(2024, 1, 1), mp0 - days(1), mp0),
                       season("2025", mp0 + days(2), mp1 - days(1), mp1),
                       season("2026", mp1 + days(2), mp2 - days(3), mp2)]
            if self.chance(0.5):
                del seasons[2]["to"]
        elif layout == "open":
            seasons = [season("s", date(2024, 10, 1))]
        elif layout == "open with mp":
            seasons = [season("s", date(2024, 10, 1), None, mp1)]
        elif layout == "no mp":
            seasons = [season("s", date(2024, 10, 1), date(2025, 8, 31)), season("t", date(2025, 9, 1))]
        elif layout == "short":
            # The cut day lies before the season, on its first day, or right behind it.
            gap = rng.choice([1, 6, 7, 8])
            day = date(2025, 5, 10)
            seasons = [season("s", day, day + days(rng.choice([0, 1])), day + days(gap + 1)),
                       season("t", date(2025, 6, 1), date(2025, 6, 30), date(2025, 8, 1))]
        elif layout == "touching":
            # The MP day itself belongs to the next season.
            seasons = [season("s", date(2024, 10, 1), mp1 - days(1), mp1), season("t", mp1, mp1 + days(200), None)]
        elif layout == "around a clock change":
            seasons = [season("s", date(2025, 3, 1), date(2025, 4, 5), date(2025, 4, 6)),
                       season("t", date(2025, 4, 7), date(2025, 11, 1), date(2025, 11, 2))]
        else:
            seasons = []
        if self.chance(0.25):
            rng.shuffle(seasons)
        self.seasons = seasons

        edges = []
        for s in seasons:
            first = date.fromisoformat(s["from"])
            edges += [first, first - days(1)]
            if "to" in s:
                last = date.fromisoformat(s["to"])
                edges += [last, last + days(1)]
            if "mp_first_day" in s:
                mp = date.fromisoformat(s["mp_first_day"])
                cut = mp - days(7)
                edges += [cut, cut, cut, cut + days(1), cut + days(1), cut - days(1), mp, mp - days(1), mp + days(1)]
        self.edge_days = edges
        self.clock_days = [date(2024, 10, 27), date(2025, 3, 30), date(2025, 10, 26), date(2026, 3, 29)]

        # A few instants that many things share.
        self.pool = [self.fresh_instant() for _ in range(rng.randint(3, 10))]
        if self.chance(0.2):  # 02:50 in summer time comes before 02:10 in winter time
            night = rng.choice([date(2024, 10, 27), date(2025, 10, 26)])
            self.pool = [warsaw.instants_of(night, 2, 50, 0)[0], warsaw.instants_of(night, 2, 10, 0)[1]] \
                + self.pool[:rng.choice([1, 4])]

    def fresh_instant(self):
        rng = self.rng
        where = rng.random()
        if where < 0.3 and self.edge_days:
            day = rng.choice(self.edge_days)
        elif where < 0.36:
            day = rng.choice(self.clock_days)
        else:
            first = datetime.date(2024, 10, 1)
            if self.seasons and self.chance(0.8):
                first = datetime.date.fromisoformat(rng.choice(self.seasons)["from"])
            day = first + datetime.timedelta(days=rng.choice([0, 1, 3, rng.randint(0, 40), rng.randint(0, 330)]))
        hour, minute, second = rng.choice(
            [(16, 0, 0), (16, 0, 0), (16, 0, 1), (0, 0, 0), (23, 59, 59), (2, 30, 0), (2, 15, 0), (1, 59, 59),
             (3, 0, 0), (12, 34, 56)])
        found = warsaw.instants_of(day, hour, minute, second)
        while not found:  # the hour that spring skips
            hour += 1
            found = warsaw.instants_of(day, hour, minute, second)
        return rng.choice(found)

    def instant(self):
        return self.rng.choice(self.pool) if self.chance(0.6) else self.fresh_instant()

    def applied(self, ended):
        """When the application was sent: a few common moments, so that ids have to decide."""
        return self.rng.choice(self.applications) if self.chance(0.8) else ended - 86400 * self.rng.randint(-2, 90)

    # -- people

    def make_players(self):
        rng = self.rng
        count = {
            "small": rng.randint(28, 45), "mixed": rng.randint(36, 90), "crowd": rng.randint(82, 120),
            "grand_prix": rng.randint(32, 60), "two_hundred": 235, "rounds": rng.randint(8, 40),
            "mw": rng.randint(18, 60), "exceptions": rng.randint(28, 40), "leagues": rng.randint(34, 60),
            "nearly_empty": rng.randint(0, 20),
        }[self.profile]
        self.players = [{
            "id": self.ident("p#"),
            "first_name": rng.choice(FIRST_NAMES),
            "surname": rng.choice(SURNAMES),
            "city": rng.choice(CITIES),
            "voivodeship": rng.choice(EXCEPTIONAL + NORMAL),
            "country": rng.choice(["PL", "PL", "PL", "DE", "CZ"]),
        } for _ in range(count)]
        self.people = [p["id"] for p in self.players]
        rng.shuffle(self.people)                 # strength order, not id order
        self.strength = {p: i for i, p in enumerate(self.people)}

    def attendees(self, count):
        """`count` people, best first; the strong ones come often and win often."""
        rng = self.rng
        count = min(count, len(self.people))
        come = [p for p in self.people[:10] if self.chance(0.75)][:count]
        rest = [p for p in self.people if p not in set(come)]
        come += rng.sample(rest, count - len(come))
        noise = rng.choice([0, 0, 2, 8, 1000])
        drawn = {p: self.strength[p] + noise * rng.random() for p in come}
        return sorted(come, key=lambda p: (drawn[p], p))

    def places(self, count):
        """Place numbers in 1-2-2-4 form for `count` people, best first."""
        rng = self.rng
        style = self.pick([(4, "none"), (4, "edge"), (3, "few"), (2, "many"), (1, "blocks"), (0.5, "all")])
        sizes = []
        if style == "all":
            sizes = [count]
        elif style == "edge":
            start = rng.choice([1, 1, 1, 2, 3, 4, 4, 6, 7, 8, 8, 9, 11, 12])
            sizes = [1] * (start - 1) + [rng.randint(2, 6)]
        while sum(sizes) < count:
            sizes.append({
                "none": 1, "edge": 1 if self.chance(0.9) else 2, "all": 1,
                "few": 2 if self.chance(0.15) else 1,
                "many": rng.choice([1, 2, 2, 3, 4]),
                "blocks": rng.choice([1, 5, 12, 20]),
            }[style])
        places = []
        for size in sizes:
            places += [len(places) + 1] * size
        return places[:count]

    # -- tournaments

    def size(self):
        fitting = [s for s in SIZES if s <= len(self.people)]
        if fitting and self.chance(0.75):
            return self.rng.choice(fitting)
        return self.rng.randint(0, len(self.people))

    def tournament(self, **fixed):
        rng = self.rng
        ended = fixed["ended"] if "ended" in fixed else self.instant()
        made = {
            "id": self.ident("t#"),
            "name": rng.choice(["Turniej", "Puchar „Kostki”", "Mistrzostwa 😀"]),
            "ended_at": warsaw.stamp(ended),
            "submitted_at": warsaw.stamp(self.applied(ended)),
            "voivodeship": fixed.get("voivodeship") or rng.choice(self.voivodeships),
            "class": fixed.get("class") or self.pick(
                [(6, "eliminatory"), (3, "ordinary"), (2, "mw"), (0.7, "mp")]),
            "planned_games": fixed.get("planned_games") or rng.choice(PLANNED_GAMES),
        }
        if fixed.get("by_rounds", self.chance(0.6 if self.profile == "rounds" else 0.12)):
            self.add_rounds(made, fixed.get("n"))
        else:
            self.add_results(made, fixed.get("n"), fixed.get("order"), fixed.get("places"), fixed.get("idle"))
        inside = self.people_of(made)
        if inside and self.chance(0.2):
            made["waivers"] = self.some(inside, 3)
        if "results" in made and self.chance(0.1):
            made["waivers"] = self.everyone_down_to(made["results"], rng.choice([3, 4]))

        wants_decision = 23 <= self.participants(made) <= 28 and made["voivodeship"] in EXCEPTIONAL
        if self.chance(0.8 if wants_decision else 0.08):
            made["exception_decision"] = {
                "granted": self.chance(0.75), "decided_at": warsaw.stamp(self.decision_instant(ended))}
        return made

    @staticmethod
    def everyone_down_to(rows, place):
        """Whole top places give up, so that the last place that may get something matters."""
        return [r["player"] for r in rows if r.get("place", 10 ** 6) <= place]

    def decision_instant(self, ended):
        rng = self.rng
        later = [i for i in self.pool if i >= ended]
        choice = rng.random()
        if choice < 0.45 and later:
            return rng.choice(later)
        if choice < 0.55:
            return ended
        if choice < 0.75:
            return ended + rng.choice([1, 3600, 86400, 7 * 86400])
        if choice < 0.9:
            fresh = self.fresh_instant()
            return fresh if fresh >= ended else ended + 40 * 86400
        return ended + 86400 * rng.randint(100, 500)

    def add_results(self, made, n=None, order=None, numbers=None, idle=None):
        """`order`: who, best first; `numbers`: their places; `idle`: who of them played nothing."""
        rng = self.rng
        planned = made["planned_games"]
        if order is None:
            if self.chance(0.02):
                made["results"] = []
                return
            if n is None:
                n = self.size()
            order = self.attendees(n + self.pick([(6, 0), (2, 1), (1, 2), (1, 5)]))
            spare = max(0, len(order) - n)
            idle = set(self.some(order, spare)[:spare]) if spare else set()
        idle = idle or set()
        whole = self.chance(0.5)
        out = set(self.some(order, 2)) if order and numbers is None and self.chance(0.2) else set()
        places = iter(numbers if numbers is not None else self.places(len(order) - len(out)))
        rows = []
        for player in order:
            if player in idle:
                played = 0
            elif whole or self.chance(0.75):
                played = planned
            else:
                half = planned // 2
                played = min(planned, max(1, rng.choice([half - 1, half, half + 1, (planned + 1) // 2, 1])))
            row = {"player": player, "games_played": played}
            if player in out:
                row["disqualified"] = True
            else:
                row["place"] = next(places)
            rows.append(row)
        if self.chance(0.7):
            rng.shuffle(rows)
        made["results"] = rows

    def small_points(self, seats, ending, spread):
        rng = self.rng
        winners = 1
        if ending in ENDINGS_WITH_TIES and self.chance(0.35):
            winners = rng.randint(2, seats)
        lost = [rng.randint(1, spread) for _ in range(seats - winners)]
        small = [sum(lost)] * winners + [-x for x in lost]
        rng.shuffle(small)
        return small

    def game(self, seats, spread):
        ending = self.pick([(6, "rack_emptied"), (3, "time_expired"), (2, "pool_exhausted"), (1, "not_played")])
        if ending == "not_played":
            return {"ending": ending}
        return {"ending": ending, "small": self.small_points(seats, ending, spread)}

    def add_rounds(self, made, n=None):
        rng = self.rng
        wanted = n if n is not None else rng.choice([3, 4, 6, 7, 8, 9, 15, 16, 16, 17, 23, 24, 25, 27, 28, 28, 29, 32])
        people = self.attendees(wanted)
        if len(people) < 3 or self.chance(0.03):
            made["rounds"] = []
            return
        spread = rng.choice([1, 2, 3, 120])
        alike = self.chance(0.35)                     # every table plays the same games: ties all over
        per_round = rng.choice([1, 2, 3, 3, 4])
        rounds = []
        for number in range(rng.choice([1, 1, 2, 3, 3, 4])):
            seated = list(people)
            if not alike or self.chance(0.3):
                rng.shuffle(seated)
            if number and self.chance(0.3):
                seated = seated[:rng.randint(3, len(seated))]
            common = [self.game(4, spread) for _ in range(per_round)]
            tables = []
            while len(seated) >= 3:
                size = 4 if len(seated) >= 4 and (len(seated) != 6) and self.chance(0.9) else 3
                seats, seated = seated[:size], seated[size:]
                if alike and size == 4:
                    games = [dict(g, small=list(g["small"])) if "small" in g else dict(g) for g in common]
                else:
                    games = [self.game(size, spread) for _ in range(rng.choice([per_round] * 4 + [per_round - 1]))]
                if self.chance(0.04):
                    games = [{"ending": "not_played"} for _ in games]
                tables.append({"seats": seats, "games": games})
            rounds.append({"tables": tables})
        if self.chance(0.03):
            rounds.append({"tables": []})
        made["rounds"] = rounds
        most = max(self.played(made).values())
        if made["planned_games"] < most or self.chance(0.2):
            made["planned_games"] = max(1, most + rng.choice([0, 0, 1, most, most + 1]))

        totals = {}
        for rnd in rounds:
            for table in rnd["tables"]:
                for player in table["seats"]:
                    totals.setdefault(player, [0, 0])
                for g in table["games"]:
                    for player, small in zip(table["seats"], g.get("small", [])):
                        totals[player][0] += small == max(g["small"])
                        totals[player][1] += small
        ranked = sorted(totals, key=lambda p: ([-x for x in totals[p]], p))
        final = None
        if len(ranked) >= 4 and self.chance(0.5):
            seats = rng.sample(ranked, 4) if self.chance(0.3) else rng.sample(ranked[:4], 4)
            games = [self.game(4, spread) for _ in range(rng.choice([0, 1, 1, 2, 4, 4, 6]))]
            final = {"seats": seats, "games": games}
            made["final"] = final
        if self.chance(0.3):
            out = set(self.some(ranked, 2))
            if final and self.chance(0.5):
                out |= set(rng.sample(final["seats"], rng.choice([1, 1, 2, 4])))
            made["disqualified"] = rng.sample(sorted(out), len(out))
        elif self.chance(0.1):
            made["disqualified"] = []

    @staticmethod
    def played(made):
        """{player: elimination games played}"""
        if "results" in made:
            return {r["player"]: r["games_played"] for r in made["results"]}
        count = {}
        for rnd in made["rounds"]:
            for table in rnd["tables"]:
                for player in table["seats"]:
                    games = sum(1 for g in table["games"] if g["ending"] != "not_played")
                    count[player] = count.get(player, 0) + games
        return count

    def people_of(self, made):
        return sorted(self.played(made), key=lambda p: self.strength[p])

    def participants(self, made):
        return sum(1 for games in self.played(made).values() if games > 0)

    # -- other events

    def league(self):
        rng = self.rng
        ended = self.instant()
        regular = min(rng.choice([0, 11, 12, 15, 16, 31, 32, rng.randint(3, 35)]), len(self.people))
        known = self.attendees(regular + rng.choice([0, 2, 8, 20]))
        regulars = set(rng.sample(known, min(regular, len(known))))
        meetings = [set() for _ in range(rng.choice([0, 2, 3, 3, 3, 4, 5]))]
        if len(meetings) >= 3:
            for p in sorted(regulars):
                for i in rng.sample(range(len(meetings)), rng.choice([3, 3, len(meetings)])):
                    meetings[i].add(p)
        guests = {p: 2 for p in known if p not in regulars}
        for meeting in meetings:
            wanted = rng.choice([15, 16, 16, 17, 0])
            for p in sorted(guests, key=lambda p: (rng.random(), p)):
                if len(meeting) < wanted and guests[p] and p not in meeting:
                    guests[p] -= 1
                    meeting.add(p)
        seen = set().union(*meetings) if meetings else set()
        listed = [p for p in known if p in seen or self.chance(0.2)]   # also some who never came
        if self.chance(0.3):
            listed = [p for p in listed if self.chance(0.9)]           # also some who came but are not listed
        if self.chance(0.06):
            listed = []
        day = warsaw.local_day(ended)
        made = {
            "id": self.ident("l#"),
            "name": "Liga " + rng.choice(CITIES),
            "voivodeship": rng.choice(self.voivodeships),
            "ended_at": warsaw.stamp(ended),
            "submitted_at": warsaw.stamp(self.applied(ended)),
            "meetings": [{
                "date": str(day - datetime.timedelta(days=7 * (len(meetings) - 1 - i))),
                "present": rng.sample(sorted(m), len(m)),
            } for i, m in enumerate(meetings)],
            "table": [{"player": p, "place": place} for p, place in zip(listed, self.places(len(listed)))],
        }
        if self.chance(0.4):
            rng.shuffle(made["table"])
        if listed and self.chance(0.25):
            made["waivers"] = self.some(listed, 2)
        elif self.chance(0.15):
            made["waivers"] = self.everyone_down_to(made["table"], rng.choice([7, 8]))
        return made

    def twin(self, event):
        """The same event again, at the same time and of the same size, with its people mixed up."""
        inside = self.people_of(event) if "class" in event else sorted(
            {r["player"] for r in event["table"]} | {p for m in event["meetings"] for p in m["present"]})
        moved = dict(zip(inside, self.rng.sample(inside, len(inside))))

        def change(value):
            if isinstance(value, dict):
                return {k: v if k in ("id", "name") else change(v) for k, v in value.items()}
            if isinstance(value, list):
                return [change(v) for v in value]
            return moved.get(value, value) if isinstance(value, str) else value

        return dict(change(event), id=self.ident("w#"))

    def online_events(self, count):
        rng = self.rng
        kinds = [(kind, edition) for kind in ("mp_online", "hertzano", "gold", "silver", "bronze")
                 for edition in (1, 2, 3)]
        made = []
        for kind, edition in rng.sample(kinds, min(count, len(kinds))):
            ended = self.instant()
            listed = self.attendees(rng.choice([0, 1, 2, 5, 8, 12, 20]))
            event = {
                "id": self.ident("o#"), "event": kind, "edition": edition, "ended_at": warsaw.stamp(ended),
                "table": [{"player": p, "place": place} for p, place in zip(listed, self.places(len(listed)))],
            }
            if self.chance(0.4):
                event["submitted_at"] = warsaw.stamp(self.applied(ended))
            if listed and self.chance(0.2):
                event["waivers"] = self.some(listed, 2)
            made.append(event)
        return made

    def grand_prix(self, tournaments):
        rng = self.rng
        members = [t["id"] for t in tournaments if t["class"] == "eliminatory"]
        if not members:
            return []
        made = []
        for _ in range(rng.choice([1, 1, 2, 3]) if len(members) > 3 else rng.choice([0, 1])):
            size = rng.choice([1, 4, 5, 5, 5, 6, 10, 10, 11, len(members), len(members)])
            made.append({
                "id": self.ident("gp#"), "name": "Grand Prix",
                "tournaments": rng.sample(members, min(size, len(members)))})
        return made

    def two_hundred(self):
        """A Grand Prix whose size is 199, 200 or 201 by one reading or the other.

        The strongest give up beforehand, so that the depth of 8 or 12 places decides.
        """
        rng = self.rng
        target = rng.choice([199, 200, 200, 201])
        stars, crowd = self.people[:14], self.people[14:]
        # A member that is not valid counts for the size all the same.
        failed = crowd[-30:-20] if self.chance(0.5) else []
        if self.chance(0.5):
            self.gp_count = "distinct"
            count = rng.choice([5, 6, 7])
            newcomers = crowd[:target - len(stars) - len(failed)]
            shares = [newcomers[i::count] for i in range(count)]
        else:
            self.gp_count = "attendances"
            count = rng.choice([5, 6])
            attendances = target - len(failed)
            per_event = [attendances // count + (1 if i < attendances % count else 0) for i in range(count)]
            shares = [crowd[:size - len(stars)] for size in per_event]
        same_ties = self.chance(0.4)                      # the same places everywhere: ties in the sum as well
        numbers = self.places(len(stars)) if same_ties else list(range(1, len(stars) + 1))
        first = datetime.date(2025, 2, 1)
        made = []
        for i, order in enumerate([list(stars) + list(share) for share in shares] + ([list(failed)] if failed else [])):
            idle = set()
            if self.chance(0.4):                          # someone who never played a game
                idle = {crowd[-1 - i]}
                order.append(crowd[-1 - i])
            places = numbers + list(range(len(stars) + 1, len(order) + 1))
            ended = warsaw.instants_of(first + datetime.timedelta(days=7 * i), 16, 0, 0)[0]
            made.append(self.tournament(**{
                "class": "eliminatory", "planned_games": 12, "ended": ended, "by_rounds": False, "order": order,
                "places": places[:len(order)] if order[0] in stars else None, "idle": idle}))
        early = warsaw.stamp(warsaw.instants_of(datetime.date(2025, 1, 5), 20, 0, 0)[0])
        waivers = [{"player": p, "declared_at": early} for p in stars[:rng.choice([7, 8, 8, 9, 10, 11, 11, 12, 12])]]
        gp = {"id": self.ident("gp#"), "name": "Wielki cykl", "tournaments": [t["id"] for t in made]}
        return made, waivers, gp

    # -- decisions and the rest

    def tied_groups(self, event):
        rows = event.get("results", event.get("table", []))
        groups = {}
        for row in rows:
            if "place" in row:
                groups.setdefault(row["place"], []).append(row["player"])
        return [groups[place] for place in sorted(groups) if len(groups[place]) > 1]

    def order_for(self, groups):
        rng = self.rng
        everyone = list(self.people)
        style = rng.random()
        if not groups or style < 0.25:
            return rng.sample(everyone, rng.choice([1, len(everyone), len(everyone), min(5, len(everyone))]))
        if style < 0.5:
            chosen = [p for g in groups for p in g]
        elif style < 0.8:
            chosen = list(groups[0])
        else:
            chosen = [p for g in groups for p in g][1:] or list(groups[0])
        if self.chance(0.3):
            chosen += [p for p in rng.sample(everyone, min(3, len(everyone))) if p not in set(chosen)]
        rng.shuffle(chosen)
        return chosen

    def tie_decisions(self, bundle):
        made = []
        if not self.people:
            return made
        events = bundle["tournaments"] + bundle["leagues"] + bundle["online"] + bundle["grand_prix"]
        for event in events:
            if self.chance(0.3):
                made.append({"event": event["id"], "order": self.order_for(self.tied_groups(event))})
        for season in bundle["seasons"]:
            if self.chance(0.3):
                made.append({"event": "ranking", "season": season["id"], "order": self.order_for([])})
        self.rng.shuffle(made)
        return made

    def make_mw(self):
        rng = self.rng
        made = []
        for _ in range(rng.choice([1, 2, 3, 4]) if self.profile == "mw" else rng.choice([0, 0, 1, 2, 3])):
            style = rng.random()
            if style < 0.7:
                first, last = datetime.date(2024, 1, 1), datetime.date(2026, 12, 31)
            elif style < 0.85:
                first = last = warsaw.local_day(rng.choice(self.pool))
            else:
                first = warsaw.local_day(rng.choice(self.pool))
                last = first + datetime.timedelta(days=rng.randint(0, 300))
            made.append({"id": self.ident("mw#"), "voivodeship": rng.choice(self.voivodeships),
                         "from": str(first), "to": str(last)})
        return made

    def overrides(self):
        rng = self.rng
        made = {}
        if self.chance(0.3):
            made["ranking.tiebreak_basis"] = rng.choice(["position", "points", "points"])
        if self.chance(0.1 if self.profile == "crowd" else 0.35):
            made["awans.tournament.two_seats_from"] = rng.choice([1, 24, 27, 28, 29, 79, 80, 81, 1000])
        if self.profile == "two_hundred" and self.chance(0.8):
            if self.gp_count != "distinct" or self.chance(0.5):
                made["awans.gp.count"] = self.gp_count
        elif self.chance(0.3):
            made["awans.gp.count"] = rng.choice(["distinct", "attendances", "attendances"])
        if self.chance(0.7):
            made["awans.ranking.count"] = rng.choice([0, 1, 2, 3, 3, 5, 10, 20, 100])
        if self.chance(0.5):
            made["wildcard.cap"] = rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 12, 20])
        return made

    def bundle(self):
        rng = self.rng
        self.make_seasons()
        self.applications = [self.fresh_instant() - 60 * 86400 for _ in range(3)]
        self.make_players()
        self.voivodeships = ([rng.choice(EXCEPTIONAL)] if self.profile == "exceptions" else
                             [rng.choice(EXCEPTIONAL), rng.choice(NORMAL)] + [rng.choice(NORMAL)] * self.chance(0.3))
        profile = self.profile
        tournaments, waivers, grand_prix = [], [], []
        if profile == "two_hundred":
            tournaments, waivers, gp = self.two_hundred()
            grand_prix.append(gp)
        elif profile == "grand_prix":
            cast = self.attendees(28) if self.chance(0.4) else None
            numbers = self.places(28)
            for _ in range(rng.choice([4, 5, 5, 6, 7, 10, 11, 12])):
                size = rng.choice([28, 28, 28, 29, 30, 27, 24])
                if cast and self.chance(0.8):
                    tournaments.append(self.tournament(**{
                        "class": "eliminatory", "n": 28, "planned_games": 12, "by_rounds": False, "order": cast,
                        "places": numbers}))
                    continue
                planned = rng.choice([12, 12, 12, 16, 14, 11, 17]) if self.chance(0.4) else 12
                voivodeship = rng.choice(self.voivodeships)
                tournaments.append(self.tournament(**{
                    "class": "eliminatory", "n": size, "planned_games": planned, "voivodeship": voivodeship}))
        elif profile == "exceptions":
            for _ in range(rng.randint(3, 9)):
                tournaments.append(self.tournament(**{
                    "class": "eliminatory", "n": rng.choice([23, 24, 25, 27, 28]),
                    "planned_games": rng.choice([11, 12, 12, 12, 16, 16, 17])}))
        elif profile == "crowd":
            for _ in range(rng.randint(1, 3)):
                tournaments.append(self.tournament(**{
                    "class": "eliminatory", "n": rng.choice([79, 80, 80, 81]), "by_rounds": False,
                    "planned_games": rng.choice([12, 16])}))
        more = {"small": rng.randint(1, 8), "mixed": rng.randint(3, 10), "crowd": rng.randint(0, 3),
                "grand_prix": rng.randint(0, 2), "two_hundred": 0, "rounds": rng.randint(1, 5),
                "mw": rng.randint(2, 9), "exceptions": 1, "leagues": 1, "nearly_empty": rng.randint(0, 2)}[profile]
        tournaments += [self.tournament() for _ in range(more)]
        leagues = [self.league() for _ in range(
            rng.randint(2, 5) if profile == "leagues" else rng.choice([0, 0, 1, 1, 2, 3]))]
        for events in (tournaments, leagues):
            if events and self.chance(0.2):
                events.append(self.twin(rng.choice(events)))
        online = self.online_events(rng.choice([0, 0, 1, 2, 4, 8]))
        grand_prix += self.grand_prix(tournaments)

        ends = [warsaw_instant(e["ended_at"]) for e in tournaments + leagues + online]
        for _ in range(rng.choice([0, 0, 1, 2, 3]) if self.people else 0):
            base = rng.choice(ends) if ends and self.chance(0.6) else self.instant()
            waivers.append({"player": rng.choice(self.people[:8] if self.chance(0.8) else self.people),
                            "declared_at": warsaw.stamp(base + rng.choice([0, 0, 0, 1, -1]))})

        bundle = {
            "format": "season-bundle/1",
            "seasons": self.seasons,
            "rulebook": {"base": "pl-2024-25", "overrides": self.overrides()},
            "players": self.players,
            "tournaments": tournaments,
            "leagues": leagues,
            "grand_prix": grand_prix,
            "online": online,
            "waivers": waivers,
            "mw": self.make_mw(),
        }
        bundle["tie_decisions"] = self.tie_decisions(bundle)
        for name in ("tournaments", "leagues", "grand_prix", "online", "players"):
            rng.shuffle(bundle[name])
        for name in list(bundle):
            if bundle[name] == [] and self.chance(0.5):
                del bundle[name]
        return self.shuffled_keys(bundle) if self.chance(0.3) else bundle

    def shuffled_keys(self, value):
        if isinstance(value, dict):
            names = sorted(value)
            self.rng.shuffle(names)
            return {name: self.shuffled_keys(value[name]) for name in names}
        if isinstance(value, list):
            return [self.shuffled_keys(item) for item in value]
        return value


def warsaw_instant(text):
    return int(datetime.datetime.fromisoformat(text).timestamp())


def random_bundle(seed):
    return Maker(seed).bundle()


def random_text(seed):
    """The bundle as bytes; the way of writing it is random as well."""
    rng = random.Random("kostka-writing-%s" % seed)
    ascii_only, indent = rng.random() < 0.3, rng.choice([None, None, 1])
    text = json.dumps(random_bundle(seed), ensure_ascii=ascii_only, indent=indent)
    return (text + rng.choice(["", "\n", " \r\n\t"])).encode("utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: random_bundles.py SEED")
    sys.stdout.buffer.write(random_text(sys.argv[1]))
