"""The games of a section as fair play looks at them, out of what is stored."""

from collections.abc import Iterator, Sequence

import msgspec

from qipan.desk.online.seating import games_so_far, tried_names
from qipan.formats.kept_record import kept_record, seats_of, standing_places
from qipan.formats.record import Record
from qipan.games import game_named
from qipan.journal.envelope import Envelope
from qipan.journal.live.table import (
    Table,
    convert_rules,
    fold_table,
    hides,
    read_event,
    stream_of,
)
from qipan.journal.log import Log
from qipan.journal.people import Person
from qipan.journal.state import Competition, RecordKey, Section
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import Seat
from qipan.kernel.self_play import MoveMade
from qipan.office.judged.judgeable import unjudged_because
from qipan.play.conduct_log import read_note, stream_of_notes
from qipan.sections.lookup import event_of
from qipan.sections.matches import match_of
from qipan.views.fair_play.examined_game import (
    ExaminedGame,
    hidden_plies,
    reports_of,
    seen_from,
    times_of,
)

MOST_GAMES = 2000
PLAY_OFF = 100
"""Added to the number of a game of a play-off, where a record tells it apart."""


def judged_here(state: Competition, section: Section) -> bool:
    """Say whether the moves of a section's game can be judged."""
    return not unjudged_in(state, section)


def unjudged_in(state: Competition, section: Section) -> str:
    """Give the reason why the moves of a section's game are not judged; empty: they are."""
    return unjudged_because(game_named(event_of(state, section).game))


def played_games(log: Log, state: Competition, section: Section) -> list[ExaminedGame]:
    """Read every finished game: of live tables first, else of records attached at the desk."""
    found: list[ExaminedGame] = []
    for each in _at_tables(log, state, section):
        found.append(each)
        if len(found) >= MOST_GAMES:
            return found
    there = {(each.round, each.board) for each in found}
    names = dict.fromkeys(section.entrants, Person(name=""))
    for key in sorted(section.records)[: MOST_GAMES - len(found)]:
        if (key[0], key[1]) not in there:
            record = kept_record(state, section, key, names)
            played = _of_record(record, section, key)
            if played is not None:
                found.append(played)
    return found


def _of_record(record: Record, section: Section, key: RecordKey) -> ExaminedGame | None:
    """Read a record; None where it does not say who made the moves, or makes no sense."""
    number, board, game, playoff = key
    players = seats_of(section, key)
    try:
        made = _replayed(record)
    except (QipanError, msgspec.ValidationError):
        return None
    if len(players) != record.seats or not made or hides(game_named(record.game)):
        return None
    return ExaminedGame(
        game=record.game,
        round=number,
        board=board,
        number=game + (PLAY_OFF if playoff else 0),
        table="",
        version=len(record.moves),
        players=players,
        moves=made,
        places=standing_places(section, key),
    )


def _replayed(record: Record) -> tuple[MoveMade, ...]:
    """Play a record again. Raises BadInput or IllegalMove."""
    game = game_named(record.game)
    state = game.start(convert_rules(game, record.rules), record.seats, record.setup)
    found = []
    for number, text in enumerate(record.moves):
        seat = Seat(record.by.get(number, (*game.acting(state), 0)[0]))
        move = game.read(state, seat, text)
        after = game.play(state, seat, move)
        found.append(MoveMade(state, seat, move, after))
        state = after
    return tuple(found)


def _at_tables(log: Log, state: Competition, section: Section) -> Iterator[ExaminedGame]:
    for found in section.rounds:
        for board in sorted(found.seating):
            games = games_so_far(match_of(state, section, found.number, board)) + 1
            for name in tried_names(found, board, games):
                stored = list(log.read(stream_of(name)))
                if stored:
                    played = _at_table(log, fold_table(name, stored), stored)
                    if played is not None:
                        yield played


def _at_table(log: Log, table: Table, stored: Sequence[Envelope]) -> ExaminedGame | None:
    """Read one table; None while it goes on, or if it does not count."""
    if not table.over or table.annulled is not None or not table.moves or hides(table.game):
        return None
    origin = table.opened.origin
    notes = [read_note(each) for each in log.read(stream_of_notes(table.id))]
    turns = [(move.seq, move.seat) for move in table.moves]
    outcome = table.outcome
    return ExaminedGame(
        game=table.opened.game,
        round=int(origin["round"]),
        board=int(origin["board"]),
        number=int(origin["game"]),
        table=table.id,
        version=table.version,
        players=table.opened.occupants,
        moves=_made(table),
        places=outcome.places if outcome else (),
        ended_by=str(outcome.rule) if outcome else "",
        spent=times_of(read_event(each) for each in stored),
        hidden=hidden_plies(notes, turns),
        seen=seen_from(notes),
        reports=reports_of(notes),
    )


def _made(table: Table) -> tuple[MoveMade, ...]:
    game, opened = table.game, table.opened
    state = game.start(convert_rules(game, opened.rules), table.seats, opened.setup)
    found = []
    for each in table.moves:
        seat = Seat(each.seat)
        move = game.read(state, seat, each.texts[0])
        after = game.play(state, seat, move)
        found.append(MoveMade(state, seat, move, after))
        state = after
    return tuple(found)
