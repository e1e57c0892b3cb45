"""What happened in an event beside its games, counted by kind from its journal."""

from collections.abc import Iterable

import msgspec

from qipan.journal.conduct import PenaltyImposed
from qipan.journal.entries import EntrantWithdrawn
from qipan.journal.events import CompetitionEvent, event_name
from qipan.journal.results import GameRecorded, ResultCorrected, ResultRecorded
from qipan.journal.state import PenaltyKind
from qipan.kernel.results import How

PAIRED = "round-paired"
PLAIN = {
    "lateness-recorded": "late",
    "appeal-lodged": "appeals",
    "results-annulled": "annulments",
    "paired-by-hand": "laid_by_hand",
}
READ = ("penalty-imposed", "entrant-withdrawn", "result-corrected")
UNPLAYED = (How.FORFEIT, How.ADJUDGED)


class Incidents(msgspec.Struct):
    """How often each kind of incident happened."""

    fouls: int = 0
    """Offences punished."""
    ruled_lost: int = 0
    """Games ruled lost, where the book names no offence."""
    late: int = 0
    absent: int = 0
    """Games lost by who did not come."""
    withdrawals: int = 0
    unverified: int = 0
    """Taken out before the first round."""
    appeals: int = 0
    protests: int = 0
    """Results changed within their round, where the book knows no appeals."""
    annulments: int = 0
    disqualifications: int = 0
    """Places annulled."""
    put_right: int = 0
    """Results changed when a later round had been paired."""
    laid_by_hand: int = 0
    """Rounds that could not be paired without meeting again."""

    def add(self, kind: str) -> None:
        """Count one more."""
        setattr(self, kind, getattr(self, kind) + 1)

    @property
    def retroactive(self) -> int:
        """Count what changed results or places of the past."""
        return self.annulments + self.disqualifications + self.put_right


def incidents(past: Iterable[CompetitionEvent]) -> Incidents:
    """Count the incidents of one competition."""
    found = Incidents()
    rounds, before = 0, ""
    for event in past:
        name = event_name(event).partition("/")[0]
        if name in (PAIRED, "paired-by-hand"):
            rounds += 1
        if name in PLAIN:
            found.add(PLAIN[name])
        elif name in READ or (
            isinstance(event, ResultRecorded | GameRecorded) and event.how in UNPLAYED
        ):
            kind = _kind(event, rounds, before)
            if kind:
                found.add(kind)
        before = name
    return found


def _kind(event: CompetitionEvent, rounds: int, before: str) -> str:
    match event:
        case PenaltyImposed():
            kinds = {each.kind for each in event.penalties}
            return "disqualifications" if PenaltyKind.DISQUALIFICATION in kinds else "fouls"
        case EntrantWithdrawn():
            if before == "penalty-imposed":
                return ""
            return "withdrawals" if rounds else "unverified"
        case ResultCorrected() if event.rule is None:
            return "put_right" if event.round < rounds else "protests"
        case ResultRecorded() if event.rule is None:
            return "absent" if event.how is How.FORFEIT else "ruled_lost"
        case GameRecorded() if before != "lateness-recorded":
            return "absent" if event.how is How.FORFEIT else "ruled_lost"
        case _:
            return ""
