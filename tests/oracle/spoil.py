#!/usr/bin/env python3
"""Bundles that must be refused, and odd ones that must not.

    python3 spoil.py --list                 names of the spoilings
    python3 spoil.py NAME SEED              a bundle made invalid in that one way
    python3 spoil.py --valid                names of the odd but valid bundles
    python3 spoil.py --make-valid NAME      one of them
"""

import copy
import json
import random
import sys

RAW = "@raw@"   # a string value that starts so is written without quotes


# ------------------------------------------------------------ the sound bundle

def rows(players, planned):
    return [{"player": p, "place": i + 1, "games_played": planned} for i, p in enumerate(players)]


def table(players):
    return [{"player": p, "place": i + 1} for i, p in enumerate(players)]


def sound_bundle(seed):
    """A small valid bundle that has one of everything; the seed only moves people about."""
    rng = random.Random("kostka-spoil-%s" % seed)
    p = ["p%02d" % i for i in range(1, 45)]
    rng.shuffle(p)
    players = [{"id": i, "first_name": "Imię", "surname": "Nazwisko-" + i, "city": "Żory", "voivodeship": "śląskie",
                "country": "PL"} for i in sorted(p)]

    won = {"ending": "rack_emptied", "small": [30, -5, -10, -15]}
    tied = {"ending": "time_expired", "small": [7, 7, -3, -4]}
    three = {"ending": "pool_exhausted", "small": [-2, 9, -7]}
    unplayed = {"ending": "not_played"}

    results = rows(p[:28], 12)
    results[3]["place"] = results[2]["place"]           # 1 2 3 3 5 …
    results.append({"player": p[28], "games_played": 3, "disqualified": True})
    rounds = [{"tables": [
        {"seats": p[0:4], "games": [won, tied]},
        {"seats": p[4:8], "games": [tied, unplayed]},
        {"seats": p[8:11], "games": [three, three]},
        {"seats": p[11:15], "games": [won, won]},
        {"seats": p[15:19], "games": [unplayed, tied]},
    ]}, {"tables": [
        {"seats": p[1:5], "games": [tied, won]},
        {"seats": p[5:9], "games": [won, won]},
        {"seats": [p[0], p[9], p[10]], "games": [three, unplayed]},
        {"seats": [p[18], p[11], p[15], p[12]], "games": [won, tied]},
        {"seats": [p[16], p[17], p[14]], "games": [unplayed, unplayed]},
    ]}]
    return json.loads(json.dumps({
        "format": "season-bundle/1",
        "seasons": [
            {"id": "2025", "from": "2024-09-29", "to": "2025-09-19", "mp_first_day": "2025-09-20"},
            {"id": "2026", "from": "2025-09-21", "to": "2026-09-11", "mp_first_day": "2026-09-12"},
        ],
        "rulebook": {"base": "pl-2024-25", "overrides": {"awans.ranking.count": 5, "wildcard.cap": 40}},
        "players": players,
        "tournaments": [
            {"id": "t-results", "name": "Wyniki", "ended_at": "2025-01-11T16:00:00+01:00",
             "submitted_at": "2024-12-01T09:00:00+01:00", "voivodeship": "śląskie", "class": "eliminatory",
             "planned_games": 12, "results": results, "waivers": [p[1]]},
            {"id": "t-rounds", "name": "Rundy", "ended_at": "2025-05-10T16:00:00+02:00",
             "submitted_at": "2025-04-01T09:00:00+02:00", "voivodeship": "lubelskie", "class": "ordinary",
             "planned_games": 9, "rounds": rounds, "final": {"seats": p[0:4], "games": [won, tied]},
             "disqualified": [p[6]], "waivers": [p[7]]},
            {"id": "t-exception", "name": "Wyjątek", "ended_at": "2025-02-01T16:00:00+01:00",
             "submitted_at": "2024-12-02T09:00:00+01:00", "voivodeship": "lubelskie", "class": "eliminatory",
             "planned_games": 16, "results": rows(p[0:25], 16),
             "exception_decision": {"granted": True, "decided_at": "2025-02-20T12:00:00+01:00"}},
            {"id": "t-mw", "name": "MW", "ended_at": "2025-11-08T16:00:00+01:00",
             "submitted_at": "2025-10-01T09:00:00+02:00", "voivodeship": "śląskie", "class": "mw",
             "planned_games": 12, "results": rows(p[10:30], 12)},
            {"id": "t-mp", "name": "MP", "ended_at": "2025-09-20T18:00:00+02:00",
             "submitted_at": "2025-06-01T09:00:00+02:00", "voivodeship": "mazowieckie", "class": "mp",
             "planned_games": 20, "results": rows(p[0:16], 20)},
        ],
        "leagues": [
            {"id": "l-one", "name": "Liga", "voivodeship": "śląskie", "ended_at": "2025-06-05T20:00:00+02:00",
             "submitted_at": "2025-01-15T09:00:00+01:00",
             "meetings": [{"date": "2025-05-%02d" % (8 + 7 * i), "present": p[5:22]} for i in range(3)],
             "table": table(p[5:25]), "waivers": [p[5]]},
        ],
        "grand_prix": [{"id": "gp-one", "name": "Cykl", "tournaments": ["t-results", "t-exception"]}],
        "online": [
            {"id": "o-gold", "event": "gold", "edition": 1, "ended_at": "2025-03-15T21:00:00+01:00",
             "table": table(p[2:12]), "submitted_at": "2025-01-02T09:00:00+01:00", "waivers": [p[2]]},
            {"id": "o-mp", "event": "mp_online", "edition": 1, "ended_at": "2025-04-15T21:00:00+02:00",
             "table": table(p[0:15])},
        ],
        "waivers": [{"player": p[20], "declared_at": "2025-01-05T10:00:00+01:00"}],
        "mw": [{"id": "mw-śląskie", "voivodeship": "śląskie", "from": "2024-09-29", "to": "2025-11-07"},
               {"id": "mw-lubelskie", "voivodeship": "lubelskie", "from": "2024-09-29", "to": "2025-11-14"}],
        "tie_decisions": [
            {"event": "t-results", "order": [p[3], p[2]]},
            {"event": "ranking", "season": "2025", "order": [p[9], p[8], p[7]]},
            {"event": "gp-one", "order": [p[4]]},
        ],
    }))


def write(bundle):
    """Bytes; raw values lose their quotes."""
    text = json.dumps(bundle, ensure_ascii=False, indent=1)
    while '"' + RAW in text:
        start = text.index('"' + RAW)
        end = text.index('"', start + 1)
        text = text[:start] + text[start + 1 + len(RAW):end] + text[end + 1:]
    return text.encode("utf-8")


# ----------------------------------------------------------------- spoilings

SPOILINGS = {}   # name -> function(bundle) that changes it, or returns the bytes itself


def spoiling(function):
    assert function.__name__ not in SPOILINGS, function.__name__
    SPOILINGS[function.__name__] = function
    return function


def add(name, function):
    assert name not in SPOILINGS, name
    SPOILINGS[name] = function


def reach(bundle, path):
    """(container, last key) of a path such as `tournaments.0.results.1.place`."""
    keys = [int(k) if k.lstrip("-").isdigit() else k for k in path.split("/")]
    here = bundle
    for key in keys[:-1]:
        here = here[key]
    return here, keys[-1]


def put(name, path, value):
    def change(bundle):
        holder, key = reach(bundle, path)
        holder[key] = copy.deepcopy(value)
    add(name, change)


def drop(name, path):
    def change(bundle):
        holder, key = reach(bundle, path)
        del holder[key]
    add(name, change)


def append(name, path, value):
    def change(bundle):
        holder, key = reach(bundle, path)
        holder[key].append(copy.deepcopy(value))
    add(name, change)


def twice(name, path, position=0):
    """An element of the list once more, at its end."""
    def change(bundle):
        holder, key = reach(bundle, path)
        holder[key].append(copy.deepcopy(holder[key][position]))
    add(name, change)


def textual(name, old, new, last=False):
    """Changes the written text at one place."""
    def change(bundle):
        text = write(bundle).decode("utf-8")
        at = text.rindex(old) if last else text.index(old)
        return (text[:at] + new + text[at + len(old):]).encode("utf-8")
    add(name, change)


def raw(name, data):
    add(name, lambda bundle: data)


# Where one of each kind of object stands in the sound bundle, and its required fields.
OBJECTS = {
    "season": ("seasons/0", "id from"),
    "rulebook": ("rulebook", "base overrides"),
    "player": ("players/0", "id first_name surname city voivodeship country"),
    "tournament": ("tournaments/0", "id name ended_at submitted_at voivodeship class planned_games"),
    "result": ("tournaments/0/results/5", "player games_played"),
    "round": ("tournaments/1/rounds/0", "tables"),
    "table": ("tournaments/1/rounds/0/tables/1", "seats games"),
    "game": ("tournaments/1/rounds/0/tables/0/games/0", "ending"),
    "final": ("tournaments/1/final", "seats games"),
    "final_game": ("tournaments/1/final/games/0", "ending"),
    "exception_decision": ("tournaments/2/exception_decision", "granted decided_at"),
    "league": ("leagues/0", "id name voivodeship ended_at submitted_at meetings table"),
    "meeting": ("leagues/0/meetings/1", "date present"),
    "league_row": ("leagues/0/table/2", "player place"),
    "grand_prix": ("grand_prix/0", "id name tournaments"),
    "online": ("online/0", "id event edition ended_at table"),
    "online_row": ("online/0/table/1", "player place"),
    "waiver": ("waivers/0", "player declared_at"),
    "mw": ("mw/0", "id voivodeship from to"),
    "tie_decision": ("tie_decisions/0", "event order"),
}

# -- unknown and missing fields

put("unknown_field_bundle", "comment", "")
for kind, (path, fields) in OBJECTS.items():
    put("unknown_field_%s" % kind, path + "/comment", None)
    for field in fields.split():
        if (kind, field) != ("player", "id") and (kind, field) != ("tournament", "id"):
            drop("missing_%s_%s" % (kind, field), path + "/" + field)
drop("missing_format", "format")
drop("missing_rulebook", "rulebook")
drop("missing_small_of_a_played_game", "tournaments/1/rounds/0/tables/0/games/0/small")
drop("missing_season_of_a_ranking_decision", "tie_decisions/1/season")


@spoiling
def missing_player_id(bundle):
    bundle["players"].append({k: v for k, v in bundle["players"][0].items() if k != "id"})


@spoiling
def missing_tournament_id(bundle):
    extra = {k: v for k, v in bundle["tournaments"][4].items() if k != "id"}
    bundle["tournaments"].append(extra)


# -- format, parameters, enumerations

put("format_unknown", "format", "bundle")
put("format_of_the_next_version", "format", "season-bundle/2")
put("format_of_results", "format", "season-results/1")
put("format_in_capitals", "format", "Season-Bundle/1")
put("format_is_a_number", "format", 1)
put("base_unknown", "rulebook/base", "how-legacy")
put("override_unknown_path", "rulebook/overrides/awans.league.depth", 8)
put("override_path_with_a_blank", "rulebook/overrides/wildcard.cap ", 8)
put("override_nested_instead_of_path", "rulebook/overrides/wildcard", {"cap": 8})
put("override_basis_unknown", "rulebook/overrides/ranking.tiebreak_basis", "places")
put("override_basis_is_a_number", "rulebook/overrides/ranking.tiebreak_basis", 1)
put("override_gp_count_unknown", "rulebook/overrides/awans.gp.count", "Distinct")
put("override_two_seats_from_zero", "rulebook/overrides/awans.tournament.two_seats_from", 0)
put("override_two_seats_from_negative", "rulebook/overrides/awans.tournament.two_seats_from", -1)
put("override_two_seats_from_float", "rulebook/overrides/awans.tournament.two_seats_from", 80.0)
put("override_two_seats_from_string", "rulebook/overrides/awans.tournament.two_seats_from", "80")
put("override_two_seats_from_boolean", "rulebook/overrides/awans.tournament.two_seats_from", True)
put("override_two_seats_from_null", "rulebook/overrides/awans.tournament.two_seats_from", None)
put("override_ranking_count_negative", "rulebook/overrides/awans.ranking.count", -1)
put("override_ranking_count_float", "rulebook/overrides/awans.ranking.count", 0.5)
put("override_cap_negative", "rulebook/overrides/wildcard.cap", -1)
put("override_cap_exponent", "rulebook/overrides/wildcard.cap", RAW + "1e2")
put("overrides_is_a_list", "rulebook/overrides", [])
put("overrides_is_null", "rulebook/overrides", None)
put("class_unknown", "tournaments/4/class", "friendly")
put("class_in_capitals", "tournaments/4/class", "MP")
put("class_is_empty", "tournaments/4/class", "")
put("ending_unknown", "tournaments/1/rounds/0/tables/0/games/0/ending", "abandoned")
put("ending_unknown_in_final", "tournaments/1/final/games/0/ending", "won")
put("online_event_unknown", "online/0/event", "platinum")
put("online_event_in_capitals", "online/0/event", "Gold")

# -- types

put("planned_games_float", "tournaments/0/planned_games", 12.0)
put("planned_games_exponent", "tournaments/0/planned_games", RAW + "1e2")
put("planned_games_capital_exponent", "tournaments/0/planned_games", RAW + "12E0")
put("planned_games_boolean", "tournaments/0/planned_games", True)
put("planned_games_string", "tournaments/0/planned_games", "12")
put("planned_games_null", "tournaments/0/planned_games", None)
put("planned_games_list", "tournaments/0/planned_games", [12])
put("games_played_float", "tournaments/0/results/5/games_played", 1.0)
put("games_played_boolean", "tournaments/0/results/5/games_played", False)
put("games_played_null", "tournaments/0/results/5/games_played", None)
put("place_float", "tournaments/0/results/0/place", 1.0)
put("place_boolean", "tournaments/0/results/0/place", True)
put("place_string", "tournaments/0/results/0/place", "1")
put("place_exponent", "tournaments/0/results/0/place", RAW + "1e0")
put("league_place_float", "leagues/0/table/0/place", 1.0)
put("online_place_float", "online/0/table/0/place", RAW + "1.00")
put("edition_float", "online/0/edition", 1.0)
put("edition_string", "online/0/edition", "1")
put("edition_boolean", "online/0/edition", True)
put("small_float", "tournaments/1/rounds/0/tables/0/games/0/small/0", 30.0)
put("small_string", "tournaments/1/rounds/0/tables/0/games/0/small/0", "30")
put("small_null", "tournaments/1/rounds/0/tables/0/games/0/small", None)
put("small_boolean_in_final", "tournaments/1/final/games/0", {"ending": "rack_emptied", "small": [True, -1, -1, -1]})
put("granted_is_a_string", "tournaments/2/exception_decision/granted", "true")
put("granted_is_a_number", "tournaments/2/exception_decision/granted", 1)
put("disqualified_is_a_number", "tournaments/0/results/-1/disqualified", 1)
put("disqualified_is_a_string", "tournaments/0/results/-1/disqualified", "true")
put("id_is_a_number", "mw/0/id", 5)
put("name_is_a_number", "tournaments/0/name", 5)
put("name_is_null", "tournaments/0/name", None)
put("city_is_null", "players/0/city", None)
put("voivodeship_is_a_list", "mw/0/voivodeship", ["śląskie"])
put("players_is_null", "players", None)
put("tournaments_is_an_object", "tournaments", {})
put("waivers_is_null", "waivers", None)
put("results_is_an_object", "tournaments/0/results", {})
put("a_player_is_a_string", "players/0", "p01")
put("a_tournament_is_null", "tournaments/4", None)
put("a_meeting_is_a_date", "leagues/0/meetings/0", "2025-05-08")
put("final_is_null", "tournaments/1/final", None)
put("rulebook_is_a_string", "rulebook", "pl-2024-25")
put("order_is_a_string", "tie_decisions/0/order", "p01")
put("to_is_null", "seasons/1/to", None)
put("order_has_a_number", "tie_decisions/0/order", [1])

# -- dates and times

put("date_impossible_in_season", "seasons/0/from", "2024-09-31")
put("date_without_zeros", "seasons/0/from", "2024-9-29")
put("date_with_time", "seasons/0/from", "2024-09-29T00:00:00+02:00")
put("date_is_empty", "seasons/0/from", "")
put("date_is_a_number", "seasons/0/from", 20240929)
put("date_in_polish_order", "seasons/0/from", "29-09-2024")
put("date_impossible_mp_first_day", "seasons/0/mp_first_day", "2025-09-31")
put("date_impossible_meeting", "leagues/0/meetings/0/date", "2025-02-29")
put("date_impossible_mw", "mw/0/to", "2025-13-01")
put("date_impossible_mw_day_zero", "mw/0/to", "2025-12-00")
TIMES = {
    "tournament_ended_at": "tournaments/0/ended_at",
    "tournament_submitted_at": "tournaments/0/submitted_at",
    "decided_at": "tournaments/2/exception_decision/decided_at",
    "league_ended_at": "leagues/0/ended_at",
    "league_submitted_at": "leagues/0/submitted_at",
    "online_ended_at": "online/0/ended_at",
    "online_submitted_at": "online/0/submitted_at",
    "declared_at": "waivers/0/declared_at",
}
for kind, path in TIMES.items():
    put("time_in_utc_%s" % kind, path, "2025-03-15T15:00:00Z")
    put("time_without_offset_%s" % kind, path, "2025-03-15T16:00:00")
for kind, text in {
    "summer_offset_in_winter": "2025-01-15T16:00:00+02:00",
    "winter_offset_in_summer": "2025-07-15T16:00:00+01:00",
    "zero_offset": "2025-01-15T16:00:00+00:00",
    "odd_offset": "2025-01-15T16:00:00+01:30",
    "negative_offset": "2025-01-15T16:00:00-01:00",
    "offset_without_colon": "2025-01-15T16:00:00+0100",
    "offset_of_hours_only": "2025-01-15T16:00:00+01",
    "without_seconds": "2025-01-15T16:00+01:00",
    "impossible_day": "2025-02-29T16:00:00+01:00",
    "impossible_month": "2025-13-01T16:00:00+01:00",
    "impossible_hour": "2025-01-15T25:00:00+01:00",
    "impossible_minute": "2025-01-15T16:60:00+01:00",
    "impossible_second": "2025-01-15T16:00:61+01:00",
    "date_only": "2025-01-15",
    "garbage": "wczoraj",
    "skipped_hour_with_winter_offset": "2025-03-30T02:30:00+01:00",
    "skipped_hour_with_summer_offset": "2025-03-30T02:30:00+02:00",
    "first_summer_second_with_winter_offset": "2025-03-30T03:00:00+01:00",
    "last_winter_second_with_summer_offset": "2025-03-30T01:59:59+02:00",
    "after_the_repeated_hour_with_summer_offset": "2025-10-26T03:00:00+02:00",
    "before_the_repeated_hour_with_winter_offset": "2025-10-26T01:59:59+01:00",
}.items():
    put("time_" + kind, "tournaments/1/ended_at", text)
put("time_is_a_number", "tournaments/1/ended_at", 1736953200)
put("decided_a_second_before_the_end", "tournaments/2/exception_decision/decided_at", "2025-02-01T15:59:59+01:00")


@spoiling
def decided_before_the_end_in_the_repeated_hour(bundle):
    # By the clock on the wall the decision is later; by the instant it is earlier.
    bundle["tournaments"][2]["ended_at"] = "2025-10-26T02:10:00+01:00"
    bundle["tournaments"][2]["exception_decision"]["decided_at"] = "2025-10-26T02:50:00+02:00"


# -- ids and references

twice("duplicate_player", "players")
put("duplicate_id_player_and_tournament", "tournaments/4/id", "p05")
put("duplicate_id_tournament_and_league", "leagues/0/id", "t-mp")
put("duplicate_id_season_and_online", "online/1/id", "2026")
put("duplicate_id_mw_and_grand_prix", "mw/0/id", "gp-one")
put("duplicate_id_two_seasons", "seasons/1/id", "2025")
put("id_empty", "mw/0/id", "")
put("id_reserved_for_a_tournament", "tournaments/4/id", "ranking")
put("id_reserved_for_a_season", "seasons/1/id", "ranking")
put("id_reserved_for_mw", "mw/0/id", "ranking")


@spoiling
def id_reserved_for_a_player(bundle):
    bundle["players"].append(dict(bundle["players"][0], id="ranking"))


@spoiling
def id_empty_for_a_player(bundle):
    bundle["players"].append(dict(bundle["players"][0], id=""))


put("unknown_player_in_results", "tournaments/0/results/5/player", "nobody")
put("unknown_player_by_letter_case", "tournaments/0/results/5/player", "P05")
put("unknown_player_with_a_blank", "tournaments/0/results/5/player", "p05 ")
put("unknown_player_that_is_a_tournament", "tournaments/0/results/5/player", "t-mp")
put("unknown_player_at_a_table", "tournaments/1/rounds/0/tables/1/seats/0", "nobody")
put("unknown_player_in_league_table", "leagues/0/table/3/player", "nobody")
put("unknown_player_in_online_table", "online/1/table/3/player", "nobody")
append("unknown_player_at_a_meeting", "leagues/0/meetings/0/present", "nobody")
put("unknown_player_in_waivers", "waivers/0/player", "nobody")
append("unknown_player_in_order", "tie_decisions/0/order", "nobody")
append("unknown_player_waives_at_tournament", "tournaments/0/waivers", "nobody")
append("unknown_player_disqualified", "tournaments/1/disqualified", "nobody")
put("unknown_player_in_final", "tournaments/1/final/seats/0", "nobody")
append("unknown_tournament_in_grand_prix", "grand_prix/0/tournaments", "t-none")
append("league_in_grand_prix", "grand_prix/0/tournaments", "l-one")
put("unknown_event_in_tie_decision", "tie_decisions/0/event", "t-none")
put("player_as_event_in_tie_decision", "tie_decisions/0/event", "p05")
put("season_as_event_in_tie_decision", "tie_decisions/0/event", "2025")
put("unknown_season_in_tie_decision", "tie_decisions/1/season", "2030")
put("event_as_season_in_tie_decision", "tie_decisions/1/season", "t-results")


@spoiling
def unknown_player_by_normal_form(bundle):
    bundle["players"].append(dict(bundle["players"][0], id="Zo\u0301fia"))
    bundle["waivers"][0]["player"] = "Z\u00f3fia"


# -- twice

@spoiling
def player_twice_in_results(bundle):
    results = bundle["tournaments"][0]["results"]
    results[5]["player"] = results[6]["player"]


@spoiling
def player_placed_and_disqualified(bundle):
    results = bundle["tournaments"][0]["results"]
    results[-1]["player"] = results[0]["player"]


@spoiling
def player_twice_in_league_table(bundle):
    rows_ = bundle["leagues"][0]["table"]
    rows_[5]["player"] = rows_[6]["player"]


@spoiling
def player_twice_in_online_table(bundle):
    rows_ = bundle["online"][1]["table"]
    rows_[5]["player"] = rows_[6]["player"]


twice("player_twice_in_order", "tie_decisions/0/order")
twice("player_twice_at_a_meeting", "leagues/0/meetings/0/present")


@spoiling
def player_twice_at_a_table(bundle):
    seats = bundle["tournaments"][1]["rounds"][0]["tables"][0]["seats"]
    seats[3] = seats[0]


@spoiling
def player_at_two_tables_of_a_round(bundle):
    tables = bundle["tournaments"][1]["rounds"][0]["tables"]
    tables[1]["seats"][0] = tables[0]["seats"][0]


@spoiling
def player_twice_in_final(bundle):
    seats = bundle["tournaments"][1]["final"]["seats"]
    seats[3] = seats[0]


twice("second_tie_decision_for_an_event", "tie_decisions", 0)
twice("second_tie_decision_for_a_ranking", "tie_decisions", 1)


@spoiling
def second_tie_decision_with_another_order(bundle):
    bundle["tie_decisions"].append({"event": "gp-one", "order": bundle["tie_decisions"][0]["order"]})


put("order_empty", "tie_decisions/0/order", [])
put("grand_prix_without_member", "grand_prix/0/tournaments", [])
twice("grand_prix_with_a_member_twice", "grand_prix/0/tournaments")
append("grand_prix_with_an_ordinary_member", "grand_prix/0/tournaments", "t-rounds")
append("grand_prix_with_an_mw_member", "grand_prix/0/tournaments", "t-mw")
append("grand_prix_with_an_mp_member", "grand_prix/0/tournaments", "t-mp")
put("online_event_and_edition_twice", "online/1/event", "gold")

# -- results or rounds

put("results_and_rounds", "tournaments/0/rounds", [])
put("rounds_and_results", "tournaments/1/results", [])
drop("neither_results_nor_rounds", "tournaments/0/results")
put("disqualified_beside_results", "tournaments/0/disqualified", [])


@spoiling
def final_beside_results(bundle):
    seats = [r["player"] for r in bundle["tournaments"][0]["results"][:4]]
    bundle["tournaments"][0]["final"] = {"seats": seats, "games": []}


put("place_and_disqualified", "tournaments/0/results/-1/place", 29)
drop("neither_place_nor_disqualified", "tournaments/0/results/-1/disqualified")
put("no_place_and_disqualified_false", "tournaments/0/results/-1/disqualified", False)
put("last_place_and_disqualified", "tournaments/0/results/27/disqualified", True)

# -- places

put("places_with_a_gap", "tournaments/0/results/27/place", 29)
put("places_dense_after_a_tie", "tournaments/0/results/4/place", 4)
put("places_zero", "tournaments/0/results/0/place", 0)
put("places_negative", "tournaments/0/results/0/place", -1)
put("places_without_a_first", "tournaments/0/results/0/place", 2)
put("league_places_with_a_gap", "leagues/0/table/19/place", 21)
put("league_places_zero", "leagues/0/table/0/place", 0)
put("online_places_with_a_gap", "online/0/table/9/place", 11)
put("online_places_zero", "online/1/table/0/place", 0)


@spoiling
def places_of_a_tie_from_its_end(bundle):
    for row in bundle["tournaments"][0]["results"][2:4]:
        row["place"] = 4


@spoiling
def league_places_dense_after_a_tie(bundle):
    for row in bundle["leagues"][0]["table"][2:]:
        row["place"] -= 1


@spoiling
def online_places_without_a_first(bundle):
    del bundle["online"][1]["table"][0]


@spoiling
def places_count_the_disqualified(bundle):
    results = bundle["tournaments"][0]["results"]
    out = results[10]
    del out["place"]
    out["disqualified"] = True     # the others do not move up


# -- numbers

@spoiling
def planned_games_zero(bundle):
    bundle["tournaments"][4].update(planned_games=0, results=[])


@spoiling
def planned_games_negative(bundle):
    bundle["tournaments"][4].update(planned_games=-12, results=[])


put("games_played_negative", "tournaments/0/results/5/games_played", -1)
put("games_played_above_planned", "tournaments/0/results/5/games_played", 13)
put("games_played_of_a_disqualified_above_planned", "tournaments/0/results/-1/games_played", 13)
put("games_played_enormous", "tournaments/0/results/5/games_played", 10 ** 30)
put("games_of_rounds_above_planned", "tournaments/1/planned_games", 3)

# -- tables and finals


def reseat(name, where, seats, small):
    """Another number of seats, with games that would fit it."""
    def change(bundle):
        holder, key = reach(bundle, where)
        people = [r["player"] for r in bundle["tournaments"][0]["results"]]
        final = where.endswith("final")
        first = 0 if final else 19
        holder[key] = {"seats": people[first:first + seats],
                       "games": [{"ending": "rack_emptied", "small": small}] if small else []}
    add(name, change)


def at_table(number):
    return "tournaments/1/rounds/0/tables/%d" % number


reseat("table_of_nobody", at_table(2), 0, None)
reseat("table_of_one", at_table(2), 1, None)
reseat("table_of_two", at_table(2), 2, [1, -1])
reseat("table_of_five", at_table(2), 5, [4, -1, -1, -1, -1])
reseat("final_of_three", "tournaments/1/final", 3, [2, -1, -1])
reseat("final_of_five", "tournaments/1/final", 5, [4, -1, -1, -1, -1])
reseat("final_of_nobody", "tournaments/1/final", 0, None)


def outsider(bundle):
    """A known player who was in none of the events."""
    inside = set()
    for t in bundle["tournaments"]:
        inside |= {r["player"] for r in t.get("results", [])}
        for rnd in t.get("rounds", []):
            for tab in rnd["tables"]:
                inside |= set(tab["seats"])
    for event in bundle["leagues"] + bundle["online"]:
        inside |= {r["player"] for r in event["table"]}
        for meeting in event.get("meetings", []):
            inside |= set(meeting["present"])
    return [p["id"] for p in bundle["players"] if p["id"] not in inside][0]


@spoiling
def finalist_who_never_sat_in_a_round(bundle):
    bundle["tournaments"][1]["final"]["seats"][2] = outsider(bundle)


@spoiling
def final_without_rounds(bundle):
    bundle["tournaments"][1].update(rounds=[], disqualified=[], waivers=[])


@spoiling
def disqualified_who_was_not_there(bundle):
    bundle["tournaments"][1]["disqualified"].append(outsider(bundle))


@spoiling
def waiving_player_was_not_in_the_results(bundle):
    bundle["tournaments"][0]["waivers"].append(outsider(bundle))


@spoiling
def waiving_player_was_not_in_the_rounds(bundle):
    bundle["tournaments"][1]["waivers"].append(outsider(bundle))


@spoiling
def waiving_player_was_not_in_the_league(bundle):
    bundle["leagues"][0]["waivers"].append(outsider(bundle))


@spoiling
def waiving_player_was_not_in_the_online_event(bundle):
    bundle["online"][1]["waivers"] = [outsider(bundle)]


@spoiling
def waiving_player_at_an_empty_event(bundle):
    bundle["online"][1].update(table=[], waivers=[bundle["players"][0]["id"]])


# -- one game, R-GAME-16

FOUR = "tournaments/1/rounds/0/tables/0/games/0"
THREE = "tournaments/1/rounds/0/tables/2/games/0"
FINAL = "tournaments/1/final/games/0"
for name, path, ending, small in [
    ("small_too_short", FOUR, "rack_emptied", [15, -5, -10]),
    ("small_too_long", FOUR, "rack_emptied", [30, -5, -10, -15, 0]),
    ("small_too_long_for_three", THREE, "rack_emptied", [30, -5, -10, -15]),
    ("small_too_short_in_final", FINAL, "rack_emptied", [15, -5, -10]),
    ("small_empty", FOUR, "rack_emptied", []),
    ("small_beside_not_played", FOUR, "not_played", [30, -5, -10, -15]),
    ("small_empty_beside_not_played", FOUR, "not_played", []),
    ("two_winners_of_an_emptied_rack", FOUR, "rack_emptied", [7, 7, -3, -4]),
    ("all_tied_on_an_emptied_rack", FOUR, "rack_emptied", [0, 0, 0, 0]),
    ("winner_one_short", FOUR, "rack_emptied", [29, -5, -10, -15]),
    ("winner_one_over", FOUR, "time_expired", [31, -5, -10, -15]),
    ("winner_one_short_in_final", FINAL, "rack_emptied", [29, -5, -10, -15]),
    ("loser_at_zero", FOUR, "rack_emptied", [15, -5, -10, 0]),
    ("loser_at_zero_by_time", FOUR, "time_expired", [15, -5, -10, 0]),
    ("loser_above_zero", FOUR, "pool_exhausted", [15, 5, -10, -10]),
    ("tied_winners_share_the_sum", FOUR, "time_expired", [5, 5, -4, -6]),
    ("tied_winners_get_zero", FOUR, "time_expired", [0, 0, -4, -6]),
    ("all_tied_above_zero", FOUR, "time_expired", [5, 5, 5, 5]),
    ("all_tied_below_zero", THREE, "pool_exhausted", [-5, -5, -5]),
    ("all_below_zero", THREE, "pool_exhausted", [-1, -5, -5]),
    ("signs_turned_round", FOUR, "rack_emptied", [-30, 5, 10, 15]),
]:
    put(name, path, {"ending": ending, "small": small})

# -- seasons

put("seasons_overlap_by_a_day", "seasons/1/from", "2025-09-19")
put("seasons_one_inside_the_other", "seasons/1", {"id": "2026", "from": "2025-01-01", "to": "2025-01-31"})
put("seasons_same_window", "seasons/1", {"id": "2026", "from": "2024-09-29", "to": "2025-09-19"})
put("season_from_after_to", "seasons/1", {"id": "2026", "from": "2026-09-11", "to": "2026-09-10"})
put("mp_first_day_is_the_last_day", "seasons/0/mp_first_day", "2025-09-19")
put("mp_first_day_inside_the_season", "seasons/0/mp_first_day", "2025-06-01")
put("mp_first_day_before_the_season", "seasons/0/mp_first_day", "2024-09-01")
put("mp_first_day_is_the_first_day", "seasons/1",
    {"id": "2026", "from": "2025-09-21", "mp_first_day": "2025-09-21"})
put("mp_first_day_before_an_open_season", "seasons/1",
    {"id": "2026", "from": "2025-09-21", "mp_first_day": "2025-09-20"})
put("mw_from_after_to", "mw/0/from", "2025-11-08")


@spoiling
def seasons_open_one_before_another(bundle):
    del bundle["seasons"][0]["to"]


@spoiling
def seasons_overlap_written_in_another_order(bundle):
    bundle["seasons"][1]["from"] = "2025-09-01"
    bundle["seasons"].reverse()


# -- the text itself

raw("text_empty", b"")
raw("text_blank", b" \n\t \r\n")
raw("text_garbage", b"to nie jest JSON")
raw("text_binary_garbage", bytes(range(128, 256)) * 4)
raw("text_null", b"null")
raw("text_list", b"[]")
raw("text_string", b'"season-bundle/1"')
raw("text_number", b"1")
raw("text_open_brackets", b"[" * 200000)
raw("text_nested_lists", b"[" * 200000 + b"]" * 200000)
raw("text_nested_objects", b'{"a":' * 100000 + b"1" + b"}" * 100000)
put("nested_lists_in_players", "players", RAW + "[" * 50000 + "]" * 50000)
put("nested_lists_in_unknown_field", "comment", RAW + "[" * 50000 + "]" * 50000)
put("nested_lists_in_override", "rulebook/overrides/wildcard.cap", RAW + "[" * 50000 + "]" * 50000)


@spoiling
def text_truncated_in_the_middle(bundle):
    data = write(bundle)
    return data[:len(data) // 2]


@spoiling
def text_without_last_brace(bundle):
    return write(bundle).rstrip()[:-1]


@spoiling
def text_truncated_in_a_letter(bundle):
    data = write(bundle)
    return data[:data.index("Ż".encode("utf-8")) + 1]


@spoiling
def text_bad_utf8_in_a_name(bundle):
    return write(bundle).replace("Żory".encode("utf-8"), b"\xaf\xbfory", 1)


@spoiling
def text_in_latin_2(bundle):
    return write(bundle).decode("utf-8").encode("iso8859-2")


@spoiling
def text_in_utf16(bundle):
    return write(bundle).decode("utf-8").encode("utf-16-le")


@spoiling
def text_followed_by_garbage(bundle):
    return write(bundle) + b"\nkoniec"


@spoiling
def text_followed_by_a_brace(bundle):
    return write(bundle) + b"}"


@spoiling
def text_twice(bundle):
    return write(bundle) * 2


@spoiling
def text_followed_by_nul(bundle):
    return write(bundle) + b"\0"


textual("text_comma_before_bracket", "]", ",]", last=True)
textual("text_comma_before_brace", "}", ",}")
textual("text_missing_comma", "\"season-bundle/1\",", "\"season-bundle/1\"")
textual("text_comment", "{", "{ /* sezon */")
textual("text_line_comment", "{", "{ // sezon\n")
textual("text_single_quotes", "\"format\"", "'format'")
textual("text_unquoted_key", "\"format\"", "format")
textual("text_line_break_in_string", "\"Wyniki\"", "\"Wy\nniki\"")
textual("text_bad_escape", "\"Wyniki\"", "\"Wy\\xniki\"")
for name, number in [("nan", "NaN"), ("infinity", "Infinity"), ("minus_infinity", "-Infinity"),
                     ("leading_zero", "012"), ("plus_sign", "+12"), ("hexadecimal", "0x0c"), ("bare_point", "12."),
                     ("undefined", "undefined"), ("python_true", "True"), ("huge_exponent", "1e999"),
                     ("underscore", "1_2")]:
    put("number_" + name, "tournaments/0/planned_games", RAW + number)

textual("duplicate_key_in_bundle", "\"format\": \"season-bundle/1\",",
        "\"format\": \"season-bundle/1\", \"format\": \"season-bundle/1\",")
textual("duplicate_key_in_bundle_two_lists", "\"waivers\": [\n  {", "\"waivers\": [], \"waivers\": [\n  {", last=True)
textual("duplicate_key_written_with_an_escape", "\"format\": \"season-bundle/1\",",
        "\"format\": \"season-bundle/1\", \"\\u0066ormat\": \"season-bundle/1\",")
textual("duplicate_key_in_rulebook", "\"base\": \"pl-2024-25\",", "\"base\": \"pl-2024-25\", \"base\": \"pl-2024-25\",")
textual("duplicate_key_in_overrides", "\"wildcard.cap\": 40", "\"wildcard.cap\": 40, \"wildcard.cap\": 40")
textual("duplicate_key_in_overrides_other_value", "\"wildcard.cap\": 40", "\"wildcard.cap\": 3, \"wildcard.cap\": 40")
textual("duplicate_key_in_overrides_with_an_escape", "\"wildcard.cap\": 40",
        "\"wildcard.cap\": 40, \"wildcard\\u002ecap\": 40")
textual("duplicate_key_in_season", "\"to\": \"2025-09-19\"", "\"to\": \"2025-09-19\", \"to\": \"2025-09-19\"")
textual("duplicate_key_in_player", "\"country\": \"PL\"", "\"country\": \"PL\", \"country\": \"PL\"")
textual("duplicate_key_in_tournament", "\"planned_games\": 12", "\"planned_games\": 9, \"planned_games\": 12")
textual("duplicate_key_in_result", "\"place\": 1,", "\"place\": 1, \"place\": 1,")
textual("duplicate_key_in_game", "\"ending\": \"rack_emptied\"",
        "\"ending\": \"rack_emptied\", \"ending\": \"rack_emptied\"")
textual("duplicate_key_in_exception_decision", "\"granted\": true", "\"granted\": false, \"granted\": true")
textual("duplicate_key_in_meeting", "\"date\": \"2025-05-08\"", "\"date\": \"2025-05-08\", \"date\": \"2025-05-08\"")
textual("duplicate_key_in_grand_prix", "\"name\": \"Cykl\"", "\"name\": \"Cykl\", \"name\": \"Cykl\"")
textual("duplicate_key_in_online", "\"edition\": 1", "\"edition\": 1, \"edition\": 1")
textual("duplicate_key_in_tie_decision", "\"season\": \"2025\"", "\"season\": \"2025\", \"season\": \"2025\"")
textual("duplicate_key_in_waiver", "\"declared_at\": ",
        "\"declared_at\": \"2025-01-05T10:00:00+01:00\", \"declared_at\": ")
textual("duplicate_key_in_mw", "\"to\": \"2025-11-07\"", "\"to\": \"2025-11-07\", \"to\": \"2025-11-07\"")


def spoiled(name, seed):
    bundle = sound_bundle(seed)
    made = SPOILINGS[name](bundle)
    return write(bundle) if made is None else made


# ------------------------------------------------------------- odd, but valid

VALID = {}   # name -> function(bundle, people) that changes a sound bundle, or returns bytes


def valid(function):
    assert function.__name__ not in VALID, function.__name__
    VALID[function.__name__] = function
    return function


def people_of(bundle):
    return [r["player"] for r in bundle["tournaments"][0]["results"][:28]]


@valid
def sound(bundle, p):
    pass


@valid
def nothing_but_a_rulebook(bundle, p):
    return b'{"rulebook":{"overrides":{},"base":"pl-2024-25"},"format":"season-bundle/1"}'


@valid
def every_list_empty(bundle, p):
    for name in bundle:
        if isinstance(bundle[name], list):
            bundle[name] = []


@valid
def only_a_season(bundle, p):
    for name in list(bundle):
        if name not in ("format", "rulebook", "seasons"):
            del bundle[name]


@valid
def keys_and_values_with_escapes(bundle, p):
    text = json.dumps(bundle, ensure_ascii=True)
    return text.replace('"format"', '"\\u0066orma\\u0074"').replace("/1", "\\/1").encode("ascii")


@valid
def white_space_everywhere(bundle, p):
    return json.dumps(bundle, indent="\t \n").replace("\n", "\r\n").encode("ascii") + b"\r\n\r\n \t"


@valid
def results_empty(bundle, p):
    bundle["tournaments"][0].update(results=[], waivers=[])


@valid
def rounds_empty(bundle, p):
    del bundle["tournaments"][1]["final"]
    bundle["tournaments"][1].update(rounds=[], disqualified=[], waivers=[])


@valid
def tables_empty(bundle, p):
    bundle["tournaments"][1]["rounds"].append({"tables": []})


@valid
def games_empty(bundle, p):
    for rnd in bundle["tournaments"][1]["rounds"]:
        for tab in rnd["tables"]:
            tab["games"] = []


@valid
def games_of_final_empty(bundle, p):
    bundle["tournaments"][1]["final"]["games"] = []


@valid
def every_game_not_played(bundle, p):
    for rnd in bundle["tournaments"][1]["rounds"]:
        for tab in rnd["tables"]:
            tab["games"] = [{"ending": "not_played"}] * 20     # more than planned, but none was played


@valid
def only_the_final_was_played(bundle, p):
    every_game_not_played(bundle, p)
    bundle["tournaments"][1].update({"class": "mw"})


@valid
def league_table_empty(bundle, p):
    bundle["leagues"][0].update(table=[], waivers=[])


@valid
def meetings_empty(bundle, p):
    bundle["leagues"][0]["meetings"] = []


@valid
def meetings_of_nobody(bundle, p):
    bundle["leagues"][0]["meetings"] += [{"date": "2025-05-30", "present": []}]


@valid
def meetings_on_one_day(bundle, p):
    for meeting in bundle["leagues"][0]["meetings"]:
        meeting["date"] = "2025-05-08"


@valid
def meetings_outside_the_season(bundle, p):
    for meeting in bundle["leagues"][0]["meetings"]:
        meeting["date"] = "2019-05-08"


@valid
def online_table_empty(bundle, p):
    bundle["online"][0].update(table=[], waivers=[])


@valid
def winner_with_no_game(bundle, p):
    bundle["tournaments"][0]["results"][0]["games_played"] = 0    # 28 participants are left with the disqualified one
    bundle["tournaments"][0]["voivodeship"] = "opolskie"
    bundle["leagues"] = []


@valid
def nobody_played_a_game(bundle, p):
    for row in bundle["tournaments"][0]["results"]:
        row["games_played"] = 0


@valid
def disqualified_with_no_game(bundle, p):
    bundle["tournaments"][0]["results"][-1]["games_played"] = 0


@valid
def everyone_disqualified(bundle, p):
    bundle["tournaments"][0]["results"] = [
        {"player": r["player"], "games_played": r["games_played"], "disqualified": True}
        for r in bundle["tournaments"][0]["results"]]


@valid
def disqualified_player_among_28(bundle, p):
    del bundle["tournaments"][0]["results"][27]


@valid
def everyone_shares_the_first_place(bundle, p):
    for row in bundle["tournaments"][0]["results"]:
        if "place" in row:
            row["place"] = 1


@valid
def everyone_waives(bundle, p):
    bundle["tournaments"][0]["waivers"] = [r["player"] for r in bundle["tournaments"][0]["results"]]


@valid
def event_in_no_season(bundle, p):
    bundle["tournaments"][0]["ended_at"] = "2025-09-20T23:59:59+02:00"
    bundle["mw"][0]["to"] = "2025-09-20"


@valid
def event_on_the_last_second_of_a_season(bundle, p):
    bundle["tournaments"][0]["ended_at"] = "2025-09-19T23:59:59+02:00"


@valid
def event_on_the_first_second_of_a_season(bundle, p):
    # 22:00 of the day before by UTC.
    bundle["tournaments"][0]["ended_at"] = "2025-09-21T00:00:00+02:00"


@valid
def event_on_the_last_second_of_the_cut_day(bundle, p):
    bundle["tournaments"][0]["ended_at"] = "2025-09-13T23:59:59+02:00"


@valid
def event_on_the_day_after_the_cut(bundle, p):
    bundle["tournaments"][0]["ended_at"] = "2025-09-14T00:00:00+02:00"


def five_members(bundle, days):
    """A Grand Prix of five copies of the first tournament, ending on the days given."""
    made = []
    for i, day in enumerate(days):
        t = copy.deepcopy(bundle["tournaments"][0])
        t.update(id="g%d" % i, ended_at=day, waivers=[])
        made.append(t)
    bundle["tournaments"] += made
    bundle["grand_prix"].append({"id": "gp-five", "name": "Pięć", "tournaments": [t["id"] for t in made]})
    return made


@valid
def grand_prix_over_two_seasons(bundle, p):
    five_members(bundle, ["2025-09-1%dT16:00:00+02:00" % i for i in range(4)] + ["2025-09-22T16:00:00+02:00"])


@valid
def grand_prix_that_closes_in_no_season(bundle, p):
    five_members(bundle, ["2025-06-1%dT16:00:00+02:00" % i for i in range(4)] + ["2025-09-20T16:00:00+02:00"])


@valid
def grand_prix_closes_on_the_cut_day(bundle, p):
    five_members(bundle, ["2025-06-1%dT16:00:00+02:00" % i for i in range(4)] + ["2025-09-13T23:00:00+02:00"])


@valid
def grand_prix_of_members_that_end_together(bundle, p):
    five_members(bundle, ["2025-06-10T16:00:00+02:00"] * 5)


@valid
def grand_prix_of_one(bundle, p):
    bundle["grand_prix"][0]["tournaments"] = ["t-exception"]


@valid
def grand_prix_of_eleven(bundle, p):
    five_members(bundle, ["2025-06-%02dT16:00:00+02:00" % i for i in range(10, 21)])


@valid
def grand_prix_of_ten(bundle, p):
    five_members(bundle, ["2025-06-%02dT16:00:00+02:00" % i for i in range(10, 20)])


@valid
def grand_prix_twice_over_the_same_members(bundle, p):
    five_members(bundle, ["2025-06-%02dT16:00:00+02:00" % i for i in range(10, 15)])
    bundle["grand_prix"].append(dict(bundle["grand_prix"][-1], id="Gp-five"))


@valid
def finalist_from_outside_the_first_four(bundle, p):
    t = bundle["tournaments"][1]
    t["final"]["seats"] = [p[10], p[0], p[9], p[2]]
    t["planned_games"] = 4


@valid
def finalist_disqualified(bundle, p):
    bundle["tournaments"][1]["disqualified"] = [bundle["tournaments"][1]["final"]["seats"][0]]


@valid
def finalists_all_disqualified(bundle, p):
    bundle["tournaments"][1]["disqualified"] = list(bundle["tournaments"][1]["final"]["seats"])


@valid
def final_all_tied(bundle, p):
    bundle["tournaments"][1]["final"]["games"] = [{"ending": "pool_exhausted", "small": [0, 0, 0, 0]}] * 6


@valid
def exception_not_needed(bundle, p):
    decision = {"granted": True, "decided_at": "2026-08-01T12:00:00+02:00"}
    for t in bundle["tournaments"]:
        t["exception_decision"] = dict(decision)
    bundle["tournaments"][2]["planned_games"] = 17     # not eliminatory by its length


@valid
def exception_refused(bundle, p):
    bundle["tournaments"][2]["exception_decision"]["granted"] = False


@valid
def exception_not_decided(bundle, p):
    del bundle["tournaments"][2]["exception_decision"]


@valid
def exception_decided_at_the_end(bundle, p):
    bundle["tournaments"][2]["exception_decision"]["decided_at"] = bundle["tournaments"][2]["ended_at"]


@valid
def exception_decided_after_the_cut(bundle, p):
    bundle["tournaments"][2]["exception_decision"]["decided_at"] = "2025-09-14T00:00:00+02:00"


@valid
def exception_decided_in_the_next_season(bundle, p):
    bundle["tournaments"][2]["exception_decision"]["decided_at"] = "2025-12-01T12:00:00+01:00"


@valid
def exception_decided_in_no_season(bundle, p):
    bundle["tournaments"][2]["exception_decision"]["decided_at"] = "2031-12-01T12:00:00+01:00"


@valid
def exception_with_waivers(bundle, p):
    # They give up at the end of the event, so also for what is decided before the exception.
    bundle["tournaments"][2]["waivers"] = [p[0], p[3]]
    bundle["online"][0].update(ended_at="2025-02-10T21:00:00+01:00")


@valid
def mw_windows_overlap(bundle, p):
    first = bundle["mw"][0]
    bundle["mw"] = [dict(first, id="Z"), first, dict(first, id="a", to="2025-01-11"),
                    dict(first, id="b", voivodeship="lubelskie")]


@valid
def mw_window_of_a_day(bundle, p):
    bundle["mw"][0].update({"from": "2025-01-11", "to": "2025-01-11"})


@valid
def mw_of_a_voivodeship_without_events(bundle, p):
    bundle["mw"][0]["voivodeship"] = "lubuskie"


@valid
def mw_from_tournaments_only(bundle, p):
    bundle["leagues"][0]["voivodeship"] = "lubuskie"


@valid
def present_but_not_in_the_table(bundle, p):
    bundle["leagues"][0]["table"] = table([r["player"] for r in bundle["leagues"][0]["table"]][3:])
    bundle["leagues"][0]["waivers"] = []


@valid
def in_the_table_but_never_present(bundle, p):
    for meeting in bundle["leagues"][0]["meetings"]:
        meeting["present"] = meeting["present"][1:]


@valid
def order_with_players_who_are_not_tied(bundle, p):
    bundle["tie_decisions"][0]["order"] = list(reversed(p)) + [x["id"] for x in bundle["players"] if x["id"] not in p]


@valid
def order_covers_only_a_part_of_the_tie(bundle, p):
    everyone_shares_the_first_place(bundle, p)
    bundle["tie_decisions"][0]["order"] = p[:5]


@valid
def order_for_events_that_give_nothing(bundle, p):
    bundle["tie_decisions"] += [{"event": e, "order": [p[3], p[0]]} for e in ("t-mp", "t-rounds", "l-one", "o-mp")]


@valid
def order_for_a_season_without_mp(bundle, p):
    del bundle["seasons"][1]["mp_first_day"]
    bundle["tie_decisions"].append({"event": "ranking", "season": "2026", "order": [p[0]]})


@valid
def waiver_at_the_instant_of_an_end(bundle, p):
    bundle["waivers"] = [{"player": p[0], "declared_at": bundle["tournaments"][0]["ended_at"]}]


@valid
def waiver_a_second_too_late(bundle, p):
    bundle["waivers"] = [{"player": p[0], "declared_at": "2025-01-11T16:00:01+01:00"}]


@valid
def waiver_in_another_season(bundle, p):
    bundle["waivers"] = [{"player": p[0], "declared_at": "2026-01-01T16:00:01+01:00"},
                         {"player": p[2], "declared_at": "2025-09-20T16:00:01+02:00"}]


@valid
def waiver_of_a_player_twice(bundle, p):
    bundle["waivers"] += [{"player": x["player"], "declared_at": "2025-03-05T10:00:00+01:00"}
                          for x in bundle["waivers"]]


@valid
def waivers_in_events_that_give_nothing(bundle, p):
    bundle["tournaments"][4].update(ended_at="2025-01-01T18:00:00+01:00", waivers=[p[0]])
    bundle["tournaments"][1].update(ended_at="2025-01-02T18:00:00+01:00", waivers=[p[1], p[6]])


@valid
def both_times_of_the_repeated_hour(bundle, p):
    bundle["seasons"] = [{"id": "2025", "from": "2024-09-29", "to": "2026-09-11"},
                         {"id": "2026", "from": "2026-09-12"}]
    bundle["tournaments"][0]["ended_at"] = "2025-10-26T02:10:00+01:00"
    bundle["tournaments"][2].update(planned_games=16, ended_at="2025-10-26T02:50:00+02:00")
    bundle["tournaments"][2]["exception_decision"]["decided_at"] = "2025-10-26T02:00:00+01:00"
    bundle["online"][0]["ended_at"] = "2025-10-26T02:59:59+02:00"
    bundle["online"][1]["ended_at"] = "2025-10-26T02:05:00+01:00"


@valid
def both_sides_of_the_skipped_hour(bundle, p):
    bundle["tournaments"][0]["ended_at"] = "2025-03-30T03:00:00+02:00"
    bundle["online"][1]["ended_at"] = "2025-03-30T01:59:59+01:00"


@valid
def leap_day(bundle, p):
    bundle["seasons"][0]["from"] = "2024-02-29"
    bundle["tournaments"][0]["ended_at"] = "2024-02-29T00:00:00+01:00"
    bundle["mw"][0]["from"] = "2024-02-29"


@valid
def far_future_with_summer_time(bundle, p):
    bundle["seasons"][1] = {"id": "2026", "from": "2025-09-21"}
    bundle["tournaments"][0]["ended_at"] = "2049-07-01T16:00:00+02:00"


@valid
def season_of_a_day(bundle, p):
    bundle["seasons"][0] = {"id": "2025", "from": "2025-01-11", "to": "2025-01-11", "mp_first_day": "2025-01-12"}


@valid
def season_cut_on_its_first_day(bundle, p):
    bundle["seasons"][0] = {"id": "2025", "from": "2025-01-11", "to": "2025-01-17", "mp_first_day": "2025-01-18"}


@valid
def season_starts_on_the_mp_day_of_the_last(bundle, p):
    bundle["seasons"][1]["from"] = "2025-09-20"


@valid
def season_open_with_mp(bundle, p):
    del bundle["seasons"][1]["to"]


@valid
def seasons_in_another_order(bundle, p):
    bundle["seasons"].reverse()


@valid
def no_seasons(bundle, p):
    del bundle["seasons"]
    del bundle["tie_decisions"][1]


@valid
def overrides_at_their_defaults(bundle, p):
    bundle["rulebook"]["overrides"] = {
        "ranking.tiebreak_basis": "position", "awans.tournament.two_seats_from": 80, "awans.gp.count": "distinct",
        "awans.ranking.count": 50, "wildcard.cap": 64}


@valid
def overrides_at_their_least(bundle, p):
    bundle["rulebook"]["overrides"] = {
        "ranking.tiebreak_basis": "points", "awans.tournament.two_seats_from": 1, "awans.gp.count": "attendances",
        "awans.ranking.count": 0, "wildcard.cap": 0}


@valid
def overrides_very_large(bundle, p):
    bundle["rulebook"]["overrides"] = {
        "awans.tournament.two_seats_from": 10 ** 9, "awans.ranking.count": 10 ** 9, "wildcard.cap": 10 ** 9}


@valid
def planned_games_very_many(bundle, p):
    bundle["tournaments"][4]["planned_games"] = 10 ** 9


@valid
def small_points_very_large(bundle, p):
    bundle["tournaments"][1]["rounds"][0]["tables"][0]["games"][0]["small"] = [3 * 10 ** 8, -10 ** 8, -10 ** 8, -10 ** 8]


@valid
def submitted_after_the_end(bundle, p):
    bundle["tournaments"][0]["submitted_at"] = "2025-08-01T00:00:00+02:00"


@valid
def everything_at_one_time(bundle, p):
    for event in bundle["tournaments"] + bundle["leagues"] + bundle["online"]:
        event["ended_at"] = "2025-05-10T16:00:00+02:00"
        if "submitted_at" in event:
            event["submitted_at"] = "2025-01-10T16:00:00+01:00"
    bundle["tournaments"][2]["exception_decision"]["decided_at"] = "2025-05-10T16:00:00+02:00"
    bundle["waivers"][0]["declared_at"] = "2025-05-10T16:00:00+02:00"


def rename(bundle, names):
    """Other ids for players, everywhere."""
    def change(value):
        if isinstance(value, dict):
            return {k: change(v) for k, v in value.items()}
        if isinstance(value, list):
            return [change(v) for v in value]
        return names.get(value, value) if isinstance(value, str) else value
    changed = change(bundle)
    bundle.clear()
    bundle.update(changed)


@valid
def ids_that_sort_by_code_point(bundle, p):
    everyone_shares_the_first_place(bundle, p)
    bundle["tie_decisions"] = []
    new = ["😀", "\uffee", "ź", "z", "Z", "a", "\U0010ffff", "é", "e\u0301", "Ł", "l", " ", "10", "9", "-", "~", "ß", "ss"]
    rename(bundle, dict(zip(p, new)))


@valid
def ids_that_look_like_something_else(bundle, p):
    new = ["Ranking", "ranking ", "null", "true", "0", "1.0", "\"", "\\", "\\u0041", "A", "\n", "\t", "\u0000", "\u2028",
           "{}", "[]", "'; --", "../x", "<script>", "%s"]
    rename(bundle, dict(zip(p, new)))


@valid
def ids_in_two_normal_forms(bundle, p):
    rename(bundle, {p[0]: "Zo\u0301fia", p[1]: "Z\u00f3fia"})


@valid
def id_very_long(bundle, p):
    rename(bundle, {p[0]: "ż" * 20000})


@valid
def online_same_edition_of_different_events(bundle, p):
    bundle["online"] += [dict(bundle["online"][0], id="o-%s-%d" % (event, edition), event=event, edition=edition,
                              waivers=[])
                         for event, edition in (("silver", 1), ("bronze", 1), ("hertzano", 1), ("gold", 2))]


@valid
def game_where_all_tie(bundle, p):
    bundle["tournaments"][1]["rounds"][0]["tables"][0]["games"][0] = {"ending": "time_expired", "small": [0, 0, 0, 0]}
    bundle["tournaments"][1]["rounds"][0]["tables"][2]["games"][0] = {"ending": "pool_exhausted", "small": [0, 0, 0]}


@valid
def optional_lists_present_and_empty(bundle, p):
    for event in bundle["tournaments"] + bundle["leagues"] + bundle["online"]:
        event["waivers"] = []
    bundle["tournaments"][1]["disqualified"] = []


@valid
def optional_fields_left_out(bundle, p):
    for event in bundle["tournaments"] + bundle["leagues"] + bundle["online"]:
        event.pop("waivers", None)
    for name in ("final", "disqualified"):
        del bundle["tournaments"][1][name]
    del bundle["tournaments"][2]["exception_decision"]
    del bundle["online"][0]["submitted_at"]
    for season in bundle["seasons"]:
        season.pop("mp_first_day")
    del bundle["seasons"][1]["to"]


def make_valid(name):
    bundle = sound_bundle(0)
    made = VALID[name](bundle, people_of(bundle))
    return write(bundle) if made is None else made


def main(argv):
    if argv[1:] == ["--list"]:
        print("\n".join(SPOILINGS))
    elif argv[1:] == ["--valid"]:
        print("\n".join(VALID))
    elif len(argv) == 3 and argv[1] == "--make-valid" and argv[2] in VALID:
        sys.stdout.buffer.write(make_valid(argv[2]))
    elif len(argv) == 3 and argv[1] in SPOILINGS:
        sys.stdout.buffer.write(spoiled(argv[1], argv[2]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv)
