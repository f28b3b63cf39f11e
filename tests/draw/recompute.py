#!/usr/bin/env python3
"""Makes the draws of a closed tournament again.

Reads the answer of GET /api/v1/tournaments/{id}/draws on the standard input and uses nothing but the standard library:
what it knows of the draw stands in the documentation. Exit code 1 if anything differs.
"""

import hashlib
import json
import sys


def numbers(key):
    """The stream of 32-bit numbers of one draw."""
    block = 0
    while True:
        digest = hashlib.sha256(key + block.to_bytes(8, "big")).digest()
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def below(stream, bound):
    """The next number below a bound, each as likely as the others."""
    limit = 2**32 - 2**32 % bound
    return next(number for number in stream if number < limit) % bound


def shuffled(seed, draw_number, players):
    """The players in the order of their seats."""
    order = sorted(players, key=lambda player: [ord(sign) for sign in player])
    material = seed + draw_number.to_bytes(4, "big")
    for player in order:
        written = player.encode("utf-8")
        material += len(written).to_bytes(4, "big") + written
    stream = numbers(hashlib.sha256(material).digest())
    for index in range(len(order) - 1, 0, -1):
        other = below(stream, index + 1)
        order[index], order[other] = order[other], order[index]
    return order


def seats(count):
    """The labels of the seats: tables of four, and those of three at the end."""
    of_three = -count % 4
    of_four = (count - 3 * of_three) // 4
    sizes = [4] * of_four + [3] * of_three
    return [f"{table}{letter}" for table, size in enumerate(sizes, 1) for letter in "ABCD"[:size]]


def differences(answer):
    """What is wrong, in words."""
    if not answer.get("seed"):
        yield "the seed is not published yet"
        return
    seed = bytes.fromhex(answer["seed"])
    if hashlib.sha256(seed).hexdigest() != answer["seed_commitment"]:
        yield "the seed is not the one that was committed to"
    for at, draw in enumerate(answer["draws"], 1):
        name = f"draw {draw['number']}"
        if draw["number"] != at:
            yield f"{name} stands at place {at}"
        order = [seat["player"] for seat in draw["order"]]
        if shuffled(seed, draw["number"], order) != order:
            yield f"{name}: another order comes out"
        if seats(len(order)) != [seat["seat"] for seat in draw["order"]]:
            yield f"{name}: other seats come out"


def main():
    answer = json.load(sys.stdin)
    found = list(differences(answer))
    for difference in found:
        print(difference, file=sys.stderr)
    if not found:
        print(f"{len(answer['draws'])} draws recomputed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
