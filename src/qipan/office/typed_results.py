"""From what an arbiter types to commands: one result, or a whole round of lines.

A line is a board and its result, ``12 1-0``; one sign is enough: ``1`` the first wins, ``0`` the
second, ``=`` or ``5`` a draw, ``+`` and ``-`` a win of the first or the second by forfeit. In a
game of a play-off the first is who moves first in that game. A match of several games takes them in
order: ``3 1-0 0-1``, or one board of a team match: ``3.2 1``, ``3/2 1-0``. A full stop never parts
results. Lines are taken all together or not at all, and the clerk says which
of them were refused. Pages, the command line and the API read results by what stands here.
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from qipan.desk.command import Command
from qipan.desk.play_offs.games import next_play_off, play_off_first
from qipan.desk.results.commands import CorrectResult, RecordGame, RecordResult
from qipan.desk.results.recording import FIRST_IN_FACT, read_places, read_score
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, QipanError, Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.results import How, Score
from qipan.rulebooks.schema import MatchKind
from qipan.sections.lookup import event_of
from qipan.sections.matches import GAME_ONCE, GAME_POINTS, Match, match_of
from qipan.sections.stages import undecided

MOST_LINES = 2000
SHORT = {
    "1": "1-0", "0": "0-1", "=": "0.5-0.5", "½": "0.5-0.5", "d": "0.5-0.5", "r": "0.5-0.5",
    "5": "0.5-0.5", "0.5": "0.5-0.5", "1/2": "0.5-0.5", "1/2-1/2": "0.5-0.5",
    "+": "+-", "-": "-+", "胜": "1-0", "负": "0-1", "和": "0.5-0.5",
}  # fmt: skip
"""One sign for a result; ``r`` is remis, as many know it."""
_BOARD = re.compile(r"(\d{1,7})(?:[./](\d{1,3})|\.)?")
_LINE = re.compile(_BOARD.pattern + r"(?:[\s,;:\t，、：]+|(?=[=+½胜负和dr-]))(\S.*)")
_WIDE = str.maketrans("０１２３４５６７８９＝＋－．／", "0123456789=+-./")
"""Signs as they are typed where every letter is wide."""


class Correction(msgspec.Struct, frozen=True):
    """That a recorded result is replaced, and why."""

    reason: str


class Wrong(msgspec.Struct, frozen=True):
    """A line that cannot be taken, and why."""

    line: int
    text: str
    error: QipanError


class TypedLine(msgspec.Struct, frozen=True):
    """One line of results: the clerk asks it for commands when its turn comes."""

    line: int
    text: str
    section: SectionId
    round: RoundNo

    def commands_on(
        self, state: Competition, slip: Correction | None = None
    ) -> tuple[BoardNo, list[Command]]:
        """Read the line on a state: its board, and no command if it says what is recorded.

        With ``slip`` a result of the last round that says otherwise is replaced for that reason.
        Raises BadInput if it cannot be read, Refused if there is no such board.
        """
        read = _LINE.fullmatch(self.text.translate(_WIDE))
        if read is None or not (read[1] + (read[2] or "")).isascii():
            raise BadInput("12 1-0", where="lines", code="desk.line-unreadable")
        board, here = BoardNo(int(read[1])), state.sections[self.section]
        match = match_of(state, here, self.round, board)
        game = None if read[2] is None else int(read[2])
        if match.rule.kind is MatchKind.PLACES:
            return board, [result_command(match, read[3], game=game)]
        games = read[3].replace(" - ", "-").replace(" : ", ":").split()
        commands = [result_command(match, each, game=game) for each in games]
        if len(commands) > 1 and (
            game is not None or not all(isinstance(each, RecordGame) for each in commands)
        ):
            raise BadInput(read[3][:20], where="lines", code="desk.one-game")
        if slip is not None and self.round == len(here.rounds):
            again = _replaced(match, game, read[3], slip)
            if again is not None:
                return board, again
        known = match.round.results.get(board)
        one = commands[0]
        if not isinstance(one, RecordResult) or known is None:
            return board, commands
        same = (known.score, known.how) == (one.score, one.how)
        waits = board in match.round.reported
        return board, [] if same and not waits else commands

    def wrong(self, error: QipanError) -> Wrong:
        """Name the line with the reason why it cannot be taken."""
        return Wrong(self.line, self.text[:60], error)


def _replaced(match: Match, game: int | None, text: str, slip: Correction) -> list[Command] | None:
    """Replace what is recorded of a board or a game by what was tapped; None if nothing is."""
    board = match.table.board
    if match.several:
        known = next((each for each in match.regular if each.number == game), None)
        if known is None:
            return None
        command = result_command(match, text, correction=slip, game=game)
        said = (known.result.score, known.result.how)
    else:
        if board not in match.round.results or board in match.round.reported:
            return None
        if board in match.round.decided or _waits_for_play_off(match):
            return None
        command = result_command(match, text, correction=slip)
        said = (match.round.results[board].score, match.round.results[board].how)
    if isinstance(command, CorrectResult) and said == (command.score, command.how):
        return []
    return [command]


def read_board(text: str) -> tuple[BoardNo, int | None]:
    """Read a board as people type it: ``12``, ``3.2`` for board 2 of match 3. Raises BadInput."""
    read = _BOARD.fullmatch(text.strip().translate(_WIDE))
    if read is None or not read[0].isascii():
        raise BadInput("12, 3.2", where="board", code="desk.line-unreadable")
    return BoardNo(int(read[1])), None if read[2] is None else int(read[2])


def result_command(
    match: Match,
    text: str,
    *,
    adjudged: bool = False,
    correction: Correction | None = None,
    game: int | None = None,
    first: EntrantId | None = None,
) -> Command:
    """Write the command for one result, as people type it; ``first`` moved first in fact.

    Raises BadInput, ``result.unreadable``, if it cannot be read.
    """
    try:
        command = read_command(match, text, adjudged=adjudged, correction=correction, game=game)
    except BadInput as error:
        raise BadInput(text[:20], where="result", code="result.unreadable") from error
    return command if first is None else _moved_first(match, command, first)


def _moved_first(match: Match, command: Command, first: EntrantId) -> Command:
    """Say with a result who moved first; its score is then first mover – second mover."""
    if not isinstance(command, RecordResult | CorrectResult | RecordGame):
        raise TypeError(type(command))
    if not match.several and not isinstance(command, RecordGame):
        return msgspec.structs.replace(command, first=first)
    if not isinstance(command, RecordGame) and getattr(command, "game", None) is None:
        raise Refused("match.which-game", FIRST_IN_FACT, board=match.table.board)
    seats = match.table.seats
    score = command.score
    if first in seats and first != seats[0]:
        score = Score(score.seats[::-1])
    return msgspec.structs.replace(command, first=first, score=score)


def read_command(
    match: Match,
    text: str,
    *,
    adjudged: bool = False,
    correction: Correction | None = None,
    game: int | None = None,
) -> Command:
    """Write the command for one result. Raises BadInput that says what cannot be read in it."""
    standing = match.standing
    place: dict[str, Any] = {
        "section": standing.section.id,
        "round": match.round.number,
        "board": match.table.board,
    }
    text = text.translate(_WIDE)
    text = SHORT.get(text.strip().lower(), text)
    if game is not None and not match.several and game != 1:
        raise Refused("match.no-such-game", GAME_ONCE, **place, game=game, games=1)
    if match.several and correction is not None and game is None and len(match.regular) == 1:
        game = match.regular[0].number  # there is no other that could be meant
    if match.several and correction is not None and game is not None:
        score, how = read_score(text, GAME_POINTS)
        how = How.ADJUDGED if adjudged else how
        return CorrectResult(**place, score=score, how=how, reason=correction.reason, game=game)
    if correction is None and (match.several or _waits_for_play_off(match)):
        score, how = read_score(text, GAME_POINTS)
        how = How.ADJUDGED if adjudged else how
        if _waits_for_play_off(match):
            score = _as_seated(match, score)
        return RecordGame(**place, score=score, how=how, game=game)
    if match.rule.kind is MatchKind.PLACES:
        score, how = read_places(text), How.PLAYED
    else:
        scoring = event_of(standing.state, standing.section).scoring.scoring()
        score, how = read_score(text, scoring)
    how = How.ADJUDGED if adjudged else how
    if correction is not None:
        return CorrectResult(**place, score=score, how=how, reason=correction.reason)
    return RecordResult(**place, score=score, how=how)


def with_score_read(
    state: Competition, kind: type[Command], values: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Read the score of a command that has it as people type it: ``1-0``, ``=``, ``+-``.

    Raises BadInput if it cannot be read, Refused if there is no such board.
    """
    text, section = values.get("score"), values.get("section")
    at = [str(values.get(name, "")) for name in ("round", "board")]
    here = next((each for each in state.sections.values() if each.id == section), None)
    if not isinstance(text, str) or here is None or not all(map(str.isdecimal, at)):
        return values
    match = match_of(state, here, RoundNo(int(at[0])), BoardNo(int(at[1])))
    game = str(values.get("game", ""))
    read = result_command(
        match,
        text,
        correction=Correction("") if kind is CorrectResult else None,
        game=int(game) if game.isdecimal() else None,
    )
    assert isinstance(read, RecordResult | CorrectResult | RecordGame)
    how = {"how": read.how.value} if "how" in kind.__struct_fields__ else {}
    return {**how, **values, "score": {"seats": list(read.score.seats)}}


def _waits_for_play_off(match: Match) -> bool:
    standing = match.standing
    return match.table.board in undecided(standing.state, standing.section, match.round)


def _as_seated(match: Match, score: Score) -> Score:
    """Turn the score of a play-off game, first mover – second mover, into the table's order.

    While nobody is known to move first, as in a forfeit before the lot, it is the table's.
    """
    if not match.standing.rules.playoff:
        return score
    moves_first = play_off_first(match, *next_play_off(match))
    turned = moves_first is not None and moves_first != match.table.seats[0]
    return Score(score.seats[::-1]) if turned else score


def typed_lines(section: SectionId, number: RoundNo, text: str) -> list[TypedLine]:
    """Part a text into lines of results. Raises BadInput if there is no line, or too many."""
    lines = [
        TypedLine(line, words.strip(), section, number)
        for line, words in enumerate(text.splitlines(), 1)
        if words.strip()
    ]
    if not lines:
        raise BadInput("board and result", where="lines", code="form.missing")
    if len(lines) > MOST_LINES:
        raise BadInput(f"at most {MOST_LINES} lines", where="lines", code="form.too-long")
    return lines
