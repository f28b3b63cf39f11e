"""Random requests to a running instance, made from its OpenAPI document by Schemathesis, with all its checks.

KOSTKA_INSTANCE says where the instance listens and who has accounts there (see crates/api/examples/instance.rs).
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

# Streams that do not end. What they send is tested where time can be moved.
ENDLESS = ["watchFeed"]

# What takes away the credentials that the run goes on with; it is called without credentials, and by the authorisation matrix.
ENDS_THE_RUN = [
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
    arguments.add_argument("--as", dest="actor", choices=["admin", "anonymous"], required=True)
    arguments.add_argument("--examples", type=int, required=True, help="random requests of each kind for each operation")
    arguments.add_argument("--seed", type=int, required=True)
    arguments.add_argument("rest", nargs="*", help="passed on to Schemathesis")
    chosen = arguments.parse_args()
    instance = json.loads(os.environ["KOSTKA_INSTANCE"])

    excluded = list(ENDLESS)
    command = [str(Path(sys.executable).with_name("st")), "run", instance["url"] + "/api/openapi.json"]
    command += ["--checks", "all", "--phases", "examples,coverage,fuzzing,stateful"]
    command += ["--max-examples", str(chosen.examples), "--seed", str(chosen.seed)]
    command += ["--generation-database", "none"]
    command += ["--continue-on-failure", "--request-timeout", "30", "--suppress-health-check", "all", "--warnings", "off"]
    if chosen.actor == "admin":
        command += ["--header", "Authorization: Bearer " + instance["admin"]["token"]]
        excluded += ENDS_THE_RUN
    for operation in excluded:
        command += ["--exclude-operation-id", operation]
    return subprocess.run(command + chosen.rest, env=os.environ | {"SCHEMATHESIS_HOOKS": "hooks"}).returncode


if __name__ == "__main__":
    sys.exit(main())
