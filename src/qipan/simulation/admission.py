"""The entries of a simulated event: who is admitted and who is not, until numbers are drawn."""

from dataclasses import replace

import msgspec

from qipan.desk.entries.admission import entry_of
from qipan.desk.entries.checks import faults
from qipan.desk.entries.commands import CloseEntries, DropUnverified, OpenEntries, VerifyIdentity
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.lots import NUMBERS
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.office.office import Office
from qipan.rulebooks.loader import cite
from qipan.simulation.applicants import DROPPED_AT, OPENED_ON, VERIFY_BY, as_it_stood
from qipan.simulation.plans import Plan

LAST_SENT, OPEN_WAVE = 1, 2
"""The waves before which others are turned away, and entry is opened."""


class Turned(msgspec.Struct, frozen=True):
    """Somebody who was not admitted."""

    name: str
    code: str
    citation: str


def begin(office: Office, plan: Plan, section: Section) -> None:
    """Do what comes next before the first round: prepare, admit, verify, close, draw numbers."""
    if section.closed:
        if NUMBERS not in section.commitments:
            office.commit_lot(plan.home, plan.section, plan.actor)
        else:
            office.draw_numbers(plan.home, plan.section, plan.actor)
    elif not (section.entrants or section.declared or section.invited) and _prepare(office, plan):
        pass
    elif not _admit(office, plan, section) and not _verify(office, plan, section):
        office.carry_out(plan.home, plan.actor, CloseEntries(section=plan.section))


def _prepare(office: Office, plan: Plan) -> bool:
    """Register and declare units and invite people; say whether there was anything to do."""
    commands = plan.applicants.preparations(plan.section)
    if not commands:
        return False
    office.carry_out_all(plan.home, plan.actor, commands)
    return True


def _admit(office: Office, plan: Plan, section: Section) -> bool:
    """Enter the next wave of applicants and turn away who does not fit; say if there was one."""
    waves = plan.applicants.waves()
    number = _wave_due(waves, len(section.entrants))
    if number is None:
        return False
    if number == OPEN_WAVE and not section.opened:
        office.carry_out(plan.home, plan.actor, OpenEntries(section=plan.section, today=OPENED_ON))
        return True
    if number == LAST_SENT:
        for wrong in plan.applicants.wrong(section):
            _turn_away(office, plan, wrong)
    wave = plan.applicants.wave(number)
    for newcomer in wave:
        if newcomer.known is not None:
            office.around.people.save(newcomer.known, newcomer.person)
    office.enter_all(plan.home, plan.section, plan.actor, wave)
    return True


def _wave_due(sizes: list[int], entered: int) -> int | None:
    for number, size in enumerate(sizes):
        if not entered and size:
            return number
        entered -= size
    return None


def _turn_away(office: Office, plan: Plan, wrong: Newcomer) -> None:
    try:
        office.enter(plan.home, plan.section, plan.actor, wrong)
    except Refused:
        return
    raise RuntimeError(f"{wrong.person.name} should not have been admitted to {plan.event}")


def _verify(office: Office, plan: Plan, section: Section) -> bool:
    """Verify everybody but a few and take these out; say whether there was anything to do."""
    if not plan.applicants.entry.verify or section.gone:
        return False
    if section.verified:
        command = DropUnverified(section=plan.section, now=DROPPED_AT)
        office.carry_out(plan.home, plan.actor, command)
        return True
    known = list(section.entrants)[: plan.entries]
    office.carry_out_all(
        plan.home,
        plan.actor,
        (VerifyIdentity(section=plan.section, entrant=who, now=VERIFY_BY) for who in known),
    )
    return True


def refusals(state: Competition, office: Office, plan: Plan) -> tuple[Turned, ...]:
    """Say who was turned away and by which clause."""
    section = state.sections[plan.section]
    early = as_it_stood(section, plan.applicants.waves()[0])
    before = replace(state, sections={**state.sections, plan.section: early}, closed=False)
    found = []
    book = plan.rulebook
    for wrong in plan.applicants.wrong(early):
        (command,) = office.entry_commands(before, early, [wrong])
        for fault in faults(entry_of(before, command)):
            clause = cite(book, fault.refusal.rule, plan.event).citation
            found.append(Turned(wrong.person.name, fault.refusal.code, clause))
            break
    return tuple(found)
