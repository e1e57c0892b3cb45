"""Sections that can be rated or count for a season: what whoever keeps them chooses from."""

from collections.abc import Collection

import msgspec

from qipan.office.office import Office
from qipan.sections.lookup import event_of

MOST = 300


class OfferedSection(msgspec.Struct, frozen=True):
    """A section to choose."""

    competition: str
    section: str
    title: str
    starts: str
    players: int
    approved: bool


def offered_sections(
    office: Office, without: Collection[tuple[str, str]] = (), *, rated: bool = False
) -> list[OfferedSection]:
    """List sections that somebody entered, the oldest first.

    With ``rated`` only those that can be rated: approved, two people at a board.
    """
    found = []
    for state in office.readable():
        starts = state.particulars.starts if state.particulars is not None else ""
        for section in state.sections.values():
            at = (str(state.id), str(section.id))
            if at in without or section.cancelled or not section.entrants:
                continue
            approved = section.approved is not None
            if rated:
                rules = event_of(state, section)
                if not approved or rules.line_ups is not None or rules.stage[0].seats != 2:
                    continue
            title = f"{state.title} · {section.title}"
            players = len(section.entrants)
            found.append(OfferedSection(*at, title, starts, players, approved))
    return sorted(found, key=lambda each: (each.starts, each.competition))[-MOST:]
