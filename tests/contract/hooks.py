"""What Schemathesis does not know by itself: forms of answers that links are not followed from, and who is calling."""

import atexit
import os
from pathlib import Path

import schemathesis
from accounts import Account

ACTOR = os.environ["KOSTKA_ACTOR"]
# Refusals after which the caller is as she was.
NOTHING_HAPPENED = {400, 404, 405, 406, 413, 414, 415, 422, 428, 431}

admin = Account.admin()
throw_away: dict[str, Account] = {}
succeeded: set[str] = set()


@schemathesis.deserializer("text/csv")
def read_table(_context, response):
    return response.text


if ACTOR != "anonymous":

    @schemathesis.auth(refresh_interval=None)
    class Caller:
        def get(self, case, _context):
            return caller_of(operation_id(case)) if ACTOR == "throw-away" else admin

        def set(self, case, caller, _context):
            case.headers["Authorization"] = f"Bearer {caller.token()}"


@schemathesis.hook
def before_call(_context, case, kwargs):
    if ACTOR != "throw-away":
        return
    # Examples are what is right: they get the id and the code that are so at this moment.
    operation, id = operation_id(case), case.operation.path_parameters.get("id")
    if id and case.path_parameters.get("id") == id.definition.get("example"):
        case.path_parameters["id"] = target_of(operation).id
    if operation == "confirmSecondFactor" and case.body == {"code": "287082"}:
        case.body = {"code": caller_of(operation).begin_second_factor()}


@schemathesis.hook
def after_call(_context, case, response):
    if response.status_code in NOTHING_HAPPENED:
        return
    throw_away.pop(operation_id(case), None)
    if 200 <= response.status_code < 300:
        succeeded.add(operation_id(case))


def operation_id(case):
    return case.operation.definition.raw["operationId"]


def caller_of(operation):
    if operation not in throw_away:
        throw_away[operation] = Account.opened_by(admin)
        if operation == "removeSecondFactor":
            throw_away[operation].set_second_factor()
    return throw_away[operation]


def target_of(operation):
    target = Account.opened_by(admin)
    if operation == "resetSecondFactor":
        target.set_second_factor()
    return target


@atexit.register
def tell():
    Path(os.environ["KOSTKA_SUCCEEDED"]).write_text("\n".join(sorted(succeeded)))
