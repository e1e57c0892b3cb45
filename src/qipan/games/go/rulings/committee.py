"""Who may rule: enough technical referees, a committee of three, nobody judging their own.

Referees and players are opaque names here. A bench holds the referees of an event and the
register of ties: who is close to whom (own team, pupils).
"""

from collections import Counter
from collections.abc import Collection, Sequence

import msgspec

from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule

STAFF = rule("go.technical-referees", "An event has enough technical referees for protests.")
COMMITTEE = rule("go.protest-committee", "A protest is decided by a committee of three.")
CLOSE = rule(
    "go.conflict-of-interest", "A referee uses no discretion on the boards of close persons."
)


class Member(msgspec.Struct, frozen=True):
    """A referee of the event."""

    name: str
    technical: bool = True
    on_site: bool = False
    online: bool = False


class Bench(msgspec.Struct, frozen=True):
    """All referees, and whom each of them is close to."""

    members: tuple[Member, ...]
    ties: tuple[tuple[str, str], ...] = ()
    """Pairs of a referee and a player or team."""

    def conflicts(self, referee: str, players: Collection[str]) -> tuple[str, ...]:
        """Name those of the players to whom a referee is close."""
        return tuple(sorted({who for name, who in self.ties if name == referee and who in players}))

    def may_judge(self, referee: str, players: Collection[str]) -> bool:
        """Say whether a referee may use discretion on a board [go.conflict-of-interest]."""
        return not self.conflicts(referee, players)


class Staffing(msgspec.Struct, frozen=True):
    """Whether the bench suffices, and what is short: counts needed and there."""

    enough: bool
    faults: tuple[str, ...]
    warnings: tuple[str, ...]


def staffing(bench: Bench, *, least: int = 3, on_site: int = 2, online: int = 2) -> Staffing:
    """Check the technical referees of an event [go.technical-referees].

    Too few in all or on site is a fault; too few online is a warning an organiser may override.
    """
    technical = [member for member in bench.members if member.technical]
    faults = []
    if len(technical) < least:
        faults.append("too-few")
    if sum(member.on_site for member in technical) < on_site:
        faults.append("too-few-on-site")
    short = sum(member.online for member in technical) < online
    return Staffing(not faults, tuple(faults), ("too-few-online",) if short else ())


def panel(bench: Bench, names: Sequence[str], players: Collection[str], *, size: int = 3) -> None:
    """Check a committee for one board. Raises Refused and names what is wrong."""
    technical = {member.name for member in bench.members if member.technical}
    if len(set(names)) != len(names) or len(names) != size:
        raise Refused("go.committee-size", COMMITTEE, members=list(names), size=size)
    strangers = sorted(set(names) - technical)
    if strangers:
        raise Refused("go.committee-stranger", COMMITTEE, members=strangers)
    close = {name: list(bench.conflicts(name, players)) for name in names}
    close = {name: who for name, who in close.items() if who}
    if close:
        raise Refused("go.committee-conflict", CLOSE, conflicts=close)


def decide(votes: Sequence[str], *, size: int = 3) -> str:
    """Give what a majority of the whole committee voted for. Raises Refused if there is none."""
    if len(votes) == size:
        verdict, times = Counter(votes).most_common(1)[0]
        if 2 * times > size:
            return verdict
    raise Refused("go.committee-undecided", COMMITTEE, votes=list(votes), size=size)
