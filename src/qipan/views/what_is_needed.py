"""What a player needs to go on: how far the last place that does is, and what makes it certain.

Certain means whatever all others do, ties counted against the player; that opponents also meet
each other is not used, so a little less may do. *Out of reach* means by points alone: who goes on
elsewhere already passes a place down.
"""

from bisect import bisect_left, bisect_right
from collections import Counter

import msgspec

from qipan.journal.state import Competition, Section
from qipan.kernel.ids import EntrantId
from qipan.sections.derived import QUALIFIED
from qipan.sections.lookup import event_of
from qipan.sections.places import key_standings, places
from qipan.sections.stages import Standing

RULE = QUALIFIED


class Needed(msgspec.Struct, frozen=True):
    """What a player needs."""

    most: int
    """So many go on."""
    line: str
    """The points of the last place that goes on now."""
    mine: str
    left: int
    """Rounds without a result for this player."""
    best: str
    """The points the player can reach."""
    state: str
    """``through``, ``out``, ``certain`` (with ``gain`` points more) or ``open``."""
    gain: str = ""


class Race:
    """Who can still reach what in a section, looked at once for everybody."""

    def __init__(self, state: Competition, section: Section, most: int, planned: int) -> None:
        """Add up what everybody has, and can have at best and at worst."""
        self.scoring = scoring = event_of(state, section).scoring.scoring()
        self.most = most
        self.scores = {
            who: points
            for who, points in key_standings(state, section).field.table.scores.items()
            if not section.entrants[who].withdrawn
        }
        done = _open(section)
        self.left = {who: planned - len(section.rounds) + done[who] for who in self.scores}
        high, low = max(scoring.win, scoring.bye), min(scoring.loss, scoring.win)
        self.best = {who: has + self.left[who] * high for who, has in self.scores.items()}
        self.worst = {who: has + self.left[who] * low for who, has in self.scores.items()}
        self._best, self._worst = sorted(self.best.values()), sorted(self.worst.values())
        there = [row.entrant for row in places(state, section).rows if row.entrant in self.scores]
        self.line = self.scores[there[most - 1]] if len(there) > most else None

    def others_at_best(self, points: int) -> int:
        """Count who can reach so many points or more."""
        return len(self._best) - bisect_left(self._best, points)

    def others_at_worst(self, points: int) -> int:
        """Count who has more than so many points whatever happens."""
        return len(self._worst) - bisect_right(self._worst, points)

    def enough(self, who: EntrantId) -> int:
        """Give the points with which somebody is certain to go on."""
        top = self._best[::-1][: self.most + 1]
        if self.best[who] in top[: self.most]:
            top.remove(self.best[who])
        return top[self.most - 1] + 1


def race_of(state: Competition, section: Section) -> Race | None:
    """Look at a section; None where nobody goes on by place, or nothing was played."""
    rules = event_of(state, section)
    stage = rules.stage[-1]
    planned = Standing(state, section, rules, len(rules.stage) - 1).planned
    if not stage.advance or stage.seats != 2 or planned is None or not section.rounds:
        return None
    found = Race(state, section, stage.advance, planned)
    return found if found.line is not None else None


def what_is_needed(race: Race, who: EntrantId) -> Needed | None:
    """Say what a player needs; None for who does not play any more."""
    if who not in race.scores or race.line is None:
        return None
    show, most = race.scoring.show, race.most
    common = Needed(
        most=most,
        line=show(race.line),
        mine=show(race.scores[who]),
        left=race.left[who],
        best=show(race.best[who]),
        state="open",
    )
    if race.others_at_best(race.worst[who]) - 1 < most:  # the player is among them
        return msgspec.structs.replace(common, state="through")
    if race.others_at_worst(race.best[who]) >= most:
        return msgspec.structs.replace(common, state="out")
    enough = race.enough(who)
    if enough <= race.best[who]:
        gain = show(enough - race.scores[who])
        return msgspec.structs.replace(common, state="certain", gain=gain)
    return common


def _open(section: Section) -> Counter[EntrantId]:
    """Count for everybody the rounds that are paired and have not given their points yet."""
    return Counter(
        who
        for each in section.rounds
        for table in each.tables
        if table.board not in each.results
        for who in table.seats
    )
