"""Score sheets: which moves are missing, and what that costs.

Both players write down the moves of both sides, so that a sheet has an entry for every ply. Two
models are known and may be joined: so many plies missing in a row or in all lose the game; or the
number missing makes fouls, and so many fouls lose it.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from qipan.games.xiangqi.claims.judgement import Effect, Judgement
from qipan.games.xiangqi.claims.trace import Played, steps
from qipan.games.xiangqi.notation.reading import AMBIGUOUS, UNREADABLE, Misread, read_notation
from qipan.kernel.ids import Seat
from qipan.kernel.rules import rule

MISSED_ROW: Final = rule(
    "xiangqi.missed-in-a-row", "So many plies in a row not written down lose the game."
)
MISSED_ALL: Final = rule(
    "xiangqi.missed-in-all", "So many plies in all not written down lose the game."
)
MISSED_FOULS: Final = rule(
    "xiangqi.missed-fouls", "Plies not written down are fouls by their number."
)
MISSED_LOSE: Final = rule(
    "xiangqi.missed-fouls-lose", "Fouls for plies not written down add up and lose the game."
)
COMPLETE: Final = rule("xiangqi.sheet-complete", "Few or no plies are missing on the sheet.")


class SheetLine(StrEnum):
    """What a score sheet has for a ply."""

    GOOD = "good"
    MISSING = "missing"
    ILLEGIBLE = "illegible"
    """No move in any notation, or several; counts as missing."""
    OTHER = "other"
    """A move, but not the one that was played."""


class MissedMoves(msgspec.Struct, frozen=True):
    """What missing plies cost; None and nothing where a book does not say so."""

    in_a_row: int | None = None
    """So many in a row lose."""
    in_all: int | None = None
    """So many in all lose."""
    fouls: tuple[tuple[int, int], ...] = ()
    """From so many in all on, so many fouls; smallest first."""
    fouls_lose: int | None = None
    """So many fouls in one game lose."""


def check_sheet(played: Played, sheet: Sequence[str | None]) -> tuple[SheetLine, ...]:
    """Compare a sheet, one entry a ply, with what was played.

    Entries may be in any notation; None, blank or no entry is missing. Raises BadInput if the
    record of what was played cannot be read.
    """
    found = []
    for step in steps(played):
        text = sheet[step.ply - 1] if step.ply <= len(sheet) else None
        if text is None or not text.strip():
            found.append(SheetLine.MISSING)
            continue
        try:
            same = read_notation(step.before, text, exposing=True) == step.move
            found.append(SheetLine.GOOD if same else SheetLine.OTHER)
        except Misread as error:
            vague = error.code in (UNREADABLE, AMBIGUOUS)
            found.append(SheetLine.ILLEGIBLE if vague else SheetLine.OTHER)
    return tuple(found)


def missing_plies(entries: Sequence[SheetLine]) -> tuple[int, ...]:
    """Give the plies, from 1, that count as missing on a sheet."""
    vague = (SheetLine.MISSING, SheetLine.ILLEGIBLE)
    return tuple(ply for ply, entry in enumerate(entries, 1) if entry in vague)


def rule_missed(
    seat: Seat, missing: Sequence[int], terms: MissedMoves, *, fouls_before: int = 0
) -> Judgement:
    """Rule on the plies missing on a player's sheet; ``fouls_before`` are those of this game."""
    plies = sorted(set(missing))
    in_all, in_a_row = len(plies), _longest_run(plies)
    facts: dict[str, object] = {"missing": plies, "in_all": in_all, "in_a_row": in_a_row}
    if terms.in_a_row is not None and in_a_row >= terms.in_a_row:
        return Judgement(Effect.LOSS, MISSED_ROW, seat, facts=facts)
    if terms.in_all is not None and in_all >= terms.in_all:
        return Judgement(Effect.LOSS, MISSED_ALL, seat, facts=facts)
    fouls = max((number for least, number in terms.fouls if in_all >= least), default=0)
    if not fouls:
        return Judgement(Effect.PLAY_ON, COMPLETE, facts=facts)
    facts["fouls"] = fouls_before + fouls
    loses = terms.fouls_lose is not None and fouls_before + fouls >= terms.fouls_lose
    effect, key = (Effect.LOSS, MISSED_LOSE) if loses else (Effect.PLAY_ON, MISSED_FOULS)
    return Judgement(effect, key, seat, technical_fouls=fouls, facts=facts)


def _longest_run(plies: Sequence[int]) -> int:
    longest = run = 0
    last = None
    for ply in plies:
        run = run + 1 if last is not None and ply == last + 1 else 1
        longest, last = max(longest, run), ply
    return longest
