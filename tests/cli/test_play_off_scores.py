"""MY 4.5, 4.6 on every road: in a game of a play-off ``1`` is who moves first in that game."""

import json

import pytest

from desk.clauses.my_events import BOOK
from desk.clauses.play import HOME, Case
from qipan.office.typed_results import result_command, typed_lines
from qipan.sections.matches import match_of


def drawn_final():
    case = Case(BOOK, "individual", 16, options={"rounds": 7}).begin()
    for _ in range(7):
        case.round("1-0")
    case.draw_lots()
    case.round("0.5-0.5")
    return case


def winner(case):
    return case.now.current.decided.get(1)


@pytest.mark.parametrize(("text", "seat"), [("1", 1), ("1-0", 1), ("0-1", 0), ("+-", 1)])
def test_my_4_5_the_sign_one_means_who_moves_first_in_the_rapid_game(text, seat):
    case = drawn_final()
    seats = case.now.current.tables[0].seats
    match = match_of(case.state, case.now, 8, 1)
    case.do(result_command(match, text))
    assert winner(case) == seats[seat]  # colours are swapped: the second of the table moves first


def test_my_4_5_a_line_reads_the_score_as_the_command_does():
    case = drawn_final()
    seats = case.now.current.tables[0].seats
    (line,) = typed_lines(case.section, 8, "1 1")
    case.office.carry_out_all(HOME, "t", line.commands_on(case.state)[1])
    assert winner(case) == seats[1]


@pytest.mark.parametrize("chosen", ["first", "second"])
def test_my_4_6_the_score_follows_the_choice_that_the_lot_gave(chosen):
    from qipan.desk.play_offs.commands import ChooseSeat, Chosen

    case = drawn_final()
    case.do(result_command(match_of(case.state, case.now, 8, 1), "="))
    case.office.draw_play_off(HOME, case.section, "t", (8, 1))
    one, two = case.now.current.tables[0].seats
    chooser = next(draw for lot, draw in case.now.lots.items() if lot.startswith("play-off")).order[
        0
    ]
    place = {"section": case.section, "round": 8, "board": 1}
    case.do(ChooseSeat(**place, entrant=chooser, chosen=Chosen(chosen)))
    case.do(result_command(match_of(case.state, case.now, 8, 1), "1-0"))
    other = two if chooser == one else one
    assert winner(case) == (chooser if chosen == "first" else other)


def test_the_terminal_names_the_winner_and_says_what_is_still_undecided(run):
    assert run("new", "club-swiss", "evening", "--id", "club")[0] == 0
    assert run("enter", "club", "Ah", "Be")[0] == 0
    (board,) = json.loads(run("pair", "club", "--json")[1])["boards"]
    told = json.loads(run("result", "club", 1, "0-1", "--json")[1])
    assert (told["winner"], told["undecided"]) == (board["entrants"][1], [])
    code, out, _ = run("result", "club", 1, "1-0", "--correct", "misread")
    assert (code, f"{board['names'][0]} wins" in out) == (0, True)
    told = json.loads(run("result", "club", 1, "0.5-0.5", "--correct", "again", "--json")[1])
    assert told["winner"] is None
