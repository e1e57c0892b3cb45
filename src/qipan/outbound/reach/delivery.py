"""One message to one person who asked for it, by the way they chose: push, letter or robot."""

import hmac
import http.client
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from qipan.kernel.errors import BadInput, QipanError, Refused, Unavailable
from qipan.outbound.http_post import Target, exchange, target_of
from qipan.outbound.mail import Letter, MailHost, post_letter
from qipan.outbound.reach.robots import KINDS, Robot, cut_for, robot_target, took_it

if TYPE_CHECKING:
    from qipan.outbound.reach.web_push import PushKey

PUSH, MAIL = "push", "mail"
WAYS = (PUSH, MAIL, *KINDS)
"""Every way there is, by the word that forms send and rows keep."""
OK, GONE = "ok", "gone"
PUSH_HOSTS = (
    "fcm.googleapis.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
"""The push services of the browsers; a page asks for no other."""


class MailAddress(msgspec.Struct, frozen=True):
    """Where a letter goes."""

    email: str


class Message(msgspec.Struct, frozen=True):
    """What somebody is told."""

    title: str
    text: str
    path: str
    """Of the page it is about, on this site."""
    stop: str = ""
    """Of the page where one asks for no more, on this site."""
    why: str = ""
    """Why they get it, for a letter."""


class Ways(msgspec.Struct, frozen=True):
    """What this server has to send with."""

    key: Callable[[], "PushKey"]
    """Makes the key by which push services know this server, where one is asked."""
    mail: MailHost
    base: str
    """The address of the pages, as people reach them; empty: not known."""
    allow: tuple[str, ...]
    """Networks of this house that may be called."""
    seconds: Callable[[], int]


def stop_signature(key: bytes, name: str) -> str:
    """Sign the link with which whoever got a letter ends it, without signing in."""
    return hmac.digest(key, f"reach-stop/{name}".encode(), "sha256").hex()[:32]


def send(ways: Ways, way: str, content: str, message: Message) -> tuple[int, str]:
    """Send a message; give the status and ``ok``, ``gone`` or why not. Never raises for others."""
    try:
        if way == PUSH:
            return _push(ways, content, message)
        if way == MAIL:
            return _letter(ways, msgspec.json.decode(content, type=MailAddress), message)
        return _robot(ways, msgspec.json.decode(content, type=Robot), message)
    except Refused:
        return 0, "address"
    except TimeoutError:
        return 0, "timeout"
    except Unavailable:
        return 0, "mail"
    except (OSError, http.client.HTTPException, ValueError, BadInput, QipanError) as error:
        return 0, type(error).__name__[:40]


def push_target(endpoint: str, allow: tuple[str, ...]) -> Target:
    """Check where a push goes: to the service of a browser, or an allowed network.

    Raises Refused.
    """
    host = (urlsplit(endpoint).hostname or "").lower()
    known = any(host == each.lstrip(".") or host.endswith(each) for each in PUSH_HOSTS)
    return target_of(endpoint, () if known else allow, only_allowed=not known)


def _push(ways: Ways, address: str, message: Message) -> tuple[int, str]:
    """Send to a browser; what encrypts is loaded where somebody asked for a push only."""
    from qipan.outbound.reach.web_push import KEPT_SECONDS, MOST_BYTES, PushAddress, encrypted

    to = msgspec.json.decode(address, type=PushAddress)
    target = push_target(to.endpoint, ways.allow)
    said = {"title": message.title, "text": message.text, "path": message.path}
    content = msgspec.json.encode(said)
    if len(content) > MOST_BYTES:
        content = msgspec.json.encode({**said, "text": message.text[: MOST_BYTES // 8]})
    contact = ways.base if ways.base.startswith("https:") else "mailto:qipan@localhost.invalid"
    if ways.mail.sender:
        contact = f"mailto:{ways.mail.sender}"
    headers = {
        "Authorization": ways.key().authorization(to.endpoint, contact, ways.seconds()),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Urgency": "high",
    }
    status, _ = exchange(target, encrypted(content, to), headers)
    if status in (404, 410):  # the browser takes no more: that is its owner's word
        return status, GONE
    return status, OK if 200 <= status < 300 else "refused"


def _letter(ways: Ways, to: MailAddress, message: Message) -> tuple[int, str]:
    base = ways.base.rstrip("/")
    text = f"{message.text}\n\n{base}{message.path}\n"
    if message.stop:
        text += f"\n-- \n{message.why}\n{base}{message.stop}\n"
    stop = f"{base}{message.stop}" if message.stop else ""
    post_letter(ways.mail, Letter(to.email, message.title, text, stop))
    return 0, OK


def _robot(ways: Ways, robot: Robot, message: Message) -> tuple[int, str]:
    link = f"\n{ways.base.rstrip('/')}{message.path}" if ways.base else ""
    room = len(link.encode())
    text = cut_for(robot.kind, f"{message.title}\n{message.text}", room) + link
    call = KINDS[robot.kind].make(robot, text, ways.seconds())
    target = robot_target(robot, call, ways.allow)
    status, answer = exchange(target, call.body, {"User-Agent": "Qipan", **call.headers})
    return status, OK if took_it(robot, status, answer) else "refused"
