"""Knockout: the tree is drawn with the numbers; a round is a stage of the tree."""

from typing import Any

from qipan.journal.events import Cause
from qipan.journal.state import Round
from qipan.kernel.ids import BoardNo, EntrantId
from qipan.kernel.results import How
from qipan.kernel.rules import rule
from qipan.pairing.by_lot import drawn_order
from qipan.pairing.knockout import Bracket, Format, award, make_bracket, places, ready
from qipan.pairing.plan import Meeting, Reason, RoundPlan
from qipan.sections.stages import Standing
from qipan.sections.systems.cross import winners_of
from qipan.sections.systems.system import Place, Places, System, by_keys

LEVEL = rule("knockout.level-reached", "Who goes out in the same stage shares a place.")
DRAWN_SEATS = rule("knockout.seats-drawn", "Colours of the first game are drawn by lot.")
SEMI = 4
"""The level of the tree whose losers may play for third place."""
SLOT = rule("knockout.slot", "Winners meet along the tree.")


def bracket_of(standing: Standing) -> Bracket:
    """Build the tree and put in what was decided so far."""
    units = standing.units if standing.stage.separate_units else None
    form = Format(third_place=standing.stage.third_place)
    bracket = make_bracket(standing.section.order, units=units, form=form)
    for found in standing.rounds:
        bracket = _with_round(standing, bracket, found)
    return bracket


def _with_round(standing: Standing, bracket: Bracket, found: Round) -> Bracket:
    winners = winners_of(found)
    for table in found.tables:
        result = found.results.get(table.board)
        if result is None:
            continue
        winner = winners.get(frozenset(table.seats))
        if winner is None and result.how is How.PLAYED:
            continue
        how = result.how
        bracket = award(bracket, table.group, winner, how, "result")
    return bracket


class Knockout(System):
    """A single elimination."""

    def over(self, standing: Standing) -> bool:
        """Over when no match can go on and none is waiting for a result."""
        if not standing.section.order:
            return False
        waiting = [found for found in standing.rounds if found.missing]
        return bool(standing.rounds) and not waiting and not self._next(standing)

    def rounds(self, standing: Standing) -> int:
        """Count the levels of the tree."""
        size = len(standing.section.order) or standing.section.active_count
        return max(1, (size - 1).bit_length())

    def needs_lot(self, standing: Standing) -> bool:
        """The seats of every match are drawn."""
        del standing
        return True

    def _next(self, standing: Standing) -> list[tuple[str, tuple[EntrantId, EntrantId]]]:
        bracket = bracket_of(standing)
        matches = ready(bracket)
        if not matches:
            return []
        level = max(match.stage for match in matches)
        playing = [each for each in matches if each.stage == level or {each.stage, level} == {2, 3}]
        found = []
        for match in playing:
            one, two = bracket.players(match)
            if one is not None and two is not None:
                found.append((str(match.id), (one, two)))
        return found

    def pair(self, standing: Standing) -> RoundPlan:
        """Pair the matches that are ready, seats by lot."""
        bracket = bracket_of(standing)
        meetings = []
        for board, (name, players) in enumerate(self._next(standing), 1):
            seats = drawn_order(players, standing.lots, f"seats of match {name}")
            reasons = (Reason(SLOT, {"match": name}), Reason(DRAWN_SEATS, {"drawn": seats[0]}))
            meetings.append(Meeting(BoardNo(board), tuple(seats), reasons))
        return RoundPlan(standing.number, tuple(meetings), (), bracket.reasons)

    def group_of(self, standing: Standing, meeting: Meeting) -> str:
        """Name the match of the tree."""
        del standing
        return str(meeting.reasons[0].facts["match"])

    def places(self, standing: Standing) -> Places:
        """Give places by how far everybody came.

        Who is still in shares the first place, who waits for the match for third place the third.
        """
        bracket = bracket_of(standing)
        found = places(bracket)
        for match in bracket.matches:
            if match.stage == SEMI and match.over:
                beaten = [who for who in bracket.players(match) if who not in (None, match.winner)]
                found |= {who: found.get(who, 3) for who in beaten if who is not None}
        last = _last_meetings(standing)
        order = sorted(standing.section.order, key=lambda who: found.get(who, 1))
        rows = tuple(
            Place(who, found.get(who, 1), Cause(LEVEL, last.get(who, {}))) for who in order
        )
        return Places(rows, by_keys(standing).tables)

    def advancing(self, standing: Standing) -> tuple[EntrantId, ...]:
        """Nobody: a knockout is the last stage."""
        del standing
        return ()


def _last_meetings(standing: Standing) -> dict[EntrantId, dict[str, Any]]:
    """Say for everybody which match they came to: its round, its board, its level, who won it."""
    found: dict[EntrantId, dict[str, Any]] = {}
    for here in standing.rounds:
        winners = winners_of(here)
        for table in here.tables:
            facts = {
                "pair": list(table.seats),
                "round": here.number,
                "board": table.board,
                "match": table.group,
                "play-off": table.board in here.decided,
            }
            winner = winners.get(frozenset(table.seats))
            over = winner is not None or table.board in here.results
            facts |= {"winner": winner} if over else {}
            found |= dict.fromkeys(table.seats, facts)
    return found
