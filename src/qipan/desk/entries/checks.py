"""Why somebody may not enter: every reason, in the order people ask.

Each check looks at one rule of the book and yields a refusal or nothing. A section whose option
``entry_checks`` is false takes entries on the organiser's word: only the checks of the desk itself
are made, and the option stands in the journal for all to see.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from qipan.desk.entries import rules as by
from qipan.desk.entries.commands import EnterEntrant
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId
from qipan.rulebooks.options import ELSEWHERE
from qipan.rulebooks.schema.book import FILLER
from qipan.rulebooks.schema.entries import ANY, Entries, Filler
from qipan.sections.lookup import book_of, event_of
from qipan.sections.systems import SYSTEMS, rounds_planned
from qipan.sections.systems.swiss import Swiss

FEMALE = "female"
"""The mark of women, which lists of entries give as the sex; every book knows it."""


@dataclass(frozen=True)
class EntryWish:
    """Somebody who wants to enter, and where."""

    state: Competition
    section: Section
    rules: Entries
    command: EnterEntrant

    @property
    def fills_up(self) -> bool:
        """Say whether this is the host's own, to make the number even."""
        return FILLER in self.command.tags

    @property
    def free(self) -> bool:
        """Say whether they enter for themselves, beside the units [entry.free]."""
        return bool(self.command.tags & set(self.rules.free))

    @property
    def year(self) -> int | None:
        """Give the year of the event: as the section says, else of today."""
        stated = self.section.options.get("year")
        if isinstance(stated, int):
            return stated
        return int(self.command.today[:4]) if self.command.today[:4].isdigit() else None

    def age(self, index: int = 0) -> int | None:
        """Give an age as the year of the event less the year of birth, if both are known."""
        years = self.command.birth_years
        born = years[index] if index < len(years) else None
        return None if born is None or self.year is None else self.year - born

    def date(self, option: str) -> str:
        """Give a date the section states, or nothing."""
        found = self.section.options.get(option, "")
        return found if isinstance(found, str) else ""

    def cents(self, option: str) -> int:
        """Give an amount the section states, or nothing."""
        found = self.section.options.get(option, 0)
        return found if isinstance(found, int) and found > 0 else 0


def faults(entry: EntryWish) -> Iterator[Refused]:
    """Give every reason against an entry."""
    yield from _desk(entry)
    if entry.section.options.get("entry_checks") is False:
        return
    if entry.fills_up:
        yield from _filler(entry)
    else:
        yield from _in_time(entry)
        yield from _unit(entry)
        yield from _one_unit_a_year(entry)
        yield from _invitation(entry)
    yield from _person(entry)
    yield from _team(entry)
    yield from _qualified(entry)


def _desk(entry: EntryWish) -> Iterator[Refused]:
    section, command = entry.section, entry.command
    if section.closed and entry.command.late:
        yield from _late(entry)
    elif section.closed:
        yield Refused("entry.closed", by.ENTRIES_OPEN, section=section.id)
    if command.entrant in section.entrants:
        yield Refused("entry.twice", by.ONCE, section=section.id, entrant=command.entrant)
    if command.namesake is not None and not command.another_person:
        yield Refused("entry.namesake", by.ONCE, section=section.id, entrant=command.namesake)
    most = entry.rules.most
    if most is not None and section.active_count >= most:
        yield Refused("entry.full", by.MOST, section=section.id, most=most)
    if command.rating is not None and not 0 <= command.rating <= 9999:
        yield Refused("entry.rating", by.RATING, rating=command.rating)
    alone = len(command.people) == 1 and event_of(entry.state, section).line_ups is None
    if command.called and alone:
        yield Refused("entry.not-a-team", by.CALLED, section=section.id, name=command.called[:40])
    known = book_of(entry.state).tags
    for tag in sorted(command.tags - {*known, FEMALE}):
        yield Refused("entry.tag", by.MARKS, tag=tag[:40], known=list(known))


def _late(entry: EntryWish) -> Iterator[Refused]:
    """After closing one is let in where each round is paired afresh, before the last one."""
    section = entry.section
    stages = event_of(entry.state, section).stage
    if not isinstance(SYSTEMS.get(stages[0].system), Swiss):
        yield Refused("entry.late-system", by.LATE, section=section.id, system=stages[0].system)
        return
    planned = rounds_planned(entry.state, section) if len(section.order) > 1 else 0
    if planned and len(section.rounds) >= planned:
        yield Refused("entry.late-last", by.LATE, section=section.id, rounds=planned)
    if entry.fills_up and section.active_count % 2 == 0:
        yield Refused(
            "entry.filler-not-needed", by.FILLER, section=section.id, entered=section.active_count
        )


def _filler(entry: EntryWish) -> Iterator[Refused]:
    section = entry.section
    there = [who for who in section.active if FILLER in section.entrants[who].tags]
    if entry.rules.filler is Filler.NONE:
        yield Refused("entry.no-filler", by.FILLER, section=section.id)
    elif there or section.active_count % 2 == 0:
        yield Refused(
            "entry.filler-not-needed", by.FILLER, section=section.id, entered=section.active_count
        )


def _in_time(entry: EntryWish) -> Iterator[Refused]:
    command, today = entry.command, entry.command.today
    if not entry.rules.two_deadlines or entry.section.opened or command.late:
        return
    declare_by, names_by = entry.date("declare_by"), entry.date("names_by")
    sent = command.unit is not None and not entry.free
    if declare_by and sent and command.unit not in entry.section.declared:
        yield Refused("entry.not-declared", by.DECLARED, unit=command.unit, until=declare_by)
    if names_by and today > names_by and not is_late_for_a_fee(entry):
        yield Refused("entry.names-late", by.NAMES_IN_TIME, until=names_by, today=today)


def is_late_for_a_fee(entry: EntryWish) -> bool:
    """Say whether names come after their deadline, and the organiser takes them for a fee."""
    names_by = entry.date("names_by")
    late = bool(names_by) and entry.command.today > names_by and not entry.section.opened
    return late and entry.rules.fees.late and entry.cents("late_fee") > 0


def _unit(entry: EntryWish) -> Iterator[Refused]:
    rules, name = entry.rules, entry.command.unit
    if entry.free:
        return
    if not name:
        if rules.unit_needed and not entry.section.opened:
            yield Refused("entry.no-unit", by.UNIT_NEEDED, section=entry.section.id)
        if rules.opening is not None and entry.section.opened:
            yield from _open_rating(entry, rules.opening.rating)
        return
    unit = entry.state.units.get(name)
    if rules.units and ANY not in rules.units and (unit is None or unit.kind not in rules.units):
        yield Refused("entry.no-member", by.UNIT_NEEDED, unit=name, kinds=list(rules.units))
        return
    if rules.dues and not (unit is not None and unit.dues_paid):
        yield Refused("entry.dues", by.DUES, unit=name)
    if rules.units:
        most = rules.units.get(unit.kind if unit else ANY, rules.units.get(ANY, 0))
        yield from _quota(entry, name, most, unit.kind if unit else "")


def _open_rating(entry: EntryWish, least: int) -> Iterator[Refused]:
    if (entry.command.rating or 0) < least:
        yield Refused("entry.open-rating", by.OPEN_RATING, rating=entry.command.rating, least=least)


def _quota(entry: EntryWish, name: str, most: int, kind: str) -> Iterator[Refused]:
    sent = sent_by(entry.section, entry.rules, name)
    if len(sent) >= most:
        yield Refused("entry.quota", by.quota_of(kind), unit=name, sent=len(sent), most=most)
        return
    rated = entry.rules.rated
    if rated is None or (entry.command.rating or 0) >= rated.rating:
        return
    below = [who for who in sent if (entry.section.entrants[who].rating or 0) < rated.rating]
    if len(below) >= max(0, most - rated.members):
        yield Refused(
            "entry.rated-members",
            by.rated_of(kind),
            unit=name,
            rating=rated.rating,
            members=min(rated.members, most),
        )


def sent_by(section: Section, rules: Entries, unit: str) -> list[EntrantId]:
    """List the entrants a unit has sent, without those who enter for themselves."""
    outside = {*rules.free, FILLER}
    return [
        who
        for who in section.by_unit.get(unit, ())
        if not section.entrants[who].withdrawn and not section.entrants[who].tags & outside
    ]


def _one_unit_a_year(entry: EntryWish) -> Iterator[Refused]:
    command = entry.command
    if not entry.rules.one_unit_a_year or command.tags & set(entry.rules.moves_freely):
        return
    if command.represented is not None and command.represented != command.unit:
        yield Refused(
            "entry.other-unit", by.ONE_UNIT, unit=command.unit, before=command.represented
        )


def _invitation(entry: EntryWish) -> Iterator[Refused]:
    terms, section = entry.rules.invited, entry.section
    if terms is None or set(entry.command.people) <= set(section.invited):
        return
    given = [
        who for who in section.active if not set(section.entrants[who].people) <= {*section.invited}
    ]
    if len(given) >= terms.organiser:
        yield Refused(
            "entry.not-invited", by.INVITED, section=section.id, organiser=terms.organiser
        )


def _qualified(entry: EntryWish) -> Iterator[Refused]:
    """Nobody enters who did not qualify, unless those tables are kept by somebody else."""
    event, section = entry.rules.qualified, entry.section
    if event and section.options.get("qualified") != ELSEWHERE and not entry.command.qualified:
        yield Refused("entry.not-qualified", by.QUALIFIED, section=section.id, event=event)


def _person(entry: EntryWish) -> Iterator[Refused]:
    rules, command = entry.rules, entry.command
    if not rules.team:
        yield from _age(entry)
    missing = [tag for tag in rules.needs if tag not in command.tags]
    if missing:
        yield Refused("entry.needs", by.NEEDS, section=entry.section.id, needs=missing)
    wrong = sorted(command.tags & set(rules.excludes))
    if wrong:
        yield Refused("entry.excludes", by.EXCLUDES, section=entry.section.id, excludes=wrong)
    if rules.dan_below is not None and command.dan is not None and command.dan >= rules.dan_below:
        yield Refused("entry.dan", by.DAN, dan=command.dan, below=rules.dan_below)
    yield from _born(entry)


def _age(entry: EntryWish) -> Iterator[Refused]:
    limits, young, age = entry.rules.age, entry.rules.young, entry.age()
    if young is not None and age is not None and age <= young.most:
        if (entry.command.rating or 0) < young.rating:
            yield Refused(
                "entry.young", by.YOUNG, age=age, rating=entry.command.rating, least=young.rating
            )
        return
    if limits is None or entry.command.tags & set(limits.exempt):
        return
    if age is None:
        yield Refused("entry.birth-missing", by.AGE, section=entry.section.id)
    elif not limits.least <= age <= limits.most:
        yield Refused("entry.age", by.AGE, age=age, least=limits.least, most=limits.most)


def _born(entry: EntryWish) -> Iterator[Refused]:
    groups = entry.rules.groups
    chosen = groups.get(str(entry.section.options.get("group", "")))
    if not groups:
        return
    years = entry.command.birth_years
    if not years or years[0] is None:
        yield Refused("entry.birth-missing", by.GROUP, section=entry.section.id)
        return
    fitting = [chosen] if chosen is not None else list(groups.values())  # else: of any group
    if not any(group.first <= years[0] <= group.last for group in fitting):
        first = min(group.first for group in fitting)
        last = max(group.last for group in fitting)
        yield Refused("entry.group", by.GROUP, first=first, last=last)


def _team(entry: EntryWish) -> Iterator[Refused]:
    roles, command = entry.rules.team, entry.command
    if not roles:
        return
    unknown = sorted(set(command.roles) - set(roles))
    wrong = len(command.roles) != len(command.people)
    for name, role in roles.items():
        count = command.roles.count(name)
        wrong = wrong or count > role.count or (count < role.count and not role.optional)
    if unknown:
        known = list(roles)
        yield Refused("entry.role", by.TEAM, role=unknown[0][:40], known=known)
        return
    if wrong:
        due = {name: role.count for name, role in roles.items()}
        yield Refused("entry.team", by.TEAM, roles=list(command.roles), due=due)
        return
    for index, name in enumerate(command.roles):
        most = roles[name].most_age
        age = entry.age(index)
        if most is not None and (age is None or age > most):
            yield Refused("entry.team-age", by.JUNIOR, role=name, age=age, most=most)
