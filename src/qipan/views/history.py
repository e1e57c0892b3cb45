"""Places after each round, kept by version: nothing is ranked twice for the same journal."""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock

import msgspec

from qipan.journal.state import Competition, Round, Section
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId
from qipan.sections.places import places
from qipan.sections.systems import last_standing

MOST_KEPT = 32
NOT_BY_KEYS = ("knockout", "heats")
"""Systems whose places before the end are not an order of everybody."""


class History(msgspec.Struct, frozen=True):
    """Everybody's place after each published round; no rounds where places say nothing."""

    rounds: tuple[int, ...]
    of: Mapping[EntrantId, tuple[int | None, ...]]
    final: tuple[EntrantId, ...]
    """Everybody as they stand now, best first."""


_kept: OrderedDict[tuple[CompetitionId, SectionId], tuple[int, list[Round], History]] = (
    OrderedDict()
)
_lock = Lock()


def history(state: Competition, section: Section) -> History:
    """Rank a section after each of its published rounds."""
    key = (state.id, section.id)
    with _lock:
        kept = _kept.get(key)
        # The list itself is compared, too: another house may have a competition of this name.
        if kept is not None and kept[0] == state.version and kept[1] is section.rounds:
            _kept.move_to_end(key)
            return kept[2]
    made = _history(state, section)
    with _lock:
        _kept[key] = (state.version, section.rounds, made)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return made


def _history(state: Competition, section: Section) -> History:
    now = places(state, section)
    order = tuple(each.entrant for each in now.rows) if section.rounds else ()
    if last_standing(state, section).stage.system in NOT_BY_KEYS:
        return History((), {}, order)
    rounds = tuple(found.number for found in section.rounds if found.published)
    lines: dict[EntrantId, list[int | None]] = {who: [] for who in section.entrants}
    for number in rounds:
        after = now if number == len(section.rounds) else places(state, section, number)
        for who, line in lines.items():
            line.append(row.place if (row := after.by_entrant.get(who)) else None)
    return History(rounds, {who: tuple(line) for who, line in lines.items()}, order)
