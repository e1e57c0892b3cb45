"""MY 4.5-4.6, MY-V 5.5: an arbiter rules on games of a play-off, and the match follows."""

from dataclasses import replace

import pytest

from desk.clauses.my_playoffs import (
    BOARD,
    choose,
    decided,
    draw_lot,
    final,
    nominate,
    refused,
    team_final,
    terms,
)
from desk.clauses.play import HOME
from qipan.desk.closing import ApproveStandings
from qipan.desk.decide import decide
from qipan.desk.online.commands import TakeTable
from qipan.desk.online.seating import wanted
from qipan.desk.rulings.commands import RuleGame, Ruling
from qipan.journal.state import Round
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.kernel.results import How


def ruling(case, said, who=None, *, reason="the clock failed", game=None):
    number = RoundNo(len(case.now.rounds))
    case.do(
        RuleGame(
            section=case.section,
            round=number,
            board=BOARD,
            ruling=Ruling(said),
            reason=reason,
            game=game,
            playoff=True,
            entrant=who,
        )
    )


@pytest.mark.parametrize(
    ("said", "at", "winner"), [("win", 0, 0), ("loss", 0, 1), ("draw", None, None)]
)
def test_my_4_5_an_arbiter_rules_on_a_rapid_game_that_was_broken_off(said, at, winner):
    case, seats = final("individual", 7)
    ruling(case, said, None if at is None else seats[at])
    assert decided(case) == (None if winner is None else seats[winner])
    game = case.now.current.games[1][-1]
    assert (game.result.how, game.playoff, game.number) == (How.ADJUDGED, True, 1)
    said_so = case.now.ruled[-1]
    assert (said_so.playoff, said_so.ruling, said_so.reason) == (True, said, "the clock failed")


def test_my_4_5_a_ruling_after_the_game_gives_the_match_to_the_other_or_back_to_the_board():
    case, (first, second) = final("individual", 7)
    case.game(1, "1-0")
    assert decided(case) == first
    ruling(case, "loss", first, reason="outside help")
    assert decided(case) == second
    refused("result.unchanged", lambda: ruling(case, "win", second))
    ruling(case, "draw")  # and drawn after all: one last game is due
    assert decided(case) is None
    assert terms(case).second_minutes == 10
    ruling(case, "win", first, game=1)
    assert decided(case) == first


def test_my_4_6_a_ruled_draw_of_the_last_game_wins_for_second_and_a_replay_keeps_the_colours():
    case, _ = final("individual", 7)
    case.game(1, "0.5-0.5")
    refused("playoff.no-lot", lambda: ruling(case, "draw"))  # it cannot have begun
    refused("playoff.no-lot", lambda: ruling(case, "replay"))
    chooser, other = draw_lot(case)
    choose(case, chooser, "first")
    case.game(1, "1-0")
    error = refused("ruling.last-game", lambda: ruling(case, "draw", game=1))
    assert (error.facts["game"], error.facts["last"]) == (1, 2)
    refused("match.over", lambda: ruling(case, "draw", game=3))
    ruling(case, "draw")
    assert decided(case) == other
    ruling(case, "both-lose")  # nobody has won
    assert decided(case) is None
    ruling(case, "replay", game=2)
    assert [game.number for game in case.now.current.games[1]] == [1]
    case.game(1, "0.5-0.5")  # the lot and the choice stand
    assert (decided(case), case.now.current.games[1][-1].first) == (other, chooser)
    cause = case.office.around.log.read(f"competition/{HOME}")
    assert "match-reopened/1" in [each.name for each in cause]


def test_a_ruling_on_a_play_off_needs_one_a_reason_and_somebody_who_sits_there():
    case, (first, _) = final("individual", 7)
    refused("ruling.no-reason", lambda: ruling(case, "draw", reason=" "))
    refused("ruling.not-seated", lambda: ruling(case, "win"))
    stranger = next(who for who in case.now.entrants if who not in case.now.current.tables[0].seats)
    refused("ruling.not-seated", lambda: ruling(case, "loss", stranger))
    place = {"section": case.section, "round": RoundNo(8), "board": BoardNo(2)}
    on_another = RuleGame(
        **place,
        ruling=Ruling.WIN,
        reason="x",
        playoff=True,
        entrant=case.now.current.tables[1].seats[0],
    )
    refused("ruling.no-play-off", lambda: case.do(on_another))
    case.game(1, "+-")
    case.draw_lots()
    case.do(ApproveStandings(section=case.section))
    refused("section.approved", lambda: ruling(case, "win", first))


def test_a_forfeit_without_colours_is_not_ruled_a_draw_that_somebody_wins():
    case, _ = final("school-senior", 6)
    case.game(1, "+-")
    refused("ruling.no-colours", lambda: ruling(case, "draw"))
    ruling(case, "replay")
    assert (decided(case), case.now.current.games[1]) == (None, ())


def test_my_v_5_5_a_live_game_of_the_play_off_is_played_again_at_another_table():
    case, (one, two) = team_final(live=True)
    for team in (one, two):
        nominate(case, team, 0)
    draw_lot(case)
    (before,) = wanted(case.state, case.now)
    again = TakeTable(
        section=case.section,
        round=RoundNo(6),
        board=BOARD,
        game=before.game,
        table=before.table,
        version=9,
        places=(1, 1),
        again=True,
    )
    case.do(again)  # ended without result: the drawn match before it stands
    assert case.now.current.results[1].score.seats[0] == case.now.current.results[1].score.seats[1]
    (after,) = wanted(case.state, case.now)
    assert after.table != before.table
    assert after.opened.occupants == before.opened.occupants
    ruling(case, "replay")  # and once more, by the arbiter
    (third,) = wanted(case.state, case.now)
    assert third.table not in (before.table, after.table)
    ruling(case, "win", two)
    assert decided(case) == two
    assert wanted(case.state, case.now) == ()


def test_a_play_off_of_which_a_later_round_was_made_is_not_ruled_on_anew():
    case, (first, _) = final("individual", 7)
    case.game(1, "1-0")
    later = [*case.now.rounds, Round(RoundNo(9), (), ())]
    section = replace(case.now, rounds=later)
    state = replace(case.state, sections={**case.state.sections, case.section: section})
    place = {"section": case.section, "round": RoundNo(8), "board": BOARD}
    for said in (Ruling.LOSS, Ruling.REPLAY):
        command = RuleGame(**place, ruling=said, reason="x", playoff=True, entrant=first)
        error = refused("ruling.later-round", lambda command=command: decide(state, command))
        assert error.facts["latest"] == 9
