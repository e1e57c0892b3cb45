"""MY 4.2, 4.3, 4.7: the final is a pair, wherever it is played and whoever lays the rest."""

import json

import msgspec
import pytest

from desk.clauses.my_events import BOOK
from desk.clauses.play import HOME, Case, cited
from qipan.desk.rounds.by_hand.commands import ChangePairing, HandStep, HandStepKind, PairByHand
from qipan.desk.rounds.by_hand.pairing import preview_change
from qipan.desk.rounds.commands import MoveBoards
from qipan.journal.event import Cause
from qipan.journal.folding import fold
from qipan.journal.rounds import PairedByHand
from qipan.journal.state import Table
from qipan.kernel.errors import Impossible, Refused
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.sections.places import places


def after_seven(entries=16, result="1-0"):
    case = Case(BOOK, "individual", entries, options={"rounds": 7}).begin()
    for _ in range(7):
        case.round(result)
    case.draw_lots()
    return case


def finalists(case):
    return [row.entrant for row in places(case.state, case.now).rows[:2]]


def final_table(case):
    (table,) = (table for table in case.now.current.tables if table.group == "final")
    return table


def finish(case, winner):
    """The final for ``winner``; elsewhere who moves first wins."""
    table = final_table(case)
    for board in case.now.current.missing:
        first = board != table.board or table.seats[0] == winner
        case.result(board, "1-0" if first else "0-1")


def change(case, *steps, despite=()):
    return ChangePairing(
        section=case.section,
        round=RoundNo(8),
        steps=steps,
        reason="the hall",
        by="t",
        at="2026-01-01T10:00:00",
        despite=frozenset(despite),
    )


def step(kind, *of):
    boards = kind in (HandStepKind.BOARDS, HandStepKind.REVERSE)
    return HandStep(kind, boards=of) if boards else HandStep(kind, entrants=of)


def test_my_4_7_a_final_on_another_board_is_still_the_final():
    case = after_seven()
    first, second = finalists(case)
    case.pair()
    case.publish()
    swapped = ((BoardNo(1), BoardNo(7)), (BoardNo(7), BoardNo(1)))
    case.do(MoveBoards(section=case.section, round=RoundNo(8), numbers=swapped))
    assert (final_table(case).board, set(final_table(case).seats)) == (7, {first, second})
    finish(case, second)
    assert [row.entrant for row in places(case.state, case.now).rows[:2]] == [second, first]


def test_my_4_7_boards_changed_before_publication_are_no_breach_of_the_final():
    case = after_seven()
    pair = set(finalists(case))
    case.pair()
    moved = change(case, step(HandStepKind.BOARDS, BoardNo(1), BoardNo(3)))
    assert preview_change(case.state, moved).breaches == ()
    case.do(moved)
    assert (final_table(case).board, set(final_table(case).seats)) == (3, pair)


def test_my_4_2_the_finalists_are_not_parted_whatever_is_acknowledged():
    case = after_seven()
    pair = finalists(case)
    case.pair()
    other = case.now.current.tables[1].seats[0]
    for kind in (HandStepKind.SWAP, HandStepKind.MEET):
        asked = change(case, step(kind, pair[0], other))
        shown = preview_change(case.state, asked)
        assert "n-plus-one.final" in {each.rule for each in shown.breaches}
        despite = [each.id for each in shown.breaches]
        with pytest.raises(Refused) as no:
            case.do(change(case, step(kind, pair[0], other), despite=despite))
        assert (no.value.code, cited(BOOK, no.value.rule)) == ("manual.final-parted", "MY 4.2")


def test_my_4_3_turning_the_final_round_breaks_the_rule_of_its_colours():
    case = after_seven()
    case.pair()
    seats = final_table(case).seats
    turned = change(case, step(HandStepKind.REVERSE, BoardNo(1)))
    (breach,) = (
        each for each in preview_change(case.state, turned).breaches if "colour" in each.rule
    )
    assert (cited(BOOK, breach.rule), set(breach.entrants)) == ("MY 4.3", set(seats))


def blocked():
    """Eight players who have all met after seven rounds: the system finds no eighth round."""
    case = after_seven(8)
    with pytest.raises(Impossible):
        case.pair()
    return case


def laid(case, pairs, rests=(), despite=frozenset()):
    return PairByHand(
        section=case.section,
        pairs=tuple(pairs),
        rests=tuple(rests),
        reason="everybody has met",
        by="t",
        at="2026-01-01T10:00:00",
        despite=despite,
    )


def lay(case, pairs):
    """Lay a round, acknowledging whatever can be acknowledged."""
    pairs = list(pairs)
    try:
        case.office.pair_by_hand(HOME, "t", laid(case, pairs))
    except Refused as error:
        if error.code != "manual.breaks":
            raise
        command = laid(case, pairs, despite=frozenset(error.facts["breaks"]))
        case.office.pair_by_hand(HOME, "t", command)


def test_my_4_2_by_hand_only_the_others_are_laid_and_the_final_is_added():
    case = blocked()
    first, second = finalists(case)
    rest = [who for who in case.now.order if who not in (first, second)]
    lay(case, zip(rest[::2], rest[1::2], strict=True))
    table = final_table(case)
    assert (table.board, set(table.seats)) == (1, {first, second})
    assert {cause.rule for cause in table.causes} >= {"n-plus-one.final"}


def test_my_4_3_a_final_named_in_the_list_has_its_board_and_the_colours_of_the_book():
    case = blocked()
    first, second = finalists(case)
    rest = [who for who in case.now.order if who not in (first, second)]
    others = list(zip(rest[::2], rest[1::2], strict=True))
    seats = set()
    for pair in ((first, second), (second, first)):
        here = blocked()
        lay(here, [*others[:2], pair, *others[2:]])
        assert final_table(here).board == 3
        seats.add(final_table(here).seats)
    assert len(seats) == 1


def test_my_4_2_a_hand_that_parts_the_finalists_is_refused():
    case = blocked()
    first, second = finalists(case)
    rest = [who for who in case.now.order if who not in (first, second)]
    pairs = [(first, rest[0]), (second, rest[1]), *zip(rest[2::2], rest[3::2], strict=True)]
    with pytest.raises(Refused) as no:
        lay(case, pairs)
    assert (no.value.code, cited(BOOK, no.value.rule)) == ("manual.final-parted", "MY 4.2")


def test_my_4_2_an_old_journal_whose_final_was_moved_by_hand_has_its_final():
    case = after_seven()
    case.pair()
    found = case.now.current
    noted = Cause("n-plus-one.final", {"group": "final", "broken": True})
    tables = tuple(
        Table(
            BoardNo({1: 2, 2: 1}.get(table.board, table.board)),
            table.seats,
            (noted,) if table.board == 1 else (),
            "final" if table.board == 2 else "",
        )
        for table in found.tables
    )
    old = PairedByHand(
        section=case.section,
        round=RoundNo(8),
        tables=tuple(sorted(tables, key=lambda table: table.board)),
        stage="final",
        by="t",
        reason="x",
    )
    stored = msgspec.json.decode(json.dumps(msgspec.to_builtins(old)), type=PairedByHand)
    section = fold([stored], case.state).sections[case.section]
    groups = {table.board: table.group for table in section.current.tables}
    assert (groups[1], groups[2]) == ("", "final")
