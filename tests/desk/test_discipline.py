"""Penalties, clocks, boards, signatures and bans: every book, and MY clause by clause."""

import pytest

from desk.conduct import DRAW, FIRST, SECOND, Cup, kinds, refused
from qipan.desk.competition import OpenSection
from qipan.desk.conduct.commands import (
    CheckRecord,
    LiftBan,
    PunishGravely,
    PunishOffence,
    ReplaceClock,
)
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.money import ledger_of
from qipan.desk.results.commands import CorrectResult, SignResult
from qipan.desk.results.signatures import has_signed
from qipan.desk.rounds.commands import MoveBoards
from qipan.journal.people import Person
from qipan.journal.state import PenaltyKind
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.kernel.results import How
from qipan.ranking.ledger import Reason
from qipan.rulebooks import all_books
from qipan.sections.derived import official_places
from qipan.sections.places import crosstable, key_standings


def all_signed(section):
    """Say whether everybody at the first board signed the result that stands."""
    return all(has_signed(section, 1, 1, who) for who in section.rounds[0].table(1).seats)


def test_every_offence_names_a_ladder():
    for book in all_books().values():
        for name, event in book.event.items():
            for key, offence in event.conduct.offence.items():
                assert offence.ladder, (book.id, name, key)


def test_every_offence_cites_a_clause_of_its_book():
    for book in all_books().values():
        if not book.clause:
            continue
        wrong = [
            (name, key, offence.clause)
            for name, event in book.event.items()
            for key, offence in event.conduct.offence.items()
            if offence.clause not in book.clause
        ]
        assert wrong == []


def test_my_2_2_a_faulty_clock_is_replaced_with_the_times_left():
    cup = Cup("my-2018", "individual")
    cup.round()
    cup.give(ReplaceClock, round=1, board=1, left=(900, 845))
    assert cup.section.clocks[(1, 1)] == (900, 845)
    refused("clock.times", lambda: cup.give(ReplaceClock, round=1, board=1, left=(900,)))
    cup.record(1, FIRST)
    error = refused(
        "clock.game-over", lambda: cup.give(ReplaceClock, round=1, board=1, left=(1, 1))
    )
    assert error.rule == "conduct.clock-in-time"


def test_my_4_7_board_numbers_move_and_the_pairing_stays():
    cup = Cup("my-2018", "individual")
    before = {table.seats for table in cup.round().tables}
    cup.give(MoveBoards, round=1, numbers=((1, 4), (4, 1)))
    after = cup.section.rounds[0]
    assert {table.seats for table in after.tables} == before
    assert [table.board for table in after.tables] == [1, 2, 3, 4]
    refused("boards.taken", lambda: cup.give(MoveBoards, round=1, numbers=((1, 2),)))
    refused("boards.taken", lambda: cup.give(MoveBoards, round=1, numbers=((9, 10),)))
    cup.give(MoveBoards, round=1, numbers=((2, 20),))
    cup.record(20, FIRST)
    refused("boards.played", lambda: cup.give(MoveBoards, round=1, numbers=((20, 2),)))
    for board in cup.section.current.missing:
        cup.record(board, FIRST)
    cup.round(FIRST)
    assert len(cup.section.rounds) == 2


@pytest.mark.parametrize("offence", ["double-move-later", "misleading", "left-seat"])
def test_my_5_5_5_6_7_8_a_conduct_foul_is_marked(offence):
    cup = Cup("my-2018", "individual")
    cup.round()
    who = cup.section.order[0]
    cup.give(PunishOffence, entrant=who, offence=offence)
    assert cup.section.marks[who] == {"conduct-foul": 1}


def test_my_5_5_two_moves_in_a_row_complained_of_at_once_lose():
    cup = Cup("my-2018", "individual")
    table = cup.round().tables[0]
    refused(
        "conduct.which-board",
        lambda: cup.give(PunishOffence, entrant=table.seats[0], offence="double-move-at-once"),
    )
    cup.give(PunishOffence, entrant=table.seats[0], offence="double-move-at-once", round=1, board=1)
    result = cup.section.rounds[0].results[1]
    assert (result.score, result.how) == (SECOND, How.ADJUDGED)
    assert cup.section.marks == {}


def test_my_6_2_who_has_a_conduct_foul_stands_behind_among_equals():
    cup = Cup("my-2018", "individual", 4)
    cup.round(DRAW)
    best = key_standings(cup.state, cup.section).rows[0].entrant
    cup.give(PunishOffence, entrant=best, offence="missed-ceremony")
    assert key_standings(cup.state, cup.section).rows[-1].entrant == best


def test_my_6_4_technical_fouls_are_counted():
    cup = Cup("my-2018", "individual", 4)
    cup.round()
    who = cup.section.order[0]
    for _ in range(2):
        cup.give(PunishOffence, entrant=who, offence="technical")
    assert crosstable(cup.state, cup.section).entry[who].marks == {"technical-foul": 2}


RECORDS = [
    # run, total, lost
    (8, 8, True),
    (7, 15, None),
    (7, 16, True),
    (1, 16, True),
]


@pytest.mark.parametrize(("run", "total", "lost"), RECORDS)
def test_my_7_2_missing_moves_may_lose_the_game(run, total, lost):
    cup = Cup("my-2018", "individual")
    who = cup.round().tables[0].seats[1]

    def check():
        return cup.give(CheckRecord, round=1, board=1, entrant=who, run=run, total=total)

    if lost:
        check()
        assert cup.section.rounds[0].results[1].score == FIRST
    else:
        refused("conduct.record-complete", check)


def test_my_7_5_dress_is_a_fine_and_then_exclusion():
    cup = Cup("my-2018", "individual")
    table = cup.round().tables[0]
    who = table.seats[0]
    cup.give(PunishOffence, entrant=who, offence="dress")
    assert ledger_of(cup.section).totals() == {Reason.FINE: 5000}
    refused("conduct.chief-only", lambda: cup.give(PunishOffence, entrant=who, offence="dress"))
    cup.give(PunishGravely, entrant=who, offence="dress")
    assert kinds(cup) == [PenaltyKind.FINE, PenaltyKind.EXCLUSION]
    assert cup.section.entrants[who].withdrawn
    result = cup.section.rounds[0].results[1]
    assert (result.score, result.how) == (SECOND, How.FORFEIT)
    for board in cup.section.current.missing:
        cup.record(board, DRAW)
    assert all(who not in table.seats for table in cup.round().tables)


def test_my_7_6_match_fixing_annuls_the_place_and_bans():
    cup = Cup("my-2018", "individual", 4)
    cup.round(FIRST)
    who = key_standings(cup.state, cup.section).rows[0].entrant
    cup.give(PunishGravely, entrant=who, offence="match-fixing", until="2026-12-31")
    places = official_places(cup.state, cup.section)
    assert who not in {row.entrant for row in places}
    assert places[0].place == 1
    assert len(places) == 3
    assert cup.section.bans[who].until == "2026-12-31"


def banned(until):
    cup = Cup("my-2018", "individual", 4)
    who = cup.enter("王 小明")
    cup.give(PunishGravely, entrant=who, offence="investigation", until=until)
    cup.office.create(CompetitionId("next"), "t", "Next", "my-2018")
    section = SectionId("open")
    cup.office.carry_out(
        CompetitionId("next"),
        "t",
        OpenSection(section=section, title="o", under="open", options={"entry_checks": False}),
    )

    def enter(name, birth=""):
        return cup.office.enter(
            CompetitionId("next"),
            section,
            "t",
            Newcomer(Person(name=name, birth=birth), 1800, "unit1", another_person=True),
        )

    return cup, who, enter


def test_my_7_6_a_suspension_blocks_entries_elsewhere():
    cup, who, enter = banned("2026-12-31")
    error = refused("entry.banned", lambda: enter("王  小明"))
    assert error.facts["clause"] == "7.6"
    enter("王 大明")
    cup.give(LiftBan, entrant=who, reason="cleared")
    enter("王 小明")
    refused("conduct.no-ban", lambda: cup.give(LiftBan, entrant=who, reason="again"))


def test_my_7_6_a_suspension_ends_after_its_last_day():
    _, _, enter = banned("2025-12-31")
    enter("王 小明")


def test_my_7_12_a_device_is_a_fine_and_a_conduct_foul():
    cup = Cup("my-2018", "individual")
    cup.round()
    who = cup.section.order[2]
    cup.give(PunishOffence, entrant=who, offence="device")
    assert kinds(cup) == [PenaltyKind.CONDUCT_FOUL, PenaltyKind.FINE]
    assert ledger_of(cup.section).balance(who) == 10000
    assert cup.section.marks[who] == {"conduct-foul": 1}


def test_an_offence_is_one_the_book_names_and_at_a_real_board():
    cup = Cup("my-2018", "individual")
    cup.round()
    who = cup.section.order[0]
    error = refused(
        "conduct.no-such-offence", lambda: cup.give(PunishOffence, entrant=who, offence="x")
    )
    assert "dress" in error.facts["known"]
    refused(
        "conduct.no-such-choice",
        lambda: cup.give(PunishOffence, entrant=who, offence="dress", choice=1),
    )
    refused(
        "result.no-such-board",
        lambda: cup.give(PunishOffence, entrant=who, offence="technical", round=1, board=99),
    )
    with pytest.raises(BadInput):
        cup.give(PunishGravely, entrant=who, offence="match-fixing", until="soon")


def test_a_signature_holds_until_the_result_is_corrected():
    cup = Cup("my-2018", "individual")
    seats = cup.round().tables[0].seats
    refused("sign.no-result", lambda: cup.give(SignResult, round=1, board=1, entrant=seats[0]))
    cup.record(1, FIRST)
    cup.give(SignResult, round=1, board=1, entrant=seats[0])
    refused("sign.twice", lambda: cup.give(SignResult, round=1, board=1, entrant=seats[0]))
    assert not all_signed(cup.section)
    cup.give(SignResult, round=1, board=1, entrant=seats[1])
    assert all_signed(cup.section)
    cup.give(CorrectResult, round=1, board=1, score=DRAW, reason="typo")
    assert not all_signed(cup.section)
    outsider = cup.section.rounds[0].tables[1].seats[0]
    refused(
        "conduct.not-at-board", lambda: cup.give(SignResult, round=1, board=1, entrant=outsider)
    )
