"""A knockout as a value: matches, where their players come from, and what has happened.

A stage is called by the number of places it has: 2 is the final, 4 the semi-finals, and so on; a
first stage that not everybody plays is the preliminary one. Match ``16/3`` is the third match of
the last sixteen; ``third`` is the match for third place.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

import msgspec

from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import EntrantId, MatchId
from qipan.kernel.results import How
from qipan.kernel.rules import rule
from qipan.pairing.by_lot import Lots, drawn_order
from qipan.pairing.knockout.tree import Leaf, leaves
from qipan.pairing.plan import Reason

SEEDED = rule("knockout.seeded", "The tree keeps high seeds apart as long as possible.")
DRAWN = rule("knockout.drawn", "The tree is drawn by lot.")
UNITS_APART = rule("knockout.units-apart", "Entrants of one unit are in different halves.")
PRELIMINARY = rule("knockout.preliminary", "Preliminary matches bring the field to a power of two.")
FREE_PASS = rule("knockout.free-pass", "Who has no opponent in the first stage passes freely.")
WINNERS_MEET = rule("knockout.winners-meet", "The winners of two neighbouring matches meet.")
FOR_THIRD = rule("knockout.for-third", "The losing semi-finalists meet for third place.")
THIRD: Final = MatchId("third")


class Source(msgspec.Struct, frozen=True):
    """Where a player of a match comes from: the draw, or another match."""

    entrant: EntrantId | None = None
    match: MatchId | None = None
    loser: bool = False


class PlayedGame(msgspec.Struct, frozen=True):
    """One game: which slot of the match it fills, which attempt at it, and how it ended."""

    slot: int
    attempt: int
    seats: tuple[EntrantId, EntrantId]
    winner: EntrantId | None
    """None for a draw, which is played again on the same slot."""
    how: How = How.PLAYED
    colour: Reason | None = None


class OpenGame(msgspec.Struct, frozen=True):
    """A game that is seated and not yet finished."""

    slot: int
    attempt: int
    seats: tuple[EntrantId, EntrantId]
    colour: Reason


class KnockoutMatch(msgspec.Struct, frozen=True):
    """A match of the tree."""

    id: MatchId
    stage: int
    number: int
    sources: tuple[Source, Source]
    best_of: int = 1
    games: tuple[PlayedGame, ...] = ()
    game: OpenGame | None = None
    over: bool = False
    winner: EntrantId | None = None
    """None once over if neither of the two goes on."""
    reason: Reason | None = None

    def wins(self, who: EntrantId) -> int:
        """Count the games somebody won in this match."""
        return sum(game.winner == who for game in self.games)


class Bracket(msgspec.Struct, frozen=True, dict=True):
    """The whole tree."""

    matches: tuple[KnockoutMatch, ...]
    order: tuple[EntrantId, ...]
    """Everybody in seeding or drawn order."""
    free: tuple[EntrantId, ...]
    """Who does not play in the first stage."""
    reasons: tuple[Reason, ...] = ()

    @cached_property
    def _by_id(self) -> Mapping[str, KnockoutMatch]:
        return {match.id: match for match in self.matches}

    def match(self, name: str) -> KnockoutMatch:
        """Find a match. Raises Unknown."""
        found = self._by_id.get(name)
        if found is None:
            raise Unknown("knockout match", name)
        return found

    def players(self, match: KnockoutMatch) -> tuple[EntrantId | None, EntrantId | None]:
        """Give the two players of a match as far as they are known."""
        return self._from(match.sources[0]), self._from(match.sources[1])

    def vacant(self, source: Source) -> bool:
        """Say whether nobody will ever come from a source."""
        if source.match is None:
            return False
        before = self.match(source.match)
        return before.over and self._from(source) is None

    def _from(self, source: Source) -> EntrantId | None:
        if source.match is None:
            return source.entrant
        before = self.match(source.match)
        if not before.over:
            return None
        if not source.loser:
            return before.winner
        losers = [who for who in self.players(before) if who not in (None, before.winner)]
        # A match that nobody won has no loser who could go on either.
        return losers[0] if losers and before.winner is not None else None


class Format(msgspec.Struct, frozen=True):
    """How long matches are, and whether third place is played for."""

    best_of: Mapping[int, int] = {}
    """Games of a match by stage, e.g. ``{2: 3, 4: 3}``; one game where nothing is said."""
    third_place: bool = False
    preliminary: bool = True
    """Call an incomplete first stage preliminary matches; else a full stage with free passes."""

    def games(self, stage: int) -> int:
        """Give the most games of a match in a stage."""
        return self.best_of.get(stage, 1)


def make_bracket(
    entrants: Sequence[EntrantId],
    *,
    lots: Lots | None = None,
    units: Mapping[EntrantId, str] | None = None,
    form: Format | None = None,
) -> Bracket:
    """Draw a tree for any number: by lot if lots are given, else in the order of the list.

    Entrants of one unit are kept in different halves, quarters and so on where ``units`` are
    given. Raises BadInput below two entrants, on repeats, and on an even best-of.
    """
    form = form or Format()
    if len(entrants) < 2 or len(set(entrants)) != len(entrants):
        raise BadInput("a knockout needs two or more entrants, nobody twice")
    if any(games < 1 or games % 2 == 0 for games in form.best_of.values()):
        raise BadInput("a match is the best of an odd number of games")
    order = list(entrants) if lots is None else drawn_order(entrants, lots, "knockout tree")
    tree = leaves(order, units or {})
    first = 2 * len(tree)
    free = tuple(leaf[0] for leaf in tree if len(leaf) == 1)
    reasons = [Reason(SEEDED if lots is None else DRAWN, {"entrants": len(order)})]
    if units:
        reasons.append(Reason(UNITS_APART, {"units": len(set(units.values()))}))
    if free:
        key = PRELIMINARY if form.preliminary else FREE_PASS
        facts = {"matches": len(tree) - len(free), "free": len(free), "stage": first}
        reasons.append(Reason(key, facts))
    return Bracket(_matches(tree, first, form), tuple(order), free, tuple(reasons))


def _matches(tree: Sequence[Leaf], stage: int, form: Format) -> tuple[KnockoutMatch, ...]:
    found: list[KnockoutMatch] = []
    sources: list[Source] = []
    for leaf in tree:
        if len(leaf) == 1:
            sources.append(Source(entrant=leaf[0]))
            continue
        pair = Source(entrant=leaf[0]), Source(entrant=leaf[1])
        found.append(_match(stage, len(found) + 1, pair, form))
        sources.append(Source(match=found[-1].id))
    while len(sources) > 1:
        stage //= 2
        above = []
        for number, at in enumerate(range(0, len(sources), 2), 1):
            found.append(_match(stage, number, (sources[at], sources[at + 1]), form))
            above.append(Source(match=found[-1].id))
        sources = above
    semis = [each.id for each in found if each.stage == 4]
    if form.third_place and len(semis) == 2:
        pair = Source(match=semis[0], loser=True), Source(match=semis[1], loser=True)
        third = KnockoutMatch(THIRD, 3, 1, pair, form.games(3))
        found.insert(len(found) - 1, third)
    return tuple(found)


def _match(stage: int, number: int, pair: tuple[Source, Source], form: Format) -> KnockoutMatch:
    return KnockoutMatch(MatchId(f"{stage}/{number}"), stage, number, pair, form.games(stage))
