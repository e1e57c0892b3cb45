"""From a record as a file has it to the one the journal keeps, and back with the names put in."""

from collections.abc import Mapping

from qipan.desk.records.comparison import compared
from qipan.formats.record import Record
from qipan.journal.people import Person
from qipan.journal.state import Competition, KeptRecord, RecordKey, Section
from qipan.kernel.ids import EntrantId
from qipan.sections.lookup import event_of

_NAME_TAGS = {"xiangqi": ("Red", "Black"), "go": ("PB", "PW"), "gomoku": ("PB", "PW")}
_WORDS: Mapping[tuple[int, ...], str] = {(1, 2): "1-0", (2, 1): "0-1", (1, 1): "1/2-1/2"}
_GO_WORDS: Mapping[tuple[int, ...], str] = {(1, 2): "B+", (2, 1): "W+", (1, 1): "Draw"}


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
    state: Competition, section: Section, key: RecordKey, names: Mapping[EntrantId, Person]
) -> Record:
    """Give a kept record under the book's rules, with names and the result that stands."""
    record = section.records[key].record
    seats = seats_of(section, key)
    table = section.rounds[key[0] - 1].table(key[1])
    places = compared(section, key).result
    if table is not None and seats != table.seats:
        places = places[::-1]
    words = _GO_WORDS if record.game == "go" else _WORDS
    people = [names[who].name for who in seats]
    return Record(
        game=record.game,
        moves=record.moves,
        rules={**record.rules, **event_of(state, section).rules},
        setup=record.setup,
        seats=record.seats,
        tags=dict(zip(_NAME_TAGS.get(record.game, ()), people, strict=False)),
        result=words.get(places) or record.stated or None,
        by=record.by,
        clocks=record.clocks,
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
