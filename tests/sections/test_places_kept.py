"""Places once somebody is disqualified, and once they are approved."""

from dataclasses import replace

import pytest

from desk.clauses.play import Case
from journal.section import result, round_of
from qipan.kernel.ids import EntrantId
from qipan.sections.places import ANNULLED, OFFICIAL, key_standings, pending_lots, places
from qipan.sections.systems import WHOLE
from sections.test_places import SECOND, WINS, club

FOUR = [*WINS, *SECOND, result(2, 2, 0, 2)]
"""e1 is first, e2 and e3 share second place, e4 is last."""


def rows(found):
    return [(row.entrant, row.place) for row in found.rows]


def test_who_is_disqualified_has_no_place_and_who_stood_behind_moves_up():
    state, section = club(*FOUR)
    assert rows(places(state, section)) == [("e1", 1), ("e2", 2), ("e3", 2), ("e4", 4)]
    out = replace(section, disqualified={EntrantId("e2")})
    found = places(state, out)
    assert rows(found) == [("e1", 1), ("e3", 2), ("e4", 3), ("e2", None)]
    moved = {row.entrant: row.moved for row in found.rows}
    assert moved == {"e1": 0, "e3": 0, "e4": 1, "e2": 0}
    causes = {row.entrant: row.cause.rule for row in found.rows if row.cause is not None}
    assert causes["e2"] == ANNULLED
    assert ANNULLED not in {rule for who, rule in causes.items() if who != "e2"}
    first = places(state, replace(section, disqualified={EntrantId("e1")}))
    assert rows(first) == [("e2", 1), ("e3", 1), ("e4", 3), ("e1", None)]
    assert {row.entrant: row.moved for row in first.rows} == {"e2": 1, "e3": 1, "e4": 1, "e1": 0}


def test_nobody_moves_where_nobody_is_disqualified():
    state, section = club(*FOUR)
    assert {row.moved for row in places(state, section).rows} == {0}


def test_what_was_approved_stands_and_says_so_where_nothing_else_gives_it():
    state, section = club(*FOUR)
    approved = (("e1", 1), ("e3", 2), ("e2", 3))
    kept = replace(section, approved=tuple((EntrantId(who), place) for who, place in approved))
    found = places(state, kept)
    assert rows(found) == [("e1", 1), ("e3", 2), ("e2", 3), ("e4", None)]
    causes = {row.entrant: row.cause.rule if row.cause else None for row in found.rows}
    assert causes["e2"] == OFFICIAL
    assert causes["e4"] == ANNULLED
    assert OFFICIAL not in (causes["e1"], causes["e3"])


def test_after_an_earlier_round_the_approval_is_not_looked_at():
    state, section = club(*FOUR)
    kept = replace(section, approved=((EntrantId("e4"), 1),))
    after_one = [("e1", 1), ("e3", 1), ("e2", 3), ("e4", 3)]
    assert rows(places(state, kept, 1)) == after_one
    assert rows(places(state, kept)) != after_one
    assert rows(places(state, section, 1)) == after_one
    assert rows(places(state, section)) != after_one


def test_places_are_those_of_the_rounds_that_are_public():
    third = round_of(3, ("e1", "e4"), ("e2", "e3"), stage="swiss", published=False)
    state, section = club(*FOUR, *third)
    assert rows(places(state, section)) == [("e1", 1), ("e2", 2), ("e3", 2), ("e4", 4)]
    assert rows(places(state, section, 0)) == [("e1", 1), ("e2", 1), ("e3", 1), ("e4", 1)]


def test_a_section_that_was_folded_is_asked_once_and_a_copy_anew():
    state, section = club(*FOUR)
    assert places(state, section) is places(state, section)
    assert replace(section).places is None


def test_a_disqualification_moves_up_the_own_group_alone():
    case = Case("my-2018", "elite", 12).begin()
    for _ in range(2):
        case.round()
    before = places(case.state, case.now)
    groups = {row.entrant: row.group for row in before.rows}
    first = next(row for row in before.rows if row.place == 1)
    out = places(case.state, replace(case.now, disqualified={first.entrant}))
    here = [row.place for row in out.rows if row.group == first.group and row.place]
    assert len(here) == 5
    assert here[0] == 1
    for row in out.rows:
        if groups[row.entrant] != first.group:
            assert row.place == before.by_entrant[row.entrant].place
            assert row.moved == 0
    shown = [row.place for row in out.rows if row.place]
    assert shown == sorted(shown)


def test_a_round_of_a_tree_that_is_not_public_places_nobody():
    case = Case("un-games", "xiangqi", 8).begin()
    case.pair()
    by_keys = rows(places(case.state, case.now))
    assert {place for _, place in by_keys} == {1}
    case.publish()
    for board in case.now.current.missing:
        case.result(board, "1-0")
    before = rows(places(case.state, case.now))
    case.pair()
    assert rows(places(case.state, case.now)) == before


def test_what_was_worked_out_for_the_places_is_the_ranking_by_keys_and_its_lots():
    state, section = club(*FOUR)
    table, waiting = key_standings(state, section), pending_lots(state, replace(section))
    assert table is not places(state, section).tables[WHOLE]
    kept = key_standings(state, section)
    assert kept is places(state, section).tables[WHOLE]
    assert (kept.rows, kept.pending_lots) == (table.rows, table.pending_lots)
    assert pending_lots(state, section) == waiting


def test_a_round_that_is_not_public_asks_for_the_ranking_anew():
    third = round_of(3, ("e1", "e4"), ("e2", "e3"), stage="swiss", published=False)
    state, section = club(*FOUR, *third)
    shown = places(state, section)
    assert key_standings(state, section) is not shown.tables[WHOLE]
    assert pending_lots(state, section) == pending_lots(state, replace(section))


@pytest.mark.parametrize(("book", "event"), [("un-games", "xiangqi"), ("my-2018", "elite")])
def test_places_that_a_tree_or_groups_give_say_nothing_of_the_keys(book, event):
    case = Case(book, event, 12).begin()
    case.round()
    fresh = key_standings(case.state, replace(case.now))
    places(case.state, case.now)
    assert key_standings(case.state, case.now).rows == fresh.rows
    assert pending_lots(case.state, case.now) == pending_lots(case.state, replace(case.now))
