"""What schedulers did in a contest, judged by the journal: everything due once, nothing else.

``wrong`` is a pure function of what is stored of one competition and of the tables that name it as
their origin. It gives sentences, one for each thing that is wrong, and none where all is well.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

LATE = 300.0
"""Seconds after which the book lets those lose who have not come."""
GRACE = 60.0
"""Seconds within which what is due must be done, whatever happens meanwhile."""
ROUND = ("section", "round")
BOARD = (*ROUND, "board")
ONCE: dict[str, tuple[str, ...]] = {
    "entries-closed/1": ("section",),
    "numbers-assigned/1": ("section",),
    "lot-committed/1": ("section", "lot"),
    "lot-drawn/1": ("section", "draw"),
    "round-paired/1": ROUND,
    "round-published/1": ROUND,
    "round-seated/1": ROUND,
    "round-ended/1": ROUND,
    "lateness-recorded/1": (*BOARD, "entrant"),
    "result-recorded/1": BOARD,
}
"""What happens once in a contest that nobody repairs, and by what it is known to be the same."""
CHAIN = ("round-paired/1", "round-published/1", "round-seated/1", "round-ended/1")
Content = dict[str, Any]


class Stored(NamedTuple):
    """An event of a competition, and when it was stored."""

    at: float
    event: Content


def wrong(
    story: Sequence[Stored], tables: Mapping[str, Sequence[Content]], now: float
) -> list[str]:
    """List what is wrong with a competition and its tables, as both stand at a moment."""
    return [
        *_repeated(story),
        *_out_of_order(story),
        *_too_early(story),
        *_left_undone(story, now),
        *_tables_amiss(story, tables, now),
    ]


def _repeated(story: Sequence[Stored]) -> Iterator[str]:
    counted: Counter[tuple[object, ...]] = Counter()
    for _, event in story:
        if event["event"] in ONCE:
            values = (_name(event[field]) for field in ONCE[event["event"]])
            counted[event["event"], *values] += 1
    for (name, *values), times in counted.items():
        if times > 1:
            yield f"{name} {times} times for {' '.join(map(str, values))}"


def _name(value: Any) -> Any:
    return value["label"] if isinstance(value, dict) else value


def _out_of_order(story: Sequence[Stored]) -> Iterator[str]:
    """A round is paired when the one before has ended; nothing is decided in one that has."""
    reached = {0: len(CHAIN)}
    for _, event in story:
        number, name = event.get("round", 0), event["event"]
        there = reached.get(number, 0)
        if name in CHAIN:
            if there < CHAIN.index(name):
                yield f"{name} of round {number} comes too soon"
            if name == CHAIN[0] and reached.get(number - 1, 0) < len(CHAIN):
                yield f"round {number} is paired before round {number - 1} has ended"
            reached[number] = max(there, CHAIN.index(name) + 1)
        elif name == "result-recorded/1" and there != len(CHAIN) - 1:
            yield f"a result of round {number}, board {event['board']}, when it is not played"


def _too_early(story: Sequence[Stored]) -> Iterator[str]:
    """Nobody begins a round before its time, the last that was set; nobody loses too soon."""
    starts: dict[int, float] = {}
    begun: dict[int, float] = {}
    for at, event in story:
        number = event.get("round", 0)
        match event["event"]:
            case "round-scheduled/1":
                starts[number] = moment(event["start"])
            case "round-paired/1" if at < starts.get(number, at):
                yield f"round {number} is paired {starts[number] - at:.1f} s before its time"
            case "round-seated/1":
                begun[number] = max(moment(event["at"]), starts.get(number, 0.0))
            case "result-recorded/1" if at < begun.get(number, at) + LATE:
                yield f"board {event['board']} of round {number} is lost before the limit"


def _left_undone(story: Sequence[Stored], now: float) -> Iterator[str]:
    """Whatever has been due for a while is there."""
    starts, seated, ended = _rounds(story)
    decided = {_board(event) for _, event in story if event["event"] == "result-recorded/1"}
    for number, start in starts.items():
        due = max(start, ended.get(number - 1, start))
        if number not in seated:
            if (number == 1 or number - 1 in ended) and due + GRACE < now:
                yield f"round {number} was due {now - due:.0f} s ago and is not seated"
            continue
        event = seated[number].event
        limit = max(moment(event["at"]), start) + LATE
        missing = [each["board"] for each in event["boards"]]
        missing = [board for board in missing if (number, board) not in decided]
        if limit + GRACE < now and missing:
            yield f"boards {missing} of round {number} were lost {now - limit:.0f} s ago"
        if limit + GRACE < now and not missing and number not in ended:
            yield f"round {number} is decided and has not ended"


def _rounds(
    story: Sequence[Stored],
) -> tuple[dict[int, float], dict[int, Stored], dict[int, float]]:
    starts: dict[int, float] = {}
    seated: dict[int, Stored] = {}
    ended: dict[int, float] = {}
    for each in story:
        number = each.event.get("round", 0)
        match each.event["event"]:
            case "round-scheduled/1":
                starts[number] = moment(each.event["start"])
            case "round-seated/1":
                seated[number] = each
            case "round-ended/1":
                ended[number] = each.at
    return starts, seated, ended


def _tables_amiss(
    story: Sequence[Stored], tables: Mapping[str, Sequence[Content]], now: float
) -> Iterator[str]:
    """Each board of a seated round has one table, for those who were paired, and no other."""
    wanted = boards_of(story)
    decided = {
        _board(event): at for at, event in reversed(story) if event["event"] == "result-recorded/1"
    }
    there: dict[tuple[int, int], list[str]] = {}
    for name, contents in tables.items():
        opened = [each for each in contents if each["event"] == "table-opened/1"]
        closed = [each for each in contents if each["event"] == "game-annulled/1"]
        at = int(opened[0]["origin"]["round"]), int(opened[0]["origin"]["board"])
        there.setdefault(at, []).append(name)
        board = wanted.get(at)
        if len(opened) > 1 or len(closed) > 1:
            yield f"table {name} is opened {len(opened)} times and closed {len(closed)} times"
        if board is None or not name.startswith(board.table):
            yield f"table {name} is of no board"
        elif set(opened[0]["occupants"]) != board.players:
            yield f"table {name} is for {opened[0]['occupants']}, not {sorted(board.players)}"
        if bool(closed) != (at in decided) and decided.get(at, now) + GRACE < now:
            yield f"table {name} goes on though its board is decided"
        if closed and at not in decided:
            yield f"table {name} is closed though its board is not decided"
    for at, board in wanted.items():
        names = there.get(at, [])
        if len(names) > 1:
            yield f"round {at[0]}, board {at[1]} has {len(names)} tables: {' '.join(names)}"
        # Where nobody came in time a board may be lost before anybody could open its table.
        if not names and min(decided.get(at, now), now) > board.at + GRACE:
            yield f"round {at[0]}, board {at[1]} has no table"


class Board(NamedTuple):
    """A board of a seated round: since when, the name of its table, and who is to sit there."""

    at: float
    table: str
    players: set[str]


def boards_of(story: Sequence[Stored]) -> dict[tuple[int, int], Board]:
    """Give every board that was seated, by round and board."""
    players: dict[tuple[int, int], set[str]] = {}
    found: dict[tuple[int, int], Board] = {}
    for at, event in story:
        if event["event"] == "round-paired/1":
            for each in event["tables"]:
                players[event["round"], each["board"]] = set(each["seats"])
        elif event["event"] == "round-seated/1":
            for each in event["boards"]:
                key = event["round"], each["board"]
                found[key] = Board(at, each["table"], players.get(key, set()))
    return found


def _board(event: Content) -> tuple[int, int]:
    return event["round"], event["board"]


def moment(text: str) -> float:
    """Read a time; one without a zone is UTC."""
    found = datetime.fromisoformat(text)
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
