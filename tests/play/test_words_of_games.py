"""Live tables know no word of any game: what can be offered, claimed or dealt the game says."""

import ast
import re
from pathlib import Path

import pytest

import qipan.play
from play.table_room import Hall, kinds, last, seated
from qipan.games import all_games
from qipan.kernel.game import Game, Offer

MODULES = sorted(Path(qipan.play.__file__).parent.glob("*.py"))
ENGLISH = {"go"}
"""Names of games that are common words; they count only where they are the whole of a text."""
OF_A_TABLE = {"draw", "limit"}
"""A draw is offered at any table that has one; who sends too much runs into a limit."""


def words_of_games():
    found = set(all_games())
    for game in all_games().values():
        found |= {*game.offers, *game.claims}
        for offer in game.offers.values():
            found |= {offer.made, offer.accepted, offer.declined}
    return found - {""} - OF_A_TABLE


def texts_in(source):
    """List the strings that code works with, without its docstrings."""
    tree = ast.parse(source)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said
    }


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_of_play_names_no_game_and_none_of_its_words(path):
    source = path.read_text("utf-8")
    named = set(all_games()) - ENGLISH
    assert [name for name in named if re.search(rf"\b{name}\b", source, re.IGNORECASE)] == []
    assert sorted(texts_in(source) & words_of_games()) == []


def test_the_words_would_be_found():
    assert {"skip", "dead", "seki", "recount", "repetition", "go"} <= words_of_games()
    assert texts_in('"""skip"""\nOFFERED = {"skip": 1}') == {"skip"}


def test_the_game_says_what_can_be_offered():
    _, players = seated(Hall(), game="go", rules={"size": 5})
    told = players[0].send("offer", what="skip")[0]
    assert (told["code"], "draw, count, dead" in told["facts"]["what"]) == ("input.bad", True)
    players[0].move("pass")
    players[1].move("pass")
    for what in ("dead", "alive"):  # a mark is no question: nobody can accept or decline it
        assert players[0].send("answer", what=what, accept=True)[-1]["code"] == "input.bad"
    assert players[0].send("offer", what="dead", at="A1")[-1]["code"] == "go.no-stone"
    assert kinds(players[0].send("offer", what="neutral", at="A1")) == ["move-played/1"]
    for player in players:
        told = last(player.send("offer", what="count"), "move-played/1")
    assert told["text"] == "agree"


def test_offers_are_moves_that_the_game_can_read():
    for game in all_games().values():
        for what, offer in game.offers.items():
            assert isinstance(offer, Offer), what
            assert bool(offer.accepted) == bool(offer.declined)
    assert Game.offers == {}
