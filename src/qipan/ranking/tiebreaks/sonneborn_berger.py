"""Sonneborn-Berger: opponents' scores times the own result, for persons and for teams.

``SB`` multiplies the same kind of score; ``EMMSB``, ``EMGSB``, ``EGMSB`` and ``EGGSB`` name the
opponents' score (match or game points) and then the own result; ``ESB`` is primary times
secondary.
"""

from qipan.kernel.rules import rule
from qipan.ranking.contributions import collected, cuts, products, reading, total
from qipan.ranking.field import OPPONENTS, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec
from qipan.ranking.scores import Kind, kinds, score

SONNEBORN_BERGER = rule(
    "tiebreak.sonneborn-berger",
    "A higher sum of opponents' scores times the result against them ranks higher.",
    zh="对手得分与相互成绩乘积之和高者列前。",
    th="ผลรวมคะแนนคู่แข่งคูณผลที่พบกันสูงกว่าอยู่หน้า",
    ms="Jumlah mata lawan didarab keputusan menentang mereka, lebih tinggi di hadapan.",
)
EXTENDED = rule(
    "tiebreak.extended-sonneborn-berger",
    "For teams: a higher sum of opponents' scores times the result against them ranks higher.",
    zh="团体：对手得分与相互成绩乘积之和高者列前。",
    th="ทีม: ผลรวมคะแนนคู่แข่งคูณผลที่พบกันสูงกว่าอยู่หน้า",
    ms="Pasukan: jumlah mata lawan didarab keputusan menentang mereka, lebih tinggi di hadapan.",
)
_LETTERS: dict[str, Kind] = {"M": "points", "G": "games"}


def sonneborn_berger(field: Field, spec: Spec) -> Column:
    """Sum opponents' adjusted scores times own results [tiebreak.sonneborn-berger]."""
    check(spec, "C", "M", "P", "F", "V", "S", "X", "R", "D", scores=True)
    first, second = kinds(field, spec)
    if not any(len(word) == 2 and word.upper()[1] in "MG" for word in spec.variants):
        second = first
    return _products(field, spec, first, second)


def extended(field: Field, spec: Spec) -> Column:
    """Do the same with a kind of score for each side [tiebreak.extended-sonneborn-berger]."""
    check(spec, "C", "M", "P", "F", "V", "S", "X", "R", "D", scores=True)
    first, second = kinds(field, spec)
    name = spec.name.upper()
    if len(name) == 5:
        first, second = _LETTERS[name[1]], _LETTERS[name[2]]
    return _products(field, spec, first, second)


def _products(field: Field, spec: Spec, first: Kind, second: Kind) -> Column:
    how = reading(field, spec)
    low, high = cuts(field, spec)
    met = collected(field, first, how)
    result = score(field, second)

    def of(i: int) -> int:
        values = products(field, i, met[i], result, how)
        return total(met[i], values, low, high, by_fault=True)

    return Column(field.each(spec, OPPONENTS, of), score(field, first).unit * result.unit, least=2)


_TABLE = """
    A: =C1 =D2
    B: +E1 -F2
    C: =A2 +E1
    D: +F1 =A1
    E: -B2 -C2
    F: -D2 +B1
    """
_TEAMS = """
    A: =C1[+-] =D2[-+]
    B: +E1[++] -F2[-=]
    C: =A2[-+] +E1[+=]
    D: +F1[=+] =A1[+-]
    E: -B2[--] -C2[-=]
    F: -D2[=-] +B1[+=]
    """

KEYS = (
    Key(
        ("SB", "sonneborn-berger"),
        SONNEBORN_BERGER,
        sonneborn_berger,
        called={
            "zh": "小分",
            "en": "Sonneborn-Berger",
            "th": "ซอนเนบอร์น-เบอร์เกอร์",
            "ms": "Sonneborn-Berger",
        },
        cases=(DecidingCase("SB", _TABLE, "A=1.5 B=0 C=0.5 D=1.5 E=0 F=1", "D C A F B E"),),
    ),
    Key(
        ("ESB",),
        EXTENDED,
        extended,
        called={
            "zh": "团体小分",
            "en": "Extended Sonneborn-Berger",
            "th": "ซอนเนบอร์น-เบอร์เกอร์แบบขยาย",
            "ms": "Sonneborn-Berger lanjutan",
        },
        cases=(DecidingCase("ESB", _TEAMS, "A=3 B=0.5 C=1 D=2.5 E=0.75 F=2.25", "D C A F B E"),),
    ),
    Key(
        ("EMMSB",),
        EXTENDED,
        extended,
        called={
            "zh": "小分（场分×场分）",
            "en": "Sonneborn-Berger (match points × match points)",
            "th": "ซอนเนบอร์น-เบอร์เกอร์ (คะแนนแมตช์ × คะแนนแมตช์)",
            "ms": "Sonneborn-Berger (mata perlawanan × mata perlawanan)",
        },
        cases=(DecidingCase("EMMSB", _TEAMS, "A=1.5 B=0 C=0.5 D=1.5 E=0 F=1", "D C A F B E"),),
    ),
    Key(
        ("EMGSB",),
        EXTENDED,
        extended,
        called={
            "zh": "小分（场分×局分）",
            "en": "Sonneborn-Berger (match points × game points)",
            "th": "ซอนเนบอร์น-เบอร์เกอร์ (คะแนนแมตช์ × คะแนนเกม)",
            "ms": "Sonneborn-Berger (mata perlawanan × mata permainan)",
        },
        cases=(DecidingCase("EMGSB", _TEAMS, "A=3 B=0.5 C=1 D=2.5 E=0.75 F=2.25", "D C A F B E"),),
    ),
    Key(
        ("EGMSB",),
        EXTENDED,
        extended,
        called={
            "zh": "小分（局分×场分）",
            "en": "Sonneborn-Berger (game points × match points)",
            "th": "ซอนเนบอร์น-เบอร์เกอร์ (คะแนนเกม × คะแนนแมตช์)",
            "ms": "Sonneborn-Berger (mata permainan × mata perlawanan)",
        },
        cases=(DecidingCase("EGMSB", _TEAMS, "A=2.5 B=0.5 C=1.5 D=3 E=0 F=2.5", "D C A=F B E"),),
    ),
    Key(
        ("EGGSB",),
        EXTENDED,
        extended,
        called={
            "zh": "小分（局分×局分）",
            "en": "Sonneborn-Berger (game points × game points)",
            "th": "ซอนเนบอร์น-เบอร์เกอร์ (คะแนนเกม × คะแนนเกม)",
            "ms": "Sonneborn-Berger (mata permainan × mata permainan)",
        },
        cases=(DecidingCase("EGGSB", _TEAMS, "A=5 B=2 C=2.75 D=5 E=1.25 F=5", "D C A=F B E"),),
    ),
)
