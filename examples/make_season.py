#!/usr/bin/env python3
"""Makes the example season: a season bundle on stdout.

    python3 examples/make_season.py > examples/season-2025.bundle.json

Every person and every event in it is invented. The cities and voivodeships are real.
Games are simulated; a few podiums and ties are written down by hand, because they show a rule.
The same program always gives the same bundle: see `Dice`.
"""

import datetime
import json
import math
import random
import sys

SEED = "kostka 2024/2025"

# ------------------------------------------------------------------- the world

CITIES = {
    "śląskie": "Rybnik Żory Gliwice Katowice Tychy Bielsko-Biała Częstochowa Jastrzębie-Zdrój Racibórz Zabrze",
    "mazowieckie": "Warszawa Radom Płock Siedlce Ciechanów Legionowo Ostrołęka",
    "wielkopolskie": "Poznań Kalisz Leszno Gniezno Konin Śrem",
    "małopolskie": "Kraków Tarnów Wieliczka Oświęcim Bochnia",
    "dolnośląskie": "Wrocław Legnica Świdnica Oława Wałbrzych",
    "łódzkie": "Łódź Pabianice Zgierz Łowicz",
    "pomorskie": "Gdańsk Gdynia Słupsk Tczew",
    "warmińsko-mazurskie": "Olsztyn Ełk Elbląg Iława",
    "kujawsko-pomorskie": "Toruń Bydgoszcz Włocławek",
    "lubelskie": "Lublin Zamość Chełm",
    "podkarpackie": "Rzeszów Krosno Łańcut",
    "opolskie": "Opole Nysa Kluczbork",
    "świętokrzyskie": "Kielce Sandomierz",
    "podlaskie": "Białystok Suwałki Łomża",
    "zachodniopomorskie": "Szczecin Koszalin Świnoujście",
    "lubuskie": "Żary Świebodzin",
}
CITIES = {voivodeship: names.split() for voivodeship, names in CITIES.items()}
VOIVODESHIP_OF = {city: voivodeship for voivodeship, cities in CITIES.items() for city in cities}

HEADCOUNT = {
    "śląskie": 60, "mazowieckie": 33, "wielkopolskie": 34, "małopolskie": 20, "dolnośląskie": 17, "łódzkie": 14,
    "pomorskie": 14, "warmińsko-mazurskie": 16, "kujawsko-pomorskie": 10, "lubelskie": 9, "podkarpackie": 8,
    "opolskie": 7, "świętokrzyskie": 4, "podlaskie": 6, "zachodniopomorskie": 7, "lubuskie": 3,
}

NEIGHBOURS = {
    "śląskie": "małopolskie opolskie łódzkie świętokrzyskie",
    "mazowieckie": "łódzkie lubelskie podlaskie świętokrzyskie warmińsko-mazurskie kujawsko-pomorskie",
    "wielkopolskie": "łódzkie kujawsko-pomorskie dolnośląskie lubuskie zachodniopomorskie pomorskie opolskie",
    "małopolskie": "śląskie świętokrzyskie podkarpackie",
    "dolnośląskie": "opolskie wielkopolskie lubuskie",
    "łódzkie": "mazowieckie wielkopolskie śląskie opolskie świętokrzyskie kujawsko-pomorskie",
    "pomorskie": "zachodniopomorskie wielkopolskie kujawsko-pomorskie warmińsko-mazurskie",
    "warmińsko-mazurskie": "pomorskie podlaskie mazowieckie kujawsko-pomorskie",
    "kujawsko-pomorskie": "pomorskie wielkopolskie łódzkie mazowieckie warmińsko-mazurskie",
    "lubelskie": "mazowieckie podkarpackie podlaskie świętokrzyskie",
    "podkarpackie": "małopolskie lubelskie świętokrzyskie",
    "opolskie": "śląskie dolnośląskie łódzkie wielkopolskie",
    "świętokrzyskie": "mazowieckie małopolskie śląskie łódzkie lubelskie podkarpackie",
    "podlaskie": "mazowieckie lubelskie warmińsko-mazurskie",
    "zachodniopomorskie": "pomorskie wielkopolskie lubuskie",
    "lubuskie": "wielkopolskie dolnośląskie zachodniopomorskie",
}

WOMEN = """
Agata Agnieszka Aleksandra Alicja Anna Barbara Beata Bożena Celina Danuta Dorota Edyta Elżbieta Ewa Gabriela Grażyna
Halina Hanna Ilona Iwona Izabela Jadwiga Janina Joanna Jolanta Julia Justyna Kamila Karolina Katarzyna Kinga Klaudia
Krystyna Lidia Lucyna Łucja Magdalena Małgorzata Maria Marta Martyna Milena Monika Natalia Nina Olga Patrycja Paulina
Renata Róża Sabina Stanisława Sylwia Teresa Urszula Weronika Wiesława Wioletta Zofia Zuzanna Żaneta
""".split()

MEN = """
Adam Adrian Andrzej Antoni Artur Bartosz Bogdan Cezary Czesław Damian Daniel Dariusz Dawid Dominik Filip Grzegorz Henryk
Hubert Igor Ireneusz Jacek Jakub Jan Janusz Jarosław Józef Kacper Kamil Karol Konrad Krzysztof Leszek Łukasz Maciej
Marcin Marek Mariusz Mateusz Michał Mirosław Paweł Piotr Przemysław Rafał Ryszard Sebastian Sławomir Stanisław Stefan
Szymon Tadeusz Tomasz Waldemar Wiesław Wojciech Zbigniew Zdzisław Zygmunt
""".split()

# In the masculine form; `feminine` makes the other one.
SURNAMES = """
Łukomski Żarnowiecki Ćwikliński Śliwowski Dobrzelewski Wierzbiński Jabłonkowski Olszaniecki Modrzewicki Grabowiecki
Świerczewicki Bukowiński Topolnicki Kalinowicki Borowiak Wrzosowski Zagórzański Jeziorański Stawiński Krynicki
Wolański Łęczycki Łabędzki Czaplicki Gawroński Żurawski Słowiński Wilczkowski Lisiecki Sarnowski Borsukowski Jeleniewski
Cielecki Okoniewski Rzeczycki Ostojski Brzozowiecki Lipowiecki Dębicki Jarzębski Trzciński Źródłowski Mokrzycki
Rosłoniewski Wiśniowiecki Kamieniecki Skaliński Zborowiecki Ogrodziński Polanowski Sadowiński Żytkowski Ćmielowski
Podleśny Cichy Wesoły Górny Biały Pogodny Śnieżny
Ćwikła Ćwiąkała Ćwiertnia Łopata Łoboda Łuczak Łaciak Łojek Żak Żmuda Żołądek Żbik Śmigiel Świtała Ślusarczyk Ścibor
Źrebak Kowalik Bednarz Tokarz Młynarczyk Cieślik Garncarz Kucharczyk Owczarek Pasternak Skowronek Gołąb Czyż Sroka
Dzięcioł Szpak Komar Pająk Jeż Drozd Kania Sowa Kuropatwa Kozioł Wieczorek Niedziela Sobota Majcher Kwiecień Mróz Jesionek
Dąbek Lipka Wierzba Kalina Jagoda Groch Bobik Marchewka Pietrucha Cebula Chmiel Jęczmyk Mulawa Kusiak Stachura Banaś
Matusiak Grzesiak Bieniek Pawlik Wojtas Michalak Urbaniak Frątczak Jóźwiak Wawrzyniak Błaszczyk Szymczak Gajda Hajduk
Kurzawa Lorenc Maciąg Nawrot Olejnik Pietrzyk Rogala Socha Trojan Wnuk Zaręba Gwóźdź Hałas Kędzior Miśkiewicz
Bartkiewicz Juszkiewicz Wasilewicz Dworak Biernat Kuczera Piecha Szymura Kłosek Gawlik Pyszny Brachman Wieczorkiewicz
Półtorak Ździebło Żądło Szczygieł Chrząszcz Trzeciak Grzybek Pokrzywa Dziurdź Słowik Mącznik Pędziwiatr Kądziołka
""".split()

# Players from abroad are listed under the voivodeship where they usually play.
FROM_ABROAD = [
    ("Zdeňka", "Hrubá", "Ostrava", "śląskie", "CZ"),
    ("Lukas", "Brandmeier", "Görlitz", "dolnośląskie", "DE"),
    ("Oksana", "Zahorodna", "Lviv", "podkarpackie", "UA"),
    ("Milan", "Krajčovič", "Žilina", "śląskie", "SK"),
]

NAMESAKES = [("Anna", "Żurawska", "Żory"), ("Anna", "Żurawska", "Olsztyn")]


def feminine(surname):
    """Adjectives change (Łukomski – Łukomska, Cichy – Cicha), nouns do not (Łoboda, Żak)."""
    if surname.endswith(("ski", "cki", "dzki")):
        return surname[:-1] + "a"
    if surname.endswith("ny") or surname.endswith("ły") or surname.endswith("chy"):
        return surname[:-1] + "a"
    return surname


# ----------------------------------------------------------- chance and clocks

class Dice:
    """Chance made only of `random.random`, whose sequence Python promises to keep for a seed.

    Each subject has its own dice, so that a change to one tournament leaves the others alone.
    """

    def __init__(self, *subject):
        self.chance = random.Random("/".join([SEED] + [str(part) for part in subject])).random

    def below(self, n):
        return int(self.chance() * n)

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def choice(self, items):
        return items[self.below(len(items))]

    def shuffled(self, items):
        keyed = [(self.chance(), i) for i in range(len(items))]
        return [items[i] for _, i in sorted(keyed)]

    def normal(self):
        """Close enough to a normal distribution."""
        total = -6.0
        for _ in range(12):
            total += self.chance()  # not `sum`, which rounds differently from Python 3.12 on
        return total

    def weighted(self, items, weights, count):
        """`count` different items, the heavier the likelier (Efraimidis and Spirakis)."""
        keyed = [(-math.log(1 - self.chance()) / w, i) for i, w in enumerate(weights)]
        return [items[i] for _, i in sorted(keyed)[:count]]


def stamp(day, clock):
    """RFC 3339 with the offset of Warsaw; no event here ends at night, so the day decides."""

    def last_sunday(month):
        end = datetime.date(day.year, month, 31)
        return end - datetime.timedelta(days=(end.weekday() + 1) % 7)

    summer = last_sunday(3) <= day < last_sunday(10)
    return "%sT%s:00+0%d:00" % (day.isoformat(), clock, 2 if summer else 1)


def application_time(dice, first_day):
    """Some days before the deadline of R-APP-02."""
    last_of_previous_month = first_day.replace(day=1) - datetime.timedelta(days=1)
    deadline = min(last_of_previous_month.replace(day=28), first_day - datetime.timedelta(days=21))
    day = deadline - datetime.timedelta(days=dice.below(18))
    return stamp(day, "%02d:%02d" % (dice.between(8, 21), dice.below(60)))


def day_in(event_id):
    """Ids of tournaments end with their day."""
    return datetime.date.fromisoformat(event_id[-10:])


# -------------------------------------------------------------------- players

def make_players():
    dice = Dice("players")
    people = [(first, last, city, VOIVODESHIP_OF[city], "PL") for first, last, city in NAMESAKES] + FROM_ABROAD
    taken = {(first, last) for first, last, _, _, _ in people}
    surnames = dice.shuffled(SURNAMES) + dice.shuffled(SURNAMES)
    for voivodeship, count in HEADCOUNT.items():
        for _ in range(count - sum(1 for person in people if person[3] == voivodeship)):
            while True:
                woman = dice.chance() < 0.57
                first = dice.choice(WOMEN if woman else MEN)
                last = feminine(surnames[-1]) if woman else surnames[-1]
                if (first, last) not in taken:
                    break
            surnames.pop()
            taken.add((first, last))
            # The first cities of the list are the bigger Rummikub places.
            cities = CITIES[voivodeship]
            city = cities[min(dice.below(len(cities)), dice.below(len(cities)))]
            people.append((first, last, city, voivodeship, "PL"))

    players = []
    for number, (first, last, city, voivodeship, country) in enumerate(dice.shuffled(people), start=1):
        players.append({
            "id": "p%03d" % number, "first_name": first, "surname": last,
            "city": city, "voivodeship": voivodeship, "country": country,
        })
    return players


PLAYERS = make_players()
PLAYER = {player["id"]: player for player in PLAYERS}


def make_temper():
    """{player: (skill, zeal)}: how well and how readily somebody plays; the keen ones are a little better."""
    dice = Dice("temper")
    temper = {}
    for player in PLAYERS:
        zeal = 0.12 + 0.88 * dice.chance() ** 2
        if player["country"] != "PL":
            zeal = 0.45  # who crosses a border to play is keen
        temper[player["id"]] = (dice.normal() + 1.2 * zeal, zeal)
    return temper


TEMPER = make_temper()


def skill(player):
    return TEMPER[player][0]


def readiness_to_travel(player, city):
    home, zeal = PLAYER[player], TEMPER[player][1]
    voivodeship = VOIVODESHIP_OF[city]
    if home["city"] == city:
        return 9 * (0.3 + zeal)
    if home["voivodeship"] == voivodeship:
        return 4 * (0.15 + zeal)
    if home["voivodeship"] in NEIGHBOURS[voivodeship].split():
        return 1.3 * zeal
    return 0.45 * zeal * zeal


def who_comes(dice, city, count, surely=(), often=1):
    """`often` makes it a matter of living near: nobody crosses the country for every meeting of a league."""
    others = [p for p in PLAYER if p not in surely]
    weights = [readiness_to_travel(p, city) ** often for p in others]
    return list(surely) + dice.weighted(others, weights, count - len(surely))


# ---------------------------------------------------------------------- games

def rack(dice):
    """What is left on a rack at the end: mostly a few tiles, now and then a joker (R-GAME-04)."""
    value = sum(dice.between(1, 13) for _ in range(dice.between(1, 7)))
    return value + (50 if dice.chance() < 0.04 else 0)


def play_game(dice, seats, last_of_round):
    """One game as the bundle writes it."""
    if last_of_round and dice.chance() < 0.04:
        return {"ending": "not_played"}  # the time of the round was over before it began (AMB-27)
    roll = dice.chance()
    if last_of_round and roll < 0.35:
        ending = "time_expired"
    elif roll > 0.94:
        ending = "pool_exhausted"
    else:
        ending = "rack_emptied"

    winner = dice.weighted(range(len(seats)), [math.exp(0.38 * skill(p)) for p in seats], 1)[0]
    if ending == "rack_emptied":
        lost = []
        for _ in seats:
            roll = dice.chance()
            lost.append(200 if roll < 0.008 else 100 if roll < 0.06 else rack(dice))  # R-GAME-05, R-GAME-06
        lost[winner] = 0
    else:
        racks = [rack(dice) + 4 for _ in seats]
        racks[winner] = min(racks) if dice.chance() < 0.1 else min(racks) - dice.between(1, 4)
        lost = [left - min(racks) for left in racks]  # R-GAME-13; equal minima win together (R-GAME-14)
    total = sum(lost)
    return {"ending": ending, "small": [-x if x else total for x in lost]}


def play_table(dice, seats, games):
    return {"seats": seats, "games": [play_game(dice, seats, g == games - 1) for g in range(games)]}


def seat(order):
    """Tables of four, those of three at the end (R-SEAT-02)."""
    threes = -len(order) % 4
    fours = (len(order) - 3 * threes) // 4
    sizes = [4] * fours + [3] * threes
    return [order[sum(sizes[:i]):sum(sizes[:i + 1])] for i in range(len(sizes))]


class Score:
    """Points gathered so far; the order among equals is the previous one (AMB-26)."""

    def __init__(self, draw):
        self.order = list(draw)
        self.big = dict.fromkeys(draw, 0)
        self.small = dict.fromkeys(draw, 0)
        self.played = dict.fromkeys(draw, 0)

    def add(self, table):
        for game in table["games"]:
            if game["ending"] == "not_played":
                continue
            best = max(game["small"])
            for player, small in zip(table["seats"], game["small"]):
                self.big[player] += small == best
                self.small[player] += small
                self.played[player] += 1

    def sort(self):
        self.order.sort(key=self.points, reverse=True)

    def points(self, player):
        return (self.big[player], self.small[player])


def play_tournament(dice, draw, rounds, games, leavers, thrown_out_after=None):
    """All rounds: (their tables, the score, who was disqualified).

    `leavers` is {round: [players who go home after it]}; after round `thrown_out_after` the
    runner-up of that moment is disqualified.
    """
    score, gone, disqualified, sheets = Score(draw), set(), [], []
    for number in range(1, rounds + 1):
        tables = [play_table(dice, seats, games) for seats in seat([p for p in score.order if p not in gone])]
        for table in tables:
            score.add(table)
        score.sort()
        sheets.append({"tables": tables})
        gone.update(leavers.get(number, []))
        if number == thrown_out_after:
            disqualified = [score.order[1]]
            gone.update(disqualified)
    return sheets, score, disqualified


# ---------------------------------------------------------------- tournaments

def tournament(event_id, name, city, kind, count, scheme, ended, final=0, full=False, podium=(), shared=(),
               starters=(), leave=None, no_shows=0, thrown_out_after=None, waivers=(), decision=None, again=0):
    """One tournament of the bundle.

    `scheme` is (rounds, games a round); `full` writes the rounds, else only the results are kept.
    Only for results: `podium` names who took the first places, `shared` the (first, last) places that were
    equal, `no_shows` how many are listed but never sat down. `leave` is {round: how many go home after it}.
    `again` throws the dice anew.
    """
    dice = Dice(event_id, again)
    rounds, games = scheme
    players = list(starters) or who_comes(dice, city, count, surely=podium)
    draw = dice.shuffled(players)
    leavers, staying = {}, [p for p in draw if p not in podium]
    for after, how_many in (leave or {}).items():
        leavers[after], staying = staying[:how_many], staying[how_many:]
    sheets, score, disqualified = play_tournament(dice, draw, rounds, games, leavers, thrown_out_after)

    written = {
        "id": event_id, "name": name,
        "ended_at": stamp(day_in(event_id), ended), "submitted_at": application_time(dice, day_in(event_id)),
        "voivodeship": VOIVODESHIP_OF[city], "class": kind, "planned_games": rounds * games,
    }
    order = [p for p in score.order if p not in disqualified]
    if full:
        written["rounds"] = sheets
        if final:
            written["final"] = play_table(dice, order[:4], final)
        if disqualified:
            written["disqualified"] = disqualified
    else:
        if final:
            last_table = Score(order[:4])
            last_table.add(play_table(dice, order[:4], final))
            last_table.sort()
            order[:4] = last_table.order
        order = list(podium) + [p for p in order if p not in podium]
        written["results"] = results(dice, order, score, shared, disqualified, no_shows, city)
    if waivers:
        written["waivers"] = list(waivers)
    if decision:
        granted, day, clock = decision
        written["exception_decision"] = {
            "granted": granted, "decided_at": stamp(datetime.date.fromisoformat(day), clock)}
    return written


def results(dice, order, score, shared, disqualified, no_shows, city):
    rows, place = [], 0
    for number, player in enumerate(order, start=1):
        equal = number > 5 and score.points(player) == score.points(order[number - 2])
        if not equal and not any(first < number <= last for first, last in shared):
            place = number
        rows.append({"player": player, "games_played": score.played[player], "place": place})
    absent = [p for p in who_comes(dice, city, len(order) + 40, surely=order)[len(order):]
              if p not in disqualified][:no_shows]
    rows += [{"player": p, "games_played": 0, "place": len(order) + 1} for p in absent]
    rows += [{"player": p, "games_played": score.played[p], "disqualified": True} for p in disqualified]
    return rows


STANDARD_A, STANDARD_B, MAKS, MINI, CHAMPIONSHIP = (4, 3), (3, 4), (4, 4), (3, 3), (5, 4)

# Who had qualified for the championship of Poland and came (see the results of this very bundle).
MP_STARTERS = """
p002 p004 p007 p010 p011 p012 p016 p025 p027 p038 p043 p046 p048 p050 p051 p054 p055 p061 p062 p066 p068 p071 p075
p076 p079 p081 p082 p083 p092 p099 p102 p104 p109 p110 p113 p115 p118 p121 p123 p126 p131 p133 p148 p152 p153 p154
p156 p158 p161 p162 p163 p165 p166 p172 p173 p174 p176 p182 p185 p186 p192 p193 p194 p198 p203 p206 p225 p229 p233
p237 p240 p242 p244 p250 p254 p260
""".split()

# Who was qualified or proposed as a wildcard for the championship of Silesia and came.
MW_STARTERS = """
p012 p013 p014 p029 p031 p037 p044 p045 p047 p050 p056 p062 p065 p075 p082 p085 p086 p092 p093 p102 p119 p120 p123
p124 p126 p139 p140 p156 p165 p176 p182 p186 p194 p198 p203 p218 p219 p223 p224 p237 p238 p240 p250 p260
""".split()


def make_tournaments():
    return [
        tournament("t-olsztyn-2024-10-12", "Jesienny Turniej Rummikub w Olsztynie", "Olsztyn",
                   "ordinary", 25, MINI, "14:05", final=4),
        tournament("t-rybnik-2024-10-19", "Biblioteczny Turniej Rummikub w Rybniku", "Rybnik",
                   "eliminatory", 38, STANDARD_A, "14:40", leave={2: 1}),
        tournament("t-lodz-2024-11-09", "Mistrzostwa Łodzi w Rummikub", "Łódź",
                   "eliminatory", 46, STANDARD_B, "15:10", final=4, leave={1: 1}, no_shows=1),
        # Written game by game; two tables of three in every round.
        tournament("t-zory-2024-11-16", "Listopadowy Turniej Rummikub w Żorach", "Żory",
                   "eliminatory", 34, STANDARD_A, "14:50", full=True),
        # 17 players: enough for the voivodeship championship, not for the ranking.
        tournament("t-wloclawek-2024-11-30", "Andrzejki z Rummikubem we Włocławku", "Włocławek",
                   "ordinary", 17, MINI, "13:35", final=4),
        tournament("t-krakow-2024-12-07", "Mistrzostwa Krakowa w Rummikub", "Kraków",
                   "eliminatory", 52, MAKS, "16:05", final=4, shared=[(23, 24)], leave={1: 1, 2: 1}),
        # 12 players: counts for nothing but the fun.
        tournament("t-nysa-2024-12-14", "Mikołajkowy Turniej Rummikub w Nysie", "Nysa",
                   "ordinary", 12, MINI, "13:10"),
        # Exactly 80 sat down; three more are on the list.
        tournament("t-poznan-2025-01-11", "Mistrzostwa Poznania w Rummikub", "Poznań",
                   "eliminatory", 80, STANDARD_B, "16:20", final=4, leave={1: 2}, no_shows=3),
        tournament("t-bielsko-2025-01-18", "Karnawałowy Turniej Rummikub w Bielsku-Białej", "Bielsko-Biała",
                   "eliminatory", 41, STANDARD_A, "15:00", shared=[(3, 4), (17, 19)], no_shows=1),
        tournament("t-kalisz-2025-01-25", "Osiedlowy Turniej Rummikub w Kaliszu", "Kalisz",
                   "eliminatory", 31, STANDARD_A, "14:35"),
        # The winner had said beforehand that she would not go.
        tournament("t-gdansk-2025-02-08", "Mistrzostwa Gdańska w Rummikub", "Gdańsk",
                   "eliminatory", 44, STANDARD_A, "15:15", final=4, leave={2: 2}, podium=["p128"], waivers=["p128"]),
        # 26 players, and Silesia is no exception voivodeship: not valid.
        tournament("t-tychy-2025-02-15", "Walentynkowy Turniej Rummikub w Tychach", "Tychy",
                   "eliminatory", 26, STANDARD_A, "14:25"),
        tournament("t-suwalki-2025-02-22", "Zimowy Turniej Rummikub w Suwałkach", "Suwałki",
                   "eliminatory", 24, STANDARD_A, "14:20", decision=(False, "2025-03-03", "10:12")),
        tournament("t-warszawa-2025-03-01", "Mistrzostwa Warszawy w Rummikub", "Warszawa",
                   "eliminatory", 66, MAKS, "17:10", final=5, shared=[(9, 10), (33, 35)], leave={1: 2, 3: 1},
                   thrown_out_after=3),
        tournament("t-gliwice-2025-03-08", "Mistrzostwa Gliwic w Rummikub", "Gliwice",
                   "eliminatory", 91, STANDARD_B, "16:45", final=4, shared=[(57, 58)], leave={1: 2}, no_shows=2),
        tournament("t-zory-2025-03-15", "Wiosenny Turniej Rummikub w Żorach", "Żory",
                   "eliminatory", 37, STANDARD_A, "14:55", no_shows=1),
        # 27 players and no decision: the Grand Prix of Greater Poland hangs on it.
        tournament("t-leszno-2025-03-22", "Turniej Rummikub w Domu Kultury w Lesznie", "Leszno",
                   "eliminatory", 27, STANDARD_B, "14:45", full=True),
        # The decision came 16 days later; meanwhile the winner had qualified in Wrocław.
        tournament("t-zamosc-2025-03-29", "Turniej Rummikub pod Arkadami w Zamościu", "Zamość",
                   "eliminatory", 25, STANDARD_A, "14:30", podium=["p148", "p076"],
                   decision=(True, "2025-04-14", "12:30")),
        tournament("t-wroclaw-2025-04-05", "Mistrzostwa Wrocławia w Rummikub", "Wrocław",
                   "eliminatory", 48, STANDARD_A, "15:20", final=4, leave={1: 1}, podium=["p148"]),
        # 24 players with the one who was disqualified after round II.
        tournament("t-elk-2025-04-12", "Mazurski Turniej Rummikub w Ełku", "Ełk",
                   "ordinary", 24, STANDARD_A, "14:40", full=True, thrown_out_after=2),
        tournament("t-gniezno-2025-04-26", "Książkowy Turniej Rummikub w Gnieźnie", "Gniezno",
                   "eliminatory", 29, STANDARD_A, "14:30"),
        tournament("t-rybnik-2025-05-10", "Turniej Finałowy Śląskiego Cyklu w Rybniku", "Rybnik",
                   "eliminatory", 36, STANDARD_A, "15:45", full=True, final=4),
        tournament("t-konin-2025-05-24", "Czytelniczy Turniej Rummikub w Koninie", "Konin",
                   "eliminatory", 33, STANDARD_A, "14:40"),
        # Two equal winners: nobody has decided which of them goes on.
        tournament("t-rzeszow-2025-05-31", "Mistrzostwa Rzeszowa w Rummikub", "Rzeszów",
                   "eliminatory", 32, STANDARD_A, "14:55", shared=[(1, 2)], podium=["p249", "p255"]),
        # Two again; here it was decided, see `tie_decisions`.
        tournament("t-torun-2025-06-14", "Piernikowy Turniej Rummikub w Toruniu", "Toruń",
                   "eliminatory", 35, STANDARD_A, "14:50", shared=[(1, 2)], podium=["p027", "p206"]),
        # People went home for the ferry: some after 3 games of 12, some after 6.
        tournament("t-szczecin-2025-06-28", "Portowy Turniej Rummikub w Szczecinie", "Szczecin",
                   "eliminatory", 30, STANDARD_A, "15:05", full=True, leave={1: 2, 2: 2}),
        # The first four all hold a qualification: this one lapses (AMB-65).
        tournament("t-opole-2025-09-06", "Mistrzostwa Opola w Rummikub", "Opole",
                   "eliminatory", 34, STANDARD_A, "14:45", podium=["p055", "p165", "p061", "p233"]),
        # The last day that counts for the fifty of the ranking (R-AWR-01).
        tournament("t-radom-2025-09-13", "Wrześniowy Turniej Rummikub w Radomiu", "Radom",
                   "eliminatory", 40, STANDARD_A, "15:00"),
        # One day too late for them.
        tournament("t-czestochowa-2025-09-14", "Turniej Rummikub na Koniec Lata w Częstochowie", "Częstochowa",
                   "eliminatory", 29, STANDARD_A, "15:30"),
        tournament("t-warszawa-2025-09-20", "Mistrzostwa Polski Rummikub 2025", "Warszawa",
                   "mp", 0, CHAMPIONSHIP, "19:10", final=6, starters=MP_STARTERS),
        # In season 2026, but still feeding the voivodeship championships of 2025 (AMB-80).
        tournament("t-olsztyn-2025-10-04", "Warmiński Turniej Rummikub w Olsztynie", "Olsztyn",
                   "ordinary", 20, MINI, "13:40", final=4),
        # Its two best qualify for the championship of 2026 (AMB-73).
        tournament("t-katowice-2025-10-26", "Mistrzostwa Województwa Śląskiego w Rummikub 2025", "Katowice",
                   "mw", 0, MAKS, "17:00", final=4, starters=MW_STARTERS),
    ]


# ------------------------------------------------------------ leagues, online

def league(event_id, name, city, days, members, attendance, ended, waivers=()):
    """`members` people, each present with a chance around `attendance`; the table sums up all meetings."""
    dice = Dice(event_id)
    people = who_comes(dice, city, members, often=3)
    habit = {p: min(0.97, max(0.12, attendance + 0.25 * dice.normal())) for p in people}
    score, meetings = dict.fromkeys(people, 0.0), []
    for day in days:
        present = [p for p in people if dice.chance() < habit[p]]
        for p in present:
            score[p] += max(0.2, 3 + 0.6 * skill(p) + 1.2 * dice.normal())
        meetings.append({"date": day, "present": sorted(present)})
    came = sorted((p for p in people if score[p]), key=lambda p: -score[p])
    first, last = (datetime.date.fromisoformat(day) for day in (days[0], days[-1]))
    written = {
        "id": event_id, "name": name, "voivodeship": VOIVODESHIP_OF[city],
        "ended_at": stamp(last, ended), "submitted_at": application_time(dice, first),
        "meetings": meetings,
        "table": [{"player": p, "place": place} for place, p in enumerate(came, start=1)],
    }
    if waivers:
        written["waivers"] = list(waivers)
    return written


def make_leagues():
    return [
        # More than 32 regulars: two qualifications.
        league("l-rybnik-2025", "Rybnicka Liga Rummikub 2024/2025", "Rybnik",
               ["2024-10-17", "2024-11-14", "2024-12-12", "2025-01-16", "2025-02-13", "2025-03-20", "2025-04-24",
                "2025-05-29"], 44, 0.58, "20:15"),
        league("l-warszawa-2025", "Stołeczna Liga Rummikub 2024/2025", "Warszawa",
               ["2024-11-06", "2024-12-04", "2025-01-08", "2025-02-05", "2025-03-05", "2025-04-09", "2025-05-07"],
               28, 0.66, "20:40", waivers=["p037"]),
        # A dozen regulars: enough for the voivodeship championship only.
        league("l-poznan-2025", "Poznańska Liga Rummikub 2025", "Poznań",
               ["2025-01-21", "2025-02-18", "2025-03-18", "2025-04-15", "2025-05-20", "2025-06-10"],
               19, 0.52, "20:30"),
    ]


def online(event_id, event, edition, day, count, strength, waivers=()):
    """`strength` is the skill that the field is drawn around: the colour leagues are divisions."""
    dice = Dice(event_id)
    people = list(PLAYER)
    weights = [math.exp(-(skill(p) - strength) ** 2) * (0.2 + TEMPER[p][1]) + 1e-6 for p in people]
    field = dice.weighted(people, weights, count)
    score = {p: skill(p) + 1.1 * dice.normal() for p in field}
    order = sorted(field, key=lambda p: -score[p])
    written = {
        "id": event_id, "event": event, "edition": edition,
        "ended_at": stamp(datetime.date.fromisoformat(day), "21:30"),
        "table": [{"player": p, "place": place} for place, p in enumerate(order, start=1)],
    }
    if waivers:
        written["waivers"] = list(waivers)
    return written


def make_online():
    return [
        online("o-gold-1-2025", "gold", 1, "2024-12-18", 24, 2.0),
        online("o-silver-1-2025", "silver", 1, "2025-02-19", 24, 0.8),
        online("o-bronze-1-2025", "bronze", 1, "2025-02-26", 28, -0.4),
        online("o-mp-online-2025", "mp_online", 1, "2025-04-27", 64, 1.0),
        online("o-hertzano-2025", "hertzano", 1, "2025-06-08", 40, 1.2),
        online("o-gold-2-2025", "gold", 2, "2025-06-25", 24, 2.0),
    ]


# ------------------------------------------------------------------ the bundle

def make_bundle():
    return {
        "format": "season-bundle/1",
        "seasons": [
            {"id": "2025", "from": "2024-09-29", "to": "2025-09-19", "mp_first_day": "2025-09-20"},
            {"id": "2026", "from": "2025-09-21"},
        ],
        "rulebook": {"base": "pl-2024-25", "overrides": {}},
        "players": PLAYERS,
        "tournaments": make_tournaments(),
        "leagues": make_leagues(),
        "grand_prix": [
            {"id": "gp-slask-2025", "name": "Śląski Cykl Grand Prix 2025", "tournaments": [
                "t-rybnik-2024-10-19", "t-zory-2024-11-16", "t-bielsko-2025-01-18", "t-tychy-2025-02-15",
                "t-zory-2025-03-15", "t-rybnik-2025-05-10"]},
            {"id": "gp-wielkopolska-2025", "name": "Wielkopolski Cykl Grand Prix 2025", "tournaments": [
                "t-poznan-2025-01-11", "t-kalisz-2025-01-25", "t-leszno-2025-03-22", "t-gniezno-2025-04-26",
                "t-konin-2025-05-24"]},
        ],
        "online": make_online(),
        "waivers": [
            {"player": "p050", "declared_at": "2025-03-10T18:22:00+01:00"},  # holds one since November and keeps it
            {"player": "p067", "declared_at": "2025-08-18T09:05:00+02:00"},
        ],
        "mw": [
            {"id": "mw-2025-slaskie", "voivodeship": "śląskie", "from": "2024-09-29", "to": "2025-10-25"},
            {"id": "mw-2025-mazowieckie", "voivodeship": "mazowieckie", "from": "2024-09-29", "to": "2025-11-07"},
            {"id": "mw-2025-wielkopolskie", "voivodeship": "wielkopolskie", "from": "2024-09-29", "to": "2025-11-14"},
            {"id": "mw-2025-warminsko-mazurskie", "voivodeship": "warmińsko-mazurskie", "from": "2024-09-29",
             "to": "2025-11-21"},
        ],
        "tie_decisions": [
            {"event": "t-torun-2025-06-14", "order": ["p027", "p206"]},
        ],
    }


# Lists with one element a line, however long it gets.
ONE_PER_LINE = {"seasons", "players", "results", "tables", "meetings", "table", "grand_prix", "waivers", "mw",
                "tie_decisions"}
# Objects and lists that are opened up.
OPENED = {"tournaments", "leagues", "online", "rounds"}


def layout(value, name=None, indent=0):
    """JSON that is both small and kind to `diff`."""
    pad, end = " " * (indent + 1), "\n" + " " * indent
    if isinstance(value, list) and value:
        if name in OPENED:
            parts = [layout(item, "item", indent + 1) for item in value]
            return "[\n" + ",\n".join(pad + part for part in parts) + end + "]"
        if name in ONE_PER_LINE and isinstance(value[0], dict):
            return "[\n" + ",\n".join(pad + compact(item) for item in value) + end + "]"
    if isinstance(value, dict) and name in ("bundle", "item"):
        parts = ["%s: %s" % (compact(key), layout(item, key, indent + 1)) for key, item in value.items()]
        return "{\n" + ",\n".join(pad + part for part in parts) + end + "}"
    return compact(value)


def compact(value):
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    sys.stdout.buffer.write((layout(make_bundle(), "bundle") + "\n").encode("utf-8"))
