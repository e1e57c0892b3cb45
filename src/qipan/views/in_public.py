"""A competition as the public may know it now: without ends that a delay still holds back.

Where spectators of live tables are behind (``Contest.delay``), the end of a game reaches the desk
at once, so that the contest goes on, and the public when its spectators have seen it. Until then a
board is shown without that game: no result, no record, no points for it, no table of a next game.
A later round that is published gives all ends of the round before away, and so shows them.
Desks, arbiters and the players' own pages are not asked to look through this.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from qipan.journal.events import PUBLIC
from qipan.journal.online import EntrantArrived, RoundSeated, TableTaken
from qipan.journal.schedule import RoundEnded
from qipan.journal.state import Competition, PlayedGame, Round, Section
from qipan.kernel.ids import BoardNo, SectionId
from qipan.kernel.moments import moment

WithheldGame = tuple[SectionId, int, BoardNo, int]
"""Section, round, board and game of a match."""


def withheld_games(state: Competition, now: datetime) -> tuple[WithheldGame, ...]:
    """Name the games of which the public does not know yet that they have ended."""
    found = []
    for section in state.sections.values():
        shown = _latest(section)
        if shown is None:
            continue
        for (board, game), taken in shown.taken.items():
            if taken.shown_from and moment(taken.shown_from) > now:
                found.append((section.id, int(shown.number), board, game))
    return tuple(sorted(found))


def in_public(state: Competition, withheld: tuple[WithheldGame, ...]) -> Competition:
    """Give a competition without what is withheld; itself where nothing is."""
    if not withheld:
        return state
    sections = dict(state.sections)
    for name in {each[0] for each in withheld}:
        games = {(board, game) for where, _, board, game in withheld if where == name}
        sections[name] = _section(sections[name], games)
    counted = public_version(state, withheld)
    return replace(state, sections=sections, withheld=withheld, counted=counted)


def public_version(state: Competition, withheld: tuple[WithheldGame, ...]) -> int:
    """Count what happened as the public may: from the first hidden end on only what it may see.

    So the number says nothing of ends, of who sits down to a next game, or of what follows.
    """
    first = first_hidden(state, withheld)
    if first is None:
        return state.version
    sections = {each[0] for each in withheld}
    boards = {each[:3] for each in withheld}
    later = state.past[first - 1 :]
    return first - 1 + sum(_is_seen(each, sections, boards) for each in later)


def first_hidden(state: Competition, withheld: tuple[WithheldGame, ...]) -> int | None:
    """Give the version of the first event that the public is not told yet; None: of none."""
    found = _first_taken(state, withheld)
    if found is None:
        return None
    end = state.past[found - 1]
    while found > 1 and _is_same_board(state.past[found - 2], end):
        found -= 1  # the results stand before what says where they are from
    return found


def _first_taken(state: Competition, withheld: tuple[WithheldGame, ...]) -> int | None:
    """Find the first end of those games; of one that was ruled on anew before it was seen, both."""
    asked, found = set(withheld), None
    rounds = {each[:2] for each in withheld}
    hidden: dict[WithheldGame, datetime] = {}
    for version in range(state.version, 0, -1):
        if not rounds:
            break
        event = state.past[version - 1]
        if isinstance(event, RoundSeated):
            rounds.discard((event.section, int(event.round)))
        if not isinstance(event, TableTaken) or not event.shown_from:
            continue
        key = (event.section, int(event.round), event.board, event.game)
        shown_from = moment(event.shown_from)
        ruled_anew = hidden.get(key)
        if key in asked and (
            ruled_anew is None or shown_from > ruled_anew - _delay(state, event.section)
        ):
            hidden[key], found = shown_from, version
    return found


def _delay(state: Competition, section: SectionId) -> timedelta:
    contest = state.sections[section].contest
    return timedelta(seconds=contest.delay if contest is not None else 0)


def _is_same_board(event: Any, end: TableTaken) -> bool:
    at = (getattr(event, "section", None), getattr(event, "round", None))
    here = at == (end.section, end.round) and getattr(event, "board", None) == end.board
    return here and not isinstance(event, TableTaken | EntrantArrived)


def _is_seen(
    event: Any, sections: set[SectionId], boards: set[tuple[SectionId, int, BoardNo]]
) -> bool:
    """Say whether the public sees an event though ends of its section are hidden."""
    section = getattr(event, "section", None)
    if section not in sections:
        return True
    if type(event) not in PUBLIC or isinstance(event, RoundEnded):
        return False
    return (section, getattr(event, "round", 0), getattr(event, "board", 0)) not in boards


def _latest(section: Section) -> Round | None:
    """Give the latest published round; nothing of a section that was approved is withheld."""
    if section.approved is not None:
        return None
    published = [each for each in section.rounds if each.published]
    return published[-1] if published else None


def _section(section: Section, games: set[tuple[BoardNo, int]]) -> Section:
    shown = _latest(section)
    assert shown is not None  # else nothing of it was withheld
    known = _round(shown, games)
    left = {board: len(each) for board, each in known.games.items()}

    def stays(key: tuple[int, int, int, bool]) -> bool:
        number, board, game, decider = key
        if number != shown.number or not any(board == at for at, _ in games):
            return True
        regular = sum(not each.playoff for each in known.games.get(BoardNo(board), ()))
        if decider:
            return game <= left.get(BoardNo(board), 0) - regular
        return (BoardNo(board), game) not in games

    return replace(
        section,
        rounds=[known if each is shown else each for each in section.rounds],
        records={key: value for key, value in section.records.items() if stays(key)},
        counts={key: value for key, value in section.counts.items() if stays((*key, False))},
        ended={key: value for key, value in section.ended.items() if key != shown.number},
    )


def _round(found: Round, games: set[tuple[BoardNo, int]]) -> Round:
    boards = {board for board, _ in games}
    return replace(
        found,
        results={key: value for key, value in found.results.items() if key not in boards},
        corrected={key: value for key, value in found.corrected.items() if key not in boards},
        decided={key: value for key, value in found.decided.items() if key not in boards},
        reported={key: value for key, value in found.reported.items() if key not in boards},
        games={
            board: _known(played, {game for at, game in games if at == board})
            for board, played in found.games.items()
        },
        taken={key: value for key, value in found.taken.items() if key not in games},
        cells=None,
    )


def _known(played: tuple[PlayedGame, ...], withheld: set[int]) -> tuple[PlayedGame, ...]:
    """Leave out games of a match; those of a play-off have tables numbered after all others."""
    regular = [each for each in played if not each.playoff]
    beyond = max((each.number for each in regular), default=0)
    deciders = [each for each in played if each.playoff]
    hidden = sum(number > beyond for number in withheld)
    shown = deciders[: len(deciders) - hidden] if hidden else deciders
    return (*(each for each in regular if each.number not in withheld), *shown)
