"""The hook of the real-name check: a service of the operator is asked whether somebody is who they
say, where a regulation wants names proved.

It is sent name, birth and where they entered, signed as webhooks are, and answers
``{"verified": true}``. Anything else, or no answer, leaves the person to the organiser's own check.
"""

import http.client
from typing import Any

import msgspec

from qipan.journal.people import Person
from qipan.kernel.errors import Refused
from qipan.outbound.http_post import exchange, target_of
from qipan.outbound.webhooks import signature


class NameCheck(msgspec.Struct, frozen=True):
    """Where names are checked, and how a call is signed."""

    url: str
    secret: str
    allow: tuple[str, ...] = ()

    def verified(self, person: Person, place: dict[str, str], now: int) -> bool | None:
        """Ask about somebody; None if there was no answer and it is worth asking again."""
        body = msgspec.json.encode(
            {"name": person.name, "latin": person.latin, "birth": person.birth, **place}
        )
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Qipan",
            "Qipan-Signature": signature(self.secret, now, body),
        }
        try:
            status, answer = exchange(target_of(self.url, self.allow), body, headers)
            said: Any = msgspec.json.decode(answer) if status == 200 else None
        except (Refused, OSError, http.client.HTTPException, ValueError, RecursionError):
            return None
        return isinstance(said, dict) and said.get("verified") is True if said else None
