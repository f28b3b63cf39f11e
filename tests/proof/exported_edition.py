#!/usr/bin/env python3
"""Checks a published list in an export, and its names, without any code of Kostka.

    python3 exported_edition.py EXPORT.ndjson LIST EDITION CANONICAL [NAMES.json]

CANONICAL is the list as somebody has it, for example from `kostka replay --out`. Written from RFC 6962, docs/adr/0009 and
docs/adr/0010; check.py checks the rest of the export. Exit code 0: everything fits; 1: something does not.
"""

import hashlib
import hmac
import json
import sys


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def root(leaves):
    """The root of the tree over these leaves (RFC 6962, section 2.1)."""
    if not leaves:
        return sha256()
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\x01", root(leaves[:split]), root(leaves[split:]))


def commitment(name):
    parts = ["kostka commitment 1", "name", "first_name", name["first_name"], "surname", name["surname"]]
    mac = hmac.new(bytes.fromhex(name["salt"]), digestmod=hashlib.sha256)
    for part in parts:
        mac.update(len(part.encode()).to_bytes(8, "big") + part.encode())
    return mac.hexdigest()


def main(export, wanted, number, canonical, names=None):
    leaves, edition = [], None
    with open(export, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if "position" not in row:
                continue
            leaves.append(bytes.fromhex(row["leaf"]))
            if row["type"] == "list.published" and row["stream"] == "list/" + wanted:
                published = json.loads(row["payload"])
                if published["number"] == int(number):
                    edition = published
    if edition is None:
        return "there is no such edition"
    with open(canonical, "rb") as file:
        given = file.read()
    if given != edition["canonical"].encode():
        return "the list is not the one that was published"
    if hashlib.sha256(given).hexdigest() != edition["digest"]:
        return "the digest is not that of the list"
    if root(leaves[: edition["position"]]).hex() != edition["root"]:
        return "the root is not that of the events up to there"
    rows = [json.loads(line) for line in given.decode().splitlines()]
    if rows[0]["list"] != wanted or rows[0]["rows"] != len(rows) - 1:
        return "the head does not fit"
    if names is not None:
        expected = {row["player"]: row["name"] for row in rows[1:] if "player" in row}
        with open(names, encoding="utf-8") as file:
            for name in json.load(file)["names"]:
                if expected.get(name["player"]) != commitment(name):
                    return "a name is not the one that was published: " + name["player"]
    return None


if __name__ == "__main__":
    if len(sys.argv) not in (5, 6):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    PROBLEM = main(*sys.argv[1:])
    print(PROBLEM or "everything fits")
    sys.exit(1 if PROBLEM else 0)
