"""What makes one McMahon round better than another, strictly in order; no weights.

All are sums over the pairs, and less is better. Two rounds are compared by the first criterion,
only if that is equal by the second, and so on:

1. clubs that meet themselves, 2. countries that do (only where the book puts them first);
3. differences of McMahon scores in all: equal scores meet, else the nearest;
4. the same squared: several small differences are better than a big one;
5. players who meet a higher (or lower) score although they did so more often than not before;
6. clubs, 7. countries that meet themselves (where scores come first);
8. even games in which both are due the same colour;
9. distance from the middle of their group of those who leave it;
10. distance from what the book says of the order among equals, squared.

That nobody meets twice is no criterion: it holds always.
"""

from collections.abc import Iterable
from enum import StrEnum

from qipan.kernel.rules import RuleKey, rule
from qipan.pairing.swiss.mcmahon.field import McMahonField
from qipan.pairing.swiss.mcmahon.handicap import handicap_between
from qipan.pairing.swiss.mcmahon.terms import McMahonTerms, Within

UNITS = rule(
    "mcmahon.units-apart",
    "In the first rounds as few as possible meet somebody of their own club.",
    zh="前几轮同一俱乐部棋手相遇尽量少。",
    th="ในรอบแรก ๆ ให้คนสโมสรเดียวกันพบกันน้อยที่สุด",
    ms="Dalam pusingan awal, sesedikit mungkin bertemu ahli kelab sendiri.",
)
STATES = rule(
    "mcmahon.states-apart",
    "In the first rounds as few as possible meet somebody of their own country.",
    zh="前几轮同一国家或地区棋手相遇尽量少。",
    th="ในรอบแรก ๆ ให้คนประเทศเดียวกันพบกันน้อยที่สุด",
    ms="Dalam pusingan awal, sesedikit mungkin bertemu orang senegara.",
)
NEAREST = rule(
    "mcmahon.nearest",
    "Players on equal McMahon scores meet, else those on the nearest.",
    zh="麦克马洪分相同者相遇，否则与最接近者相遇。",
    th="ผู้ที่คะแนนแมคมาฮอนเท่ากันพบกัน มิฉะนั้นพบผู้ที่ใกล้ที่สุด",
    ms="Yang sama mata McMahon bertemu, jika tidak yang paling hampir.",
)
SHORT = rule(
    "mcmahon.short-floats",
    "Several small differences of score are better than a big one.",
    zh="多个小分差优于一个大分差。",
    th="ผลต่างเล็กหลายคู่ดีกว่าผลต่างใหญ่คู่เดียว",
    ms="Beberapa beza kecil lebih baik daripada satu beza besar.",
)
AGAIN = rule(
    "mcmahon.not-again",
    "As few as possible are paired up, or down, once more.",
    zh="再次与高分者（或低分者）相遇的棋手尽量少。",
    th="ให้ผู้ที่ต้องพบคนคะแนนสูงกว่าหรือต่ำกว่าซ้ำอีกมีน้อยที่สุด",
    ms="Sesedikit mungkin dipasangkan ke atas, atau ke bawah, sekali lagi.",
)
COLOURS = rule(
    "mcmahon.colours",
    "In even games as few as possible meet somebody who is due the same colour.",
    zh="分先对局中双方应执同色的尽量少。",
    th="ในเกมเสมอมือ ให้คู่ที่ควรถือสีเดียวกันมีน้อยที่สุด",
    ms="Dalam permainan tanpa handikap, sesedikit mungkin pasangan menunggu warna yang sama.",
)
MIDDLE = rule(
    "mcmahon.middle",
    "Those who leave their score group come from the middle of it, and meet the middle.",
    zh="离开本分组者取自组中间，并与对方组中间者相遇。",
    th="ผู้ที่ออกจากกลุ่มคะแนนมาจากกลางกลุ่มและพบกลางกลุ่มถัดไป",
    ms="Yang meninggalkan kumpulan mata datang dari tengah kumpulan dan bertemu yang di tengah.",
)
WITHIN = rule(
    "mcmahon.within",
    "Among equal scores players meet in the order that the book says.",
    zh="同分者按规程所定次序相遇。",
    th="ผู้ที่คะแนนเท่ากันพบกันตามลำดับที่ระเบียบกำหนด",
    ms="Antara yang sama mata, pemain bertemu mengikut aturan dalam peraturan.",
)

Cost = tuple[int, ...]
Pair = tuple[int, int]


class Criterion(StrEnum):
    """The names of the criteria."""

    UNITS_FIRST = "units-first"
    STATES_FIRST = "states-first"
    DIFFERENCE = "score-difference"
    SQUARES = "squared-difference"
    AGAIN = "floats-again"
    UNITS = "units"
    STATES = "states"
    COLOURS = "colours"
    MIDDLE = "from-the-middle"
    WITHIN = "order"


RULE_OF: dict[Criterion, RuleKey] = {
    Criterion.UNITS_FIRST: UNITS,
    Criterion.STATES_FIRST: STATES,
    Criterion.DIFFERENCE: NEAREST,
    Criterion.SQUARES: SHORT,
    Criterion.AGAIN: AGAIN,
    Criterion.UNITS: UNITS,
    Criterion.STATES: STATES,
    Criterion.COLOURS: COLOURS,
    Criterion.MIDDLE: MIDDLE,
    Criterion.WITHIN: WITHIN,
}
ORDER: tuple[Criterion, ...] = tuple(Criterion)
DIFFERENCE_AT = ORDER.index(Criterion.DIFFERENCE)
MIDDLE_AT = ORDER.index(Criterion.MIDDLE)


def pair_cost(field: McMahonField, a: int, b: int, terms: McMahonTerms, unit: int) -> Cost:
    """Weigh one pair by every criterion, in order."""
    apart = abs(field.score[a] - field.score[b])
    club = int(terms.units_apart and field.unit[a] is not None and field.unit[a] == field.unit[b])
    land = int(
        terms.states_apart and field.state[a] is not None and field.state[a] == field.state[b]
    )
    first = (club, land) if terms.apart_first else (0, 0)
    after = (0, 0) if terms.apart_first else (club, land)
    again = middle = within = 0
    if apart:
        up, down = (a, b) if field.score[a] < field.score[b] else (b, a)
        again = (field.floats[up] > 0) + (field.floats[down] < 0)
        middle = from_middle(field, a) + from_middle(field, b)
    else:
        within = out_of_order(field, a, b, terms.within)
    colours = _clash(field, a, b, terms, unit)
    return (*first, apart, apart * apart, again, *after, colours, middle, within)


def most_costs(field: McMahonField, terms: McMahonTerms) -> Cost:
    """Give what no pair costs more than, by every criterion."""
    span = max(field.score) - min(field.score)
    size = max(field.size)
    club, land = int(terms.units_apart), int(terms.states_apart)
    first = (club, land) if terms.apart_first else (0, 0)
    after = (0, 0) if terms.apart_first else (club, land)
    return (*first, span, span * span, 2 * bool(span), *after, 2, 2 * size, size * size)


def from_middle(field: McMahonField, i: int) -> int:
    """Give how far somebody stands from the middle of their score group."""
    return abs(2 * field.place[i] - (field.size[i] - 1))


def out_of_order(field: McMahonField, a: int, b: int, within: Within) -> int:
    """Give how far two on one score are from meeting in the order of the book, squared."""
    one, two, size = field.place[a], field.place[b], field.size[a]
    match within:
        case Within.FOLD:
            off = one + two - (size - 1)
        case Within.SOS:
            off = abs(one - two) - 1
        case _:
            off = abs(one - two) - size // 2
    return off * off


def _clash(field: McMahonField, a: int, b: int, terms: McMahonTerms, unit: int) -> int:
    """Count 1 if both are due the same colour, 2 if both are so by two games or more."""
    one, two = field.balance[a], field.balance[b]
    if one * two <= 0 or handicap_between(field, a, b, terms.handicap, unit).stones:
        return 0
    return 2 if min(abs(one), abs(two)) > 1 else 1


def total_cost(field: McMahonField, pairs: Iterable[Pair], terms: McMahonTerms, unit: int) -> Cost:
    """Weigh a whole round: everything added up."""
    rows = [pair_cost(field, a, b, terms, unit) for a, b in pairs]
    return tuple(map(sum, zip(*rows, strict=True))) if rows else (0,) * len(ORDER)
