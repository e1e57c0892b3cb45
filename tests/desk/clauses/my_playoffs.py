"""Drawn finals of the Malaysian events, up to the moment at which they are played off."""

import pytest

from desk.clauses.play import (
    HOME,
    Case,
    play_boards,
    team_case,
    team_round,
)
from qipan.desk.online.commands import OpenContest, SeatRound
from qipan.desk.play_offs.commands import ChooseSeat, Chosen, NominatePlayer
from qipan.desk.play_offs.games import next_play_off
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.rulebooks import book_named
from qipan.sections.matches import match_of

BOOK, MINUTE = "my-2018", 60_000
BOARD = BoardNo(1)


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def final(event, rounds, entries=18):
    """The last round of an event with its final drawn; the seats of the final."""
    chosen = {"rounds": rounds} if rounds in book_named(BOOK).event[event].stage[0].choices else {}
    case = Case(BOOK, event, entries, options=chosen).begin()
    for _ in range(rounds):
        case.round("1-0")
    case.draw_lots()
    case.pair()
    current = case.publish()
    for board in current.missing:
        case.result(board, "0.5-0.5" if board == 1 else "1-0")
    return case, current.tables[0].seats


def team_final(*, live=False):
    """The last round of the teams with its final drawn; the teams of the final."""
    case = team_case()
    if live:
        case.do(OpenContest(section=case.section, automatic=False))
    for _ in range(5):
        team_round(case, ("1-0", "0-1", "1-0", "0.5-0.5"))
    case.draw_lots()
    case.pair()
    table = case.publish().tables[0]
    if live:
        seat = SeatRound(section=case.section, round=RoundNo(6), at="2026-02-01T10:00:00Z")
        case.do(seat)
    play_boards(case, table.board, ("1-0", "0-1", "1-0", "0-1"))
    for board in case.now.current.missing:
        play_boards(case, board, ("1-0", "1-0", "1-0", "0-1"))
    return case, table.seats


def draw_lot(case):
    """Draw for the next game; say whom the lot names, and who is the other."""
    number = RoundNo(len(case.now.rounds))
    before = set(case.now.lots)
    case.office.draw_play_off(HOME, case.section, "t", (number, BOARD))
    (lot,) = set(case.now.lots) - before
    return case.now.lots[lot].order


def nominate(case, entrant, member):
    person = case.now.entrants[entrant].people[member]
    number = RoundNo(len(case.now.rounds))
    case.do(
        NominatePlayer(
            section=case.section, round=number, board=BOARD, entrant=entrant, person=person
        )
    )
    return person


def choose(case, entrant, chosen):
    number = RoundNo(len(case.now.rounds))
    case.do(
        ChooseSeat(
            section=case.section, round=number, board=BOARD, entrant=entrant, chosen=Chosen(chosen)
        )
    )


def decided(case):
    return case.now.current.decided.get(BOARD)


def terms(case):
    number = RoundNo(len(case.now.rounds))
    return next_play_off(match_of(case.state, case.now, number, BOARD))[1]
