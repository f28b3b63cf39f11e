#!/usr/bin/env python3
"""Runs `BINARY compute FILE` against the oracle.

    python3 differential.py BINARY --count N --seed S [--keep DIR] [--through-store]

N random bundles from seed S on, then every spoiled bundle (exit code 2, nothing on stdout,
something on stderr), then every odd but valid one. Ends with `N passed, M failed`.

With `--through-store` each bundle is imported into a new store, twice, and what the store
exports is computed in its place.
"""

import argparse
import os
import subprocess
import sys
import tempfile

import random_bundles
import season_oracle
import spoil
import validity

TIMEOUT_SECONDS = 60


def first_difference(expected, found, path="$"):
    """The first place, in reading order, where two JSON values differ, or None."""
    if type(expected) is not type(found):      # True is no 1 and 1.0 is no 1
        return path, expected, found
    if isinstance(expected, dict):
        for name in list(expected) + [n for n in found if n not in expected]:
            here = "%s.%s" % (path, name)
            if name not in found:
                return here, expected[name], "(absent)"
            if name not in expected:
                return here, "(absent)", found[name]
            difference = first_difference(expected[name], found[name], here)
            if difference:
                return difference
        return None
    if isinstance(expected, list):
        for i, (one, other) in enumerate(zip(expected, found)):
            difference = first_difference(one, other, "%s[%d]" % (path, i))
            if difference:
                return difference
        if len(expected) > len(found):
            return "%s[%d]" % (path, len(found)), expected[len(found)], "(end of list)"
        if len(expected) < len(found):
            return "%s[%d]" % (path, len(expected)), "(end of list)", found[len(expected)]
        return None
    return None if expected == found else (path, expected, found)


def shorten(value, most=300):
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= most else text[:most] + "…"


class Run:
    def __init__(self, binary, keep, folder):
        self.binary, self.keep, self.folder = binary, keep, folder
        self.passed = self.failed = 0

    def compute(self, data):
        path = os.path.join(self.folder, "bundle.json")
        with open(path, "wb") as file:
            file.write(data)
        return subprocess.run([self.binary, "compute", path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=TIMEOUT_SECONDS)

    def judge(self, name, data, complaint):
        if complaint is None:
            self.passed += 1
            return
        self.failed += 1
        print("FAILED %s: %s" % (name, complaint))
        if self.keep:
            os.makedirs(self.keep, exist_ok=True)
            with open(os.path.join(self.keep, name.replace(" ", "-") + ".json"), "wb") as file:
                file.write(data)

    def must_agree(self, name, data):
        self.judge(name, data, self.disagreement(data))

    def disagreement(self, data):
        problems = validity.problems(data)
        if problems:
            return "the generator made an invalid bundle: " + problems[0]
        expected = season_oracle.compute(validity.parse(data))
        try:
            done = self.compute(data)
        except subprocess.TimeoutExpired:
            return "no answer after %d s" % TIMEOUT_SECONDS
        if done.returncode != 0:
            return "exit code %d: %s" % (done.returncode, shorten(done.stderr.decode("utf-8", "replace").strip()))
        try:
            found = validity.parse(done.stdout)
        except ValueError as error:
            return "stdout is not JSON: %s" % error
        difference = first_difference(expected, found)
        if difference is None:
            return None
        path, wanted, got = difference
        return "%s\n    oracle: %s\n    binary: %s" % (path, shorten(wanted), shorten(got))

    def must_refuse(self, name, data):
        self.judge(name, data, self.leniency(data))

    def leniency(self, data):
        if not validity.problems(data):
            return "the spoiled bundle is still valid"
        try:
            done = self.compute(data)
        except subprocess.TimeoutExpired:
            return "no answer after %d s" % TIMEOUT_SECONDS
        if done.returncode != 2:
            return "exit code %d, not 2; stderr: %s" % (
                done.returncode, shorten(done.stderr.decode("utf-8", "replace").strip()))
        if done.stdout:
            return "something on stdout: %s" % shorten(done.stdout.decode("utf-8", "replace"))
        if not done.stderr.strip():
            return "nothing on stderr"
        return None


class ThroughStore(Run):
    """Computes what a store gives back that the bundle was imported into."""

    def kostka(self, home, *arguments):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("KOSTKA_")}
        return subprocess.run([self.binary, *arguments], cwd=home, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIMEOUT_SECONDS)

    def compute(self, data):
        with tempfile.TemporaryDirectory(dir=self.folder) as home:
            with open(os.path.join(home, "bundle.json"), "wb") as file:
                file.write(data)
            first = self.kostka(home, "import", "bundle.json")
            if first.returncode != 0:
                if os.path.exists(os.path.join(home, "kostka.db")):
                    first.stdout += b"a store was made"
                return first
            again = self.kostka(home, "--lang", "en", "import", "bundle.json")
            if again.returncode != 0 or not again.stdout.startswith(b"Nothing new"):
                again.returncode = again.returncode or 99
                again.stderr += b" (imported a second time: " + again.stdout + b")"
                return again
            exported = self.kostka(home, "export")
            if exported.returncode != 0:
                return exported
            with open(os.path.join(home, "exported.json"), "wb") as file:
                file.write(exported.stdout)
            return self.kostka(home, "compute", "exported.json")


def main():
    options = argparse.ArgumentParser(description="Compare `BINARY compute` with the oracle.")
    options.add_argument("binary", metavar="KOSTKA_BINARY")
    options.add_argument("--count", type=int, default=500, help="random bundles (500)")
    options.add_argument("--seed", type=int, default=0, help="seed of the first one (0)")
    options.add_argument("--keep", metavar="DIR", help="keep failing bundles there")
    options.add_argument("--through-store", action="store_true", help="import, export, then compute")
    chosen = options.parse_args()
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)

    with tempfile.TemporaryDirectory(prefix="kostka-differential-") as folder:
        kind = ThroughStore if chosen.through_store else Run
        run = kind(os.path.abspath(chosen.binary), chosen.keep, folder)
        for i, seed in enumerate(range(chosen.seed, chosen.seed + chosen.count)):
            if i and i % 250 == 0:
                print("random: %d of %d, %d failed" % (i, chosen.count, run.failed))
            run.must_agree("random %d" % seed, random_bundles.random_text(seed))
        print("random: %d done, %d failed" % (chosen.count, run.failed))
        for name in spoil.SPOILINGS:
            run.must_refuse("spoiling %s" % name, spoil.spoiled(name, chosen.seed))
        print("spoilings: %d done" % len(spoil.SPOILINGS))
        for name in spoil.VALID:
            run.must_agree("valid %s" % name, spoil.make_valid(name))
        print("odd but valid: %d done" % len(spoil.VALID))
    print("%d passed, %d failed" % (run.passed, run.failed))
    sys.exit(1 if run.failed else 0)


if __name__ == "__main__":
    main()
