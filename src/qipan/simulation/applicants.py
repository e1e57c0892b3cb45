"""Who applies to a simulated event: people whom the book's rules of entry admit, and some not.

Everything follows from the rules of the book, never from its name: a new book has applicants of
its own unasked. The wrong ones each break one rule and keep all the others, so that a refusal
names the rule it should.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

import msgspec

from qipan.desk.command import Command
from qipan.desk.entries.checks import sent_by
from qipan.desk.entries.commands import (
    Attendance,
    Candidate,
    DeclareParticipation,
    InvitePlayers,
    RegisterUnit,
)
from qipan.desk.entries.newcomer import Mate, Newcomer
from qipan.journal.people import Person
from qipan.journal.state import Section
from qipan.kernel.ids import PersonId, SectionId
from qipan.rulebooks import Book, EventRules
from qipan.rulebooks.options import ELSEWHERE
from qipan.rulebooks.options import options_of as declared_options
from qipan.rulebooks.schema.book import FILLER, FIRST_GROUP
from qipan.rulebooks.schema.entries import ANY, Entries, Filler
from qipan.rulebooks.schema.money import shown
from qipan.simulation.late_discoveries import Dice

YEAR = 2026
DECLARE_BY, NAMES_BY, OPENED_ON = f"{YEAR}-02-01", f"{YEAR}-03-01", f"{YEAR}-03-02"
VERIFY_BY, DROPPED_AT = f"{YEAR}-04-01T12:00", f"{YEAR}-04-01T12:01"
LATE_FEE = 2000
"""What late entry costs in a simulated event, in cents."""
FAMILY = "陈林黄李王张刘吴蔡杨许郑谢郭洪邱曾廖赖徐"
GIVEN = "明华志伟芳丽秀英建国文杰美玲俊雄家豪淑贞"
LEAST_UNITS = 9
SPARE, OWING, SILENT, NOWHERE = "spare unit", "unit in arrears", "silent unit", "nowhere"
"""Members: one that has sent nobody yet, one that has not paid, one that has not said that it
takes part. And a unit that is no member."""
LAZY = 2
"""How many do not prove their name where the book asks for it."""
GUESTS = 2
"""How many come when entry opens to all."""


def options_of(book: Book, event: str) -> dict[str, Any]:
    """Give the options an organiser would set: dates, fees within the limits, a group."""
    known = declared_options(book, event)
    group, fee = known.get("group"), known.get("fee")
    most = shown(fee.most, fee.currency) if fee is not None and fee.most else None
    wished = {
        "year": YEAR,
        "declare_by": DECLARE_BY,
        "names_by": NAMES_BY,
        "fee": most,
        "open_fee": most,
        "late_fee": shown(LATE_FEE),
        "group": group.choices[0] if group is not None else None,
        "verify_by": VERIFY_BY,
        "qualified": ELSEWHERE,
    }
    return {name: value for name, value in wished.items() if name in known and value is not None}


@lru_cache(maxsize=1024)
def _shared_tags(tags: frozenset[str]) -> frozenset[str]:
    """Give a set that is one object for all who have the same: a large event has few kinds."""
    return tags


@dataclass(frozen=True)
class Applicants:
    """The applicants of one event: so many who get in, by the dice."""

    rules: EventRules
    entries: int
    dice: Dice

    @property
    def entry(self) -> Entries:
        """Give the rules of entry."""
        return self.rules.entries

    # -- units ---------------------------------------------------------------------------------

    def units(self) -> list[tuple[str, str, int]]:
        """Name the units, their kind and how many each may send, until all have a place."""
        quotas = [(kind, most) for kind, most in self.entry.units.items()] or [("", self.entries)]
        found: list[tuple[str, str, int]] = []
        room = 0
        while len(found) < max(LEAST_UNITS, self.entry.least_units) or room < self.entries:
            kind, most = quotas[len(found) % len(quotas)]
            found.append((f"unit-{len(found) + 1}", "member" if kind == ANY else kind, most))
            room += most
        return found

    def preparations(self, section: SectionId) -> list[Command]:
        """Register and declare the units, and invite the best, where the book has it so."""
        commands: list[Command] = []
        members = [(name, kind) for name, kind, _ in self.units()]
        kind = members[0][1]
        if self.entry.units and ANY not in self.entry.units:
            commands += [
                RegisterUnit(unit=name, kind=kind, dues_paid=True) for name, kind in members
            ]
            commands += [
                RegisterUnit(unit=name, kind=kind, dues_paid=True) for name in (SPARE, SILENT)
            ]
            commands.append(RegisterUnit(unit=OWING, kind=kind))
        if self.entry.two_deadlines:
            names = [name for name, _ in members] + [SPARE, OWING, NOWHERE]
            commands += [DeclareParticipation(section=section, unit=name) for name in names]
        if self.entry.invited is not None:
            commands.append(InvitePlayers(section=section, candidates=tuple(self._candidates())))
        return commands

    def _candidates(self) -> Iterator[Candidate]:
        """List the players of the year by rating; one of them played too little."""
        terms = self.entry.invited
        assert terms is not None  # asked for only then
        seat = Attendance(terms.events[0], 9, 10)
        for number in range(terms.places):
            rating = 2390 - 10 * number
            yield Candidate(person=invited_id(number), rating=rating, attendance=(seat,))
        idle = Attendance(terms.events[0], 1, 10)
        yield Candidate(person=PersonId("p-idle"), rating=2395, attendance=(idle,))

    # -- who gets in ---------------------------------------------------------------------------

    def waves(self) -> list[int]:
        """Say how many enter in each wave: sent, the last one sent, open, the host's own.

        The last one of those sent comes alone, so that there is room while others are refused.
        """
        fill = int(self.entry.filler is not Filler.NONE and self.entries % 2 == 0)
        opening = self.entry.opening
        few = opening is not None and self.entries - GUESTS - fill < opening.below
        guests = GUESTS if few and self.entries > 8 else 0
        sent = self.entries - guests - fill + (LAZY if self.entry.verify else 0)
        return [sent - 1, 1, guests, fill]

    def wave(self, number: int) -> list[Newcomer]:
        """Give the people of a wave."""
        sizes = self.waves()
        before, size = sum(sizes[:number]), sizes[number]
        if number < 2:
            return list(self._sent(before, size))
        if number == 2:
            return [self.newcomer(before + each, None) for each in range(size)]
        return [self._filler(before)] if size else []

    def _sent(self, before: int, count: int) -> Iterator[Newcomer]:
        """Give those whom units send, one of each unit after the other; masters send themselves."""
        units = self.units()
        places: list[tuple[int, str | None]] = [(0, None)] if self.entry.free else []
        turn = 0
        while len(places) < before + count:
            places += [(turn, name) for name, _, most in units if turn < most]
            turn += 1
        terms = self.entry.invited
        guests, last = (terms.organiser, terms.organiser + terms.places) if terms else (0, 0)
        for number in range(before, before + count):
            turn, unit = places[number]
            found = self.newcomer(number, unit, turn)
            if guests <= number < last:
                found = msgspec.structs.replace(found, known=invited_id(number - guests))
            if unit is None:
                found = msgspec.structs.replace(found, tags=found.tags | {self.entry.free[0]})
            yield found

    def _filler(self, number: int) -> Newcomer:
        found = self.newcomer(number, SPARE if self.entry.units else None)
        return msgspec.structs.replace(found, tags=found.tags | {FILLER})

    def newcomer(self, number: int, unit: str | None, turn: int = 0) -> Newcomer:
        """Make somebody who may enter: age, sex, rating, dan, licence and team as the book asks.

        ``turn`` counts the unit's entrants before this one.
        """
        dice = self.dice("newcomer", number)
        name = _name(dice, number + 1)
        rating = dice.randrange(1200, 2400)
        age, tags = self._age(number, dice), {*self.entry.needs}
        young = self.entry.young
        if young is not None and age <= young.most:
            rating = max(rating, young.rating + number)
        rated, opening = self.entry.rated, self.entry.opening
        if rated is not None and turn < rated.members:
            rating = max(rating, rated.rating + number % 50)
        if opening is not None and unit is None:
            rating = max(rating, opening.rating + number % 50)
        limits = self.entry.age
        if limits is not None and limits.exempt and age < limits.least:
            tags.add(limits.exempt[0])
        if self.rules.numbering == "two-groups" and number % 2 == 0:
            tags.add(FIRST_GROUP)
        filters = [each.tag for each in self.rules.ranking.derived.values() if each.tag]
        tags |= {tag for tag in filters if number % 3 == 1}
        roles = self._roles(number)
        return Newcomer(
            Person(name=name, birth=str(YEAR - age), licence=self._licence(number)),
            rating,
            unit,
            _shared_tags(frozenset(tags)),
            dan=dice.randrange(self.entry.dan_below) if self.entry.dan_below else None,
            role=roles[0],
            mates=tuple(self._mates(number, roles[1:], dice)),
        )

    def _licence(self, number: int) -> str:
        """One in ten has no rating account yet, where the book has it that one is then paid."""
        unknown = bool(self.entry.fees.registration) and number % 10 == 7
        return "" if unknown else f"sim-{number + 1}"

    def _age(self, number: int, dice: Random) -> int:
        limits, young = self.entry.age, self.entry.young
        group = next(iter(self.entry.groups.values()), None)
        if group is not None:
            return YEAR - dice.randrange(max(group.first, YEAR - 60), min(group.last, YEAR - 8) + 1)
        if young is not None and number == 3:
            return young.most
        if limits is None:
            return dice.randrange(18 if young is None else young.most + 1, 60)
        if limits.exempt and number == 3:
            return limits.least - 1
        least = limits.least or max(7, limits.most - 5)
        return dice.randrange(least, min(limits.most, 60) + 1)

    def _roles(self, number: int) -> list[str]:
        """Give the parts of a team: as the book says; without a reserve now and then."""
        roles = [
            name
            for name, role in self.entry.team.items()
            for _ in range(0 if role.optional and number % 3 == 2 else role.count)
        ]
        boards = self.rules.line_ups
        if not roles and boards is not None:
            roles = ["player"] * (boards.boards + boards.reserves)
        return roles or ["player"]

    def _mates(self, number: int, roles: list[str], dice: Random) -> Iterator[Mate]:
        for index, role in enumerate(roles, 2):
            most = self.entry.team[role].most_age if role in self.entry.team else None
            age = dice.randrange(most - 4, most + 1) if most else dice.randrange(18, 60)
            person = Person(
                name=_name(dice, f"{number + 1}.{index}"),
                birth=str(YEAR - age),
                licence=f"sim-{number + 1}-{index}",
            )
            yield Mate(person, role, dice.randrange(1200, 2400))

    # -- who does not --------------------------------------------------------------------------

    def wrong(self, section: Section) -> Iterator[Newcomer]:
        """Make people who break one rule of entry each, as the section stands now."""
        rules = self.entry
        right = self.newcomer(self.entries + LAZY, SPARE if rules.units else None)
        name = "wrong "
        for change in (*self._wrong_units(section), *self._wrong_people(right)):
            number = change.pop("called")
            named = {"name": name + number, "licence": f"sim-{number}", **change.pop("is", {})}
            person = msgspec.structs.replace(right.person, **named)
            yield msgspec.structs.replace(right, person=person, **change)

    def _wrong_units(self, section: Section) -> Iterator[dict[str, Any]]:
        rules = self.entry
        if rules.unit_needed:
            yield {"called": "without a unit", "unit": None}
        if rules.units and ANY not in rules.units:
            yield {"called": "of no member", "unit": NOWHERE}
            if rules.two_deadlines:
                yield {"called": "of a silent unit", "unit": SILENT}
        if rules.dues:
            yield {"called": "of a unit in arrears", "unit": OWING}
        for unit, _, most in self.units() if rules.units else ():
            if len(sent_by(section, rules, unit)) >= most:
                yield {"called": "one too many", "unit": unit}
                break
        if rules.one_unit_a_year and (moved := self._of_another_unit(section)):
            yield {"called": "of two units", "is": moved, "unit": SPARE}
        if rules.invited is not None and len(section.entrants) >= rules.invited.organiser:
            yield {"called": "not invited"}

    def _of_another_unit(self, section: Section) -> dict[str, str]:
        """Give the licence of somebody who is in for a unit already."""
        for number, entrant in enumerate(section.entrants.values()):
            if entrant.unit and not entrant.tags & {*self.entry.moves_freely}:
                licence = self._licence(number)
                if licence:
                    return {"licence": licence}
        return {}

    def _wrong_people(self, right: Newcomer) -> Iterator[dict[str, Any]]:
        rules = self.entry
        if rules.age is not None:
            age = rules.age.most + 1 if rules.age.most < 100 else rules.age.least - 1
            yield {"called": "of the wrong age", "is": {"birth": str(YEAR - age)}, "rating": 1000}
        if rules.young is not None:
            born = {"birth": str(YEAR - rules.young.most)}
            yield {"called": "too young", "is": born, "rating": rules.young.rating - 1}
        for group in list(rules.groups.values())[:1]:
            years = {"birth": str(group.last + 1 if group.last < YEAR else group.first - 1)}
            yield {"called": "of another group", "is": years}
        if rules.needs:
            yield {"called": f"not {rules.needs[0]}", "tags": right.tags - {rules.needs[0]}}
        if rules.excludes:
            yield {"called": rules.excludes[0], "tags": right.tags | {rules.excludes[0]}}
        if rules.dan_below is not None:
            yield {"called": "of a high dan", "dan": rules.dan_below}
        if rules.team:
            yield {"called": "of half a team", "mates": right.mates[: len(right.mates) // 2]}
        for role, terms in rules.team.items():
            if terms.most_age is not None:
                yield {"called": f"with an old {role}", "mates": _aged(right.mates, role, terms)}


def _aged(mates: tuple[Mate, ...], role: str, terms: Any) -> tuple[Mate, ...]:
    birth = str(YEAR - terms.most_age - 1)
    return tuple(
        msgspec.structs.replace(mate, person=msgspec.structs.replace(mate.person, birth=birth))
        if mate.role == role
        else mate
        for mate in mates
    )


def invited_id(number: int) -> PersonId:
    """Name somebody on the rating list."""
    return PersonId(f"p-listed-{number + 1}")


def as_it_stood(section: Section, count: int) -> Section:
    """Give a section as it stood when so many had entered."""
    early = list(section.entrants)[:count]
    known = set(early)
    return replace(
        section,
        entrants={who: replace(section.entrants[who], withdrawn=False) for who in early},
        by_unit={
            unit: tuple(who for who in sent if who in known)
            for unit, sent in section.by_unit.items()
        },
        opened=False,
        closed=False,
        approved=None,
        gone=0,
    )


def _name(dice: Random, number: object) -> str:
    given = "".join(dice.choice(GIVEN) for _ in range(2))
    return f"{dice.choice(FAMILY)}{given} {number}"
