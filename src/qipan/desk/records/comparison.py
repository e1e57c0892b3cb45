"""Comparing a record with the result that stands; nothing here changes either."""

from enum import StrEnum

import msgspec

from qipan.journal.state import AttachedRecord, PlayedGame, RecordKey, Section
from qipan.kernel.ids import EntrantId
from qipan.kernel.results import Result
from qipan.kernel.rules import RuleKey, rule

BOARD_DECIDES = rule("record.board-decides", "The final position and the result agree.")
STATED = rule("record.stated", "The result in a record matches the recorded result.")
RULED = rule("record.ruled", "Where a record needs an arbiter's decision, an arbiter rules.")

EARLY_DRAW = rule("record.early-draw", "No draw is agreed before the round the regulation names.")

_STATED = {
    "1-0": (1, 2),
    "0-1": (2, 1),
    "1/2-1/2": (1, 1),
    "0": (1, 1),
    "draw": (1, 1),
    "jigo": (1, 1),
}


class Verdict(StrEnum):
    """What became of a comparison."""

    AGREES = "agrees"
    DIFFERS = "differs"
    OPEN = "open"
    """The board does not tell: a player resigned, ran out of time, or both agreed."""
    WAITING = "waiting"
    """There is no result yet."""
    RULING = "ruling"
    """An arbiter has to rule on a point of the record."""


class Compared(msgspec.Struct, frozen=True):
    """A record beside the result, by the seats of the table."""

    verdict: Verdict
    rule: RuleKey
    """The rule by which the game ended on the board, or the one that compares."""
    board: tuple[int, ...] = ()
    """Places by the record; empty if it does not tell."""
    result: tuple[int, ...] = ()
    """Places by the result; both lose: two second places."""
    settled: str = ""
    """Why a difference stands."""

    @property
    def flagged(self) -> bool:
        """Say whether an arbiter has to look."""
        return self.verdict in (Verdict.DIFFERS, Verdict.RULING) and not self.settled


def stated_places(text: str) -> tuple[int, int] | None:
    """Read the result a file states, by the record's seats: ``1-0``, ``1/2-1/2``, ``B+3.5``."""
    word = text.strip().lower()
    if word[:2] in ("b+", "w+"):
        return (1, 2) if word[0] == "b" else (2, 1)
    return _STATED.get(word)


def compared(section: Section, key: RecordKey) -> Compared:
    """Compare a record with the result that stands. Raises KeyError if there is none."""
    attached = section.records[key]
    number, board, game, playoff = key
    found = section.rounds[number - 1]
    table = found.table(board)
    seats = table.seats if table is not None else ()
    result, first = found.results.get(board), seats[0] if seats else None
    played = _game(found.games.get(board, ()), game, playoff)
    if played is not None:
        result, first = played.result, played.first or first
    elif found.games.get(board):
        result = None
    told, rule_ = _told(attached)
    by_table = _by_table(told, first, seats)
    settled = section.settled.get(key, "")
    if attached.ruling:
        return Compared(Verdict.RULING, RULED, settled=settled)
    if result is None:
        return Compared(Verdict.WAITING, rule_, by_table)
    stands = _places(result, len(seats))
    if stands == (1, 1) and not attached.places and attached.plies < attached.agreed_from:
        return Compared(Verdict.RULING, EARLY_DRAW, by_table, stands, settled)
    if not by_table:
        return Compared(Verdict.OPEN, rule_, (), stands)
    verdict = Verdict.AGREES if by_table == stands else Verdict.DIFFERS
    return Compared(verdict, rule_, by_table, stands, settled)


def _told(attached: AttachedRecord) -> tuple[tuple[int, ...], RuleKey]:
    """Give the places the record tells: by the board, else by what it states."""
    if attached.both_lose:
        return (2,) * attached.record.seats, attached.rule or BOARD_DECIDES
    if attached.again:
        return (), attached.rule or BOARD_DECIDES
    if attached.places:
        return attached.places, attached.rule or BOARD_DECIDES
    stated = stated_places(attached.record.stated)
    return (stated, STATED) if stated is not None else ((), BOARD_DECIDES)


def _by_table(
    places: tuple[int, ...], first: EntrantId | None, seats: tuple[EntrantId, ...]
) -> tuple[int, ...]:
    """Turn places by the record's seats into places by the table's."""
    turned = len(places) == 2 and len(seats) == 2 and first == seats[1]
    return places[::-1] if turned else places


def _places(result: Result, seats: int) -> tuple[int, ...]:
    """Give the places of a result: of several seats as they are, of two by their points."""
    points = result.score.seats
    if seats != 2:
        return tuple(int(each) for each in points)
    if points[0] == points[1]:
        return (1, 1) if points[0] > 0 else (2, 2)
    return (1, 2) if points[0] > points[1] else (2, 1)


def _game(games: tuple[PlayedGame, ...], number: int, playoff: bool) -> PlayedGame | None:
    fitting = (each for each in games if (each.number, each.playoff) == (number, playoff))
    return next(fitting, None)


def flagged(section: Section) -> dict[RecordKey, Compared]:
    """Give the records that an arbiter has to look at."""
    found = {key: compared(section, key) for key in section.records}
    return {key: each for key, each in found.items() if each.flagged}
