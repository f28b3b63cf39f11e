"""Random requests to a running instance, made from its OpenAPI document by Schemathesis, with all its checks.

KOSTKA_INSTANCE says where the instance listens and with what an admin signs in (see accounts.py).
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import requests
from accounts import INSTANCE, Account

# A stream that does not end: only how it begins is looked at here.
FEED = "watchFeed"
# Streams that do not end, for somebody who waits for the whole answer.
ENDLESS = [FEED, "watchTournament"]

# What takes away the credentials that a run goes on with: whoever calls it is thrown away afterwards.
ENDS_THE_CALLER = [
    "signOut",
    "signOutEverywhere",
    "changePassword",
    "disableAccount",
    "revokeRole",
    "startSecondFactor",
    "confirmSecondFactor",
    "removeSecondFactor",
    "resetSecondFactor",
    "issueLink",
]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--as", dest="actor", choices=["admin", "anonymous", "throw-away"], required=True)
    arguments.add_argument("--examples", type=int, required=True, help="random requests of each kind for each operation")
    arguments.add_argument("--seed", type=int, required=True)
    arguments.add_argument("rest", nargs="*", help="passed on to Schemathesis")
    chosen = arguments.parse_args()

    command = [str(Path(sys.executable).with_name("st")), "run", INSTANCE["url"] + "/api/openapi.json"]
    command += ["--checks", "all"]
    command += ["--max-examples", str(chosen.examples), "--seed", str(chosen.seed)]
    command += ["--generation-database", "none"]
    command += ["--continue-on-failure", "--request-timeout", "30", "--suppress-health-check", "all", "--warnings", "off"]
    phases = "examples,coverage,fuzzing"
    if chosen.actor == "throw-away":
        for operation in ENDS_THE_CALLER:
            command += ["--include-operation-id", operation]
    else:
        for operation in ENDLESS + (ENDS_THE_CALLER if chosen.actor == "admin" else []):
            command += ["--exclude-operation-id", operation]
        beginnings_of_the_stream(chosen.actor)
        phases += ",stateful"
    command += ["--phases", phases]

    with tempfile.TemporaryDirectory() as folder:
        succeeded = Path(folder) / "succeeded"
        variables = {"SCHEMATHESIS_HOOKS": "hooks", "KOSTKA_ACTOR": chosen.actor, "KOSTKA_SUCCEEDED": str(succeeded)}
        code = subprocess.run(command + chosen.rest, env=os.environ | variables).returncode
        if code == 0 and chosen.actor == "throw-away":
            never = set(ENDS_THE_CALLER) - set(succeeded.read_text().split())
            assert not never, f"no call of these succeeded: {sorted(never)}"
    return code


def beginnings_of_the_stream(actor: str) -> None:
    """Whatever the stream is asked for, it answers as its document says."""
    document = requests.get(INSTANCE["url"] + "/api/openapi.json", timeout=30).json()
    path, operation = next(
        (path, operation)
        for path, item in document["paths"].items()
        for operation in item.values()
        if isinstance(operation, dict) and operation.get("operationId") == FEED
    )
    caller = {"Authorization": f"Bearer {Account.admin().token()}"} if actor == "admin" else {}
    for headers, query, expected in [
        ({}, "", 200),
        ({"Accept": "text/event-stream"}, "", 200),
        ({"Last-Event-ID": "1"}, "", 200),
        ({"Last-Event-ID": "nonsense"}, "", 400),
        ({"Accept": "image/png"}, "", 406),
        ({}, "?nonsense=1", 400),
    ]:
        url = INSTANCE["url"] + path + query
        with requests.get(url, headers=caller | headers, stream=True, timeout=30) as answer:
            said = f"{headers} {query}: {answer.status_code} {answer.headers['Content-Type']}"
            assert answer.status_code == expected, said
            documented = operation["responses"][str(answer.status_code)]
            if "$ref" in documented:
                documented = document["components"]["responses"][documented["$ref"].rsplit("/", 1)[1]]
            assert answer.headers["Content-Type"].split(";")[0] in documented["content"], said


if __name__ == "__main__":
    sys.exit(main())
