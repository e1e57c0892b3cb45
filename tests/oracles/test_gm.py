"""Every place, key, finalist and title of the online contest against a second calculation.

A short sample runs with the tests; ``make oracles`` plays a thousand events.
"""

import os
from random import Random

import pytest

from oracles import gm_contest, gm_events
from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.money import titles_of
from qipan.journal.closing import StandingsApproved
from qipan.journal.envelope import Batch
from qipan.journal.events import fresh
from qipan.journal.people import Person
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.office.advancement import advance, not_admitted
from qipan.sections.derived import qualifiers
from qipan.sections.places import key_standings, places
from qipan.wiring import simulated_office

LONG = bool(os.environ.get("QIPAN_ORACLES"))
FAMILIES = range(250 if LONG else 2)
NAMES = {
    "points": "points",
    "opponents-score:plain": "opponents",
    "direct-win:equal-points": "direct",
    "opponents-score-1:plain": "type 1",
    "opponents-score-2:plain": "type 2",
    "game-time": "seconds",
}


def lots_of(case):
    """Give a place in the lot to everybody whom one was drawn for."""
    drawn = [each.order for name, each in case.now.lots.items() if name.startswith("tie-")]
    return lambda who: next((each.index(who) for each in drawn if who in each), 0)


def compare(case, ledger):
    """Compare places and every key the product worked out; give the order."""
    order, keys = gm_contest.table(ledger, lots_of(case))
    found = places(case.state, case.now).rows
    assert [row.entrant for row in found] == order
    assert [row.place for row in found] == list(range(1, len(found) + 1))
    for row in key_standings(case.state, case.now).rows:
        for value in row.values:
            if value.key in NAMES and value.number is not None:
                assert value.number == keys[row.entrant][NAMES[value.key]], value.key
    return order


@pytest.mark.parametrize("seed", FAMILIES)
def test_every_place_key_and_finalist_of_an_entry_tournament_again(seed):
    case, ledger = gm_events.play("entry", seed)
    order = compare(case, ledger)
    through = [each.entrant for each in qualifiers([(case.state, case.now)])]
    assert through == gm_contest.finalists([order])


@pytest.mark.parametrize("seed", FAMILIES)
def test_every_place_and_title_of_a_final_again(seed):
    case, ledger = gm_events.play("final", seed)
    order = compare(case, ledger)
    expected = gm_contest.titles(order, gm_events.STANDARD, len(ledger.players))
    assert {who: each.title for who, each in titles_of(case.state, case.now)} == expected


@pytest.mark.parametrize("seed", FAMILIES)
def test_who_reaches_twenty_points_in_the_qualifier_again(seed):
    case, ledger = gm_events.play("qualifier", seed)
    points = {who: ledger.points(who) for who in ledger.players}
    through = {each.entrant for each in qualifiers([(case.state, case.now)])}
    assert through == {who for who, total in points.items() if total >= 20}
    rows = places(case.state, case.now).rows
    assert {row.entrant: row.place for row in rows} == {
        who: 1 + sum(other > own for other in points.values()) for who, own in points.items()
    }


GROUPS = {"open": range(1990, 2008), "junior": range(2008, 2015)}


def period(office, dice, number, pool):
    """Hold both sections of a period among people of a pool; give their orders by name."""
    home = CompetitionId(f"period-{number}")
    office.create(home, "t", home, "gm-2025")
    found = {}
    for group in GROUPS:
        options = {"period": number, "group": group, "year": 2025, "qualified": "elsewhere"}
        name = SectionId(group)
        office.carry_out(
            home, "t", OpenSection(section=name, title=group, under="entry", options=options)
        )
        line = dice.sample(sorted(pool[group]), dice.randint(3, 12))
        people = [Newcomer(pool[group][each]) for each in line]
        state = office.enter_all(home, name, "t", people)
        order = tuple((who, at) for at, who in enumerate(state.sections[name].entrants, 1))
        event = StandingsApproved(section=name, places=order)
        at = "2025-09-01T00:00:00+00:00"
        office.around.log.append(
            Batch(f"competition/{home}", state.version, "t", at, (fresh(event),))
        )
        found[group] = line
    return found


@pytest.mark.parametrize("seed", FAMILIES)
def test_the_finalists_of_four_periods_again(seed):
    dice = Random(f"periods {seed}")
    office = simulated_office(seed)
    pool = {
        group: {
            f"{group} {at}": Person(name=f"{group} {at}", birth=str(dice.choice(years)), dan=1)
            for at in range(24)
        }
        for group, years in GROUPS.items()
    }
    orders = [period(office, dice, number, pool) for number in (1, 2, 3, 4)]
    promoted = {name for group in pool for name in pool[group] if dice.random() < 0.1}
    for home in office.competitions():
        for section in office.state(home).sections.values():
            for each in section.entrants.values():
                (who,) = each.people
                person = office.around.people.find([who])[who]
                if person.name in promoted:
                    office.around.people.save(
                        who, Person(name=person.name, birth=person.birth, dan=5)
                    )
    final = CompetitionId("final")
    office.create(final, "t", "Final", "gm-2025")
    for group in GROUPS:
        name = SectionId(group)
        options = {"group": group, "year": 2025}
        office.carry_out(
            final, "t", OpenSection(section=name, title=group, under="final", options=options)
        )
        due = gm_contest.finalists([each[group] for each in orders])
        kept_out = [person.name for _, person, _ in not_admitted(office, final, name)]
        assert kept_out == [each for each in due if each in promoted]
        advance(office, final, name, "t")
        section = office.state(final).sections[name]
        entered = [person.name for person in office.names(section).values()]
        assert entered == [each for each in due if each not in promoted]
