"""The kinds of things that are to be done in a section: who may, where, and by what button.

``views.agenda`` says which of them are due. Whoever shows them draws, and decides nothing.
"""

from datetime import datetime

import msgspec

from qipan.desk.appeals.commands import AnswerAppeal, DecideAppeal
from qipan.desk.attendance import CheckIn, DecideOnAbsent
from qipan.desk.closing import ApproveStandings, CloseCompetition
from qipan.desk.command import Command
from qipan.desk.conduct.commands import RecordLateness
from qipan.desk.entries.commands import CloseEntries, EnterEntrant
from qipan.desk.lots import CommitLot, DrawNumbers, DrawTie
from qipan.desk.money import AwardPrizes, PostMoney
from qipan.desk.play_offs.commands import ChooseSeat, DrawPlayOff, NominatePlayer
from qipan.desk.records.commands import SettleRecord
from qipan.desk.results.commands import CorrectResult, RecordGame, RecordResult
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.desk.schedule.commands import EndRound, ScheduleRound
from qipan.kernel.rules import Facts


class OneButton(msgspec.Struct, frozen=True):
    """What does a whole task: an action of its page."""

    action: str
    sends: tuple[str, ...] = ()
    """Which facts of the task are sent with it."""
    look_first: bool = False
    """Whether its page is worth a look before the button is pressed."""
    any_time: bool = False
    """Whether it may be pressed while something else leads."""


class TaskKind(msgspec.Struct, frozen=True):
    """One kind of task."""

    code: str
    page: str
    """The subject whose page of the desk it is done on."""
    command: type[Command] | None = None
    """What is asked for; who may give that command may do this."""
    button: OneButton | None = None
    """None: it takes more than a button."""
    counted: bool = True
    """Whether its number says how much waits; the number of entries does not."""
    single: bool = False
    """Whether it is one thing to do whatever its number says: a lot, among however many."""


class Task(msgspec.Struct, frozen=True):
    """One thing to do."""

    kind: TaskKind
    facts: Facts = {}
    due: datetime | None = None
    """Until when, in local time."""
    lot: str = ""
    urgent: bool = False

    @property
    def code(self) -> str:
        """Name the kind."""
        return self.kind.code

    @property
    def waiting(self) -> int:
        """Say how much waits here."""
        if not self.kind.counted:
            return 0
        return 1 if self.kind.single else int(str(self.facts.get("n", 0)))


_CLOSE = OneButton("close", look_first=True)
_PUBLISH = OneButton("publish", ("round",), look_first=True)
_END = OneButton("end-round", ("round",), any_time=True)

ENTRIES = TaskKind("entries", "entries", CloseEntries, _CLOSE, counted=False)
FIRST_ENTRY = TaskKind("first-entry", "entries", EnterEntrant)
MARKS = TaskKind("marks", "entries", CloseEntries)
CHECK_IN = TaskKind("check-in", "check-in", CheckIn)
COMMIT = TaskKind("commit", "lots", CommitLot)
DRAW = TaskKind("draw", "lots", DrawNumbers)
NUMBER = TaskKind("number", "results", DrawNumbers, OneButton("draw"))
ALL_HERE = TaskKind("all-here", "check-in", CheckIn, OneButton("all", ("back",)))
ABSENT = TaskKind("absent", "pairing", DecideOnAbsent)
PAIR = TaskKind("pair", "pairing", PairRound, OneButton("pair", any_time=True))
PUBLISH = TaskKind("publish", "pairing", PublishRound, _PUBLISH)
RESULTS = TaskKind("results", "results", RecordResult)
PLAY_OFF = TaskKind("play-off", "results", RecordGame)
PLAY_OFF_LOT = TaskKind("play-off-lot", "play-off", DrawPlayOff)
PLAY_OFF_CHOICE = TaskKind("play-off-choice", "play-off", ChooseSeat)
PLAY_OFF_NOMINATION = TaskKind("play-off-nomination", "play-off", NominatePlayer)
COMMIT_TIE = TaskKind("commit-tie", "lots", CommitLot, single=True)
DRAW_TIE = TaskKind("draw-tie", "lots", DrawTie, single=True)
COMMIT_ORDER = TaskKind("commit-order", "lots", CommitLot, single=True)
DRAW_ORDER = TaskKind("draw-order", "lots", DrawTie, single=True)
LATE = TaskKind("late", "late", RecordLateness)
ANSWER = TaskKind("answer", "appeals", AnswerAppeal)
DECIDE = TaskKind("decide", "appeals", DecideAppeal)
APPEAL_TIME = TaskKind("appeal-time", "appeals")
DISPUTED = TaskKind("disputed", "results", CorrectResult)
RECORDS = TaskKind("records", "records", SettleRecord)
END_ROUND = TaskKind("end-round", "results", EndRound, _END)
SCHEDULE = TaskKind("schedule", "schedule", ScheduleRound)
UNPAID = TaskKind("unpaid", "money", PostMoney)
APPROVE = TaskKind("approve", "closing", ApproveStandings)
PRIZES = TaskKind("prizes", "closing", AwardPrizes)
CLOSE = TaskKind("close", "closing", CloseCompetition)
DONE = TaskKind("done", "closing")
