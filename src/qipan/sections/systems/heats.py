"""Heats at tables of several seats: some of each table go on, until one table is left."""

from qipan.journal.events import Cause
from qipan.journal.state import Round, Table
from qipan.kernel.ids import BoardNo, EntrantId
from qipan.kernel.lots import Draw
from qipan.kernel.results import How
from qipan.kernel.rules import rule
from qipan.pairing import heats as engine
from qipan.pairing.plan import Meeting, Reason, RoundPlan
from qipan.sections.stages import Standing
from qipan.sections.systems.system import Place, Places, System, by_keys, moved_up

REACHED = rule("heats.reached", "Who came further is ahead; in one heat the place counts.")
TIED = rule("heats.played-off", "A tie for the last qualifying place is played off.")
_OFF = "play-off-"


def _places(table: Table, found: Round) -> dict[EntrantId, int] | None:
    result = found.results.get(table.board)
    if result is None:
        return None
    return dict(zip(table.seats, (int(each) for each in result.score.seats), strict=True))


def _lot(standing: Standing, number: int) -> Draw:
    draw = standing.section.lots.get(f"round-{number}")
    if draw is None and standing.lots is not None:
        return standing.lots
    assert draw is not None  # a heat is never drawn without its lot, see needs_lot
    return draw


def heats_of(standing: Standing) -> engine.Heats | None:
    """Build the heats so far from the rounds played; None before the first."""
    stage, heats = standing.stage, None
    void: dict[int, set[EntrantId]] = {}
    units = standing.units if stage.separate_units else None
    for found in standing.rounds:
        playing_off = found.tables[0].group.startswith(_OFF)
        if heats is None:
            heats = engine.make_heats(
                standing.section.order,
                _lot(standing, found.number),
                units=units,
                most=stage.seats,
                advance=stage.advance,
                decides=stage.play_off_place,
            )
        elif not playing_off:
            seats = {int(table.group): table.seats for table in found.tables}
            heats, void = engine.seated_stage(heats, seats), {}
        for table in found.tables:
            places = _places(table, found)
            if places is None:
                continue
            heat = int(table.group.removeprefix(_OFF))
            if playing_off and heat in void:
                if void[heat] != set(table.seats):
                    continue  # a tie of a table that never was
                heats = engine.played_again(heats, heat, places)
            elif playing_off:
                heats = engine.played_off(heats, heat, places)
            else:
                heats = engine.record(heats, heat, places)
            void.pop(heat, None)
            if found.results[table.board].how is How.ANNULLED and not playing_off:
                void[heat] = set(table.seats)
    return heats


class Heats(System):
    """Tables of several seats."""

    def over(self, standing: Standing) -> bool:
        """Over when the final table has its places, and the one that decides is nobody's twice."""
        heats = heats_of(standing)
        if heats is None or not heats.final or standing.rounds[-1].missing:
            return False
        return all(heat.places for heat in heats.now) and not self._off(heats)

    def rounds(self, standing: Standing) -> int:
        """Count the stages a field of this size needs, without play-offs."""
        size = len(standing.section.order) or standing.section.active_count
        count = 1
        while size > standing.stage.seats:
            parts = engine.sizes(size, standing.stage.seats)
            size = sum(min(part, standing.stage.advance) for part in parts)
            count += 1
        return max(count, len(standing.rounds))

    def needs_lot(self, standing: Standing) -> bool:
        """Tables are drawn."""
        del standing
        return True

    def _off(self, heats: engine.Heats | None) -> dict[int, tuple[EntrantId, ...]]:
        if heats is None:
            return {}
        found = {heat.number: engine.to_play_off(heats, heat.number) for heat in heats.now}
        return {number: tied for number, tied in found.items() if tied}

    def pair(self, standing: Standing) -> RoundPlan:
        """Draw the next tables, or seat the play-offs that are due."""
        heats = heats_of(standing)
        off = self._off(heats)
        if off:
            meetings = tuple(
                Meeting(BoardNo(board), tied, (Reason(TIED, {"heat": number}),))
                for board, (number, tied) in enumerate(off.items(), 1)
            )
            return RoundPlan(standing.number, meetings)
        units = standing.units if standing.stage.separate_units else None
        draw = _lot(standing, standing.number)
        if heats is None:
            order = standing.section.order
            stage = standing.stage
            heats = engine.make_heats(
                order,
                draw,
                units=units,
                most=stage.seats,
                advance=stage.advance,
                decides=stage.play_off_place,
            )
        else:
            gone = {who for who, each in standing.section.entrants.items() if each.withdrawn}
            heats = engine.next_stage(heats, draw, units, gone)
        plan = engine.plan(heats)
        return RoundPlan(standing.number, plan.meetings, plan.rests, plan.reasons)

    def group_of(self, standing: Standing, meeting: Meeting) -> str:
        """Name the heat."""
        del standing
        first = meeting.reasons[0]
        return f"{_OFF}{first.facts['heat']}" if first.rule == TIED else str(meeting.board)

    def places(self, standing: Standing) -> Places:
        """Rank by the stage reached, then by the place at the table; who is still in is ahead."""
        heats = heats_of(standing)
        if heats is None:
            return by_keys(standing)
        # Editions before a shared place was played off set the loser of a play-off before a fourth.
        rank = _rank if standing.stage.play_off_place else engine.Heat.standing
        reached: dict[EntrantId, tuple[int, tuple[int, ...]]] = {}
        causes: dict[EntrantId, Cause] = {}
        for number, stage in enumerate(heats.stages):
            last = number + 1 == len(heats.stages)
            for heat in stage:
                still = _still_in(heats, heat) if last else ()
                for who in heat.entrants:
                    reached[who] = (-number, () if who in still else rank(heat, who))
                    causes[who] = Cause(REACHED, _came_to(heats, heat, number, who))
        order = sorted(reached, key=lambda who: (reached[who], who))
        keys = {key: at for at, key in enumerate(sorted(set(reached.values())))}
        rows = [Place(who, keys[reached[who]], causes[who]) for who in order]
        return Places(moved_up(rows), by_keys(standing).tables)


def _place_at(heat: engine.Heat, who: EntrantId) -> int:
    """Give somebody's place at a table, play-offs included: who loses one for third is fourth."""
    shared = [other for other in heat.entrants if heat.places[other] == heat.places[who]]
    return heat.places[who] + sum(heat.standing(other) < heat.standing(who) for other in shared)


def _rank(heat: engine.Heat, who: EntrantId) -> tuple[int, ...]:
    return (_place_at(heat, who),)


def _still_in(heats: engine.Heats, heat: engine.Heat) -> tuple[EntrantId, ...]:
    """Give who of a table of the latest stage is not out: it is open, or they go on from it."""
    if not heat.places:
        return heat.entrants
    if heats.final:
        return ()
    line = sorted(map(heat.standing, heat.entrants))[: heats.advance][-1]
    return tuple(who for who in heat.entrants if heat.standing(who) <= line)


def _came_to(
    heats: engine.Heats, heat: engine.Heat, number: int, who: EntrantId
) -> dict[str, object]:
    """Say how far somebody came: the stage, the table, and the place at it once it was played."""
    facts: dict[str, object] = {"stage": number + 1, "table": heat.number}
    facts |= {"final": len(heats.stages[number]) == 1}
    if heat.places:
        facts |= {
            "place": _place_at(heat, who),
            "play-off": any(who in off for off in heat.play_offs),
        }
    return facts
