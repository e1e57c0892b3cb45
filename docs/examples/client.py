"""A small client of Qipan's API: look, record a result, follow what happens, check a webhook.

    python client.py http://hall.example:8000 demo women
    python client.py http://hall.example:8000 demo women --token qp_… --record 3 2 1-0

Needs Python alone. A token is made on the page of one's account; it is for one competition.
"""

import argparse
import hashlib
import hmac
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any


class Refused(Exception):
    """The server says no: ``code`` and ``facts`` are for programs, the message is for people."""

    def __init__(self, status: int, answer: dict[str, Any]) -> None:
        """Keep what the server said."""
        self.status, self.code = status, answer.get("code", "")
        self.facts = answer.get("facts", {})
        super().__init__(f"{status} {self.code}: {answer.get('message', '')}")


class Client:
    """The API of one server."""

    def __init__(self, base: str, token: str = "", language: str = "en") -> None:
        """Talk to ``base``; without a token, everything public can be read."""
        self.base = base.rstrip("/")
        self.headers = {"accept-language": language, "accept": "application/json"}
        if token:
            self.headers["authorization"] = f"Bearer {token}"

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask once. Raises Refused."""
        data = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, **({"content-type": "application/json"} if data else {})}
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused(error.code, json.load(error)) from error

    def competitions(self) -> list[dict[str, Any]]:
        """List the competitions."""
        return self.ask("GET", "/api/competitions")

    def section(self, competition: str, section: str) -> dict[str, Any]:
        """Show a section: rounds, standings, cross table, lots."""
        return self.ask("GET", f"/api/competitions/{competition}/{section}")

    def record(
        self, competition: str, section: str, place: tuple[int, int], result: str
    ) -> dict[str, Any]:
        """Record the result of (round, board); answered only when it is durable."""
        body = {"round": place[0], "board": place[1], "result": result}
        return self.ask("POST", f"/api/competitions/{competition}/{section}/results", body)

    def command(self, competition: str, command: str, **fields: object) -> dict[str, Any]:
        """Ask for anything the desk may ask for: ``command("open", "PublishRound", …)``."""
        path = f"/api/competitions/{competition}/commands"
        return self.ask("POST", path, {"command": command, **fields})

    def follow(self, competition: str, after: int | None = None) -> Iterator[dict[str, Any]]:
        """Give public events as they happen; a broken line is taken up where it broke."""
        while True:
            path = f"{self.base}/api/competitions/{competition}/events"
            headers = {"accept": "text/event-stream"}
            if after is not None:
                headers["last-event-id"] = str(after)
            try:
                request = urllib.request.Request(path, headers=headers)
                with urllib.request.urlopen(request, timeout=60) as lines:
                    for line in lines:
                        if line.startswith(b"data: "):
                            event = json.loads(line[6:])
                            after = event["id"]
                            yield event
            except (urllib.error.URLError, OSError):
                time.sleep(3)


def is_genuine(secret: str, header: str, body: bytes, now: float, most_age: int = 300) -> bool:
    """Check a webhook: ``header`` is ``Qipan-Signature``, ``body`` exactly as it came."""
    parts = dict(part.split("=", 1) for part in header.split(",") if "=" in part)
    at = parts.get("t", "")
    if not at.isdigit() or abs(now - int(at)) > most_age:
        return False
    right = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(right, parts.get("v1", ""))


def main() -> None:
    """Show the standings; with ``--record`` record a result and wait until it comes back."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("base")
    options.add_argument("competition")
    options.add_argument("section")
    options.add_argument("--token", default="")
    options.add_argument("--record", nargs=3, metavar=("ROUND", "BOARD", "RESULT"))
    asked = options.parse_args()
    client = Client(asked.base, asked.token)
    found = client.section(asked.competition, asked.section)
    for line in found["lines"]:
        print(line["place"], line["name"], line["keys"][0][1])
    if asked.record:
        number, board, result = asked.record
        seen = next(each for each in client.competitions() if each["id"] == asked.competition)
        done = client.record(asked.competition, asked.section, (int(number), int(board)), result)
        print("recorded, version", done["version"])
        for event in client.follow(asked.competition, seen["version"]):
            print(event["id"], event["event"], json.dumps(event["facts"], sort_keys=True))
            if event["id"] >= done["version"]:
                break


if __name__ == "__main__":
    main()
