"""What a player may do on the own page: check in, report, sign, dispute, type a record, appeal."""

from collections.abc import Awaitable, Callable

from qipan.desk.appeals.commands import LodgeAppeal
from qipan.desk.online.commands import CheckInForRound
from qipan.desk.records.commands import AttachRecord, TypeRecord
from qipan.desk.results.commands import DisputeResult, ReportResult, SignResult, TakeBackReport
from qipan.desk.results.reporting import REPORTER
from qipan.journal.state import KeptRecord
from qipan.kernel.errors import BadInput, Conflict, Refused
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.kernel.results import Score
from qipan.rulebooks.schema.money import cents
from qipan.sections.lookup import event_of
from qipan.web.player import line_up as my_line_up
from qipan.web.player import play_off as my_play_off
from qipan.web.player.phones import Own, carry_out
from qipan.web.shared.context import Context
from qipan.web.shared.forms import Form, number, words

MOST_LETTERS, MOST_TEXT = 30_000, 4000
CROWD = 20
"""How often a check-in is tried: many come at the same moment."""


def place_of(me: Own) -> tuple[RoundNo, BoardNo]:
    """Give round and board of the player now. Raises Refused."""
    if me.round is None or me.table is None:
        raise Refused("result.not-seated", REPORTER, round=0, board=0, entrant=me.entrant)
    return me.round.number, me.table.board


async def _report(context: Context, me: Own, form: Form) -> None:
    number, board = place_of(me)
    assert me.table is not None
    scoring = event_of(me.state, me.section).scoring.scoring()
    seat = me.table.seats.index(me.entrant)
    match words(form, "result"):
        case "won":
            score = [scoring.loss] * len(me.table.seats)
            score[seat] = scoring.win
        case "drawn":
            score = [scoring.draw] * len(me.table.seats)
        case "lost" if len(me.table.seats) == 2:
            score = [scoring.win] * 2
            score[seat] = scoring.loss
        case other:
            raise BadInput(f"no result: {other[:20]}", where="result")
    command = ReportResult(
        section=me.section.id,
        round=number,
        board=board,
        entrant=me.entrant,
        score=Score(tuple(score)),
    )
    _same_round(me, form)
    await carry_out(context, me.state.id, me.actor, command)


async def _take_back(context: Context, me: Own, form: Form) -> None:
    number, board = place_of(me)
    _same_round(me, form)
    command = TakeBackReport(section=me.section.id, round=number, board=board, entrant=me.entrant)
    await carry_out(context, me.state.id, me.actor, command)


def _same_round(me: Own, form: Form) -> None:
    """Refuse what was meant for an earlier round: a page left open over the break."""
    shown = words(form, "round", "")
    if me.round is not None and shown and shown != str(me.round.number):
        raise Conflict(me.state.id, int(shown) if shown.isdigit() else 0, me.round.number)


async def _sign(context: Context, me: Own, form: Form) -> None:
    number, board = place_of(me)
    _same_round(me, form)
    seen, result = words(form, "seen", ""), me.round.results.get(board) if me.round else None
    if result is not None and seen != written(result.score):
        raise Conflict(me.state.id, 0, me.state.version)  # what they saw is not what stands
    command = SignResult(section=me.section.id, round=number, board=board, entrant=me.entrant)
    await carry_out(context, me.state.id, me.actor, command)


def written(score: Score) -> str:
    """Write a score as the form of a signature carries it."""
    return "-".join(str(int(each)) for each in score.seats)


async def _dispute(context: Context, me: Own, form: Form) -> None:
    number, board = place_of(me)
    _same_round(me, form)
    command = DisputeResult(
        section=me.section.id,
        round=number,
        board=board,
        entrant=me.entrant,
        reason=words(form, "reason", ""),
    )
    await carry_out(context, me.state.id, me.actor, command)


async def _record(context: Context, me: Own, form: Form) -> None:
    """Type the moves in: separated by spaces or lines, with or without numbers."""
    number, board = place_of(me)
    _same_round(me, form)
    text = str(form.get("moves", ""))
    if not text.strip() or len(text) > MOST_LETTERS:
        raise BadInput(f"1 to {MOST_LETTERS} letters", where="moves", code="form.missing")
    moves = tuple(each for part in text.split() if (each := _move(part)))
    game = event_of(me.state, me.section).game
    record = AttachRecord(
        section=me.section.id,
        round=number,
        board=board,
        record=KeptRecord(game=game, moves=moves),
    )
    command = TypeRecord(entrant=me.entrant, record=record)
    await carry_out(context, me.state.id, me.actor, command)


def _move(part: str) -> str:
    """Take the number of a move off: ``12.`` and ``12.炮二平五`` and ``12、炮二平五``."""
    digits = len(part) - len(part.lstrip("0123456789"))
    if digits and part[digits : digits + 1] in (".", "、", "．", ")"):
        return part[digits + 1 :].lstrip(".")
    return "" if digits == len(part) else part


async def _lodge(context: Context, me: Own, form: Form) -> None:
    if me.round is None:
        raise Refused("result.not-seated", REPORTER, round=0, board=0, entrant=me.entrant)
    terms = event_of(me.state, me.section).conduct.appeals
    due = cents(terms.deposit) if terms is not None and terms.deposit else 0
    text = str(form.get("text", ""))
    if len(text) > MOST_TEXT or "\x00" in text:
        raise BadInput(f"at most {MOST_TEXT} letters", where="text", code="form.too-long")
    command = LodgeAppeal(
        section=me.section.id,
        entrant=me.entrant,
        round=me.round.number,
        board=me.table.board if me.table else None,
        text=text,
        at=context.wall().isoformat(timespec="minutes"),
        deposit=due if form.get("deposit") == "yes" else 0,
    )
    await carry_out(context, me.state.id, me.actor, command)


async def _check_in(context: Context, me: Own, form: Form) -> None:
    command = CheckInForRound(
        section=me.section.id,
        round=RoundNo(number(form, "round")),
        entrant=me.entrant,
        at=context.now().isoformat(),
    )
    await carry_out(context, me.state.id, me.actor, command, CROWD)


ACTS: dict[str, Callable[[Context, Own, Form], Awaitable[None]]] = {
    "check-in": _check_in,
    "report": _report,
    "take-back": _take_back,
    "sign": _sign,
    "dispute": _dispute,
    "record": _record,
    "appeal": _lodge,
    **my_play_off.ACTS,
    **my_line_up.ACTS,
}
