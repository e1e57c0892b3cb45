"""Check a report: pair every round again and compare with what it records."""

import msgspec

from qipan.formats.trf.faults import demand_sound
from qipan.formats.trf.model import TrfFile
from qipan.formats.trf.walk import Pairs, walk
from qipan.kernel.errors import Impossible
from qipan.pairing.swiss.dutch.engine import Pairing, pair
from qipan.pairing.swiss.dutch.field import Edition


class PairingDifference(msgspec.Struct, frozen=True):
    """A round that the engine pairs in another way."""

    round: int
    recorded: tuple[tuple[int, int], ...]
    """Pairs (first, second) only the report has; second 0 is the bye."""
    engine: tuple[tuple[int, int], ...]
    """Pairs only the engine has."""
    impossible: tuple[str, ...] = ()
    """Who blocks, if the engine finds no pairing at all."""


class Checked(msgspec.Struct, frozen=True):
    """What checking one file found."""

    file: str
    edition: Edition
    rounds: int
    differences: tuple[PairingDifference, ...]
    paths: dict[str, int]
    """How often each path of the engine answered a bracket."""


def pairs_of(found: Pairing) -> Pairs:
    """Give a pairing in the numbers of a report."""
    pairs = {(int(each.first), int(each.second)) for each in found.pairs}
    if found.bye is not None:
        pairs.add((int(found.bye), 0))
    return frozenset(pairs)


def check(file: TrfFile, edition: Edition | None = None) -> Checked:
    """Pair every round of a file again. Raises BadInput if the file contradicts itself."""
    demand_sound(file)
    found: list[PairingDifference] = []
    paths: dict[str, int] = {}
    used = edition or Edition.DUTCH_2026
    for round_ in walk(file, edition):
        used = round_.field.edition
        try:
            answer = pair(round_.field)
        except Impossible as error:
            blocking = tuple(error.refusal.facts["blocking"])
            found.append(
                PairingDifference(round_.number, tuple(sorted(round_.pairs)), (), blocking)
            )
            continue
        for bracket in answer.brackets:
            paths[bracket.path] = paths.get(bracket.path, 0) + 1
        ours = pairs_of(answer)
        if ours != round_.pairs:
            only = tuple(sorted(round_.pairs - ours)), tuple(sorted(ours - round_.pairs))
            found.append(PairingDifference(round_.number, *only))
    return Checked(file.name, used, file.played, tuple(found), paths)
