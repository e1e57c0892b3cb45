"""Splitting a field into groups that each play a round robin side by side."""

from collections.abc import Mapping, Sequence

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.rules import rule
from qipan.pairing.by_lot import Lots, drawn_order
from qipan.pairing.plan import Reason, RoundPlan
from qipan.pairing.round_robin.berger import single_round_robin

SNAKE = rule("groups.snake", "Entrants are laid out over the groups in snake order by rank.")
POTS = rule("groups.by-lot", "Each row of entrants is spread over the groups by lot.")
OWN_GROUP = rule("groups.own-group", "The members of a group meet each other.")

Groups = Mapping[str, tuple[EntrantId, ...]]
"""The members of each group by its letter, in the order of their numbers in the group."""


def snake(entrants: Sequence[EntrantId], count: int) -> Groups:
    """Lay ranked entrants out to and fro [groups.snake]: 1 4 5 8 … | 2 3 6 7 … for two groups."""
    groups = _empty(entrants, count)
    for row, members in enumerate(_rows(entrants, count)):
        letters = list(groups) if row % 2 == 0 else list(groups)[::-1]
        for letter, who in zip(letters, members, strict=False):
            groups[letter].append(who)
    return {letter: tuple(members) for letter, members in groups.items()}


def by_lot(entrants: Sequence[EntrantId], count: int, lots: Lots, *, pots: bool = True) -> Groups:
    """Spread entrants by lot [groups.by-lot]: row by row, or all at once without ``pots``."""
    groups = _empty(entrants, count)
    if not pots:
        entrants = drawn_order(entrants, lots, "groups")
    for row in _rows(entrants, count):
        # A short last row goes to groups from the front, so that sizes differ by at most one.
        drawn = drawn_order(row, lots, "groups") if pots else row
        for letter, who in zip(groups, drawn, strict=False):
            groups[letter].append(who)
    return {letter: tuple(members) for letter, members in groups.items()}


def group_rounds(groups: Groups) -> list[RoundPlan]:
    """Pair all groups side by side, boards counted through from the first group."""
    by_group = {letter: single_round_robin(members) for letter, members in groups.items()}
    last = max(len(plans) for plans in by_group.values())
    return [_side_by_side(RoundNo(number), by_group) for number in range(1, last + 1)]


def _side_by_side(number: RoundNo, by_group: Mapping[str, list[RoundPlan]]) -> RoundPlan:
    found = RoundPlan(number, ())
    for letter, plans in by_group.items():
        if number > len(plans):
            continue
        plan = plans[number - 1]
        why = Reason(OWN_GROUP, {"group": letter})
        moved = tuple(
            msgspec.structs.replace(
                meeting,
                board=BoardNo(len(found.meetings) + at),
                reasons=(why, *meeting.reasons),
            )
            for at, meeting in enumerate(plan.meetings, 1)
        )
        found = RoundPlan(number, found.meetings + moved, found.rests + plan.rests)
    return found


def _empty(entrants: Sequence[EntrantId], count: int) -> dict[str, list[EntrantId]]:
    if not 1 <= count <= 26 or len(entrants) < 2 * count:
        raise BadInput(f"{len(entrants)} entrants cannot be split into {count} groups")
    if len(set(entrants)) != len(entrants):
        raise BadInput("an entrant stands twice in the list")
    return {chr(ord("A") + at): [] for at in range(count)}


def _rows(entrants: Sequence[EntrantId], count: int) -> list[Sequence[EntrantId]]:
    return [entrants[at : at + count] for at in range(0, len(entrants), count)]
