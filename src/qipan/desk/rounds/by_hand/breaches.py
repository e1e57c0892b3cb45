"""Which rules a pairing by hand breaks: each named, with who it is about."""

from collections.abc import Iterable, Sequence

import msgspec

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.ids import EntrantId
from qipan.kernel.results import Bye, How
from qipan.kernel.rules import Facts, RuleKey, rule
from qipan.pairing.balance import BALANCED, BETTER_PLACE
from qipan.pairing.n_plus_one.extra_round import FINAL
from qipan.pairing.plan import Meeting, RoundPlan
from qipan.pairing.swiss.dutch.criteria import NO_REMATCH, NO_SECOND_BYE
from qipan.sections.stages import FINAL as FINAL_GROUP
from qipan.sections.stages import Standing
from qipan.sections.systems.swiss import protections_of
from qipan.sections.tables import stage_crosstable

ONE_RESTS = rule("manual.one-rests", "At most one entrant has the bye in a round.")
WITHDRAWN = rule("manual.withdrawn", "A withdrawn player is not paired.")
SEAT_AGAIN = rule(
    "manual.seat-again", "Nobody has one seat three times running, or three times more often."
)
COLOURS = (BALANCED, BETTER_PLACE)
RUN = 2
"""So many times running, or more often, is the most."""


class Breach(msgspec.Struct, frozen=True):
    """A rule that the hand breaks."""

    id: str
    """What is acknowledged: the rule and who it is about."""
    rule: RuleKey
    entrants: tuple[EntrantId, ...]
    facts: Facts = {}


def _breach(key: RuleKey, entrants: Sequence[EntrantId], **facts: object) -> Breach:
    people = tuple(entrants)
    return Breach(f"{key}:{'-'.join(people)}", key, people, dict(facts))


def breaches(standing: Standing, before: RoundPlan, after: RoundPlan) -> tuple[Breach, ...]:
    """List the rules that a changed round breaks where it differs from the one before."""
    table = stage_crosstable(standing)
    pairs = {frozenset(each.seats) for each in before.meetings}
    seats = {each.seats for each in before.meetings}
    resting = {each.entrant for each in before.rests}
    found: list[Breach] = []
    for meeting in after.meetings:
        if frozenset(meeting.seats) not in pairs:
            found += _of_pair(standing, table, after, meeting)
        if meeting.seats not in seats:
            found += _of_seats(table, meeting)
    added = [each.entrant for each in after.rests if each.entrant not in resting]
    found += [
        _breach(NO_SECOND_BYE, (who,), rounds=rested)
        for who in added
        if (rested := _rested(table, who))
    ]
    if len(after.rests) > max(1, len(before.rests)):
        found.append(_breach(ONE_RESTS, [each.entrant for each in after.rests]))
    return tuple(found + list(_final_moved(standing, before, after)))


def _of_pair(
    standing: Standing, table: Crosstable, plan: RoundPlan, meeting: Meeting
) -> Iterable[Breach]:
    one, two = meeting.seats
    met = [number for number, cell in enumerate(table.row(one), 1) if cell.opponent == two]
    met = [number for number in met if table.row(one)[number - 1].played]
    if met:
        yield _breach(NO_REMATCH, (one, two), rounds=met)
    kept_apart = protections_of(standing, plan.round).between(one, two, plan.round)
    if kept_apart is not None:
        reason = kept_apart.reason()
        yield _breach(reason.rule, (one, two), **reason.facts)
    for who in meeting.seats:
        if standing.section.entrants[who].withdrawn:
            yield _breach(WITHDRAWN, (who,))


def _of_seats(table: Crosstable, meeting: Meeting) -> Iterable[Breach]:
    for seat, who in enumerate(meeting.seats):
        had = [int(cell.seat) for cell in table.row(who) if cell.played and cell.seat is not None]
        more = had.count(seat) - had.count(1 - seat)
        if had[-RUN:] == [seat] * RUN or more >= RUN:
            yield _breach(SEAT_AGAIN, (who,), seats=had, seat=seat)


def _rested(table: Crosstable, who: EntrantId) -> list[int]:
    """List the rounds somebody rested in or won without playing."""
    return [
        number
        for number, cell in enumerate(table.row(who), 1)
        if cell.bye is Bye.ALLOCATED
        or (cell.how is How.FORFEIT and cell.points == table.scoring.win)
    ]


def _final_moved(standing: Standing, before: RoundPlan, after: RoundPlan) -> Iterable[Breach]:
    """The two of the final meet, on whichever board, and move in the order the book says."""
    pair = standing.final
    if not pair:
        return
    found = next((each for each in after.meetings if set(each.seats) == set(pair)), None)
    if found is None:
        yield _breach(FINAL, sorted(pair), group=FINAL_GROUP)
        return
    was = next((each for each in before.meetings if set(each.seats) == set(pair)), found)
    if found.seats != was.seats:
        key = next((each.rule for each in was.reasons if each.rule in COLOURS), BALANCED)
        yield _breach(key, found.seats, group=FINAL_GROUP)
