#!/usr/bin/env python3
"""Makes the fixture of a release with its own binary: a store with what belongs to it, and what the binary says of it.

    python3 make.py BINARY FOLDER             makes FOLDER, which must not exist
    python3 make.py BINARY FOLDER --answers   takes only the answers anew, from the store that is in FOLDER

The store has the example season and one after it, a correction, an erased player, two admins, an auditor, and three
simulated tournaments: closed, being played, with its registration open. Everyone in it is invented. FOLDER has

    store/              the store, its key, its last checkpoint and its journal of erasures
    export.ndjson.gz    the log as `log export` writes it
    bundle.json.gz      the seasons as `export` writes them
    editions.json       the published editions, with the files of each: canonical list, names, proof
    answers.json        requests, each with the status and type of its answer and, but for pages, the file with the body
    accounts.json       logins, roles and the password

`tests/releases.rs` holds every later version to it. The answers are those of the API of today: a commit that changes
it on purpose takes them anew, and says so. The rest of a fixture never changes.
"""

import argparse
import gzip
import json
import os
import shutil
import sys
import tempfile
import time
import urllib.error
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "oracle"))

from simulated import PASSWORD, PATIENCE_SECONDS, SEASON, Home  # noqa: E402

STORE = "kostka.db"
# Addresses in answers must not have the port of the moment.
SETTINGS = ["public_url=https://kostka.example"]
ACCOUNTS = {"helena.stolikowa": ("Helena Stolikowa", "admin"), "irena.kostkowa": ("Irena Kostkowa", "admin"),
            "jan.sprawdzony": ("Jan Sprawdzony", "auditor")}
FIRST_ADMIN, SECOND_ADMIN, AUDITOR = ACCOUNTS
ERASED = "p029"
LISTS = ["ranking:2025", "mp:2025", "mw:mw-2025-slaskie", "grand-prix:gp-slask-2025"]
REASON = "Zamienione miejsca"
EXTENSIONS = {"application/json": "json", "text/csv": "csv"}


class Client:
    """Requests to a service, as one of the accounts or without any."""

    def __init__(self, url):
        self.url, self.tokens, self.keys = url, {}, 0

    def send(self, method, path, body=None, login=None, accept="application/json"):
        """The status, the type and the bytes of an answer; a service that has just begun is asked again."""
        headers = {"Accept": accept, "Accept-Language": "en"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if method != "GET":
            self.keys += 1
            headers["Idempotency-Key"] = "release-%d" % self.keys
        if login:
            headers["Authorization"] = "Bearer " + self.token(login)
        data = None if body is None else json.dumps(body).encode("utf-8")
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            request = urllib.request.Request(self.url + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
                    return answer.status, answer.headers.get("Content-Type"), answer.read()
            except urllib.error.HTTPError as refused:
                if refused.code != 503 or time.monotonic() > deadline:
                    return refused.code, refused.headers.get("Content-Type"), refused.read()

    def done(self, method, path, body=None, login=None):
        """What an answer says that must be a success."""
        status, _, answer = self.send(method, path, body, login)
        if not 200 <= status < 300:
            sys.exit("%s %s: %d %s" % (method, path, status, answer.decode("utf-8", "replace")))
        return json.loads(answer) if answer else None

    def token(self, login):
        if login not in self.tokens:
            session = self.done("POST", "/api/v1/sessions", {"login": login, "password": PASSWORD})
            self.tokens[login] = session["access_token"]
        return self.tokens[login]


def publish(client, name, reason=None):
    """One admin submits a list, the other publishes it."""
    address = "/api/v1/lists/" + name
    digest = client.done("GET", address + "/preview", login=FIRST_ADMIN)["digest"]
    client.done("POST", address + "/submission", {"digest": digest, "reason": reason}, FIRST_ADMIN)
    submitted = client.done("GET", address + "/preview", login=SECOND_ADMIN)["submitted"]
    client.done("POST", address + "/editions", {"digest": digest, "submission": submitted["position"]}, SECOND_ADMIN)


def corrected(folder):
    """The example season, in which the first two of a tournament were mistaken for each other."""
    with open(SEASON, encoding="utf-8") as file:
        bundle = json.load(file)
    first, second = bundle["tournaments"][0]["results"][:2]
    first["player"], second["player"] = second["player"], first["player"]
    path = os.path.join(folder, "corrected.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(bundle, file, ensure_ascii=False)
    return path


def simulate(home, url, seed, *more):
    home.run("simulate", "--url", url, "--login", FIRST_ADMIN, "--output", "json", "--players", "24",
             "--seed", str(seed), *more, KOSTKA_SIMULATE_PASSWORD=PASSWORD)


def make_store(home):
    """A season with all that a store can hold, recorded by the binary itself."""
    home.run("import", SEASON)
    links = {login: home.run("account", "create", "--role", role, "--name", name, "--login", login).split()[-1]
             for login, (name, role) in ACCOUNTS.items()}
    with home.served(*SETTINGS) as url:
        client = Client(url)
        for link in links.values():
            client.done("POST", "/api/v1/links/redemption", {"token": link, "password": PASSWORD})
        simulate(home, url, 1, "--format", "standard_e")
        simulate(home, url, 2, "--stop-at", "round:2")
        simulate(home, url, 3, "--stop-at", "registration")
        for name in LISTS:
            publish(client, name)
    home.run("import", corrected(home.folder), "--correct", "--reason", REASON)
    with home.served(*SETTINGS) as url:
        publish(Client(url), LISTS[0], REASON)
    home.run("erase", ERASED, "--yes")


def requests(client):
    """What is asked for: path, type and account."""
    tournaments = client.done("GET", "/api/v1/tournaments?season=2026&limit=50")["items"]
    # Those of the example have ids that say where and when.
    simulated = [(item["phase"], item["id"]) for item in tournaments if not item["id"].startswith("t-")]
    ranking = client.done("GET", "/api/v1/seasons/2025/ranking?limit=50")["items"]
    one, other = (ranking[place]["player_id"] for place in (1, 4))
    size = client.done("GET", "/api/v1/log")["position"]
    paths = [
        "/api/v1/seasons", "/api/v1/seasons/2025", "/api/v1/rulebooks",
        "/api/v1/players?limit=25", "/api/v1/players?q=lucja", "/api/v1/players/" + one,
        "/api/v1/seasons/2025/ranking?limit=25", "/api/v1/seasons/2025/ranking?limit=25&as_of=%d" % (size - 100),
        "/api/v1/seasons/2025/ranking/" + one, "/api/v1/seasons/2025/ranking/compare?a=%s&b=%s" % (one, other),
        "/api/v1/seasons/2025/ranking-snapshot?limit=25", "/api/v1/seasons/2026/ranking?limit=25",
        "/api/v1/seasons/2025/calendar", "/api/v1/seasons/2025/qualifications/mp",
        "/api/v1/seasons/2025/qualifications/mp/" + one,
        "/api/v1/seasons/2025/qualifications/mp/ledger?event_id=t-rybnik-2024-10-19",
        "/api/v1/seasons/2025/wrc-nominee",
        "/api/v1/mw?season=2025", "/api/v1/mw/mw-2025-slaskie",
        "/api/v1/leagues", "/api/v1/grand-prix", "/api/v1/grand-prix/gp-slask-2025/standings",
        "/api/v1/online-events", "/api/v1/tournaments?season=2026",
        "/api/v1/lists", "/api/v1/lists/ranking:2025/drift", "/api/v1/lists/ranking:2025/diff?from=1&to=2",
        *("/api/v1/lists/%s/editions" % name for name in LISTS), "/api/v1/lists/grand-prix:gp-slask-2025/editions/1",
        "/api/v1/log", "/api/v1/log/checkpoints?limit=5", "/api/v1/log/checkpoints/latest",
        "/api/v1/log/events/17/proof", "/api/v1/log/consistency?from=100&to=%d" % size,
        "/api/v1/open-data", "/api/v1/audit-trail?limit=25",
    ]
    for phase, tournament in sorted(simulated):
        address = "/api/v1/tournaments/" + tournament
        paths += [address, address + "/players"]
        if phase in ("running", "closed"):
            paths += [address + part for part in ("/draws", "/seating", "/standings", "/progress")]
        if phase == "closed":
            paths.append(address + "/results")
    csv = ["/api/v1/seasons/2025/ranking?q=a", "/api/v1/seasons/2025/qualifications/mp"]
    audited = ["/api/v1/log/events?limit=25", "/api/v1/log/events?after=%d&limit=25" % (size - 120),
               "/api/v1/log/events/17", "/api/v1/audit-trail?limit=25"]
    pages = ["/pl", "/en/lists", "/en/lists/ranking:2025/editions/1", "/pl/seasons/2025/ranking", "/en/seasons/2025/mp",
             *("/pl/tournaments/" + tournament for _, tournament in sorted(simulated))]
    private = ["/api/v1/accounts", "/api/v1/players/%s/private" % one]
    return [*((path, "application/json", None) for path in paths), *((path, "text/csv", None) for path in csv),
            *((path, "application/json", AUDITOR) for path in audited),
            *((path, "application/json", FIRST_ADMIN) for path in private),
            *((path, "text/html", None) for path in pages)]


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def write_compressed(path, data):
    # Without the time of writing, so that the same data give the same file.
    write(path + ".gz", gzip.compress(data, mtime=0))


def write_json(path, value):
    write(path, (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8"))


def take_answers(client, folder):
    """Every answer, with its body in a file of its own; one that changes from call to call is no fixture."""
    shutil.rmtree(os.path.join(folder, "answers"), ignore_errors=True)
    kept = []
    for path, accept, login in requests(client):
        status, kind, body = client.send("GET", path, login=login, accept=accept)
        again = client.send("GET", path, login=login, accept=accept)
        if status != 200 or again[:2] != (status, kind) or again[2] != body and accept != "text/html":
            sys.exit("GET %s: %d, and then %d\n%s" % (path, status, again[0], body.decode("utf-8", "replace")))
        # Pages name their style sheets by digest; that they are there is enough.
        name = None if accept == "text/html" else "answers/%02d.%s" % (len(kept) + 1, EXTENSIONS[accept])
        if name:
            write(os.path.join(folder, name), body)
        kept.append({"path": path, "accept": accept, "as": login, "status": status, "type": kind, "body": name})
    write_json(os.path.join(folder, "answers.json"), kept)


def take_editions(client, folder):
    """The files that an auditor fetches of every edition."""
    kept = []
    for name in LISTS:
        for edition in client.done("GET", "/api/v1/lists/%s/editions" % name)["items"]:
            number = edition["edition"]
            files = {}
            for part in ("canonical", "disclosure", "proof"):
                address = "/api/v1/lists/%s/editions/%d/%s" % (name, number, part)
                _, _, body = client.send("GET", address, accept="*/*")
                suffix = "list" if part == "canonical" else "json"
                files[part] = "editions/%s-%d.%s.%s" % (name.replace(":", "-"), number, part, suffix)
                write(os.path.join(folder, files[part]), body)
            kept.append({"list": name, "edition": number, **files})
    write_json(os.path.join(folder, "editions.json"), sorted(kept, key=lambda one: (one["list"], one["edition"])))


def keep_store(work, store):
    for name in sorted(os.listdir(work)):
        if name.startswith(STORE) and not name.endswith(".lock"):
            with open(os.path.join(work, name), "rb") as file:
                (write_compressed if name == STORE else write)(os.path.join(store, name), file.read())


def unpack_store(store, work):
    shutil.copytree(store, work, dirs_exist_ok=True)
    with gzip.open(os.path.join(store, STORE + ".gz")) as file:
        write(os.path.join(work, STORE), file.read())
    # Git does not know who may read a file, and the service refuses a key that others can read.
    os.chmod(os.path.join(work, STORE + ".key"), 0o600)


def main():
    options = argparse.ArgumentParser(description="Make the fixture of a release.")
    options.add_argument("binary", metavar="KOSTKA_BINARY")
    options.add_argument("folder")
    options.add_argument("--answers", action="store_true", help="take only the answers anew")
    chosen = options.parse_args()
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    store = os.path.join(chosen.folder, "store")
    if os.path.exists(chosen.folder) != chosen.answers:
        sys.exit("%s %s" % (chosen.folder, "is not there" if chosen.answers else "is there already"))
    with tempfile.TemporaryDirectory(prefix="kostka-release-") as work:
        home = Home(chosen.binary, work)
        if chosen.answers:
            unpack_store(store, work)
        else:
            make_store(home)
            # The service ends with a last checkpoint; the store is kept as it is then, with nothing under way.
            with home.served(*SETTINGS):
                pass
            keep_store(work, store)
            home.run("log", "export", "--output", "export.ndjson")
            with open(os.path.join(work, "export.ndjson"), "rb") as file:
                write_compressed(os.path.join(chosen.folder, "export.ndjson"), file.read())
            write_compressed(os.path.join(chosen.folder, "bundle.json"), home.run("export").encode("utf-8"))
            accounts = {login: {"role": role, "password": PASSWORD} for login, (_, role) in ACCOUNTS.items()}
            write_json(os.path.join(chosen.folder, "accounts.json"), accounts)
        with home.served(*SETTINGS) as url:
            client = Client(url)
            if not chosen.answers:
                take_editions(client, chosen.folder)
            take_answers(client, chosen.folder)


if __name__ == "__main__":
    main()
