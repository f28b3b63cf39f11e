#!/usr/bin/env python3
"""Lets `BINARY simulate` play tournaments against `BINARY serve`, and computes each of them anew.

    python3 simulated.py BINARY --tournaments N --organisers M --players P --seed S [--format NAME]

The service has a store of its own with the example season. Every tournament must be closed, the oracle
must agree with what is public of it, with the season that the store exports afterwards, and with what
`BINARY compute` says of that season. Ends with `N agree, M failed`.
"""

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import differential
import season_oracle
import tournament

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SEASON = os.path.join(ROOT, "examples", "season-2025.bundle.json")
LOGIN, PASSWORD = "helena.stolikowa", "siedem zielonych kostek na stole"
PATIENCE_SECONDS = 60
SETTINGS = ["sign_in.admins_need_second_factor=false", "limits.sign_ins_per_minute=100000",
            "limits.account_per_minute=1000000", "limits.anonymous_per_minute=1000000"]


class Home:
    """A folder with a store, and the binary in it."""

    def __init__(self, binary, folder):
        self.binary, self.folder = os.path.abspath(binary), folder
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("KOSTKA_")}

    def command(self, *arguments):
        return [self.binary, "--lang", "en", *arguments]

    def run(self, *arguments, **variables):
        done = subprocess.run(self.command(*arguments), cwd=self.folder, env={**self.environment, **variables},
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        if done.returncode != 0:
            sys.exit("kostka %s: exit code %d\n%s" % (" ".join(arguments), done.returncode, done.stdout))
        return done.stdout

    @contextlib.contextmanager
    def served(self, *more_settings):
        """The service, until it is not needed any more; gives its address."""
        settings = [word for setting in [*SETTINGS, *more_settings] for word in ("--set", setting)]
        arguments = self.command("serve", "--listen", "127.0.0.1:0", "--access-log", "false", *settings)
        service = subprocess.Popen(arguments, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True, encoding="utf-8")
        try:
            for line in service.stderr:
                found = re.search(r'"address":"([^"]+)"', line)
                if '"listening"' in line and found:
                    break
                print(line, end="")
            else:
                sys.exit("the service does not listen")
            # Whatever it says later must not fill the pipe.
            threading.Thread(target=lambda: [print(line, end="") for line in service.stderr], daemon=True).start()
            yield "http://" + found.group(1)
        finally:
            service.terminate()
            service.wait(PATIENCE_SECONDS)


def post(url, body):
    """A call that must succeed; a service that has just begun may be asked again."""
    request = urllib.request.Request(url, json.dumps(body).encode("utf-8"), {"Content-Type": "application/json"})
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
                answer.read()
                return
        except urllib.error.HTTPError as refused:
            if refused.code != 503 or time.monotonic() > deadline:
                sys.exit("%s: %d %s" % (url, refused.code, refused.read().decode("utf-8", "replace")))


def main():
    options = argparse.ArgumentParser(description="Simulate tournaments and compute them anew.")
    options.add_argument("binary", metavar="KOSTKA_BINARY")
    options.add_argument("--tournaments", type=int, default=4)
    options.add_argument("--organisers", type=int, default=2)
    options.add_argument("--players", type=int, default=32)
    options.add_argument("--format", default="maks_c")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)

    with tempfile.TemporaryDirectory(prefix="kostka-simulated-") as folder:
        home = Home(chosen.binary, folder)
        home.run("import", SEASON)
        created = home.run("account", "create", "--role", "admin", "--name", "Helena Stolikowa", "--login", LOGIN)
        link = created.split()[-1]
        with home.served() as url:
            post(url + "/api/v1/links/redemption", {"token": link, "password": PASSWORD})
            told = home.run("simulate", "--url", url, "--login", LOGIN, "--output", "json",
                            "--tournaments", str(chosen.tournaments), "--organisers", str(chosen.organisers),
                            "--players", str(chosen.players), "--format", chosen.format, "--seed", str(chosen.seed),
                            KOSTKA_SIMULATE_PASSWORD=PASSWORD)
            told = json.loads(told)
            print(json.dumps({name: value for name, value in told.items() if name != "tournaments"}))
            documents = [(played["id"], tournament.gather(url, played["id"])) for played in told["tournaments"]]
        # The exported bundle is of the season that is under way; the example has two, by one rulebook.
        exported = home.run("export")
        computed = json.loads(subprocess.run(
            home.command("compute", "-"), input=exported, cwd=folder, env=home.environment, stdout=subprocess.PIPE,
            text=True, encoding="utf-8", check=True).stdout)
    bundle = json.loads(exported)
    failed = 0
    for ident, document in documents:
        computing = tournament.Tournament(document)
        try:
            computing.compute()
            computing.check_bundle(bundle, ident)
        except tournament.Difference as difference:
            failed += 1
            print("FAILED %s: %s" % (ident, difference))
    if len(documents) != chosen.tournaments or told["closed"] != chosen.tournaments:
        failed += 1
        print("FAILED: %d tournaments were played and %d closed, not %d"
              % (len(documents), told["closed"], chosen.tournaments))
    difference = differential.first_difference(season_oracle.compute(bundle), computed)
    if difference:
        failed += 1
        print("FAILED: the season of the export: %s\n    oracle: %s\n    binary: %s"
              % (difference[0], differential.shorten(difference[1]), differential.shorten(difference[2])))
    counted = {result["event"] for season in computed["seasons"] for row in season["ranking"]
               for result in row["results"]}
    for ident, document in documents:
        if document["results"]["participants"] >= 24 and ident not in counted:
            failed += 1
            print("FAILED: the ranking does not count %s" % ident)
    print("%d agree, %d failed" % (len(documents), failed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
