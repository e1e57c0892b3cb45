"""What somebody begins a McMahon event with: by rank or rating, or as it was set by hand."""

from collections.abc import Iterable, Iterator

import msgspec

from qipan.journal.state import Entrant, Section, StartByHand
from qipan.kernel.ids import EntrantId
from qipan.rulebooks.schema import EventRules, StartScores


class StartedByHand(msgspec.Struct, frozen=True):
    """Somebody who began elsewhere than their own rank or rating says, for everybody to read."""

    entrant: EntrantId
    points: int
    own: int


def start_scores_of(rules: EventRules) -> StartScores | None:
    """Give the start scores of an event, if it has some."""
    return next((stage.start for stage in rules.stage if stage.start is not None), None)


def set_by_hand(section: Section, who: EntrantId) -> StartByHand | None:
    """Give what is set for somebody; None where their own rank or rating counts."""
    newest = section.starts.get(who, ())[-1:]
    return next((each for each in newest if each.counts_as is not None), None)


def begins_with(start: StartScores, section: Section, known: Entrant) -> int:
    """Give the points that somebody begins with."""
    by_hand = set_by_hand(section, known.id)
    if by_hand is None or by_hand.counts_as is None:
        return start.of(known.rating, known.rank)
    return start.of_level(by_hand.counts_as)


def started_by_hand(
    rules: EventRules, section: Section, people: Iterable[EntrantId]
) -> Iterator[StartedByHand]:
    """Give those of some people who began elsewhere than their own rank or rating says."""
    start = start_scores_of(rules)
    for who in people if start is not None and section.starts else ():
        known = section.entrants[who]
        if start is not None and set_by_hand(section, who) is not None:
            points = begins_with(start, section, known)
            yield StartedByHand(who, points, start.of(known.rating, known.rank))


def starts_before(section: Section, number: int) -> dict[EntrantId, tuple[StartByHand, ...]]:
    """Give the start scores set by hand that were in force when a round was paired."""
    return {
        who: tuple(each for each in starts if each.after < number)
        for who, starts in section.starts.items()
    }
