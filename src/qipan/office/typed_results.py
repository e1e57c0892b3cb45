"""From what an arbiter types to commands: one result, or a whole round of lines.

A line is a board and its result, ``12 1-0``; one sign is enough: ``1`` the first wins, ``0`` the
second, ``=`` a draw, ``+`` and ``-`` the same by forfeit. A match of several games takes them in
order: ``3 1-0 0-1``. Lines are taken all together or not at all.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from qipan.desk.command import Command
from qipan.desk.decide import decide
from qipan.desk.results.commands import CorrectResult, RecordGame, RecordResult
from qipan.desk.results.recording import read_places, read_score
from qipan.journal.folding import Folding
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import BadInput, QipanError, Refused
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.kernel.results import How
from qipan.rulebooks.schema import MatchKind
from qipan.sections.lookup import event_of
from qipan.sections.matches import GAME_POINTS, Match, match_of
from qipan.sections.stages import undecided

MOST_LINES = 2000
SHORT = {
    "1": "1-0", "0": "0-1", "=": "0.5-0.5", "½": "0.5-0.5", "d": "0.5-0.5", "r": "0.5-0.5",
    "+": "+-", "-": "-+", "胜": "1-0", "负": "0-1", "和": "0.5-0.5",
}  # fmt: skip
"""One sign for a result; ``r`` is remis, as many know it."""
_LINE = re.compile(r"(\d{1,7})(?:[\s,;:.\t，、：]+|(?=[=+½胜负和dr-]))(\S.*)")


class Correction(msgspec.Struct, frozen=True):
    """That a recorded result is replaced, and why."""

    reason: str


class Wrong(msgspec.Struct, frozen=True):
    """A line that cannot be taken, and why."""

    line: int
    text: str
    error: QipanError


class Lines(msgspec.Struct, frozen=True):
    """What lines ask for."""

    commands: tuple[Command, ...] = ()
    boards: tuple[int, ...] = ()
    """The boards they are about."""
    unchanged: int = 0
    """Lines that say what is recorded already."""
    wrong: tuple[Wrong, ...] = ()


def result_command(
    match: Match, text: str, *, adjudged: bool = False, correction: Correction | None = None
) -> Command:
    """Write the command for one result. Raises BadInput if it cannot be read."""
    standing = match.standing
    place: dict[str, Any] = {
        "section": standing.section.id,
        "round": match.round.number,
        "board": match.table.board,
    }
    text = SHORT.get(text.strip().lower(), text)
    try:
        return _command(match, text, place, adjudged, correction)
    except BadInput as error:
        raise BadInput(text[:20], where="result", code="result.unreadable") from error


def _command(
    match: Match, text: str, place: dict[str, Any], adjudged: bool, correction: Correction | None
) -> Command:
    standing = match.standing
    if (match.several and correction is None) or _waits_for_play_off(match):
        score, how = read_score(text, GAME_POINTS)
        return RecordGame(**place, score=score, how=how)
    if match.rule.kind is MatchKind.PLACES:
        score, how = read_places(text), How.PLAYED
    else:
        scoring = event_of(standing.state, standing.section).scoring.scoring()
        score, how = read_score(text, scoring)
    how = How.ADJUDGED if adjudged else how
    if correction is not None:
        return CorrectResult(**place, score=score, how=how, reason=correction.reason)
    return RecordResult(**place, score=score, how=how)


def _waits_for_play_off(match: Match) -> bool:
    standing = match.standing
    return match.table.board in undecided(standing.state, standing.section, match.round)


def read_lines(state: Competition, section: Section, number: RoundNo, text: str) -> Lines:
    """Judge lines of results, each on what the ones before it give; nothing is stored.

    Raises BadInput if there is no line, or too many.
    """
    folding = Folding(state)
    commands: list[Command] = []
    boards: list[int] = []
    wrong: list[Wrong] = []
    unchanged = 0
    for line, words in _filled(text):
        try:
            board, found = _line_commands(folding.state, section, number, words)
            for command in found:
                for event in decide(folding.state, command):
                    folding.add(event)
            commands += found
            boards += [board] if found else []
            unchanged += not found
        except (BadInput, Refused) as error:
            wrong.append(Wrong(line, words[:60], error))
    return Lines(tuple(commands), tuple(boards), unchanged, tuple(wrong))


def _filled(text: str) -> Iterator[tuple[int, str]]:
    lines = [
        (line, words.strip()) for line, words in enumerate(text.splitlines(), 1) if words.strip()
    ]
    if not lines:
        raise BadInput("board and result", where="lines", code="form.missing")
    if len(lines) > MOST_LINES:
        raise BadInput(f"at most {MOST_LINES} lines", where="lines", code="form.too-long")
    yield from lines


def _line_commands(
    state: Competition, section: Section, number: RoundNo, words: str
) -> tuple[int, list[Command]]:
    read = _LINE.fullmatch(words)
    if read is None or not read[1].isascii():
        raise BadInput("12 1-0", where="lines", code="desk.line-unreadable")
    board = BoardNo(int(read[1]))
    here = state.sections[section.id]
    match = match_of(state, here, number, board)
    if match.rule.kind is MatchKind.PLACES:
        return board, [result_command(match, read[2])]
    games = read[2].replace(" - ", "-").replace(" : ", ":").split()
    commands = [result_command(match, game) for game in games]
    if len(commands) > 1 and not all(isinstance(each, RecordGame) for each in commands):
        raise BadInput(read[2][:20], where="lines", code="desk.one-game")
    known = here.rounds[number - 1].results.get(board)
    one = commands[0]
    if not isinstance(one, RecordResult) or known is None:
        return board, commands
    same = (known.score, known.how) == (one.score, one.how)
    return board, [] if same else commands
