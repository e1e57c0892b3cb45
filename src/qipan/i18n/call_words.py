"""A call to a table in words: "Your table is 12, Red, 14:00", in the language one asked in."""

from collections.abc import Mapping

from qipan.games import all_games
from qipan.i18n import compose, say
from qipan.i18n.customs import listed, time_of_day
from qipan.kernel.ids import EntrantId
from qipan.views.table_calls import CHECK_IN, REST, RoundCall, TableCall


def call_text(
    language: str, call: TableCall, game: str, names: Mapping[EntrantId, str], who: str = ""
) -> str:
    """Say what somebody is called to; ``who`` names them where it is told to another."""
    owner = "theirs" if who else "yours"
    if call.kind == CHECK_IN:
        time = clock_of(language, call.start, call.zone)
        return compose(language, f"reach.check-in-{owner}", who=who, n=call.round, time=time)
    if call.kind == REST:
        return compose(language, f"reach.rest-{owner}", who=who, n=call.round)
    pieces = [str(call.board), side_of(language, game, call), _time(language, call)]
    where = listed(language, [each for each in pieces if each])
    text = compose(language, f"reach.table-{owner}", who=who, where=where)
    others = listed(language, [names.get(each, "") for each in call.others])
    return f"{text} {compose(language, 'reach.against', name=others)}" if others else text


def side_of(language: str, game: str, call: TableCall) -> str:
    """Name the side that somebody has; nothing where it is not known, or there are none."""
    known = all_games().get(game)
    sides = known.sides if known is not None else ()
    if call.seat < 0 or len(call.others) + 1 != len(sides):
        return ""
    return say(language, f"ui.board.{sides[call.seat]}")


def clock_of(language: str, start: str, zone: str) -> str:
    """Write a time of a hall or contest, with the zone where readers are elsewhere."""
    if not start:
        return ""
    time = time_of_day(language, start)
    if not zone:
        return time
    place = zone.rpartition("/")[2].replace("_", " ") if "/" in zone else f"UTC{zone}"
    return f"{time} ({place})"


def _time(language: str, call: TableCall) -> str:
    return clock_of(language, call.start, call.zone)


def round_text(language: str, call: RoundCall, names: Mapping[EntrantId, str]) -> str:
    """Say who meets whom in a round, a line a table."""
    lines = [
        f"{board}  " + " – ".join(names.get(each, "?") for each in seats)
        for board, seats in call.tables
    ]
    time = clock_of(language, call.start, call.zone)
    head = [compose(language, "reach.begins", time=time)] if time else []
    return "\n".join([*head, *lines])
