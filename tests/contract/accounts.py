"""Accounts of a running instance, opened and used over HTTP like everybody's.

Run with the one-time link of an admin, it waits until the instance is ready and sets her password.
"""

import base64
import hmac
import itertools
import json
import os
import sys
import time

import requests
from requests.adapters import HTTPAdapter
from urllib3 import Retry

INSTANCE = json.loads(os.environ["KOSTKA_INSTANCE"])
# The example of the document, so that what is made from it by the letter is right.
PASSWORD = "tygrysy lubią pączki"
# Long before an access token ends.
SIGN_IN_AGAIN_AFTER = 300

numbers = itertools.count()
run = f"{os.getpid()}-{int(time.time())}"
http = requests.Session()
http.mount("http://", HTTPAdapter(max_retries=Retry(total=20, status_forcelist=[503], backoff_factor=0.05)))


def send(method: str, path: str, token: str | None = None, body: dict | None = None) -> dict:
    """A call that must succeed."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = http.request(method, INSTANCE["url"] + path, headers=headers, json=body, timeout=30)
    if not answer.ok:
        raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text}")
    return answer.json() if answer.content else {}


def redeem(link: str, password: str) -> None:
    send("POST", "/api/v1/links/redemption", body={"token": link, "password": password})


class Account:
    """Somebody who signs in whenever she has to."""

    def __init__(self, login: str, password: str, id: str = "") -> None:
        self.login, self.password, self.id = login, password, id
        self.signed_in_at = float("-inf")

    @classmethod
    def admin(cls) -> "Account":
        return cls(INSTANCE["admin"]["login"], INSTANCE["admin"]["password"])

    @classmethod
    def opened_by(cls, admin: "Account") -> "Account":
        """A new one, which may do everything."""
        login = f"przelotna-{run}-{next(numbers)}"
        body = {"login": login, "name": "Przelotna Znajoma", "grants": [{"role": "admin"}]}
        receipt = send("POST", "/api/v1/accounts", admin.token(), body)
        redeem(receipt["secret"], PASSWORD)
        return cls(login, PASSWORD, receipt["id"])

    def token(self) -> str:
        if time.monotonic() - self.signed_in_at > SIGN_IN_AGAIN_AFTER:
            body = {"login": self.login, "password": self.password}
            self.access_token = send("POST", "/api/v1/sessions", body=body)["access_token"]
            self.signed_in_at = time.monotonic()
        return self.access_token

    def begin_second_factor(self) -> str:
        """The code that her authenticator app shows."""
        secret = send("POST", "/api/v1/me/second-factor", self.token())["secret"]
        digest = hmac.digest(base64.b32decode(secret), (int(time.time()) // 30).to_bytes(8, "big"), "sha1")
        start = digest[-1] & 15
        number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
        return f"{number % 1_000_000:06}"

    def set_second_factor(self) -> None:
        send("PUT", "/api/v1/me/second-factor", self.token(), {"code": self.begin_second_factor()})


if __name__ == "__main__":
    send("GET", "/readyz")
    redeem(sys.argv[1], INSTANCE["admin"]["password"])
