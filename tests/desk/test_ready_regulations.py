"""Ready regulations: each is whole, for every game it is meant for, and can be played out."""

import pytest

from qipan.desk.decide import DECISIONS
from qipan.desk.own_books.checking import check
from qipan.desk.own_books.draft import content_text
from qipan.desk.own_books.ready import ready_games, ready_regulation, ready_titles
from qipan.kernel.errors import Unknown
from qipan.simulation.event import simulate
from qipan.wiring import simulated_office

ACTIONS = frozenset(kind.__name__ for kind in DECISIONS)
ALL = [(name, game) for name in ready_titles() for game in ready_games(name)]


@pytest.mark.parametrize(("name", "game"), ALL)
def test_a_ready_regulation_has_no_fault_and_is_played_out(name, game):
    content = ready_regulation(name, game)
    assert check(content, ACTIONS).problems == ()
    assert {rules["game"] for rules in content["event"].values()} == {game}
    text = content_text(content)
    final = simulate(simulated_office(4), name, "open", entries=9, seed=3, text=text)
    assert len(final.lines) == 9
    assert final.rounds >= 4


@pytest.mark.parametrize("name", ready_titles())
def test_everything_is_said_in_four_languages(name):
    content = ready_regulation(name)
    texts = [content["book"]["title"], content["book"]["source"]]
    texts += [clause["text"] for clause in content["clause"].values()]
    for rules in content["event"].values():
        texts += [rules["title"], *(each["title"] for each in rules.get("option", {}).values())]
    assert [text for text in texts if set(text) != {"en", "zh", "th", "ms"}] == []


def test_what_there_is_not_is_named():
    with pytest.raises(Unknown, match="simple-swiss"):
        ready_regulation("ladder")
    with pytest.raises(Unknown, match="xiangqi"):
        ready_regulation("simple-swiss", "poker")


def test_a_ready_regulation_is_nobody_elses():
    ready_regulation("simple-swiss", "go")["event"].clear()
    assert [*ready_regulation("simple-swiss", "go")["event"]] == ["open"]
