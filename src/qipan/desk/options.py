"""Changing the options of a section, each while what depends on it has not begun."""

from typing import Any

from qipan.desk.command import Command
from qipan.desk.roles import CHIEF_AND_ORGANISER, Decisions, ListedCommand
from qipan.journal.competition import OptionsChanged
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import SectionId
from qipan.rulebooks.option_values import read_options, read_settings
from qipan.rulebooks.options import CHANGE, OPTION, Option, Until, options_of
from qipan.sections.lookup import book_under, section_of


class ChangeOptions(Command, frozen=True, tag=True):
    """Change options of a section; a value of null takes one back to what the book says."""

    section: SectionId
    options: dict[str, Any]
    reason: str = ""


def change_options(state: Competition, command: ChangeOptions) -> list[CompetitionEvent]:
    """Change options. Raises Refused if there is no such option, or it is too late for it."""
    section = section_of(state, command.section)
    book = book_under(state, section)
    known = options_of(book, section.under)
    taken_back = {name: None for name, value in command.options.items() if value is None}
    if unknown := [name for name in taken_back if name not in known]:
        raise Refused("option.unknown", OPTION, option=unknown[0][:60], known=[*known])
    stated = {name: value for name, value in command.options.items() if value is not None}
    rules = book.event[section.under]
    beside = {name: section.options[name] for name in rules.option if name in section.options}
    read_settings(rules, known, {**beside, **stated})
    wanted: dict[str, Any] = {**read_options(known, stated), **taken_back}
    changed = {name: value for name, value in wanted.items() if section.options.get(name) != value}
    if not changed:
        raise Refused("option.same", OPTION, section=section.id, known=[*known])
    for name in changed:
        if not may_change(section, known[name]):
            raise Refused("option.too-late", CHANGE, option=name, until=known[name].until.value)
    return [OptionsChanged(section=section.id, options=changed, reason=command.reason.strip())]


def may_change(section: Section, option: Option) -> bool:
    """Say whether an option may still be changed."""
    if section.approved is not None or section.cancelled:
        return False
    begun = {
        Until.FIRST_ENTRY: bool(section.entrants),
        Until.ENTRIES_CLOSED: section.closed,
        Until.FIRST_ROUND: bool(section.rounds),
        Until.APPROVED: False,
    }
    return not begun[option.until]


DECISIONS: Decisions = {ChangeOptions: ListedCommand(change_options, CHIEF_AND_ORGANISER)}
