"""From a record as a file has it to the one the journal keeps, and back with the names put in."""

import re
from collections.abc import Mapping

import msgspec

from qipan.desk.records.comparison import compared, stated_places
from qipan.formats.record import Record
from qipan.formats.record_titles import GameTitle, titled
from qipan.games import game_named
from qipan.journal.people import Person
from qipan.journal.state import Competition, KeptRecord, RecordKey, Section
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import EntrantId, Seat
from qipan.sections.lookup import event_of

_WORDS: Mapping[tuple[int, ...], str] = {(1, 2): "1-0", (2, 1): "0-1", (1, 1): "1/2-1/2"}
_COUNTED = re.compile(r"[BW]\+[0-9.]+")
"""A result of Go that says by how much."""


def kept(record: Record) -> KeptRecord:
    """Take what the journal keeps: the moves, never names, headers or remarks."""
    return KeptRecord(
        game=record.game,
        moves=record.moves,
        setup=record.setup,
        rules=record.rules,
        seats=record.seats,
        by=record.by,
        clocks=record.clocks,
        stated=(record.result or "")[:20],
    )


def kept_record(
    state: Competition,
    section: Section,
    key: RecordKey,
    names: Mapping[EntrantId, Person],
    title: GameTitle | None = None,
) -> Record:
    """Give a kept record under the book's rules, with headers and the result that stands."""
    attached = section.records[key]
    record = attached.record
    game = Record(
        game=record.game,
        moves=record.moves,
        rules={**record.rules, **event_of(state, section).rules},
        setup=record.setup,
        seats=record.seats,
        result=_result(record, standing_places(section, key)),
        by=record.by,
        clocks=record.clocks,
    )
    rule = str(attached.rule or "")
    return titled(game, title or title_of(state, section, key, names), rule, black_seat(game))


def standing_places(section: Section, key: RecordKey) -> tuple[int, ...]:
    """Give the places by the result that stands, who moved first first."""
    table = section.rounds[key[0] - 1].table(key[1])
    places = compared(section, key).result
    return places[::-1] if table is not None and seats_of(section, key) != table.seats else places


def _result(record: KeptRecord, places: tuple[int, ...]) -> str | None:
    stated = record.stated
    if _COUNTED.fullmatch(stated) and stated_places(stated) == places:
        return stated
    return _WORDS.get(places) or stated or None


def black_seat(record: Record) -> int:
    """Give the seat that has Black: the first, unless an opening swapped the colours."""
    takes = [text for text in record.moves[:12] if text in ("black", "white")]
    if record.game != "gomoku" or not takes:
        return 0
    try:
        game = game_named(record.game)
        state = game.start(
            msgspec.convert(record.rules, game.rules_type), record.seats, record.setup
        )
        for number, text in enumerate(record.moves):
            seat = Seat(record.by.get(number, game.acting(state)[0]))
            state = game.play(state, seat, game.read(state, seat, text))
            if text == takes[-1]:
                break
        return int(getattr(game.view(state, None), "black", 0))
    except (QipanError, msgspec.ValidationError, LookupError):
        return 0  # a record that makes no sense says so when it is replayed


def title_of(
    state: Competition,
    section: Section,
    key: RecordKey,
    names: Mapping[EntrantId, Person],
) -> GameTitle:
    """Give what the game of a record is known by, as far as the competition says it."""
    said = state.particulars
    starts = dict(section.options.get("starts") or {})
    start = str(starts.get(str(key[0]), starts.get(int(key[0]), "")))
    entrants = [section.entrants[who] for who in seats_of(section, key)]
    return GameTitle(
        names=tuple(names[each.id].name for each in entrants),
        units=tuple(each.unit or "" for each in entrants),
        ratings=tuple("" if each.rating is None else str(each.rating) for each in entrants),
        event=state.title,
        section=section.title,
        round=str(key[0]),
        board=str(key[1]),
        date=start[:10] or (said.starts if said else ""),
        place=said.place if said else "",
        rate=said.rate_of_play if said else "",
    )


def seats_of(section: Section, key: RecordKey) -> tuple[EntrantId, ...]:
    """Give who sat where in the game of a record, who moved first first."""
    number, board, game, playoff = key
    found = section.rounds[number - 1]
    table = found.table(board)
    seats = table.seats if table is not None else ()
    for each in found.games.get(board, ()):
        fits = (each.number, each.playoff) == (game, playoff)
        if fits and len(seats) == 2 and each.first == seats[1]:
            return seats[::-1]
    return seats
