"""Files of other programs read as events: each form, what is told of it, and what is refused."""

import pytest

from formats.foreign.samples import (
    GOTHA,
    MANAGER,
    PERFECT,
    TRF,
    VEG,
    VEGA,
    open_report,
    team_report,
)
from qipan.formats.foreign import read_foreign
from qipan.formats.foreign.reading import form_of, read_here
from qipan.kernel.errors import BadInput


def event(text, upto=0, name="event.txt"):
    return read_here(text.encode(), name, "", upto)


def told(event):
    return {each.code.rpartition(".")[2] for each in event.remarks}


def games(round_):
    return [(game.first, game.second, *game.results, game.forfeit) for game in round_.games]


def byes(round_):
    return {bye.number: bye.kind for bye in round_.byes}


def test_a_report_with_everything_in_it():
    found = event(TRF)
    assert (found.form, found.name, found.place, found.planned) == (
        "trf",
        "Harbour Open",
        "Melaka",
        5,
    )
    assert (found.starts, found.ends) == ("2026-11-14", "2026-11-15")
    assert (found.chief_arbiter, found.arbiters) == ("IA Tan", ("FA Lim",))
    assert found.tie_breaks == ("BH/C1", "SB", "WIN")
    one = found.players[0]
    assert (one.name, one.title, one.licence, one.birth) == (
        "One, Anna",
        "GM",
        "100000001",
        "1990-01-02",
    )
    assert [each.sex for each in found.players[:2]] == ["m", "f"]
    assert found.players[1].birth == "1991"
    assert games(found.rounds[0]) == [(1, 3, "win", "loss", False), (4, 2, "loss", "win", False)]
    assert byes(found.rounds[0]) == {5: "H"}
    assert games(found.rounds[1])[1] == (3, 5, "win", "loss", True)
    assert byes(found.rounds[1]) == {4: "U"}
    assert [(number, bye.number, bye.kind) for number, bye in found.byes_to_come] == [(3, 2, "H")]


def test_a_report_up_to_a_round_keeps_the_byes_of_later_columns():
    found = event(TRF.replace("3 w 1     2 b 1", "3 w 1  0000 - Z", 1).replace(
        "4 b 1     1 w 0", "4 b 1  0000 - H", 1).replace(" 1.0    2", " 1.5    2").replace(
        " 2.0    1", " 1.0    1"), upto=1)  # fmt: skip
    assert len(found.rounds) == 1
    assert found.left == 1
    assert {(number, bye.number): bye.kind for number, bye in found.byes_to_come} == {
        (2, 1): "Z", (2, 2): "H", (3, 2): "H",
    }  # fmt: skip


def test_teams_with_their_boards():
    found = event(team_report())
    assert [team.name for team in found.teams] == [f"Team {n}" for n in (1, 2, 3, 4)]
    assert (found.boards, found.points.win, found.points.draw) == (2, "2", "1")
    first = found.rounds[0].games
    assert [(game.first, game.second, game.results) for game in first] == [
        (1, 2, ("win", "loss")),
        (3, 4, ("win", "loss")),
    ]
    assert first[0].sides_turned == (False, True)
    second = found.rounds[1].games
    assert [(game.first, game.second, game.results) for game in second] == [
        (3, 1, ("loss", "win")),
        (2, 4, ("draw", "draw")),
    ]
    assert dict(found.rounds[0].line_ups)[1] == (1, 2)


def test_opengotha_black_moves_first():
    found = event(GOTHA)
    assert (found.form, found.game, found.planned) == ("opengotha", "go", 5)
    assert [player.name for player in found.players] == ["Aube Ada", "Bise Bo", "Cime Cy"]
    assert [player.grade for player in found.players] == ["3d", "2d", "1k"]
    assert games(found.rounds[0]) == [(3, 1, "loss", "win", False)]
    assert games(found.rounds[1]) == [(1, 2, "win", "loss", True)]
    assert byes(found.rounds[0]) == {2: "U"}
    assert [(n, bye.number, bye.kind) for n, bye in found.byes_to_come] == [(3, 3, "Z")]
    assert [each.games[0].handicap for each in found.rounds] == [0, 2]
    assert told(found) == {"mcmahon"}


def test_the_last_round_of_opengotha_may_wait_for_results():
    found = event(GOTHA.replace("RESULT_BLACKWINS_BYDEF", "RESULT_UNKNOWN"))
    assert [games(each)[0][2:4] for each in found.rounds] == [("loss", "win"), ("", "")]
    assert "open-round" not in told(found)


def test_an_earlier_round_of_opengotha_that_waits_ends_what_is_taken():
    first = 'result="RESULT_WHITEWINS" roundNumber="1"'
    found = event(GOTHA.replace(first, first.replace("WHITEWINS", "UNKNOWN")))
    assert found.rounds == ()
    assert "open-round" in told(found)


def test_a_report_in_the_middle_of_a_round():
    found = event(open_report())
    assert len(found.rounds) == 3
    assert games(found.rounds[2]) == [(1, 2, "win", "loss", False), (4, 3, "", "", False)]
    assert byes(found.rounds[2]) == {5: "U"}
    assert [len(event(open_report(), upto).rounds) for upto in (1, 2, 3)] == [1, 2, 3]
    with pytest.raises(BadInput, match="round 4 was not played"):
        event(open_report(), 4)


CONTRADICTIONS = [
    ("     3 w  ", "     5 w  ", "do not agree"),
    ("     3 w  ", "     3 b  ", "do not agree"),
    ("     3 w  ", "     3 w 1", "do not agree"),
    ("     4 b  ", "     4 b 1", "do not agree"),
    ("     3 w  ", "     3 w X", "not a result against an opponent"),
]


@pytest.mark.parametrize(("before", "after", "says"), CONTRADICTIONS)
def test_a_round_that_waits_does_not_contradict_itself(before, after, says):
    with pytest.raises(BadInput, match=says):
        event(open_report().replace(before, after, 1))


def test_two_rounds_that_wait_are_refused_as_before():
    lines = [f"{line:99}     3 w" if line[:8] == "001    4" else line
             for line in open_report().splitlines()]  # fmt: skip
    with pytest.raises(BadInput, match="not a result against an opponent"):
        event("\n".join(lines))


def test_cross_tables_may_wait_for_the_last_round():
    waiting = MANAGER.replace("3b½", "3b").replace("2w½", "2w")
    assert games(event(waiting).rounds[1]) == [(3, 2, "", "", False)]
    perfect = PERFECT.replace("3:W 2:D", "3:W 2:").replace("0:= 1:D", "0:= 1:")
    assert games(event(perfect).rounds[2])[0][2:4] == ("", "")
    with pytest.raises(BadInput, match="do not agree"):
        event(MANAGER.replace("1w1", "1w").replace("2b0", "2b"))


def test_a_file_of_vega_gives_its_players_and_says_what_it_does_not():
    found = event(VEG)
    assert (found.form, found.name, found.place, found.planned) == (
        *("veg", "Harbour Evening", "Melaka"),
        5,
    )
    assert (found.starts, found.ends, found.chief_arbiter) == (
        *("2026-11-14", "2026-11-15"),
        "IA Tan",
    )
    assert (found.points.win, found.points.draw) == ("1", "1/2")
    one, two, three = found.players
    assert (one.name, one.federation, one.sex, one.title) == ("One Anna", "MAS", "f", "GM")
    assert (one.birth, one.licence, one.rating) == ("1990-01-02", "100000001", 2100)
    assert (two.rating, two.licence, two.birth, three.rating) == (1900, "", "", None)
    assert (found.rounds, told(found)) == ((), {"veg-rounds"})
    with pytest.raises(BadInput, match="export"):
        event(VEG, 1)


def test_the_description_of_vega_says_days_and_points():
    found = event("042 18/12/2026\n052 20/12/2026\n142 3.0 1.0\n" + VEGA)
    assert (found.starts, found.ends) == ("2026-12-18", "2026-12-20")
    assert (found.points.win, found.points.draw) == ("3", "1")


def test_swiss_perfect_has_no_colours_and_says_so():
    found = event(PERFECT)
    assert [player.name for player in found.players] == ["Duta, Dani", "Murai, Mina", "Musang, Mat"]
    assert not found.seats_known
    assert told(found) == {"no-seats"}
    assert [byes(each) for each in found.rounds] == [{1: "H"}, {2: "H"}, {3: "Z"}]
    assert games(found.rounds[1]) == [(1, 3, "win", "loss", False)]


def test_a_cross_table_of_swiss_manager():
    found = event(MANAGER)
    assert [player.number for player in found.players] == [1, 2, 3]
    assert found.players[0].name == "Alfa Ali"
    assert games(found.rounds[0]) == [(2, 1, "win", "loss", False)]
    assert games(found.rounds[1]) == [(3, 2, "draw", "draw", False)]
    assert [byes(each) for each in found.rounds] == [{3: "U"}, {1: "Z"}]


def test_a_description_of_vega():
    found = event(VEGA)
    assert (found.name, found.planned, found.seats_known) == ("Vega Cup", 7, True)
    assert games(found.rounds[0]) == [(1, 2, "win", "loss", False)]
    assert games(found.rounds[1]) == [(2, 3, "draw", "draw", False)]
    assert [byes(each) for each in found.rounds] == [{3: "U"}, {1: "H"}]


WRONG = [
    # what                  text                                            code
    ("round not played", (TRF, 3), "take-over.no-such-round"),
    ("contradiction", (TRF.replace("1 b 0     5", "1 b 1     5"), 0), "trf.contradiction"),
    ("no table", ("Name,Rating\nA,1\nB,2\n", 0), "take-over.no-table"),
    ("a cell", (MANAGER.replace("3b½", "3q½"), 0), "take-over.cell"),
    ("two who disagree", (MANAGER.replace("2w½", "1w½"), 0), "take-over.disagree"),
    ("entities", ("<!DOCTYPE a [<!ENTITY b 'c'>]>" + GOTHA[55:], 0), "take-over.unreadable"),
    ("broken XML", (GOTHA[:400], 0), "take-over.unreadable"),
]


@pytest.mark.parametrize(("what", "given", "code"), WRONG)
def test_what_is_wrong_is_named(what, given, code):
    with pytest.raises(BadInput) as caught:
        event(*given)
    assert caught.value.code == code


def test_a_child_reads_and_its_words_name_the_line():
    assert read_foreign(TRF.encode(), "a.trf", 1).rounds[0].games
    with pytest.raises(BadInput, match="line 16, column 92"):
        read_foreign(TRF.replace("3 w 1     2", "9 w 1     2").encode(), "a.trf")
    with pytest.raises(BadInput):
        read_foreign(b"", "a.trf")
    with pytest.raises(BadInput):
        read_foreign(b"0" * 6_000_000, "a.trf")


def test_forms_are_told_by_content():
    assert [form_of(text.encode()) for text in (TRF, GOTHA, PERFECT, MANAGER)] == [
        "trf", "opengotha", "table", "table",
    ]  # fmt: skip
