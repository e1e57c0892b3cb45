"""Places of a section: by final, tree, heat, cross-over or key; and the lots they wait for."""

import pytest

from desk.clauses.play import Case
from journal.section import CAUSE, MEN, begun, result, round_of
from qipan.desk.results.commands import RecordResult
from qipan.desk.results.recording import read_places
from qipan.journal.conduct import Penalty, PenaltyImposed, PenaltyKind
from qipan.journal.folding import fold
from qipan.journal.lots import NumbersAssigned
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.sections.places import crosstable, key_standings, pending_lots, places
from qipan.sections.tables import tie_lot
from rulebooks.test_new_rulebook import added, shelf  # noqa: F401 (a fixture)


def club(*events, entrants=4, stage="swiss", book="club-swiss", under="evening"):
    """Give state and section after these events; the first round is public."""
    pairs = [(f"e{n}", f"e{n + 1}") for n in range(1, entrants, 2)]
    numbers = NumbersAssigned(
        section=MEN,
        order=tuple(EntrantId(f"e{n}") for n in range(1, entrants + 1)),
        cause=CAUSE,
    )
    state = fold(
        [*begun(entrants, book, under), numbers, *round_of(1, *pairs, stage=stage), *events]
    )
    return state, state.sections[MEN]


def placed(found):
    return [(each.entrant, each.place) for each in found]


WINS = [result(1, 1, 2, 0), result(1, 2, 2, 0)]
SECOND = [*round_of(2, ("e1", "e3"), ("e4", "e2"), stage="swiss"), result(2, 1, 2, 0)]


# -- by keys -----------------------------------------------------------------------------------


def test_standings_count_every_public_round_or_those_up_to_one():
    state, section = club(*WINS, *SECOND, result(2, 2, 0, 2))
    assert [(row.entrant, row.place) for row in key_standings(state, section).rows] == [
        ("e1", 1),
        ("e2", 2),
        ("e3", 2),
        ("e4", 4),
    ]
    after_one = key_standings(state, section, RoundNo(1))
    assert [(row.entrant, row.place) for row in after_one.rows] == [
        *(("e1", 1), ("e3", 1)),
        *(("e2", 3), ("e4", 3)),
    ]
    before = key_standings(state, section, RoundNo(0))
    assert {row.place for row in before.rows} == {1}


def test_a_round_that_is_not_public_counts_for_nothing():
    state, section = club(
        *WINS, *round_of(2, ("e1", "e3"), ("e4", "e2"), stage="swiss", published=False)
    )
    table = crosstable(state, section)
    assert {who: len(table.row(who)) for who in section.order} == dict.fromkeys(section.order, 1)
    assert [table.row(EntrantId(who))[0].points for who in ("e1", "e2", "e3", "e4")] == [2, 0, 2, 0]


def test_without_final_or_tree_the_keys_give_the_places():
    state, section = club(*WINS, *SECOND, result(2, 2, 0, 2))
    assert placed(places(state, section).rows) == [("e1", 1), ("e2", 2), ("e3", 2), ("e4", 4)]
    assert {each.cause for each in places(state, section).rows} == {None}


# -- by final, tree, heat ----------------------------------------------------------------------


def played(book, event, entries, rounds, **fields):
    case = Case(book, event, entries, **fields).begin()
    for _ in range(rounds):
        case.pair()
        for board in case.publish().missing:
            case.result(board, "1-0")
    return case


def test_a_tree_gives_its_places_and_waits_for_no_lot():
    case = played("un-games", "shengji", 4, 2)
    semi, final = case.now.rounds
    found = places(case.state, case.now).rows
    (first, second) = final.tables[0].seats
    assert placed(found)[:2] == [(first, 1), (second, 2)]
    assert all(each.cause is not None for each in found)
    assert {table.seats[1] for table in semi.tables} == {each.entrant for each in found[2:]}
    assert pending_lots(case.state, case.now) == {}


def test_keys_of_a_book_that_end_in_a_lot_draw_none_in_a_tree(shelf):  # noqa: F811
    def as_tree(text):
        return text.replace('system = "dutch-2026", rounds = 4', 'system = "knockout"')

    case = Case(added(shelf, "tree-club", as_tree), "evening", 4).begin()
    case.pair()
    for board in case.publish().missing:
        case.result(board, "1-0")
    assert key_standings(case.state, case.now).pending_lots
    assert pending_lots(case.state, case.now) == {}


def test_heats_give_their_places_and_wait_for_no_lot():
    case = Case("un-games", "checkers", 6).begin()
    case.pair()
    case.publish()
    place = {"section": case.section, "round": RoundNo(1), "board": BoardNo(1)}
    case.do(RecordResult(**place, score=read_places("3-1-2-6-5-4")))
    seats = case.now.rounds[0].tables[0].seats
    found = places(case.state, case.now).rows
    assert placed(found) == [(seats[at], place) for place, at in enumerate((1, 2, 0, 5, 4, 3), 1)]
    assert pending_lots(case.state, case.now) == {}


def test_a_cross_over_gives_its_places_and_waits_for_no_lot():
    case = Case("my-2018", "elite", 12).begin()
    while len(case.now.rounds) < 7:
        case.draw_lots()
        case.pair()
        for board in case.publish().missing:
            case.result(board, "1-0")
    cross = case.now.rounds[-1]
    assert cross.stage == "cross"
    found = dict(placed(places(case.state, case.now).rows))
    assert sorted(found.values()) == list(range(1, 13))
    assert pending_lots(case.state, case.now) == {}


# -- lots --------------------------------------------------------------------------------------


def test_every_tie_waits_for_a_lot_of_its_own():
    state, section = club(*WINS)
    winners, losers = ("e1", "e3"), ("e2", "e4")
    assert pending_lots(state, section) == {
        tie_lot(1, winners): winners,
        tie_lot(3, losers): losers,
    }


def test_where_the_order_of_keys_is_drawn_that_lot_waits_by_its_name():
    drawn = [result(1, 1, 1, 1), result(1, 2, 1, 1)]
    for under, name in (("open", "finalists"), ("non-chinese", "final-table")):
        state, section = club(*drawn, book="my-2018", under=under)
        assert pending_lots(state, section) == {
            name: ("opponents-score", "median-opponents-score", "wins")
        }


def drawn_boards(boards):
    """Draw every board, and take one point more from both at each: as many ties as boards."""
    events = []
    for board in range(1, boards + 1):
        events.append(result(1, board, 1, 1))
        events += [
            PenaltyImposed(
                section=MEN,
                entrant=EntrantId(f"e{2 * board - side}"),
                offence="x",
                penalties=(Penalty(PenaltyKind.POINTS, 2 * board),),
                cause=CAUSE,
                round=RoundNo(1),
            )
            for side in (0, 1)
        ]
    return club(*events, entrants=2 * boards)


@pytest.mark.parametrize("boards", [1, 19, 20])
def test_a_few_ties_have_a_lot_each(boards):
    found = pending_lots(*drawn_boards(boards))
    assert [sorted(tied) for tied in found.values()] == [
        sorted((f"e{2 * board - 1}", f"e{2 * board}")) for board in range(1, boards + 1)
    ]
    assert list(found) == [
        tie_lot(2 * number + 1, tied) for number, tied in enumerate(found.values())
    ]


@pytest.mark.parametrize("boards", [21, 22])
def test_many_ties_are_separated_by_one_lot_over_all(boards):
    ((name, people),) = pending_lots(*drawn_boards(boards)).items()
    assert sorted(people) == sorted(f"e{number}" for number in range(1, 2 * boards + 1))
    assert set(people[:2]) == {"e1", "e2"}
    assert name == tie_lot(1, people)
