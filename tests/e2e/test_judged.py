"""What a computer says of games, in a real browser: a review with progress, and fair play."""

import json
from random import Random

import pytest

from e2e.chromium import LAPTOP, PHONE, new_page
from e2e.looking import LOOK_ALONE, faults
from e2e.test_look import SIDEWAYS
from qipan.games import game_named
from qipan.games.computer_players import computer_of_level
from server import Server, press_link
from web.standing import demo_house

pytestmark = pytest.mark.browser
WOMEN = "/c/demo/women"
PLIES = 30
PATIENCE = 60_000


def computers_game(plies=PLIES):
    """Let two weak computers play; give the moves as text."""
    xiangqi, dice, moves = game_named("xiangqi"), Random(5), []
    state = xiangqi.start(xiangqi.rules_type(), 2, {})
    for _ in range(plies):
        if not xiangqi.acting(state):
            break
        seat = xiangqi.acting(state)[0]
        move = computer_of_level(xiangqi, 3)(state, seat, dice)
        moves.append(xiangqi.write(state, seat, move))
        state = xiangqi.play(state, seat, move)
    return moves


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("judged")
    demo_house(folder).close()
    found = Server(folder / "j.sqlite")
    yield found
    found.stop()


def well_made(page, rules=()):
    """Say what is wrong with a page as it stands."""
    wrong = faults(page, rules)
    if page.evaluate(SIDEWAYS) > 0:
        wrong.append(("wider than the screen",))
    return wrong + page.errors


def open_record(page, base):
    """Bring the record of a game to the page of reviews."""
    record = json.dumps({"game": "xiangqi", "moves": computers_game()}).encode()
    page.goto(f"{base}/play/review")
    page.set_input_files(
        "input[name=file]",
        {"name": "game.json", "mimeType": "application/json", "buffer": record},
    )
    with page.expect_navigation():
        page.locator("form:has(input[name=file]) button").click()


def review(page, base):
    """Review it with the computer, and wait for what it says."""
    open_record(page, base)
    page.locator("form[action='/play/review/computer'] button").click()


def test_a_review_shows_its_progress_and_then_the_curve(server, started):
    """Whoever asks for the same game later has it at once."""
    for size, language, rules in ((LAPTOP, "en-GB", ()), (PHONE, "zh-CN", LOOK_ALONE)):
        page = new_page(started, size, language)
        seen = []
        page.on("response", lambda answer, seen=seen: seen.append(answer.url))
        review(page, server.base)
        page.wait_for_selector("svg.curve", timeout=PATIENCE)
        worked = any("/jobs/" in url for url in seen)  # it was done as work with progress
        assert worked is (size is LAPTOP), seen
        points = page.locator("svg.curve polyline").get_attribute("points").split()
        assert len(points) == PLIES
        assert well_made(page, rules) == []
        page.context.close()


def attach_a_game(page, base):
    """Record a result and the moves of its game, as the desk's forms do."""
    page.goto(f"{base}{WOMEN}/desk/results?round=3")
    token = page.locator("input[name=_csrf_token]").first.get_attribute("value")
    board = {"_csrf_token": token, "round": "3", "board": "2"}
    moves = f"{' '.join(computers_game())} 1-0"
    for act, fields in (
        ("result", {"result": "1-0"}),
        ("attach-record", {"ending": ".pgn", "record": moves}),
    ):
        answer = page.context.request.post(
            f"{base}{WOMEN}/{act}", form={**board, **fields}, max_redirects=0
        )
        assert answer.status == 303, answer.text()


def test_the_chief_arbiter_examines_a_contest_and_finds_the_queue(server, started):
    page = new_page(started, LAPTOP, "en-GB")
    press_link(page, server.link)
    attach_a_game(page, server.base)
    page.goto(f"{server.base}{WOMEN}/fair-play")
    assert well_made(page) == []
    page.locator(f"form[action='{WOMEN}/fair-play'] button").click()
    page.wait_for_selector("details[id^=p-]", timeout=PATIENCE)
    for each in page.locator("details[id^=p-] summary").all():
        each.click()
    assert page.locator("details[id^=p-]").count() == 2
    assert well_made(page) == []
    page.set_viewport_size(PHONE)
    assert well_made(page, LOOK_ALONE) == []
    page.context.close()
