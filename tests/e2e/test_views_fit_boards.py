"""A view fits its board: every board draws whole games, and asks for nothing that is not there.

Positions come from games played at random and by the computer, from every seat's side. Each view
is wrapped so that a read of a field that it does not have is remembered. What a board reads on
ways that no position here takes is found by the type checker: its view has a type of its own,
made from the struct of the game.
"""

import re
from random import Random

import pytest
from msgspec import to_builtins

from e2e.chromium import page_in
from qipan.games import all_games, folder_of, game_named
from qipan.games.computer_players import steps
from qipan.kernel.ids import Seat
from qipan.web.shared.rendering import BOARDS
from server import Server

pytestmark = pytest.mark.browser
GAMES = list(all_games().values())
MOST = 30
DRAW = """async ({ game, seat, positions, absent }) => {
  const { boardFor } = await import("/static/boards/index.js");
  const strange = new Set();
  const watched = (value, path) =>
    value === null || typeof value !== "object" ? value : new Proxy(value, {
      get(target, name) {
        const known = name in target || typeof name === "symbol" || Array.isArray(target);
        if (!known && !absent.includes(`${path}${name}`)) strange.add(`${path}${name}`);
        return watched(target[name], Array.isArray(target) ? path : `${path}${String(name)}.`);
      },
    });
  const host = document.createElement("div");
  document.querySelector("main").replaceChildren(host);
  const board = (await boardFor(game)).mount(host, { seat });
  let failed = "";
  try {
    for (const { view, legal } of positions) {
      board.show(watched(view, ""), { legal, reduced: true });
      board.tone(watched(view, ""));
      if (!board.describe().trim()) failed = "nothing is said of a position";
    }
    board.prefer({ coordinates: true });
  } catch (error) {
    failed = String(error);
  }
  return { strange: [...strange], failed, drawn: host.innerHTML.length };
}"""
OF_EVERY_BOARD = ("turn", "acting")
"""What the frame around all boards asks for; a view may have either."""


@pytest.fixture(scope="module")
def page(started, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("fit") / "j.sqlite")
    found = page_in(started.new_context(locale="en-US"))
    found.goto(f"{server.base}/boards?only=gomoku")
    found.wait_for_selector("[data-ready]")
    yield found
    server.stop()


def beginning(game, number):
    dice = Random(f"{game.name}/{number}")
    rules = game.rules_type()
    seats = game.seats(rules)[number % len(game.seats(rules))]
    return seats, game.start(rules, seats, game.deal(rules, seats, dice)), dice


def at_random(game, state, dice):
    while game.acting(state):
        seat = dice.choice(game.acting(state))
        move = game.sample(state, seat, dice)
        state = game.play(state, seat, move)
        yield state


def states_of(game, number):
    """Give the number of seats and some states of a game, its first and last among them."""
    seats, state, dice = beginning(game, number)
    if number % 2:
        rest = (step.after for step in steps(game, state, dice, 200))
    else:
        rest = (after for after, _ in zip(at_random(game, state, dice), range(600), strict=False))
    found = [state, *rest]
    every = max(1, len(found) // MOST)
    return seats, [*found[::every], found[-1]]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_board_draws_whole_games_and_reads_only_what_a_view_has(page, game):
    for number in range(2):
        seats, states = states_of(game, number)
        for seat in (None, Seat(number % seats)):
            positions = [
                {
                    "view": to_builtins(game.view(state, seat)),
                    "legal": [] if seat is None else game.legal(state, seat),
                }
                for state in states
            ]
            absent = [name for name in OF_EVERY_BOARD if name not in positions[0]["view"]]
            asked = {"game": game.name, "seat": seat, "positions": positions, "absent": absent}
            told = page.evaluate(DRAW, asked)
            assert (told["strange"], told["failed"]) == ([], "")
            assert told["drawn"] > 1000
    assert page.errors == []


def test_a_field_that_is_not_there_would_be_noticed(page):
    go = game_named("go")
    view = to_builtins(go.view(beginning(go, 0)[1], None))
    del view["prisoners"]
    positions = [{"view": view, "legal": []}]
    asked = {"game": "go", "seat": None, "absent": ["acting"], "positions": positions}
    told = page.evaluate(DRAW, asked)
    assert told["strange"] == ["prisoners"]
    assert told["failed"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_board_says_of_what_type_its_view_is(game):
    source = (BOARDS / f"{folder_of(game)}.js").read_text("utf-8")
    kind = game.view_type.__name__
    assert f'import("../../../games/{folder_of(game)}/view").{kind}}}' in source
    drawn = re.search(r"@extends \{\w+<(\w+)>\} \*/\nexport default class \w+", source)
    assert drawn is not None
    assert drawn[1] == kind
