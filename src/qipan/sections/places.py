"""The one answer to who has which place in a section, and what gave it.

``places`` is what every page, file and prize shows: what was approved; else the place that the
final, the tree, the cross rounds, the heat or the group gives; else the keys of the book. Who is
disqualified has none. ``key_standings`` is the order of the keys alone, for what really asks
for that: pairing, lots between who is level, a target of points.
"""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from qipan.journal.events import Cause
from qipan.journal.state import Competition, Section
from qipan.kernel.crosstable import Crosstable
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.rules import rule
from qipan.ranking import Standings
from qipan.sections.stages import Standing
from qipan.sections.systems import (
    WHOLE,
    Place,
    Places,
    by_keys,
    last_standing,
    moved_up,
    places_by_keys_alone,
    system_of,
)
from qipan.sections.tables import (
    ORDER_LOTS,
    marks_upto,
    stage_crosstable,
    stage_standings,
    tie_lot,
)

MOST_LOTS = 20
"""More ties than this are separated by one lot."""
OFFICIAL = rule("ranking.final-places", "The final places are those that were approved.")
ANNULLED = rule("ranking.place-annulled", "A disqualified player has no place; the others move up.")


def crosstable(state: Competition, section: Section) -> Crosstable:
    """Build the cross table of everything published so far."""
    return stage_crosstable(last_standing(state, section))


def key_standings(state: Competition, section: Section, upto: RoundNo | None = None) -> Standings:
    """Rank a section by the book's keys alone, after all published rounds or those up to one.

    These are not the places: a final or a tree goes before them (see ``places``).
    """
    standing = last_standing(state, section)
    worked_out = upto is None and section.places is not None and _all_public(section)
    if worked_out and places_by_keys_alone(standing):
        known: Standings = section.places.tables[WHOLE]  # the places are these
        return known
    rounds = section.rounds if upto is None else section.rounds[:upto]
    return stage_standings(standing, rounds=rounds)


def places(state: Competition, section: Section, upto: int | None = None) -> Places:
    """Give everybody's place as it stands, or as it was after a round; rounds must be published.

    Who is disqualified has no place, and the others move up [ranking.place-annulled]; what was
    approved stays as it was approved [ranking.final-places]. A section that was folded does not
    change any more: its places are worked out once.
    """
    if upto is not None:
        return _places(state, section, upto)
    if section.places is None:
        section.places = _places(state, section, None)
    found: Places = section.places
    return found


def _places(state: Competition, section: Section, upto: int | None) -> Places:
    published = [found for found in section.rounds if found.published][:upto]
    shown = section
    if len(published) < len(section.rounds):
        shown = replace(section, rounds=published)
    if upto is not None and section.marks:
        shown = replace(shown, marks=marks_upto(section, upto))
    standing = last_standing(state, shown)
    found = system_of(standing).places(standing) if published else by_keys(standing)
    found = _without_disqualified(section, found)
    if section.approved is None or upto is not None:
        return found
    return _as_approved(section.approved, found)


def _without_disqualified(section: Section, found: Places) -> Places:
    """Take the place from who is disqualified; group by group where places are a group's."""
    if not section.disqualified:
        return found
    left = [row for row in found.rows if row.entrant not in section.disqualified]
    before = found.by_entrant
    up = [
        msgspec.structs.replace(row, moved=(before[row.entrant].place or 0) - (row.place or 0))
        for group in found.tables
        for row in moved_up(each for each in left if each.group == group)
    ]
    up.sort(key=lambda row: row.place or 0)
    gone = [row for row in found.rows if row.entrant in section.disqualified]
    return Places((*up, *map(_annulled, gone)), found.tables)


def _annulled(row: Place) -> Place:
    return msgspec.structs.replace(row, place=None, cause=Cause(ANNULLED))


def _as_approved(approved: Sequence[tuple[EntrantId, int]], found: Places) -> Places:
    """Put the approved places in; a place that nothing else gives any more has the approval."""
    rows = []
    for who, place in approved:
        now = found.by_entrant.get(who, Place(who, None))
        kept = now if now.place == place else Place(who, place, Cause(OFFICIAL), now.group)
        rows.append(kept)
    there = {who for who, _ in approved}
    without = [_annulled(row) for row in found.rows if row.entrant not in there]
    return Places((*rows, *without), found.tables)


def pending_lots(state: Competition, section: Section) -> dict[str, tuple[str, ...]]:
    """Name the lots that must be drawn before the standings are complete, with the candidates."""
    standing = last_standing(state, section)
    if not _by_keys(standing):
        return {}
    if section.rounds and _all_public(section):
        return _pending(standing, places(state, section))  # worked out once for all who ask
    return pending_of(standing)


def pending_of(standing: Standing) -> dict[str, tuple[str, ...]]:
    """Name the lots that the standings of a stage wait for.

    A few ties have a lot each; many are separated by one lot over all who are level with somebody.
    """
    return _pending(standing, system_of(standing).places(standing))


def _pending(standing: Standing, ranked: Places) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    entrants = standing.section.entrants
    waiting = [lot for table in ranked.tables.values() for lot in table.pending_lots]
    ties = [each for each in waiting if all(who in entrants for who in each.candidates)]
    if len(ties) > MOST_LOTS:
        level = tuple(who for each in ties for who in each.tied)
        return {tie_lot(ties[0].place, level): tuple(level)}
    for pending in waiting:
        if pending in ties:
            found[tie_lot(pending.place, pending.tied)] = tuple(pending.tied)
        else:
            name = next((each for each in ORDER_LOTS if f":{each}(" in pending.key), pending.key)
            found[name] = pending.candidates
    return found


def _all_public(section: Section) -> bool:
    return all(found.published for found in section.rounds)


def _by_keys(standing: Standing) -> bool:
    return standing.stage.system not in ("knockout", "heats", "cross")
