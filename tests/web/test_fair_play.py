"""Fair play on the page, over the API and on the command line: the same facts, for one reader."""

import html

import msgspec
import pytest
from typer.testing import CliRunner

from qipan.cli import build
from qipan.desk.roles import Role
from web.site import WOMEN, act, sign_in_as, site, token

GAME = (
    "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 g6g5 c3c4 b7b3 h0h4 c9e7 h4g4 c6c5 g4g5 c5c4 "
    "g5g7 c4c3 c2e1 c3d3"
)
PAGE = f"{WOMEN}/fair-play"
API = "/api/competitions/demo/women/fair-play"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with site(tmp_path_factory.mktemp("fair")) as (client, house):
        sign_in_as(client, Role.ARBITER)
        act(client, "result", round=3, board=2, result="1-0")
        done = act(client, "attach-record", round=3, board=2, ending=".pgn", record=f"{GAME} 1-0")
        assert done.status_code == 303, done.text
        yield client, house


@pytest.mark.parametrize("role", [Role.ARBITER, Role.ORGANISER, Role.PLAYER, None])
def test_nobody_but_the_chief_arbiter_sees_it(served, role):
    client, _ = served
    client.cookies.clear()
    if role is not None:
        sign_in_as(client, role)
    assert client.get(PAGE).status_code == 403
    assert client.get(API).status_code == 403
    form = {"_csrf_token": token(client)}
    assert client.post(PAGE, data=form, follow_redirects=False).status_code == 403
    assert "fair-play" not in client.get(f"{WOMEN}/contest").text


def test_page_api_and_command_line_say_the_same(served):
    client, house = served
    client.cookies.clear()
    sign_in_as(client, Role.CHIEF_ARBITER)
    before = client.get(PAGE).text
    assert "No figure here is a verdict" in before
    assert "Examine" in before
    form = {"_csrf_token": token(client)}
    answer = client.post(
        PAGE, data=form, headers={"accept": "application/json"}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    told = client.get(API).json()
    assert told["figures"]["judged"] == told["figures"]["games"] > 0
    page = client.get(PAGE).text
    assert "check first" in page
    assert "have a record of the moves" in page or "has a record of the moves" in page
    assert "Measured on 62 honest players" in page  # a figure over all games of a player
    assert "games of honest players" in page  # one of a single game
    assert "moves that count match the computer" in page
    assert "in a thousand" in page
    figure = next(each for each in told["figures"]["players"][0]["figures"] if each["bounds"])
    low, high = figure["bounds"]
    assert f"with 95 % certainty between {low} and {high}" in html.unescape(page)
    assert "One move in five from a computer" in page  # and what is missed
    assert f"{WOMEN}/desk/results?round=3&amp;board=2" in page  # leads to the act of a ruling
    path = house.log.engine.url.database.removeprefix("file:").partition("?")[0]
    shown = CliRunner().invoke(
        build(), ["fair-play", "demo", "-s", "women", "--data", path, "--json"]
    )
    assert shown.exit_code == 0, shown.output
    from_shell = msgspec.json.decode(shown.stdout)
    assert from_shell["figures"] == told["figures"]
    assert from_shell["detections"] == told["detections"] != []
    words = CliRunner().invoke(build(), ["fair-play", "demo", "-s", "women", "--data", path])
    assert "No figure here is a verdict" in words.stdout
    assert "One move in five from a computer, agreement:" in words.stdout


def test_what_is_kept_is_said_before_one_plays(served):
    client, _ = served
    for language, word in (("en", "fair play"), ("zh", "公平竞赛"), ("ms", "permainan bersih"),
                           ("th", "เพื่อความเป็นธรรม")):  # fmt: skip
        answer = client.get(f"/language/{language}", follow_redirects=False)
        assert answer.status_code in (302, 303, 307)
        sign_in_as(client, Role.CHIEF_ARBITER)
        fields = {"zone": "+00:00", "mode": "online", "check_in": "30"}
        fields["_csrf_token"] = token(client)
        client.post(f"{WOMEN}/contest/open", data=fields, follow_redirects=False)
        assert word in client.get(f"{WOMEN}/contest?lang={language}").text
