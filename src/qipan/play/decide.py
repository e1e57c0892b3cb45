"""Decisions at a table: a command in, events out, or a refusal. Nothing is touched here.

``spent`` is what the owner measured for the clocks that run; it is charged only by events that
touch clocks. A player's command never names a seat: the seat comes from the token.
"""

from typing import Any, NamedTuple, NoReturn

from qipan.journal.live import events
from qipan.journal.live.events import Spent, TableEvent
from qipan.journal.live.table import Table, hides
from qipan.kernel.clock import limit
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.game import CLAIM, OVER, UNKNOWN_SEAT
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.rules import rule
from qipan.play import commands as asked

STANDS = rule("play.suspended", "No moves are made while the clocks are stopped.")
BEGUN = rule("play.begins", "No moves are made before the game begins.")
OFFERS = rule(
    "play.offers", "An offer stands until it is answered or somebody moves; one offer a move."
)
NEWEST = rule("play.newest-position", "A move answers the position the player has seen.")
FRIENDLY = rule(
    "play.takeback", "In a casual game a move can be taken back if the opponent agrees."
)
CLAIMS = rule("play.claims", "A win on time can be claimed only once the time has run out.")
LONGEST_ID = 40
DRAW, TAKEBACK = "draw", "takeback"
LONGEST_POINT = 8


class TableDecision(NamedTuple):
    """What happens, and the state of the game it leads to if that was computed."""

    event: TableEvent
    after: Any = None


def decide(table: Table, seat: Seat, command: asked.AnyCommand, spent: Spent) -> TableDecision:
    """Decide on a player's command. Raises Refused, IllegalMove or BadInput."""
    match command:
        case asked.PlayMove():
            _on_newest(table, seat, command.seq)
            return play_move(table, seat, command.text, command.id, spent)
        case asked.MakeOffer():
            return _offer(table, seat, command, spent)
        case asked.AnswerOffer():
            return _answer(table, seat, command, spent)
        case asked.MakeClaim(what="time"):
            return _claim_time(table, spent)
        case asked.MakeClaim():
            return play_move(table, seat, CLAIM + command.what[:20], command.id, spent)
        case asked.Resign():
            _still_on(table)
            return TableDecision(events.SeatResigned(seat=seat, spent=spent))
        case _:
            raise BadInput("not a command for a player", where="type")


def play_move(table: Table, seat: Seat, text: str, message: str, spent: Spent) -> TableDecision:
    """Decide on a move. Raises IllegalMove, Refused or BadInput."""
    if len(message) > LONGEST_ID:
        raise BadInput(f"a message id has at most {LONGEST_ID} characters", where="id")
    _still_on(table)
    if not table.begun:
        raise Refused("play.not-begun", BEGUN)
    if table.suspended and seat != TABLE:
        raise Refused("play.suspended", STANDS, why=table.suspended)
    game = table.game
    move = game.read(table.state, seat, text)
    after = game.play(table.state, seat, move)
    written = game.write(table.state, seat, move)
    fines = game.fines(table.state, after)
    event = events.MovePlayed(seat=seat, text=written, id=message, spent=spent, fines=fines)
    return TableDecision(event, after)


def fallen(table: Table, spent: Spent) -> Seat | None:
    """Find the first seat whose time has run out after so much; None if nobody's has."""
    for seat, elapsed in spent:
        left = limit(table.controls[seat], table.readings[seat])
        if left is not None and elapsed >= left:
            return Seat(seat)
    return None


def _on_newest(table: Table, seat: Seat, seq: int | None) -> None:
    """Where one seat alone acts, its move answers the last one; else positions pass too fast."""
    if seq is None or seq >= table.newest:
        return
    if table.game.acting(table.state) == (seat,):
        raise Refused("play.stale", NEWEST, seen=seq, newest=table.newest)


def _still_on(table: Table) -> None:
    if table.over:
        raise Refused("game.over", OVER)


def _offer(table: Table, seat: Seat, command: asked.MakeOffer, spent: Spent) -> TableDecision:
    what = command.what
    own = table.game.offers.get(what)
    if own is not None:
        text = f"{own.made} {command.at[:LONGEST_POINT]}" if own.at_a_point else own.made
        return play_move(table, seat, text, command.id, spent)
    if what not in (DRAW, TAKEBACK):
        _unknown(table, what)
    _still_on(table)
    if not table.begun:
        raise Refused("play.not-begun", BEGUN)
    if what == TAKEBACK and _plies_back(table, seat) and _only_bots(table, seat):
        return _taken_back(table, seat, spent)
    if (what, seat) in table.declined:
        raise Refused("play.offered-already", OFFERS, what=what)
    if what in table.offers:
        if seat in table.offers[what]:
            raise Refused("play.offered-already", OFFERS, what=what)
        return _answer(table, seat, asked.AnswerOffer(what=what, accept=True), spent)
    if what == DRAW:
        table.game.agree_draw(table.state)
    return TableDecision(events.OfferMade(seat=seat, what=what))


def _answer(table: Table, seat: Seat, command: asked.AnswerOffer, spent: Spent) -> TableDecision:
    what = command.what
    own = table.game.offers.get(what)
    if own is not None and own.accepted:
        text = own.accepted if command.accept else own.declined
        return play_move(table, seat, text, command.id, spent)
    if what not in (DRAW, TAKEBACK):
        _unknown(table, what)
    _still_on(table)
    if what not in table.offers or seat in table.offers[what]:
        raise Refused("play.nothing-offered", OFFERS, what=what)
    if command.accept and what == TAKEBACK:
        return _taken_back(table, Seat(next(iter(table.offers[what]))), spent)
    if command.accept:
        table.game.agree_draw(table.state)
    return _answered(table, seat, command, spent)


def may_take_back(table: Table) -> bool:
    """Say whether moves are taken back here by agreement: for two, nothing hidden or at stake."""
    return may_plan_ahead(table) and table.seats == 2


def may_play_again(table: Table) -> bool:
    """Say whether its two people may ask each other for a rematch: where nothing is at stake."""
    return table.seats == 2 and not table.opened.bots and may_plan_ahead(table)


def may_plan_ahead(table: Table) -> bool:
    """Say whether pages send moves chosen ahead of the turn: where nothing is hidden or at stake.

    In a contest a move is made on the position the player has seen.
    """
    opened = table.opened
    contest = opened.counts and ("section" in opened.origin or "lobby" in opened.origin)
    return not contest and not hides(table.game)


def _plies_back(table: Table, seat: Seat) -> int:
    """Count the moves back to a seat's last one. Raises Refused where that is not done."""
    if not may_take_back(table):
        raise Refused("play.no-takeback", FRIENDLY)
    for plies, move in enumerate(reversed(table.moves[-2:]), 1):
        if move.seat == seat:
            return plies
    raise Refused("play.no-way-back", FRIENDLY, plies=1, moves=len(table.moves))


def _only_bots(table: Table, seat: Seat) -> bool:
    return all(who == seat or who in table.opened.bots for who in range(table.seats))


def _taken_back(table: Table, seat: Seat, spent: Spent) -> TableDecision:
    plies = _plies_back(table, seat)
    return TableDecision(events.MovesTakenBack(plies=plies, rule=FRIENDLY, spent=spent))


def _answered(table: Table, seat: Seat, command: asked.AnswerOffer, spent: Spent) -> TableDecision:
    """Answer for one seat; only the last acceptance ends the game, and so charges a clock."""
    agreed = table.offers[command.what]
    last = command.accept and len(agreed) == table.seats - 1
    return TableDecision(
        events.OfferAnswered(
            seat=seat, what=command.what, accepted=command.accept, spent=spent if last else ()
        )
    )


def _claim_time(table: Table, spent: Spent) -> TableDecision:
    _still_on(table)
    flagged = fallen(table, spent)
    if flagged is None:
        raise Refused("play.time-left", CLAIMS)
    return TableDecision(events.FlagFell(seat=flagged, spent=capped(table, spent, flagged)))


def capped(table: Table, spent: Spent, flagged: Seat) -> Spent:
    """Charge a fallen flag exactly what was left: nobody uses more time than there was."""
    left = limit(table.controls[flagged], table.readings[flagged]) or 0
    return tuple((seat, left if seat == flagged else ms) for seat, ms in spent)


def _unknown(table: Table, what: str) -> NoReturn:
    known = ", ".join((DRAW, *table.game.offers, TAKEBACK))
    raise BadInput(f"{what[:20]!r} cannot be offered (there is: {known})", where="what")


def seat_in(table: Table, seat: int | None) -> Seat:
    """Give a seat that somebody named. Raises Refused if there is none such."""
    if seat is None or not 0 <= seat < table.seats:
        raise Refused("play.no-such-seat", UNKNOWN_SEAT, seat=seat)
    return Seat(seat)
