#!/usr/bin/env python3
"""Checks an export of the log, and proofs made from it, without any code of Kostka.

    python3 check.py EXPORT.ndjson [PROOFS.json]

Written from RFC 6962 and RFC 9162 (tree and proofs), RFC 8032 (Ed25519), C2SP signed-note and
tlog-checkpoint, and docs/adr/0009. Exit code 0: everything fits; 1: something does not.
"""

import base64
import hashlib
import json
import sys
import uuid


class Unfit(Exception):
    """Something that does not fit."""


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def number(value, size):
    return value.to_bytes(size, "big")


# Ed25519, RFC 8032 section 5.1

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def add(a, b):
    """Adds two points in extended coordinates (X, Y, Z, T)."""
    left = (a[1] - a[0]) * (b[1] - b[0]) % P
    right = (a[1] + a[0]) * (b[1] + b[0]) % P
    c = 2 * a[3] * b[3] * D % P
    d = 2 * a[2] * b[2] % P
    e, f, g, h = right - left, d - c, d + c, right + left
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if sign else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P:
        return None
    return P - x if x & 1 != sign else x


def point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def signature_fits(public, message, signature):
    if len(public) != 32 or len(signature) != 64:
        return False
    a, r = point(public), point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % ORDER
    return same(times(s, BASE), add(r, times(h, a)))


# Notes and checkpoints

def key_id(name, public):
    return sha256(name.encode(), b"\n", b"\x01", public)[:4]


def read_key(text):
    name, short, key = text.split("+", 2)
    key = base64.b64decode(key, validate=True)
    if key[:1] != b"\x01" or len(key) != 33 or bytes.fromhex(short) != key_id(name, key[1:]):
        raise Unfit(f"the verifier key {text} is not one")
    return name, key[1:]


def open_checkpoint(note, log_id, public):
    """Checks the signature, and gives epoch, size and root."""
    text, separator, signatures = note.rpartition("\n\n")
    if not separator or not signatures.endswith("\n"):
        raise Unfit("a checkpoint has no signature")
    text += "\n"
    origin, size, root, *_ = text.split("\n")
    start, own_id, epoch = origin.split("/")
    if start != "kostka" or own_id != log_id:
        raise Unfit(f"a checkpoint is of {origin}")
    wanted, signed = key_id(origin, public), False
    for line in signatures[:-1].split("\n"):
        dash, name, signature = line.split(" ")
        signature = base64.b64decode(signature, validate=True)
        if dash != "\u2014":
            raise Unfit("a line under a checkpoint is no signature")
        if name == origin and signature[:4] == wanted:
            if not signature_fits(public, text.encode(), signature[4:]):
                raise Unfit(f"the signature of the checkpoint of size {size} does not fit")
            signed = True
    if not signed:
        raise Unfit(f"the checkpoint of size {size} is not signed by the key")
    return int(epoch), int(size), base64.b64decode(root, validate=True)


# The tree, RFC 6962 section 2.1

def node(left, right):
    return sha256(b"\x01", left, right)


def tree_root(leaves):
    if not leaves:
        return sha256(b"")
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return node(tree_root(leaves[:split]), tree_root(leaves[split:]))


class GrowingTree:
    """The same root, leaf by leaf: roots of complete subtrees, each with its number of leaves."""

    def __init__(self):
        self.parts = []

    def push(self, leaf):
        size = 1
        while self.parts and self.parts[-1][0] == size:
            leaf = node(self.parts.pop()[1], leaf)
            size *= 2
        self.parts.append((size, leaf))

    def root(self):
        if not self.parts:
            return sha256(b"")
        root = self.parts[-1][1]
        for _, part in reversed(self.parts[:-1]):
            root = node(part, root)
        return root


def inclusion_fits(index, size, leaf, proof, root):
    """RFC 9162 section 2.1.3.2."""
    if index >= size:
        return False
    fn, sn, r = index, size - 1, leaf
    for p in proof:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            r = node(p, r)
            while not fn & 1 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = node(r, p)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and r == root


def consistency_fits(old, new, old_root, new_root, proof):
    """RFC 9162 section 2.1.4.2."""
    if old > new:
        return False
    if old == new:
        return not proof and old_root == new_root
    if old == 0:
        return not proof and old_root == sha256(b"")
    proof = list(proof)
    if old & (old - 1) == 0:
        proof.insert(0, old_root)
    if not proof:
        return False
    fn, sn = old - 1, new - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = proof[0]
    for c in proof[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = node(c, fr), node(c, sr)
            while not fn & 1 and fn != 0:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, c)
        fn, sn = fn >> 1, sn >> 1
    return fr == old_root and sr == new_root and sn == 0


# The export, docs/adr/0009

def leaf_of(row):
    def identifier(text):
        return bytes(16) if text is None else uuid.UUID(text).bytes

    texts = [row[field].encode() for field in ("stream", "type", "actor", "payload")]
    content = sha256(
        identifier(row["event_id"]),
        number(row["schema_version"], 4),
        row["occurred_at"].to_bytes(8, "big", signed=True),
        identifier(row["correlation"]),
        identifier(row["causation"]),
        bytes.fromhex(row["nonce"]),
        *[number(len(text), 4) for text in texts],
        *texts,
    )
    recorded_at = row["recorded_at"].to_bytes(8, "big", signed=True)
    return sha256(b"\x00", number(row["position"], 8), number(row["version"], 8), recorded_at, content)


def is_lost(losses, epoch, size):
    """Whether a checkpoint of an older epoch covers events whose loss was accepted."""
    later = [loss for loss in losses if loss["epoch"] > epoch]
    return bool(later) and size >= min(x["lost_from"] for x in later) and size <= max(x["lost_until"] for x in later)


def read_loss(row, epoch):
    """The loss that an event records; one that no log in this epoch records there is refused."""
    position = row["position"]
    try:
        loss = json.loads(row["payload"])
        loss = {field: loss[field] for field in ("lost_from", "lost_until", "epoch")}
        readable = all(type(value) is int and value >= 0 for value in loss.values())
    except (ValueError, KeyError, TypeError):
        readable = False
    if not readable:
        raise Unfit(f"the loss at position {position} cannot be read")
    if loss["lost_from"] != position or loss["lost_until"] < position or loss["epoch"] <= epoch:
        raise Unfit(f"the loss at position {position} does not fit its place")
    return loss


def check_export(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        header = json.loads(next(file))
        if header["format"] != "kostka-log/1":
            raise Unfit(f"the format {header['format']} is not known")
        name, public = read_key(header["verifier_key"])
        if name != f"kostka/{header['log_id']}/{header['epoch']}":
            raise Unfit("the key is not of this log")
        tree, leaves, versions, losses, unsigned = GrowingTree(), [], {}, [], []
        recorded_at, checkpoints, covered = None, 0, None
        for text in file:
            line = json.loads(text)
            if "checkpoint" in line:
                epoch, size, root = open_checkpoint(line["checkpoint"], header["log_id"], public)
                if is_lost(losses, epoch, size):
                    continue
                if size != len(leaves) or root != tree.root():
                    raise Unfit(f"first checkpoint that does not fit: size {size}")
                checkpoints += 1
                # A loss counts if the key has signed it; all of them stand before the checkpoint.
                unsigned = [loss for loss in unsigned if loss["epoch"] > epoch]
                if epoch == header["epoch"]:
                    covered = size
                continue
            position = line["position"]
            if position != len(leaves) + 1:
                raise Unfit(f"position {len(leaves) + 1} was expected, found {position}")
            version = versions.get(line["stream"], 0) + 1
            if line["version"] != version:
                raise Unfit(f"at position {position}, version {version} was expected")
            versions[line["stream"]] = version
            if recorded_at is not None and line["recorded_at"] < recorded_at:
                raise Unfit(f"the time goes back at position {position}")
            recorded_at = line["recorded_at"]
            leaf = leaf_of(line)
            if leaf.hex() != line["leaf"]:
                raise Unfit(f"row and leaf disagree at position {position}")
            if line["stream"] == "log/epochs" and line["type"] == "log.loss_accepted":
                loss = read_loss(line, losses[-1]["epoch"] if losses else 1)
                losses.append(loss)
                unsigned.append(loss)
            tree.push(leaf)
            leaves.append(leaf)
    if unsigned:
        raise Unfit(f"no checkpoint signs the loss at position {unsigned[0]['lost_from']}")
    if len(leaves) != header["events"] or covered != len(leaves):
        raise Unfit(f"{header['events']} events were promised, {len(leaves)} are there, {covered} are covered")
    if tree.root() != tree_root(leaves):
        raise Unfit("the two ways to compute a root disagree")
    print(f"{len(leaves)} events, {checkpoints} checkpoints, root {tree.root().hex()}")
    return leaves


def check_proofs(path, leaves):
    with open(path, encoding="utf-8") as file:
        proofs = json.load(file)

    def hashes(texts):
        return [bytes.fromhex(text) for text in texts]

    for case in proofs["inclusion"]:
        index, size = case["index"], case["size"]
        leaf, root = bytes.fromhex(case["leaf"]), bytes.fromhex(case["root"])
        if size > len(leaves) or index >= size or leaf != leaves[index] or root != tree_root(leaves[:size]):
            raise Unfit(f"the proof of {index} in {size} is about something else")
        if not inclusion_fits(index, size, leaf, hashes(case["proof"]), root):
            raise Unfit(f"the proof of inclusion of {index} in {size} does not fit")
    for case in proofs["consistency"]:
        old, new = case["old"], case["new"]
        old_root, new_root = bytes.fromhex(case["old_root"]), bytes.fromhex(case["new_root"])
        if new > len(leaves) or old_root != tree_root(leaves[:old]) or new_root != tree_root(leaves[:new]):
            raise Unfit(f"the proof from {old} to {new} is about something else")
        if not consistency_fits(old, new, old_root, new_root, hashes(case["proof"])):
            raise Unfit(f"the proof of consistency from {old} to {new} does not fit")
    print(f"{len(proofs['inclusion'])} proofs of inclusion, {len(proofs['consistency'])} proofs of consistency")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    # RFC 8032 section 7.1, test 1: the code below must know a good signature from a bad one.
    public = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    signature = bytes.fromhex(
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b")
    if not signature_fits(public, b"", signature) or signature_fits(public, b"x", signature):
        sys.exit("the check of signatures is broken")
    try:
        leaves = check_export(sys.argv[1])
        if len(sys.argv) == 3:
            check_proofs(sys.argv[2], leaves)
    except (Unfit, ValueError, KeyError, TypeError, OverflowError, StopIteration) as problem:
        print(f"does not fit: {problem}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
