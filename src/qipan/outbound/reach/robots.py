"""Robots of chats: what each of them is sent, and how it says that it took it.

A robot is one of a list. Its address must be of its maker, or of a network that the settings allow
(a company's own gateway); what it answers is read for its number only and never shown.
"""

import base64
import hmac
from collections.abc import Callable
from typing import Any
from urllib.parse import quote_plus, urlsplit

import msgspec

from qipan.kernel.errors import BadInput
from qipan.outbound.http_post import Target, target_of

LONGEST = 500


class Robot(msgspec.Struct, frozen=True):
    """Where somebody's robot is, and what it needs to know."""

    kind: str
    url: str = ""
    secret: str = ""
    """A key it signs with, or a token it is called with."""
    to: str = ""
    """The chat or person meant, where one robot serves several."""


class Call(msgspec.Struct, frozen=True):
    """What is sent to a robot."""

    url: str
    body: bytes
    headers: dict[str, str]


class RobotKind(msgspec.Struct, frozen=True):
    """A kind of robot: its maker's addresses, what is asked for, how much it takes."""

    hosts: tuple[str, ...]
    asks: tuple[str, ...]
    """Fields that must be filled in."""
    may: tuple[str, ...]
    """Fields that may be."""
    most: int
    """Bytes of a message."""
    make: Callable[[Robot, str, int], Call]
    took: Callable[[Any], bool]
    """Says whether an answer that came well also says so."""


def _sent(url: str, content: dict[str, Any], **headers: str) -> Call:
    return Call(url, msgspec.json.encode(content), {"Content-Type": "application/json", **headers})


def _wecom(robot: Robot, text: str, now: int) -> Call:
    del now
    return _sent(robot.url, {"msgtype": "text", "text": {"content": text}})


def _dingtalk(robot: Robot, text: str, now: int) -> Call:
    url = robot.url
    if robot.secret:
        at = f"{now}000"
        signed = hmac.digest(robot.secret.encode(), f"{at}\n{robot.secret}".encode(), "sha256")
        url += f"&timestamp={at}&sign={quote_plus(base64.b64encode(signed).decode())}"
    return _sent(url, {"msgtype": "text", "text": {"content": text}})


def _feishu(robot: Robot, text: str, now: int) -> Call:
    content: dict[str, Any] = {"msg_type": "text", "content": {"text": text}}
    if robot.secret:
        signed = hmac.digest(f"{now}\n{robot.secret}".encode(), b"", "sha256")
        content |= {"timestamp": str(now), "sign": base64.b64encode(signed).decode()}
    return _sent(robot.url, content)


def _line(robot: Robot, text: str, now: int) -> Call:
    del now
    url = robot.url or "https://api.line.me/v2/bot/message/push"
    content = {"to": robot.to, "messages": [{"type": "text", "text": text}]}
    return _sent(url, content, Authorization=f"Bearer {robot.secret}")


def _telegram(robot: Robot, text: str, now: int) -> Call:
    del now
    base = robot.url or "https://api.telegram.org"
    url = f"{base.rstrip('/')}/bot{robot.secret}/sendMessage"
    return _sent(url, {"chat_id": robot.to, "text": text, "disable_web_page_preview": True})


def _discord(robot: Robot, text: str, now: int) -> Call:
    del now
    return _sent(robot.url, {"content": text, "allowed_mentions": {"parse": []}})


def _always(answer: Any) -> bool:
    del answer
    return True


def _says(*names: str) -> Callable[[Any], bool]:
    """Read an answer that carries a number of its own: nothing but 0 means taken."""

    def took(answer: Any) -> bool:
        found = [answer[name] for name in names if name in answer] if answer else []
        return bool(found) and found[0] == 0

    return took


KINDS: dict[str, RobotKind] = {
    "wecom": RobotKind(("qyapi.weixin.qq.com",), ("url",), (), 2000, _wecom, _says("errcode")),
    "dingtalk": RobotKind(
        ("oapi.dingtalk.com",), ("url",), ("secret",), 15_000, _dingtalk, _says("errcode")
    ),
    "feishu": RobotKind(
        ("open.feishu.cn", "open.larksuite.com"),
        ("url",),
        ("secret",),
        15_000,
        _feishu,
        _says("code", "StatusCode"),
    ),
    "line": RobotKind(("api.line.me",), ("secret", "to"), ("url",), 4500, _line, _always),
    "telegram": RobotKind(
        ("api.telegram.org",), ("secret", "to"), ("url",), 4000, _telegram, _always
    ),
    "discord": RobotKind(("discord.com", "discordapp.com"), ("url",), (), 1900, _discord, _always),
}
"""The robots there are, by the word that a form sends."""


def read_robot(kind: str, url: str, secret: str, to: str) -> Robot:
    """Read what somebody filled in. Raises BadInput."""
    found = KINDS.get(kind)
    if found is None:
        raise BadInput(f"no such robot: {kind[:20]}", where="kind", code="reach.kind")
    given = {"url": url.strip(), "secret": secret.strip(), "to": to.strip()}
    for name in ("url", "secret", "to"):
        if name not in (*found.asks, *found.may):
            given[name] = ""
        text = given[name]
        if (name in found.asks and not text) or len(text) > LONGEST or not _plain(text):
            raise BadInput("is needed", where=name, code="reach.robot-field")
    if kind == "telegram" and "/" in given["secret"]:
        raise BadInput("no token", where="secret", code="reach.robot-field")
    return Robot(kind, **given)


def _plain(text: str) -> bool:
    return all(33 <= ord(letter) <= 126 for letter in text)


def robot_target(robot: Robot, call: Call, allow: tuple[str, ...]) -> Target:
    """Check where a call goes: to the robot's maker, or into an allowed network. Raises Refused."""
    host = (urlsplit(call.url).hostname or "").lower()
    if host in KINDS[robot.kind].hosts:
        return target_of(call.url, ())
    return target_of(call.url, allow, only_allowed=True)


def cut_for(kind: str, text: str, beside: int = 0) -> str:
    """Cut a message to what a robot takes, at a line; ``beside``: bytes that follow it."""
    most = KINDS[kind].most - beside
    if len(text.encode()) <= most:
        return text
    lines: list[str] = []
    left = most - len("…".encode())
    for line in text.split("\n"):
        left -= len(line.encode()) + 1
        if left < 0:
            break
        lines.append(line)
    return "\n".join([*lines, "…"])


def took_it(robot: Robot, status: int, answer: bytes) -> bool:
    """Say whether a robot took a message: some answer 200 and say no in the body."""
    if not 200 <= status < 300:
        return False
    try:
        said = msgspec.json.decode(answer) if answer else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        said = None
    return KINDS[robot.kind].took(said if isinstance(said, dict) else None)
