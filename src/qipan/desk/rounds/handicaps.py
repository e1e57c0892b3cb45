"""The handicap of a single game, where it is to be another one than was paired."""

import re
from typing import Any

from qipan.desk.roles import ARBITERS, Decisions, ListedCommand
from qipan.desk.rounds.commands import SetHandicap
from qipan.journal.events import CompetitionEvent
from qipan.journal.rounds import HandicapSet
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.rules import rule
from qipan.sections.lookup import event_of, section_of

HANDICAP = rule(
    "desk.handicap",
    "The arbiter may set the handicap of a game of Go before it begins.",
    zh="对局开始前裁判可确定该局让子。",
    th="กรรมการกำหนดแต้มต่อของเกมหมากล้อมได้ก่อนเริ่มเกม",
    ms="Pengadil boleh menetapkan handikap permainan Go sebelum bermula.",
)
MOST = 9
WITH_STONES = "0.5"
_KOMI = re.compile(r"-?[0-9]{1,3}(\.[05])?")


def set_handicap(state: Competition, command: SetHandicap) -> list[CompetitionEvent]:
    """Set a handicap. Raises Refused where none is given or play has begun, BadInput on komi."""
    section = section_of(state, command.section)
    found = next((each for each in section.rounds if each.number == command.round), None)
    table = found.table(command.board) if found is not None else None
    place: dict[str, Any] = {"section": section.id, "round": command.round, "board": command.board}
    if found is None or table is None:
        raise Refused("handicap.no-board", HANDICAP, **place)
    if event_of(state, section).game != "go" or len(table.seats) != 2:
        raise Refused("handicap.not-go", HANDICAP, **place)
    if not 0 <= command.handicap <= MOST:
        raise Refused("handicap.bounds", HANDICAP, **place, most=MOST)
    if command.komi and _KOMI.fullmatch(command.komi) is None:
        raise BadInput(f"not a komi: {command.komi[:20]!r} (try 0.5)", where="komi")
    begun = table.board in found.results or bool(found.games.get(table.board))
    kept = any(each[:2] == (found.number, table.board) for each in section.records)
    if begun or kept or table.board in found.seating:
        raise Refused("handicap.begun", HANDICAP, **place)
    komi = (WITH_STONES if command.handicap else "") if command.komi is None else command.komi
    if (table.handicap, table.komi) == (command.handicap, komi):
        raise Refused("handicap.same", HANDICAP, **place)
    return [
        HandicapSet(**place, handicap=command.handicap, komi=komi, reason=command.reason.strip())
    ]


DECISIONS: Decisions = {SetHandicap: ListedCommand(set_handicap, ARBITERS)}
