"""The live games that the demo shows: which boards of which sections are played by computers."""

from random import SystemRandom
from typing import Any

import msgspec

from qipan.games import game_named
from qipan.journal.live.events import TableOpened
from qipan.journal.live.table import Table, convert_rules
from qipan.journal.state import Competition, Section
from qipan.kernel.clock import Increment
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId
from qipan.rulebooks.schema import EventRules
from qipan.sections.lookup import event_of
from qipan.simulation.demo_world.scenes import CAMPUS, LEAGUE, WORLD

WAY = "demo"
"""What the origin of a shown table says beside its board."""
SHOW_CLOCK = Increment(20 * 60_000, 3_000)
MOVE_SECONDS = 2.4


class Show(msgspec.Struct, frozen=True):
    """One live game."""

    competition: CompetitionId
    section: SectionId
    board: int = 0
    """Which of the boards without a result."""
    begun: int = 0
    """So many moves are made at once, so that there is something to see."""
    until: str = ""
    """The phase at which the computers stop, because people go on."""
    script: tuple[str, ...] = ()
    """The moves that the computers make; without any they think for themselves."""
    rules: tuple[tuple[str, Any], ...] = ()
    """What is otherwise than in the book: computers have no arbiter."""

    @property
    def origin(self) -> dict[str, str]:
        """Name it at its table."""
        here = {"competition": self.competition, "section": self.section, "way": WAY}
        return {**here, "show": str(self.board)}

    def is_at(self, table: Table) -> bool:
        """Say whether a table is one of this show."""
        return self.origin.items() <= table.opened.origin.items()


_OPENING = ("h2e2", "h9g7", "h0g2", "b9c7", "i0h0", "i9h9", "b0c2", "b7b3")
_WAITING = ("a0a1", "a9a8", "a1a0", "a8a9")
REPETITION = (*_OPENING, *_WAITING, *_WAITING, "claim:repetition")
"""Neither side breaks a rule; the third time Red claims, and the table rules a draw."""
SHOWS = (
    Show(WORLD, SectionId("men"), 0, begun=24),
    Show(WORLD, SectionId("men"), 1, begun=len(_OPENING), script=REPETITION),
    Show(LEAGUE, SectionId("league"), 0, begun=70, rules=(("referee_counts", False),)),
    Show(LEAGUE, SectionId("league"), 1, begun=600, until="count"),
    Show(CAMPUS, SectionId("shengji"), 0),
    Show(CAMPUS, SectionId("checkers"), 0, begun=60),
    Show(WORLD, SectionId("women"), 0, begun=30),
)


def opened_table(show: Show, state: Competition) -> TableOpened | None:
    """Set up the table of a show; None if no board is open for it any more."""
    section = state.sections[show.section]
    current = section.current
    if current is None or not current.missing:
        return None
    board = current.missing[show.board % len(current.missing)]
    rules, sides = event_of(state, section), current.table(board)
    assert sides is not None  # a board without a result was paired
    seats = _occupants(section, sides.seats, rules)
    game = game_named(rules.game)
    said = {**game.table_rules, **rules.rules, **dict(show.rules)}
    setup = game.deal(convert_rules(game, said), len(seats), SystemRandom())
    return TableOpened(
        game=game.name,
        engine=game.engine,
        rules=said,
        setup=setup,
        controls=(SHOW_CLOCK,) * len(seats),
        occupants=seats,
        counts=False,
        origin={**show.origin, "round": str(current.number), "board": str(board)},
    )


def _occupants(
    section: Section, sides: tuple[EntrantId, ...], rules: EventRules
) -> tuple[str, ...]:
    """Seat the sides of a board: themselves, or both of each pair, or one of each team."""
    people = [section.entrants[who].people for who in sides]
    if rules.line_ups is not None:
        return tuple(str(each[0]) for each in people)
    if all(len(each) == 1 for each in people):
        return tuple(map(str, sides))
    return tuple(str(each[place]) for place in range(len(people[0])) for each in people)
