"""Extended direct encounter of teams: by the primary score, then by the secondary, and again.

``EDE`` takes primary and secondary scores in turn until nothing moves. ``EDEC`` adds the board
count, ``EDET`` the top boards, ``EDEB`` the boards without the last ones, ``EDEBT`` and ``EDEBB``
the count and then those; they serve exactly two teams whose match was level.
"""

from collections.abc import Mapping, Sequence

from qipan.kernel.lots import Draw
from qipan.kernel.rules import rule
from qipan.ranking.field import Field
from qipan.ranking.keys import Cut, DecidingCase, Group, Key, NeedsLot, Void
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec
from qipan.ranking.scores import boards, kinds, score
from qipan.ranking.tiebreaks.direct_encounter import Encounter, Order, Results, verdict

EXTENDED = rule(
    "tiebreak.extended-direct-encounter",
    "Among tied teams, match and game points of their own matches rank in turn.",
    zh="同分各队相互间的场分、局分依次比较。",
    th="ในทีมที่เท่ากัน เทียบคะแนนคู่และแต้มเกมที่พบกันเองตามลำดับ",
    ms="Antara pasukan seri, mata perlawanan dan permainan sesama sendiri dibandingkan bergilir.",
)
_EXTRA = {"EDE": "", "EDEC": "C", "EDET": "T", "EDEB": "B", "EDEBT": "CT", "EDEBB": "CB"}


def extended(
    field: Field, spec: Spec, group: Group, lots: Mapping[str, Draw]
) -> Cut | Void | NeedsLot:
    """Rank tied teams by their own matches [tiebreak.extended-direct-encounter]."""
    del lots
    check(spec, "P", "S", "X", "R", scores=True)
    first, second = kinds(field, spec)
    readings: list[tuple[Encounter, Results, bool]] = []
    for kind in (first, second):
        points = score(field, kind)
        mini = Encounter(field, spec, points.win, points.loss)
        readings.append((mini, points.rounds.__getitem__, False))
    for weights in _weights(_EXTRA[spec.name.upper()], boards(field)):
        mini = Encounter(field, spec, score(field, "games").win)
        readings.append((mini, _weighted(field, weights), True))
    facts = readings[0][0].facts(group, readings[0][1], score(field, first).unit)
    if readings[0][0].hopeless(group) and readings[1][0].hopeless(group):
        return Void({"void": "not-all-met", "tied": len(group)})
    return verdict(group, _in_turn(list(group), readings), facts)


def _in_turn(group: list[int], readings: Sequence[tuple[Encounter, Results, bool]]) -> Order:
    """Ask one reading after the other; whenever a group is parted, begin again with its parts."""
    settled: Order = []
    waiting = [group]
    while waiting:
        each = waiting.pop()
        parts = [each]
        for mini, results, only_two in readings:
            if only_two and len(each) != 2:
                continue
            parts = mini.settle(each, results)
            if len(parts) > 1:
                break
        if len(parts) == 1:
            settled.append(each)
        else:
            waiting.extend(reversed(parts))
    return settled


def _weights(letters: str, count: int) -> list[list[int]]:
    """Give what each board weighs, one list for each comparison; board 1 first."""
    found: list[list[int]] = []
    for letter in letters:
        if letter == "C":
            found.append([-number for number in range(1, count + 1)])
        elif letter == "T":
            found.extend([int(n == top) for n in range(count)] for top in range(count))
        else:
            found.extend([int(n < last) for n in range(count)] for last in range(count - 1, 0, -1))
    return found


def _weighted(field: Field, weights: Sequence[int]) -> Results:
    def results(i: int) -> list[int]:
        row = field.table.row(field.ids[i])
        found = [0] * field.rounds
        for n, cell in enumerate(row):
            found[n] = sum(
                weight * points for weight, points in zip(weights, cell.games, strict=False)
            )
        return found

    return results


_TWICE = """
    A: -B1[+--] +B2[+=+]
    B: +A2[-++] -A1[-=-]
    """
_ONCE = """
    A: =B1[-++-]
    B: =A2[+--+]
    """

KEYS = (
    Key(
        ("EDE",),
        EXTENDED,
        split=extended,
        called={
            "zh": "团体直胜",
            "en": "Extended direct encounter",
            "th": "ผลที่พบกันแบบขยาย",
            "ms": "Perlawanan sesama lanjutan",
        },
        cases=(
            # A match each; A has 3½ games of them, B 2½.
            DecidingCase("EDE", _TWICE, "A=1 B=2", "A B"),
        ),
    ),
    Key(
        ("EDEC",),
        EXTENDED,
        split=extended,
        called={
            "zh": "团体直胜（台次分）",
            "en": "Extended direct encounter (board count)",
            "th": "ผลที่พบกันแบบขยาย (คะแนนตามกระดาน)",
            "ms": "Perlawanan sesama lanjutan (kiraan papan)",
        },
        cases=(DecidingCase("EDEC", "A: =B1[-+]\nB: =A2[+-]", "A=2 B=1", "B A"),),
    ),
    Key(
        ("EDET",),
        EXTENDED,
        split=extended,
        called={
            "zh": "团体直胜（首台得分）",
            "en": "Extended direct encounter (top board)",
            "th": "ผลที่พบกันแบบขยาย (กระดานบน)",
            "ms": "Perlawanan sesama lanjutan (papan teratas)",
        },
        cases=(DecidingCase("EDET", _ONCE, "A=2 B=1", "B A"),),
    ),
    Key(
        ("EDEB",),
        EXTENDED,
        split=extended,
        called={
            "zh": "团体直胜（去末台得分）",
            "en": "Extended direct encounter (without the last boards)",
            "th": "ผลที่พบกันแบบขยาย (ตัดกระดานท้าย)",
            "ms": "Perlawanan sesama lanjutan (tanpa papan akhir)",
        },
        cases=(DecidingCase("EDEB", _ONCE, "A=1 B=2", "A B"),),
    ),
    Key(
        ("EDEBT",),
        EXTENDED,
        split=extended,
        called={
            "zh": "团体直胜（台次分、首台得分）",
            "en": "Extended direct encounter (board count, top board)",
            "th": "ผลที่พบกันแบบขยาย (คะแนนตามกระดาน กระดานบน)",
            "ms": "Perlawanan sesama lanjutan (kiraan papan, papan teratas)",
        },
        cases=(
            # Boards 2 and 3 count 5 for A, boards 1 and 4 as much for B: the top board decides.
            DecidingCase("EDEBT", _ONCE, "A=2 B=1", "B A"),
        ),
    ),
    Key(
        ("EDEBB",),
        EXTENDED,
        split=extended,
        called={
            "zh": "团体直胜（台次分、去末台得分）",
            "en": "Extended direct encounter (board count, without the last boards)",
            "th": "ผลที่พบกันแบบขยาย (คะแนนตามกระดาน ตัดกระดานท้าย)",
            "ms": "Perlawanan sesama lanjutan (kiraan papan, tanpa papan akhir)",
        },
        cases=(DecidingCase("EDEBB", _ONCE, "A=1 B=2", "A B"),),
    ),
)
