"""MY 4.5, 4.6 on every road: in a game of a play-off ``1`` is who moves first in that game."""

import json

import pytest

from desk.clauses.my_events import BOOK
from desk.clauses.play import HOME, Case
from qipan.desk.results.commands import ClearResult
from qipan.office.typed_results import Correction, result_command, typed_lines
from qipan.sections.matches import match_of
from qipan.sections.places import places
from qipan.sections.stages import undecided


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


def typed(case, text, **said):
    match = match_of(case.state, case.now, 8, 1)
    case.do(result_command(match, text, **said))


def champion(case):
    return next(row.entrant for row in places(case.state, case.now).rows if row.place == 1)


def test_my_4_2_a_final_that_was_not_drawn_is_put_right_and_not_played_off():
    case = drawn_final()
    red, black = case.now.current.tables[0].seats
    typed(case, "1-0", correction=Correction("it was won"))
    assert (champion(case), case.now.current.games.get(1)) == (red, None)
    typed(case, "0-1", correction=Correction("by the other"))
    assert champion(case) == black


def test_my_4_5_a_play_off_counts_only_while_the_final_is_drawn():
    case = drawn_final()
    red, black = case.now.current.tables[0].seats
    typed(case, "1")  # black moves first in the rapid game and wins it
    assert champion(case) == black
    typed(case, "1-0", correction=Correction("the final itself was won"))
    assert champion(case) == red
    typed(case, "=", correction=Correction("no, it was drawn"))
    assert (champion(case), undecided(case.state, case.now, case.now.current)) == (black, [])


def test_n6_a_final_that_is_cleared_has_no_play_off_any_more():
    case = drawn_final()
    red = case.now.current.tables[0].seats[0]
    typed(case, "1")
    case.do(ClearResult(section=case.section, round=8, board=1, reason="wrong board"))
    assert (case.now.current.missing, case.now.current.games.get(1)) == ([1], None)
    typed(case, "=")
    typed(case, "0")  # the first rapid game again, colours swapped
    assert champion(case) == red
