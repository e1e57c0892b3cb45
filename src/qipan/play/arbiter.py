"""The arbiter's console: every ruling is an event, and none asks a player.

``pause``, ``resume`` (with set clocks), ``begin``, ``warn``, ``fine``, ``award``, ``annul``,
``back`` (take moves back), ``clock`` (replace, or enter what the clock at the board shows),
``message`` to both, ``play`` (a move of the table: the decision a game waits for), ``reissue`` a
seat, ``chat`` (open, close, mute).
"""

from collections.abc import Callable
from typing import Any

from qipan.journal.live import events
from qipan.journal.live.events import Spent
from qipan.journal.live.table import Table, hides, position_after
from qipan.kernel.clock import LONGEST, Control, Reading, checked
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import TABLE
from qipan.kernel.rules import RuleKey, declared, rule
from qipan.play.commands import ArbiterAct
from qipan.play.decide import STANDS, TableDecision, play_move, seat_in

RULED = rule("play.arbiter", "The arbiter of a table may correct anything that happens there.")
AWARDED = rule("play.awarded", "The arbiter decided the game.")
ANNULLED = rule("play.annulled", "The arbiter annulled the game.")
BACK = rule("play.taken-back", "The arbiter takes back moves entered or made by mistake.")
LONGEST_NOTICE = 500
MOST_POINTS = 1000


def rule_on(table: Table, command: ArbiterAct, spent: Spent) -> TableDecision:
    """Decide on an arbiter's act. Raises Refused or BadInput."""
    act = ACTS.get(command.act)
    if act is None:
        raise BadInput(f"no such act (there is: {', '.join(ACTS)})", where="act")
    found = act(table, command, spent)
    return found if isinstance(found, TableDecision) else TableDecision(found)


def _begin(table: Table, command: ArbiterAct, spent: Spent) -> events.GameBegun:
    del command, spent
    if table.begun:
        raise Refused("play.begun-already", RULED)
    return events.GameBegun()


def _pause(table: Table, command: ArbiterAct, spent: Spent) -> events.PlaySuspended:
    del command
    if not table.going:
        raise Refused("play.not-running", STANDS, why=table.suspended)
    return events.PlaySuspended(why="arbiter", spent=spent)


def _resume(table: Table, command: ArbiterAct, spent: Spent) -> events.PlayResumed:
    del spent
    if not table.suspended:
        raise Refused("play.not-suspended", STANDS)
    readings = _readings(table, command.readings) if command.readings else ()
    return events.PlayResumed(why="arbiter", readings=readings)


def _warn(table: Table, command: ArbiterAct, spent: Spent) -> events.SeatWarned:
    del spent
    return events.SeatWarned(seat=seat_in(table, command.seat), rule=_cited(command, RULED))


def _fine(table: Table, command: ArbiterAct, spent: Spent) -> events.SeatFined | TableDecision:
    """Take time off a clock or points off a count; in a game without one they are noted."""
    if not abs(command.time) <= LONGEST or not 0 <= command.points <= MOST_POINTS:
        raise BadInput("a fine is out of range", where="time")
    seat, by = seat_in(table, command.seat), _cited(command, RULED)
    counted = ""
    if command.points and not table.over:
        counted = table.game.fine_move(table.state, seat, command.points, by)
    if counted and command.time:
        raise BadInput("time and points are two fines", where="time")
    if counted:
        return play_move(table, TABLE, counted, command.id, spent)
    return events.SeatFined(
        seat=seat,
        rule=by,
        time=command.time,
        points=command.points,
        spent=spent,
    )


def _award(table: Table, command: ArbiterAct, spent: Spent) -> events.GameAwarded:
    places = command.places
    if len(places) != table.seats or min(places) != 1 or max(places) > table.seats:
        raise BadInput("one place for each seat, 1 the best", where="places")
    return events.GameAwarded(places=places, rule=_cited(command, AWARDED), spent=spent)


def _annul(table: Table, command: ArbiterAct, spent: Spent) -> events.GameAnnulled:
    if table.annulled is not None:
        raise Refused("play.annulled-already", ANNULLED)
    return events.GameAnnulled(rule=_cited(command, ANNULLED), spent=spent)


def _clock(table: Table, command: ArbiterAct, spent: Spent) -> events.ClockReplaced:
    controls: tuple[Control, ...] = command.controls or table.controls
    if len(controls) != table.seats:
        raise BadInput("one clock for each seat", where="controls")
    readings = _readings(table, command.readings)
    made = tuple(checked(control) for control in controls)
    return events.ClockReplaced(controls=made, readings=readings, spent=spent)


def _back(table: Table, command: ArbiterAct, spent: Spent) -> events.MovesTakenBack:
    """Go back so many moves while the game is on; what was shown to nobody alone can be undone."""
    if table.over:
        raise Refused("game.over", BACK)
    if hides(table.game) or not 1 <= command.plies <= len(table.moves):
        raise Refused("play.no-way-back", BACK, plies=command.plies, moves=len(table.moves))
    if position_after(table, len(table.moves)) != table.state:  # somebody gave up on the way
        raise Refused("play.no-way-back", BACK, plies=command.plies, moves=len(table.moves))
    by = _cited(command, BACK)
    return events.MovesTakenBack(plies=command.plies, rule=by, spent=spent)


def _message(table: Table, command: ArbiterAct, spent: Spent) -> events.NoticeSent:
    del table, spent
    if not 0 < len(command.text) <= LONGEST_NOTICE:
        raise BadInput(f"a notice has 1 to {LONGEST_NOTICE} characters", where="text")
    return events.NoticeSent(text=command.text)


def _play(table: Table, command: ArbiterAct, spent: Spent) -> TableDecision:
    return play_move(table, TABLE, command.text, command.id, spent)


def _reissue(table: Table, command: ArbiterAct, spent: Spent) -> events.SeatReissued:
    del spent
    return events.SeatReissued(seat=seat_in(table, command.seat))


def _chat(table: Table, command: ArbiterAct, spent: Spent) -> events.ChatSwitched:
    del spent
    muted = command.muted
    if muted is not None:
        muted = tuple(sorted({seat_in(table, seat) for seat in muted}))
    return events.ChatSwitched(open=command.open, muted=muted)


def _readings(table: Table, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    if len(readings) != table.seats:
        raise BadInput("one reading for each seat", where="readings")
    for reading in readings:
        numbers = (reading.main, reading.periods, reading.turn, reading.used)
        if not all(0 <= number <= LONGEST for number in numbers):
            raise BadInput("a reading is out of range", where="readings")
    return readings


def _cited(command: ArbiterAct, otherwise: RuleKey) -> RuleKey:
    if not command.rule:
        return otherwise
    if command.rule not in declared():
        raise BadInput(f"no such rule: {command.rule[:60]!r}", where="rule")
    return RuleKey(command.rule)


ACTS: dict[str, Callable[[Table, ArbiterAct, Spent], Any]] = {
    "begin": _begin,
    "pause": _pause,
    "resume": _resume,
    "warn": _warn,
    "fine": _fine,
    "award": _award,
    "annul": _annul,
    "back": _back,
    "clock": _clock,
    "message": _message,
    "play": _play,
    "reissue": _reissue,
    "chat": _chat,
}
