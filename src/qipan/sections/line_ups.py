"""Line-ups of teams as they stand in a round: who plays which board."""

from collections.abc import Sequence

from qipan.journal.state import Entrant, Section
from qipan.kernel.ids import EntrantId, PersonId, RoundNo
from qipan.rulebooks.schema import LineUps

RESERVE = "reserve"
"""The part of a member who plays only when a line-up says so."""


def line_up_of(
    section: Section, entrant: EntrantId, number: RoundNo, terms: LineUps | None = None
) -> tuple[PersonId, ...]:
    """Give the line-up of a team in a round: the latest one handed in up to then.

    Before any is handed in the members play in the order of entry, each on a board that their part
    allows. Who is not admitted any more is replaced by a member who may play there, if there is
    one.
    """
    team = section.entrants[entrant]
    handed = (section.line_ups.get((RoundNo(back), entrant)) for back in range(number, 0, -1))
    found = next((each for each in handed if each is not None), None)
    playing = list(found or default_line_up(team, terms))
    out = {who for who in team.people if not admitted(section, who, number)}
    if terms is not None and out & set(playing[: terms.boards]):
        for at, who in enumerate(playing[: terms.boards]):
            if who in out:
                playing[at] = _substitute(team, playing[: terms.boards], out, at + 1, terms) or who
    return tuple(playing)


def admitted(section: Section, who: PersonId, number: int) -> bool:
    """Say whether a member of a team may play in a round."""
    last = section.members_out.get(who)
    return last is None or number <= last


def default_line_up(team: Entrant, terms: LineUps | None) -> tuple[PersonId, ...]:
    """Line a team up by the parts of its members: fixed boards first, reserves last."""
    if terms is None or not terms.by_parts or not team.roles:
        return team.people
    fixed = dict(fixed_boards(team, terms))
    parts = dict(zip(team.people, team.roles, strict=False))
    free = [who for who in team.people if who not in fixed.values()]
    free.sort(key=lambda who: parts.get(who) == RESERVE)
    playing: list[PersonId] = []
    for board in boards_of(terms):
        if board in fixed:
            playing.append(fixed[board])
        elif free:
            playing.append(free.pop(0))
    return (*playing, *free)


def _substitute(
    team: Entrant, playing: Sequence[PersonId], out: set[PersonId], board: int, terms: LineUps
) -> PersonId | None:
    """Find who may play a board in the place of a member who may not."""
    parts = dict(zip(team.people, team.roles, strict=False))
    kept = terms.fixed.get(str(board))
    elsewhere = {role for at, role in terms.fixed.items() if at != str(board)}
    for who in team.people:
        part = parts.get(who, "")
        fits = part == kept if kept is not None else part not in elsewhere
        if fits and who not in playing and who not in out:
            return who
    return None


def boards_of(terms: LineUps) -> range:
    """Number the boards of a match between teams."""
    return range(1, terms.boards + 1)


def fixed_boards(entrant: Entrant, terms: LineUps) -> list[tuple[int, PersonId]]:
    """Give the boards that are kept for one member of a team, and who plays there."""
    found = []
    for board, role in terms.fixed.items():
        holders = [
            who for who, part in zip(entrant.people, entrant.roles, strict=False) if part == role
        ]
        if len(holders) == 1:
            found.append((int(board), holders[0]))
    return found
