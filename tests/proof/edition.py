#!/usr/bin/env python3
"""Checks an edition of a published list without any code of Kostka and without a network.

    python3 edition.py PROOF.json [CANONICAL.ndjson [DISCLOSURE.json]]

The three files are `…/editions/N/proof`, `…/canonical` and `…/disclosure`. Exit code 0: everything fits; 1: something does not.
Compare the printed verifier key with one that you got elsewhere.
"""

import base64
import hashlib
import hmac
import json
import struct
import sys

from check import Unfit, consistency_fits, inclusion_fits, open_checkpoint, read_key, sha256


def demand(holds, problem):
    if not holds:
        raise Unfit(problem)


def hashes(texts):
    return [bytes.fromhex(text) for text in texts]


def check_proof(proof):
    """Gives the edition as the log has it."""
    event, inclusion, consistency = proof["event"], proof["inclusion"], proof["consistency"]
    leaf_bytes, content = (base64.b64decode(event[name]) for name in ("leaf_base64", "content_base64"))
    zero, position, _version, _recorded_at, content_hash = struct.unpack(">BQQq32s", leaf_bytes)
    demand(zero == 0 and content_hash == sha256(content), "the content is not that of the leaf")
    leaf = sha256(leaf_bytes)
    demand(leaf.hex() == event["leaf"] == inclusion["leaf"], "the leaf is another")
    demand(position == event["position"] == inclusion["position"], "the position is another")

    name, public = read_key(proof["verifier_key"])
    demand(name == proof["origin"], "the key is of another log")
    note = inclusion["checkpoint"]["note"]
    _epoch, size, root = open_checkpoint(note, proof["origin"].split("/")[1], public)
    demand(size == inclusion["size"] and root.hex() == inclusion["root"], "the checkpoint is of another tree")
    demand(inclusion_fits(position - 1, size, leaf, hashes(inclusion["hashes"]), root), "the event is not in the log")

    lengths = struct.unpack(">4I", content[76:92])
    texts, begin = [], 92
    for length in lengths:
        texts.append(content[begin:begin + length])
        begin += length
    stream, event_type, _actor, payload = texts
    demand(begin == len(content), "the content goes on")
    demand(stream.decode() == f"list/{proof['list']}" == event["stream"], "the event is about another list")
    demand(event_type == b"list.published", "the event published nothing")
    edition = json.loads(payload)
    demand(edition["number"] == proof["edition"], "the edition is another")
    demand(edition["digest"] == proof["digest"], "the digest is another")
    demand(sha256(edition["canonical"].encode()).hex() == edition["digest"], "the digest is not that of the bytes")
    demand(edition["position"] == proof["position"] and edition["root"] == proof["root"], "it was computed from another log")

    demand(consistency["from"] == edition["position"] and consistency["to"] == size, "the trees are others")
    old_root = bytes.fromhex(edition["root"])
    fits = consistency_fits(edition["position"], size, old_root, root, hashes(consistency["hashes"]))
    demand(fits, "the log did not grow from what the edition was computed from")
    return edition


def commitment(name):
    parts = ["kostka commitment 1", "name", "first_name", name["first_name"], "surname", name["surname"]]
    written = [part.encode() for part in parts]
    message = b"".join(struct.pack(">Q", len(part)) + part for part in written)
    return hmac.new(bytes.fromhex(name["salt"]), message, hashlib.sha256).hexdigest()


def check_names(edition, disclosure):
    demand(disclosure["list"] == json.loads(edition["canonical"].split("\n", 1)[0])["list"], "the names are of another list")
    demand(disclosure["edition"] == edition["number"], "the names are of another edition")
    rows = [json.loads(line) for line in edition["canonical"].splitlines()[1:]]
    promised = {row["player"]: row["name"] for row in rows if "player" in row and "name" in row}
    for name in disclosure["names"]:
        demand(promised.pop(name["player"], None) == commitment(name), f"the name of {name['player']} is another")
    absent = sorted(name["player"] for name in disclosure["absent"])
    demand(absent == sorted(promised), "somebody is missing without being named as absent")
    return len(disclosure["names"]), len(absent)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        proof = json.load(file)
    demand("event" in proof, "the first file is no proof of an edition")
    edition = check_proof(proof)
    print(f"{proof['list']}, edition {proof['edition']}, digest {proof['digest']}, key {proof['verifier_key']}")
    if len(sys.argv) > 2:
        with open(sys.argv[2], "rb") as file:
            demand(file.read() == edition["canonical"].encode(), "the canonical bytes are others")
    if len(sys.argv) > 3:
        with open(sys.argv[3], encoding="utf-8") as file:
            checked, absent = check_names(edition, json.load(file))
        print(f"{checked} names fit, {absent} cannot be checked any more")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3, 4):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    try:
        main()
    except Unfit as problem:
        print(f"does not fit: {problem}", file=sys.stderr)
        sys.exit(1)
