"""Walk a report round by round: the field before each round, and the pairing it records."""

from collections.abc import Iterator

import msgspec

from qipan.formats.trf.model import REQUESTED, Boost, TrfFile
from qipan.formats.trf.table import crosstable_of, entrant, planned_byes, scoring
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, Seat
from qipan.pairing.swiss.dutch.field import DutchField, Edition, Terms, field_of, initial_seat

Pairs = frozenset[tuple[int, int]]
"""(first, second) by number; (who, 0) takes the bye."""


class Recorded(msgspec.Struct, frozen=True):
    """One round of a report: the field before it and who met whom."""

    number: int
    field: DutchField
    pairs: Pairs


def edition_of(file: TrfFile) -> Edition:
    """Give the edition a report names; the newest if it names none."""
    return Edition.DUTCH_2017 if "2017" in (file.setup.system or "") else Edition.DUTCH_2026


def terms_of(file: TrfFile, number: int, edition: Edition | None = None) -> Terms:
    """Give what the report says about pairing a round, beside the results."""
    bans = tuple(
        frozenset(map(entrant, ban.numbers))
        for ban in file.setup.forbidden
        if ban.first <= number <= ban.last
    )
    return Terms(edition or edition_of(file), top_seat(file), bans, boosts_of(file))


def top_seat(file: TrfFile) -> Seat:
    """Give the seat drawn for the first player: as stated, else as the whole report shows it."""
    stated = file.setup.top_seat
    return stated if stated is not None else initial_seat(crosstable_of(file))


def boosts_of(file: TrfFile) -> dict[EntrantId, tuple[int, ...]]:
    """Give everybody's virtual points by round, in units."""
    unit = scoring(file).unit
    found: dict[EntrantId, tuple[int, ...]] = {}
    stated = file.setup.boosts
    if not stated and "BAKU" in (file.setup.system or ""):
        stated = baku(file)
    for boost in stated:
        single = boost.low == boost.high
        numbers = [boost.low] if single else sorted(file.by_number)
        for number in numbers:
            if number in file.by_number and boost.low <= number <= boost.high:
                row = list(found.get(entrant(number), ()))
                row += [0] * (boost.last - len(row))
                worth = int(boost.points * unit)
                row[boost.first - 1 : boost.last] = [worth] * (boost.last - boost.first + 1)
                found[entrant(number)] = tuple(row)
    return found


def baku(file: TrfFile) -> tuple[Boost, ...]:
    """Give the Baku acceleration: the upper half gets a win's points, later a draw's."""
    planned = file.setup.planned
    if planned is None:
        raise BadInput("acceleration needs the number of rounds (142 or XXR)", where=file.name)
    upper = file.players[: 2 * -(-len(file.players) // 4)]
    rounds = -(-planned // 2)
    whole = -(-rounds // 2)
    points = file.setup.points
    low, high = upper[0].number, upper[-1].number
    first = Boost(points.worth("W"), 1, whole, low, high)
    if whole == rounds:
        return (first,)
    return first, Boost(points.worth("D"), whole + 1, rounds, low, high)


def away(file: TrfFile, number: int) -> frozenset[int]:
    """Give who is known to rest in a round before it is paired."""
    byes = planned_byes(file)
    return frozenset(
        player.number
        for player in file.players
        if player.cell(number).result in REQUESTED or (player.number, number) in byes
    )


def field_before(file: TrfFile, number: int, edition: Edition | None = None) -> DutchField:
    """Give the field to be paired in a round, from what happened before it."""
    resting = away(file, number)
    if number > file.played:
        resting |= frozenset(file.setup.absent)
    else:
        resting |= {p.number for p in file.players if p.cell(number).blank}
    pool = [entrant(p.number) for p in file.players if p.number not in resting]
    return field_of(crosstable_of(file, number - 1), pool, terms_of(file, number, edition))


def recorded_pairs(file: TrfFile, number: int) -> Pairs:
    """Give the pairing that a report records for a round."""
    found = set()
    for player in file.players:
        cell = player.cell(number)
        if cell.result == "U":
            found.add((player.number, 0))
        elif cell.opponent and cell.seat == 0:
            found.add((player.number, cell.opponent))
    return frozenset(found)


def walk(file: TrfFile, edition: Edition | None = None) -> Iterator[Recorded]:
    """Go through the rounds that were played; each field knows only what came before."""
    for number in range(1, file.played + 1):
        yield Recorded(number, field_before(file, number, edition), recorded_pairs(file, number))
