"""Heats: many seats at a table, the best few go on, until one table is left.

Groups hold at most ``most`` entrants and differ by at most one; the best ``advance`` of each go
on. A tie for the last place that goes on is settled by a play-off of those who are tied. The last
group is the final: its places are the places of the event, and who shares the place that
``decides`` names plays off for it.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

import msgspec

from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.rules import rule
from qipan.pairing.by_lot import Lots, drawn_order
from qipan.pairing.plan import Meeting, Reason, RoundPlan

SIZES = rule("heats.sizes", "As few groups as possible, their sizes within one.")
UNITS_APART = rule("heats.units-apart", "Entrants of one unit are spread over the groups.")
NOBODY_OUT = rule("heats.nobody-out", "In a group this small everybody goes on.")
PLAY_OFF = rule("heats.play-off", "A tie for the last qualifying place is played off.")
OPEN = rule("heats.open", "A result is taken once, for exactly the players at the table.")


class Heat(msgspec.Struct, frozen=True):
    """One table of a stage; seats as drawn."""

    number: int
    entrants: tuple[EntrantId, ...]
    places: Mapping[EntrantId, int] = {}
    """Place of each, equal numbers for a tie; empty until played."""
    play_offs: tuple[Mapping[EntrantId, int], ...] = ()
    """The places of those who played off, one play-off after the other."""

    def standing(self, who: EntrantId) -> tuple[int, ...]:
        """Give a value that orders the table: its place, then the places of the play-offs."""
        return (self.places[who], *(off.get(who, 0) for off in self.play_offs))

    def tied(self, advance: int) -> tuple[EntrantId, ...]:
        """Give those who are tied across the line of the places that go on, if any."""
        if not self.places or len(self.entrants) <= advance:
            return ()
        line = sorted(map(self.standing, self.entrants))
        if line[advance - 1] != line[advance]:
            return ()
        return tuple(who for who in self.entrants if self.standing(who) == line[advance])

    def sharing(self, place: int) -> tuple[EntrantId, ...]:
        """Give those who share a place, if several do."""
        if not self.places or not 1 <= place < len(self.entrants):
            return ()
        line = sorted(map(self.standing, self.entrants))
        shared = [each for each in self.entrants if self.standing(each) == line[place - 1]]
        begins = line.index(line[place - 1]) == place - 1
        return tuple(shared) if begins and len(shared) > 1 else ()


class Heats(msgspec.Struct, frozen=True):
    """The whole event so far; the last stage is the one under way."""

    stages: tuple[tuple[Heat, ...], ...]
    most: int = 6
    advance: int = 3
    reasons: tuple[Reason, ...] = ()
    """What was decided about the draw."""
    decides: int = 0
    """The place of the final that is played off if several share it; 0: none."""

    @property
    def now(self) -> tuple[Heat, ...]:
        """Give the stage under way."""
        return self.stages[-1]

    @property
    def final(self) -> bool:
        """Say whether the stage under way is the final."""
        return len(self.now) == 1


def sizes(count: int, most: int) -> list[int]:
    """Give the sizes of the groups, bigger ones first."""
    groups = -(-count // most)
    small, more = divmod(count, groups)
    return [small + 1] * more + [small] * (groups - more)


def make_heats(
    entrants: Sequence[EntrantId],
    lots: Lots,
    *,
    units: Mapping[EntrantId, str] | None = None,
    most: int = 6,
    advance: int = 3,
    decides: int = 0,
) -> Heats:
    """Draw the first stage. Raises BadInput on fewer than two or if nobody would ever go out."""
    if len(entrants) < 2:
        raise BadInput("heats need two or more entrants")
    if not 1 <= advance < most:
        raise BadInput(f"of groups of {most}, {advance} cannot go on")
    if max(sizes(most + 1, most)) <= advance:
        # Just above a full table the groups are smallest: there, too, somebody must go out.
        raise BadInput(f"with {advance} going on, {most + 1} entrants would never become {most}")
    why = (Reason(UNITS_APART, {"units": len(set(units.values()))}),) if units else ()
    return Heats((_draw(entrants, lots, units or {}, most),), most, advance, why, decides)


def record(heats: Heats, number: int, places: Mapping[EntrantId, int]) -> Heats:
    """Record a table of the stage under way. Raises Refused on a wrong or second result."""
    heat = _heat(heats, number)
    if heat.places or not _fits(places, heat.entrants):
        raise Refused("heats.wrong-result", OPEN, heat=number)
    return _with(heats, msgspec.structs.replace(heat, places=dict(places)))


def to_play_off(heats: Heats, number: int) -> tuple[EntrantId, ...]:
    """Give who must play off at a table; in the final only for the place that decides."""
    heat = _heat(heats, number)
    return heat.sharing(heats.decides) if heats.final else heat.tied(heats.advance)


def record_play_off(heats: Heats, number: int, places: Mapping[EntrantId, int]) -> Heats:
    """Record a play-off. If it is tied across the line again, those tied play off again.

    Raises Refused if there is none to play or the places do not fit it.
    """
    heat = _heat(heats, number)
    off = to_play_off(heats, number)
    if not off or not _fits(places, off):
        raise Refused("heats.wrong-result", OPEN, heat=number)
    return _with(heats, msgspec.structs.replace(heat, play_offs=(*heat.play_offs, dict(places))))


def advancing(heats: Heats) -> tuple[EntrantId, ...]:
    """List who goes on from the stage under way. Raises Refused while a table is open."""
    found: list[EntrantId] = []
    for heat in heats.now:
        if not heat.places or to_play_off(heats, heat.number):
            raise Refused("heats.still-open", OPEN, heat=heat.number)
        found += sorted(heat.entrants, key=heat.standing)[: heats.advance]
    return tuple(found)


def next_stage(
    heats: Heats,
    lots: Lots,
    units: Mapping[EntrantId, str] | None = None,
    gone: Collection[EntrantId] = (),
) -> Heats:
    """Draw the next stage from those who go on, without who has left if two or more stay.

    Raises Refused after the final or too early.
    """
    if heats.final:
        raise Refused("heats.over", OPEN, stage=len(heats.stages))
    on = advancing(heats)
    stay = [who for who in on if who not in gone]
    stage = _draw(stay if len(stay) > 1 else on, lots, units or {}, heats.most)
    return msgspec.structs.replace(heats, stages=(*heats.stages, stage))


def seated_stage(heats: Heats, tables: Mapping[int, tuple[EntrantId, ...]]) -> Heats:
    """Add a stage as it was drawn, whatever became of the results that led to it."""
    stage = tuple(Heat(number, entrants) for number, entrants in tables.items())
    return msgspec.structs.replace(heats, stages=(*heats.stages, stage))


def played_off(heats: Heats, number: int, places: Mapping[EntrantId, int]) -> Heats:
    """Add a play-off as it was played, whatever became of the tie that led to it."""
    heat = _heat(heats, number)
    return _with(heats, msgspec.structs.replace(heat, play_offs=(*heat.play_offs, dict(places))))


def played_again(heats: Heats, number: int, places: Mapping[EntrantId, int]) -> Heats:
    """Put the places of a table that was played again in the stead of those that were void."""
    heat = _heat(heats, number)
    return _with(heats, msgspec.structs.replace(heat, places=dict(places), play_offs=()))


def plan(heats: Heats) -> RoundPlan:
    """Write the stage under way as a round of tables; play-offs stand after the tables."""
    meetings = []
    for heat in heats.now:
        reasons = [Reason(SIZES, {"size": len(heat.entrants), "groups": len(heats.now)})]
        if not heats.final and len(heat.entrants) <= heats.advance:
            reasons.append(Reason(NOBODY_OUT, {"size": len(heat.entrants)}))
        meetings.append(Meeting(BoardNo(heat.number), heat.entrants, (*reasons, *heats.reasons)))
    for heat in heats.now:
        if off := to_play_off(heats, heat.number):
            board = BoardNo(len(meetings) + 1)
            reason = Reason(PLAY_OFF, {"heat": heat.number, "after": len(heat.play_offs)})
            meetings.append(Meeting(board, off, (reason,)))
    return RoundPlan(RoundNo(len(heats.stages)), tuple(meetings))


def _draw(
    entrants: Sequence[EntrantId], lots: Lots, units: Mapping[EntrantId, str], most: int
) -> tuple[Heat, ...]:
    order = drawn_order(entrants, lots, "heats")
    groups: list[list[EntrantId]] = [[] for _ in sizes(len(order), most)]
    rows: defaultdict[str, list[EntrantId]] = defaultdict(list)
    for who in order:
        # Who has no unit is a unit of one.
        rows[units.get(who, f"\x00{who}")].append(who)
    # Dealing unit after unit, round and round, puts a unit's members on different tables.
    for at, who in enumerate(who for members in rows.values() for who in members):
        groups[at % len(groups)].append(who)
    place = {who: at for at, who in enumerate(order)}
    return tuple(
        Heat(number, tuple(sorted(group, key=place.__getitem__)))
        for number, group in enumerate(groups, 1)
    )


def _fits(places: Mapping[EntrantId, int], entrants: Sequence[EntrantId]) -> bool:
    return set(places) == set(entrants) and all(place >= 1 for place in places.values())


def _heat(heats: Heats, number: int) -> Heat:
    for heat in heats.now:
        if heat.number == number:
            return heat
    raise Refused("heats.unknown", OPEN, heat=number)


def _with(heats: Heats, heat: Heat) -> Heats:
    stage = tuple(heat if each.number == heat.number else each for each in heats.now)
    return msgspec.structs.replace(heats, stages=(*heats.stages[:-1], stage))
