"""A simulated event is complete, repeatable, verifiable, and explains itself."""

import pytest

from qipan.kernel.ids import SectionId
from qipan.office.verification import verify_log
from qipan.rulebooks import all_books
from qipan.sections.places import crosstable, places
from qipan.simulation.event import HOME, simulate
from qipan.views.explain import explain_place
from qipan.wiring import simulated_office

WOMEN = SectionId("women")


def played(entries, seed):
    office = simulated_office(seed)
    return office, simulate(office, "wx-14", "women", entries=entries, seed=seed)


@pytest.mark.parametrize("entries", [3, 6, 7, 12])
def test_everybody_is_ranked_and_points_add_up(entries):
    office, final = played(entries, 1)
    assert [line.place for line in final.lines] == list(range(1, entries + 1))
    state = office.state(HOME)
    table = crosstable(state, state.sections[WOMEN])
    byes = entries if entries % 2 else 0
    games = entries * (entries - 1) // 2
    assert sum(table.scores.values()) == games * 2 + byes * table.scoring.bye
    assert verify_log(office.around.log).streams == 1


def test_the_same_seed_gives_the_same_journal_and_another_another():
    first, second, third = played(8, 5)[1], played(8, 5)[1], played(8, 6)[1]
    assert first == second
    assert first.journal != third.journal


def test_every_place_is_explained_with_a_clause():
    office, _ = played(8, 2)
    state = office.state(HOME)
    section = state.sections[WOMEN]
    placed = places(state, section)
    for row in placed.rows:
        reason = explain_place(state, section, placed, row.entrant)
        assert reason.steps[-1].broke
        assert reason.citation == "WX 6.1(2)"
        assert {step.citation for step in reason.steps} == {"WX 6.1(2)"}
        assert {step.place for step in reason.steps} == {row.place}
    ahead, behind = placed.rows[0].entrant, placed.rows[1].entrant
    assert explain_place(state, section, placed, ahead, behind).steps[-1].broke


def test_a_field_that_is_large_enough_is_not_opened_to_all():
    office = simulated_office(1)
    simulate(office, "my-2018", "individual", entries=60, seed=1)
    (section,) = office.state(HOME).sections.values()
    assert len(section.entrants) >= 60
    assert not section.opened


@pytest.mark.parametrize("entries", [60, 100])
def test_masters_who_send_themselves_take_no_place_of_a_unit(entries):
    office = simulated_office(2)
    simulate(office, "my-2018", "individual", entries=entries, seed=2)
    (section,) = office.state(HOME).sections.values()
    terms = all_books()["my-2018"].event["individual"].entries
    for sent in section.by_unit.values():
        ratings = [section.entrants[who].rating for who in sent]
        assert sum(each >= terms.rated.rating for each in ratings) >= min(
            terms.rated.members, len(sent)
        )
    alone = [each for each in section.entrants.values() if each.unit is None]
    assert [each.tags & {*terms.free} for each in alone] == [{"national-master"}]
