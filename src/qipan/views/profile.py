"""A person across competitions: what the public pages say of them, summed up.

Nothing here is more than published rounds and places show; who may read it is the person's choice
and decided elsewhere.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from qipan.desk.money import titles_of
from qipan.journal.state import Competition, Section
from qipan.kernel.ids import EntrantId
from qipan.ranking.ratings import FIDE_2024, Rated, rate_event
from qipan.sections.lookup import event_of
from qipan.sections.places import crosstable
from qipan.views.section import BoardView, Names, SectionView

RESULTS, OPPONENTS, RATINGS, TITLES = "results", "opponents", "ratings", "titles"
PARTS = (RESULTS, OPPONENTS, RATINGS, TITLES)
"""What a person may show, part by part."""
WON, DRAWN, LOST = "won", "drawn", "lost"
_TURNED = {"1": "0", "0": "1", "=": "="}
_OUTCOMES = {"1": WON, "0": LOST, "=": DRAWN}


class ProfileGame(msgspec.Struct, frozen=True):
    """A match of a profile, from the person's side."""

    round: int
    opponent: str
    """The opponent's entrant."""
    who: str
    """The same for the same opponent in every competition, as far as it is known."""
    name: str
    latin: str
    outcome: str
    """``won``, ``drawn`` or ``lost``."""


class ProfileEntry(msgspec.Struct, frozen=True):
    """A section somebody played in."""

    competition: str
    competition_title: str
    section: str
    section_title: str
    entrant: str
    place: int | None
    of: int
    points: str
    rounds: int
    approved: bool
    games: tuple[ProfileGame, ...] = ()
    before: int | None = None
    """The rating they entered with."""
    after: int | None = None
    """What the games of the section make of it."""
    title: str = ""
    """A title that the approved place earned."""


class HeadToHead(msgspec.Struct, frozen=True):
    """All matches against one opponent."""

    name: str
    latin: str
    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        """Count the matches."""
        return self.won + self.drawn + self.lost


class ShownEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A section as far as the person shows it."""

    competition: str
    competition_title: str
    section: str
    section_title: str
    entrant: str
    place: int | None = None
    of: int | None = None
    points: str = ""
    before: int | None = None
    after: int | None = None
    title: str = ""


class KeptRating(msgspec.Struct, frozen=True, omit_defaults=True):
    """How somebody stands on a list kept here."""

    list: str
    title: dict[str, str]
    rating: str
    games: int
    season: str
    place: int
    person: str
    """Names the page that explains it."""


class KeptTitle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rank or title earned by the rules of a list kept here."""

    title: str
    clause: str
    list: str
    season: str


class ShownProfile(msgspec.Struct, frozen=True):
    """A profile as others see it: the page and the JSON are made from nothing else."""

    name: str
    shown: tuple[str, ...]
    """The parts that the person opened."""
    competitions: int | None
    totals: dict[str, int] | None
    """Matches won, drawn and lost; with the part ``results``."""
    titles: tuple[str, ...]
    entries: tuple[ShownEntry, ...]
    opponents: tuple[HeadToHead, ...]
    ratings: tuple[KeptRating, ...] = ()
    """On lists kept here; with the part ``ratings``."""
    promotions: tuple[KeptTitle, ...] = ()
    """Earned by the rules of those lists; with the part ``titles``."""


class OnLists(msgspec.Struct, frozen=True):
    """What lists kept here know of somebody."""

    ratings: tuple[KeptRating, ...] = ()
    promotions: tuple[KeptTitle, ...] = ()


def shown_profile(
    name: str,
    shown: tuple[str, ...],
    entries: Iterable[ProfileEntry],
    on_lists: OnLists | None = None,
) -> ShownProfile:
    """Leave out of a profile everything that its person does not show."""
    known = list(entries)
    results, titles = RESULTS in shown, TITLES in shown
    listed = results or titles or RATINGS in shown
    return ShownProfile(
        name=name,
        shown=shown,
        competitions=len(known) if results else None,
        totals=dict(totals(known)) if results else None,
        titles=tuple(each.title for each in known if each.title) if titles else (),
        entries=tuple(_shown_entry(each, shown) for each in known) if listed else (),
        opponents=tuple(heads(known)) if OPPONENTS in shown else (),
        ratings=on_lists.ratings if on_lists is not None and RATINGS in shown else (),
        promotions=on_lists.promotions if on_lists is not None and titles else (),
    )


def _shown_entry(entry: ProfileEntry, shown: tuple[str, ...]) -> ShownEntry:
    results, ratings = RESULTS in shown, RATINGS in shown
    return ShownEntry(
        competition=entry.competition,
        competition_title=entry.competition_title,
        section=entry.section,
        section_title=entry.section_title,
        entrant=entry.entrant,
        place=entry.place if results else None,
        of=entry.of if results else None,
        points=entry.points if results else "",
        before=entry.before if ratings else None,
        after=entry.after if ratings else None,
        title=entry.title if TITLES in shown else "",
    )


def entry_of(
    state: Competition, section: Section, who: EntrantId, view: SectionView, names: Names
) -> ProfileEntry:
    """Sum up what a section's public page says of one entrant."""
    line = next(each for each in view.lines if each.entrant == who)
    published = [found for found in view.rounds if found.published]
    games = [
        game
        for found in published
        for board in found.boards
        if (game := _game(section, found.number, board, who, names)) is not None
    ]
    before, after = _ratings(state, section, who)
    return ProfileEntry(
        competition=str(state.id),
        competition_title=state.title,
        section=str(section.id),
        section_title=section.title,
        entrant=str(who),
        place=line.place if published else None,
        of=len(view.lines),
        points=line.keys[0][1] if line.keys and published else "",
        rounds=len(published),
        approved=view.approved,
        games=tuple(games),
        before=before,
        after=after,
        title=_title(state, section, who),
    )


def _game(
    section: Section, number: int, board: BoardView, who: EntrantId, names: Names
) -> ProfileGame | None:
    if len(board.seats) != 2 or board.mark not in _OUTCOMES:
        return None
    seats = [seat.entrant for seat in board.seats]
    if who not in seats:
        return None
    first = seats[0] == who
    other = EntrantId(seats[1] if first else seats[0])
    person = names[other]
    people = section.entrants[other].people
    return ProfileGame(
        round=number,
        opponent=str(other),
        who=" ".join(map(str, people)),
        name=person.name,
        latin=person.latin,
        outcome=_OUTCOMES[board.mark if first else _TURNED[board.mark]],
    )


def _ratings(state: Competition, section: Section, who: EntrantId) -> tuple[int | None, int | None]:
    """Give the rating before and after a section; nothing where games of two are not rated."""
    before = section.entrants[who].rating
    rules = event_of(state, section)
    if before is None or rules.line_ups is not None or rules.stage[0].seats != 2:
        return before, None
    table = crosstable(state, section)
    players = {
        entry.id: Rated(None if entry.rating is None else Fraction(entry.rating))
        for entry in table.entries
    }
    changes = rate_event(table, players, FIDE_2024)
    found = next((each.after.rating for each in changes if each.entrant == who), None)
    return before, None if found is None else round(found)


def _title(state: Competition, section: Section, who: EntrantId) -> str:
    if section.approved is None:
        return ""
    earned = dict(titles_of(state, section))
    return earned[who].title or "" if who in earned else ""


def heads(entries: Iterable[ProfileEntry]) -> list[HeadToHead]:
    """Add up the matches against each opponent, most met first."""
    met: dict[str, list[ProfileGame]] = {}
    for entry in entries:
        for game in entry.games:
            met.setdefault(game.who, []).append(game)
    found = [HeadToHead(games[-1].name, games[-1].latin, *_counts(games)) for games in met.values()]
    return sorted(found, key=lambda each: (-each.played, -each.won, each.name))


def _counts(games: Iterable[ProfileGame]) -> tuple[int, int, int]:
    outcomes = [game.outcome for game in games]
    return outcomes.count(WON), outcomes.count(DRAWN), outcomes.count(LOST)


def totals(entries: Iterable[ProfileEntry]) -> Mapping[str, int]:
    """Count matches won, drawn and lost."""
    won, drawn, lost = _counts(game for entry in entries for game in entry.games)
    return {WON: won, DRAWN: drawn, LOST: lost}
