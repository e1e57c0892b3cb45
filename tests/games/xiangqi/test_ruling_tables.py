"""From labels to rulings: pure tables, one line a rule."""

import pytest

from qipan.games.xiangqi import BLACK, RED
from qipan.games.xiangqi.repetition import Act, Chase, How, Label, asian, table
from qipan.games.xiangqi.repetition.certainty import is_certain
from qipan.games.xiangqi.repetition.labels import override

LETTERS = {"+": Act.CHECK, "k": Act.KILL, "c": Act.CHASE, "j": Act.CHASE, "x": Act.EXCHANGE}


def labels(red, black):
    """Read words like ``+c`` against ``--``; j is a joint chase, a dot a doubtful idle move."""
    found = []
    for one, two in zip(red, black, strict=True):
        for side, letter in ((RED, one), (BLACK, two)):
            act = LETTERS.get(letter, Act.IDLE)
            found.append(
                Label(side, act, checks=letter == "+", light=letter == "j", sure=letter != ".")
            )
    return found


CHINESE = [
    # red, black, who must vary, rule
    ("++", "--", RED, "xiangqi.perpetual-check"),
    ("++", "cc", RED, "xiangqi.perpetual-check"),
    ("++", "+k", RED, "xiangqi.perpetual-check"),
    ("++", "++", None, "xiangqi.mutual-check"),
    ("kk", "--", RED, "xiangqi.one-side-forbidden"),
    ("--", "cc", BLACK, "xiangqi.one-side-forbidden"),
    ("+k", "x-", RED, "xiangqi.one-side-forbidden"),
    ("+c", "c-", RED, "xiangqi.one-side-forbidden"),
    ("kc", "-+", RED, "xiangqi.one-side-forbidden"),
    ("+-", "kx", None, "xiangqi.repetition-allowed"),
    ("cc", "cc", None, "xiangqi.both-forbidden"),
    ("kk", "cc", None, "xiangqi.both-forbidden"),
    ("cc", "jj", RED, "xiangqi.both-forbidden-heavier"),
    ("cj", "kc", BLACK, "xiangqi.both-forbidden-heavier"),
    ("jj", "cj", None, "xiangqi.both-forbidden"),
]


@pytest.mark.parametrize(("red", "black", "loser", "rule"), CHINESE)
def test_the_chinese_table(red, black, loser, rule):
    judged = table.judge(labels(red, black))
    assert (judged.must_vary, judged.rule) == (loser, rule)
    assert judged.at_once == (rule == "xiangqi.perpetual-check")


CERTAIN = [
    ("++", "..", True),
    ("cc", "--", True),
    ("cc", "-.", True),
    ("cc", "..", False),
    ("c.", "--", False),
    ("c-", "--", True),
    ("kk", "kk", True),
    ("kk", "cc", False),
    ("cc", "cc", False),
]


@pytest.mark.parametrize(("red", "black", "certain"), CERTAIN)
def test_doubts_that_matter_need_an_arbiter(red, black, certain):
    assert is_certain(labels(red, black)) is certain


SETTLED = [
    # what the arbiter says of Red's and Black's two moves each, and who must vary
    ((Act.CHASE, Act.JOINT), RED),
    ((Act.JOINT, Act.CHASE), BLACK),
    ((Act.JOINT, Act.JOINT), None),
    ((Act.CHASE, Act.CHASE), None),
    ((Act.CHASE, Act.EXCHANGE), RED),
]


@pytest.mark.parametrize(("says", "loser"), SETTLED)
def test_what_an_arbiter_settles_is_certain(says, loser):
    found = override(labels("c.", ".c"), {index: says[index % 2] for index in range(4)})
    assert is_certain(found)
    assert table.judge(found).must_vary == loser


def asian_labels(side, *moves):
    """Make labels of one side; a move is written ``+`` for check and pairs like ``1>2`` or ``1|2``.

    ``|`` is a threat that only arose because a root was cut, ``!`` one on a rook held by a knight.
    """
    found = []
    for move in moves:
        checks = move.startswith("+")
        chases = []
        for word in move.removeprefix("+").split():
            how = How.CUT if "|" in word else How.DIRECT
            attacker, target = word.replace("|", ">").replace("!", ">").split(">")
            chases.append(Chase(int(attacker), -int(target), how, held="!" in word))
        act = Act.CHECK if checks else Act.CHASE if chases else Act.IDLE
        found.append(Label(side, act, checks, tuple(chases)))
    return found


IDLE = ("", "")
ASIAN = [
    # what it shows, red, black, who must vary
    ("check beats everything", ("+", "+"), ("1>2", "1>2"), RED),
    ("both check", ("+", "+"), ("+", "+"), None),
    ("two checks against one", ("+", "+"), ("+", ""), RED),
    ("chase of one piece", ("1>2", "1>2"), IDLE, RED),
    ("two pieces chase one", ("1>2", "3>2"), IDLE, RED),
    ("one piece chases two by turns", ("1>2", "1>3"), IDLE, None),
    ("two pieces chase two by turns", ("1>2 3>4", "1>4 3>2"), IDLE, None),
    ("one check one chase", ("+", "1>2"), IDLE, None),
    ("a check that also chases the same piece", ("+1>2", "1>2"), IDLE, RED),
    ("a check that only cuts a root", ("+1|2", "1|2"), IDLE, None),
    ("cutting the root each time", ("1|2", "1|2"), IDLE, RED),
    ("a direct chase outranks cut roots", ("1|2", "1|2"), ("1>2", "1>2"), BLACK),
    ("chase of a held rook outranks a chase", ("1!2", "3!2"), ("1>2", "1>2"), RED),
    ("held only half of the time", ("1!2", "3>2"), ("1>2", "1>2"), None),
    ("both chase", ("1>2", "1>2"), ("1>2", "1>2"), None),
    ("nobody does anything", IDLE, IDLE, None),
]


@pytest.mark.parametrize(("_id", "red", "black", "loser"), ASIAN, ids=[a[0] for a in ASIAN])
def test_the_asian_levels(_id, red, black, loser):
    found = asian_labels(RED, *red) + asian_labels(BLACK, *black)
    assert asian.judge(found).must_vary == loser
