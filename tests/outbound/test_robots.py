"""Robots of chats: the body each of them takes, its signature, its limits, its own no."""

import base64
import hashlib
import hmac
import json
from urllib.parse import parse_qs, urlsplit

import pytest

from qipan.kernel.errors import BadInput, Refused
from qipan.outbound.reach.delivery import push_target
from qipan.outbound.reach.robots import KINDS, Robot, cut_for, read_robot, robot_target, took_it

TEXT = "Your table is 12, Red, 14:00."
BODIES = [
    (Robot("wecom", "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k"),
     {"msgtype": "text", "text": {"content": TEXT}}),
    (Robot("dingtalk", "https://oapi.dingtalk.com/robot/send?access_token=t"),
     {"msgtype": "text", "text": {"content": TEXT}}),
    (Robot("feishu", "https://open.feishu.cn/open-apis/bot/v2/hook/h"),
     {"msg_type": "text", "content": {"text": TEXT}}),
    (Robot("line", secret="token", to="U1"),
     {"to": "U1", "messages": [{"type": "text", "text": TEXT}]}),
    (Robot("telegram", secret="1:abc", to="-100"),
     {"chat_id": "-100", "text": TEXT, "disable_web_page_preview": True}),
    (Robot("discord", "https://discord.com/api/webhooks/1/t"),
     {"content": TEXT, "allowed_mentions": {"parse": []}}),
]  # fmt: skip


@pytest.mark.parametrize(("robot", "body"), BODIES, ids=[each[0].kind for each in BODIES])
def test_each_robot_is_sent_the_body_that_its_maker_documents(robot, body):
    call = KINDS[robot.kind].make(robot, TEXT, 1_700_000_000)
    assert json.loads(call.body) == body
    assert urlsplit(call.url).hostname in KINDS[robot.kind].hosts
    assert {each[0].kind for each in BODIES} == set(KINDS)


def test_line_and_telegram_are_called_with_their_tokens():
    line = KINDS["line"].make(BODIES[3][0], TEXT, 0)
    assert line.url == "https://api.line.me/v2/bot/message/push"
    assert line.headers["Authorization"] == "Bearer token"
    telegram = KINDS["telegram"].make(BODIES[4][0], TEXT, 0)
    assert telegram.url == "https://api.telegram.org/bot1:abc/sendMessage"


def test_dingtalk_and_feishu_are_signed_where_a_secret_was_given():
    at = 1_700_000_000
    ding = Robot("dingtalk", "https://oapi.dingtalk.com/robot/send?access_token=t", "SEC1")
    asked = parse_qs(urlsplit(KINDS["dingtalk"].make(ding, TEXT, at).url).query)
    words = f"{at}000\nSEC1".encode()
    right = base64.b64encode(hmac.new(b"SEC1", words, hashlib.sha256).digest()).decode()
    assert asked == {"access_token": ["t"], "timestamp": [f"{at}000"], "sign": [right]}
    feishu = Robot("feishu", "https://open.feishu.cn/open-apis/bot/v2/hook/h", "S2")
    body = json.loads(KINDS["feishu"].make(feishu, TEXT, at).body)
    right = base64.b64encode(hmac.new(f"{at}\nS2".encode(), b"", hashlib.sha256).digest()).decode()
    assert (body["timestamp"], body["sign"]) == (str(at), right)


@pytest.mark.parametrize(
    ("kind", "status", "answer", "taken"),
    [
        ("wecom", 200, b'{"errcode":0,"errmsg":"ok"}', True),
        ("wecom", 200, b'{"errcode":93000,"errmsg":"invalid webhook url"}', False),
        ("dingtalk", 200, b'{"errcode":310000}', False),
        ("feishu", 200, b'{"code":0,"msg":"success"}', True),
        ("feishu", 200, b'{"StatusCode":0}', True),
        ("feishu", 200, b'{"code":19021}', False),
        ("wecom", 200, b"<html>a portal</html>", False),
        ("discord", 204, b"", True),
        ("telegram", 401, b'{"ok":false}', False),
        ("line", 200, b"[" * 3000, True),
        ("dingtalk", 200, b"[" * 3000, False),
    ],
)
def test_a_robot_may_say_no_in_a_good_answer(kind, status, answer, taken):
    assert took_it(Robot(kind), status, answer) is taken


def test_a_long_round_is_cut_at_a_line_to_what_the_robot_takes():
    text = "\n".join(f"{n}  棋手{n} – 棋手{n + 1}" for n in range(1, 400))
    cut = cut_for("wecom", text, beside=100)
    assert len(cut.encode()) <= 1900
    assert cut.endswith("\n…")
    assert text.startswith(cut.removesuffix("\n…"))


@pytest.mark.parametrize(
    "given",
    [
        ("none", "https://discord.com/", "", ""),
        ("discord", "", "", ""),
        ("telegram", "", "", "-100"),
        ("telegram", "", "1:a/../x", "-100"),
        ("line", "", "to ken", "U1"),
        ("wecom", "https://qyapi.weixin.qq.com/\r\nHost: x", "", ""),
    ],
)
def test_what_a_robot_needs_is_asked_for(given):
    with pytest.raises(BadInput):
        read_robot(*given)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8000/",
        "https://10.0.0.1/hook",
        "https://[::1]/hook",
        "https://169.254.169.254/latest",
        "https://192.0.2.7/hook",  # public addresses are not enough: it must be the maker's
    ],
)
def test_a_robot_never_leads_into_our_own_house(url):
    robot = Robot("discord", url)
    with pytest.raises(Refused):
        robot_target(robot, KINDS["discord"].make(robot, TEXT, 0), ())
    with pytest.raises(Refused):
        push_target(url, ())
    if url.startswith("http:"):
        there = robot_target(robot, KINDS["discord"].make(robot, TEXT, 0), ("127.0.0.0/8",))
        assert (there.address, there.port) == ("127.0.0.1", 8000)
