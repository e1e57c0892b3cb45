"""Scoring a sheet by the rules of the game and the book."""

from collections.abc import Sequence

import msgspec

from qipan.games.shengji.penalties import FLAT, GROWING, POINTS, Adjustment, usual
from qipan.games.shengji.rules import ShengjiRules, checked
from qipan.games.shengji.scoresheet import Ledger, Sheet, ledger
from qipan.journal.state import Competition, DealPenalty, DealSheet, PenaltyKind, Section
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import EventRules
from qipan.sections.lookup import event_of
from qipan.sections.matches import Match, match_of

GAME = "shengji"
OFFENCES = {key.rpartition(".")[2]: key for key in (*POINTS, *FLAT, *GROWING)}
"""The offences of a deal by their short names."""
WRITTEN = rule("sheet.written", "A deal is recorded only as it could have been played.")
HERE = rule("sheet.game", "Scoresheets are kept for games played in deals and levels.")


def rules_of(rules: EventRules) -> ShengjiRules:
    """Give the options of the game as the book sets them. Raises Refused for another game."""
    if rules.game != GAME:
        raise Refused("sheet.other-game", HERE, game=rules.game)
    return checked(msgspec.convert(rules.rules, ShengjiRules))


def scored(
    match: Match, deals: Sequence[DealSheet], *, time_up: bool = False, lot: int | None = None
) -> Ledger:
    """Score the deals of a match, with levels that arbiters took beside the sheet.

    Raises Refused if a deal cannot have been played so.
    """
    standing = match.standing
    rules = rules_of(standing.rules)
    beside = levels_taken(standing.section, match)
    try:
        return ledger(
            rules, [_sheet(each) for each in deals], time_up=time_up, lot=lot, beside=beside
        )
    except BadInput as error:
        raise Refused("sheet.wrong", WRITTEN, where=error.where, why=error.what) from error


def _sheet(deal: DealSheet) -> Sheet:
    return Sheet(
        banker=deal.banker,
        trick_points=deal.trick_points,
        bottom_points=deal.bottom_points,
        last_length=deal.last_length,
        defenders_buried=deal.defenders_buried,
        defenders_won_last=deal.defenders_won_last,
        adjustments=tuple(
            Adjustment(each.side, each.offence, each.points, each.levels) for each in deal.penalties
        ),
    )


def read_penalty(text: str) -> DealPenalty:
    """Read ``0:failed-throw:3``: side, offence, and how many cards, pairs or times.

    Raises BadInput and lists the offences.
    """
    side, _, rest = text.partition(":")
    name, _, count = rest.partition(":")
    times = count or "1"
    if name not in OFFENCES or side not in ("0", "1") or not (times.isascii() and times.isdigit()):
        raise BadInput(
            f"not a penalty: {text[:40]!r} (SIDE:OFFENCE[:COUNT] with {', '.join(OFFENCES)})",
            where="penalty",
        )
    found = usual(int(side), OFFENCES[name], int(times[:6]))
    return DealPenalty(found.side, found.offence, found.points, found.levels)


def levels_taken(section: Section, match: Match) -> list[Adjustment]:
    """List the levels that arbiters took from the sides of a match, in their order."""
    seats = match.table.seats
    here = [
        each
        for each in section.penalties
        if (each.round, each.board) == (match.round.number, match.table.board)
        and each.entrant in seats
    ]
    return [
        Adjustment(seats.index(each.entrant), WRITTEN, levels=penalty.amount)
        for each in here
        for penalty in each.penalties
        if penalty.kind is PenaltyKind.LEVELS
    ]


def sheet_of(
    state: Competition, section: Section, number: RoundNo, board: BoardNo
) -> tuple[Match, Ledger]:
    """Give the match of a table and its ledger as it stands. Raises Refused."""
    rules_of(event_of(state, section))
    match = match_of(state, section, number, board)
    kept = section.sheets.get((number, board))
    if kept is None:
        return match, scored(match, ())
    return match, scored(match, kept.deals, time_up=kept.time_up)
