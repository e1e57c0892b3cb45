"""The lot: the only key that does not follow from the results.

``lot`` looks for a draw whose candidates include all who are tied; ``lot:NAME`` takes the draw of
that name. Without one the tie stands and says that it waits. ``drawn(A,B,C)`` stands for keys in
an order that a lot gives; ``drawn:NAME(A,B,C)`` takes the draw of that name.
"""

from collections.abc import Callable, Mapping

from qipan.kernel.errors import BadInput
from qipan.kernel.lots import Draw
from qipan.kernel.rules import rule
from qipan.ranking.field import Field
from qipan.ranking.keys import Cut, DecidingCase, Group, Key, NeedsLot, Void
from qipan.ranking.notation import Spec, parse

LOT = rule(
    "ranking.lot",
    "Who is still level is ranked by a public lot.",
    zh="仍相同者公开抽签决定。",
    th="หากยังเท่ากันจับสลากต่อหน้าสาธารณะ",
    ms="Yang masih seri disusun melalui undian awam.",
)
DRAWN_ORDER = rule(
    "ranking.drawn-order",
    "The order of some keys is itself drawn by lot.",
    zh="若干比较项目的先后由抽签决定。",
    th="ลำดับของเกณฑ์บางข้อจับสลาก",
    ms="Susunan beberapa kriteria sendiri ditentukan melalui undian.",
)


def lot(field: Field, spec: Spec, group: Group, lots: Mapping[str, Draw]) -> Cut | Void | NeedsLot:
    """Rank a group as it was drawn [ranking.lot]; the first drawn is ahead."""
    tied = tuple(str(field.ids[i]) for i in group)
    found = _draw(spec, lots, lambda each: set(tied) <= set(each.candidates))
    if found is None:
        return NeedsLot(tied)
    seat = {who: place for place, who in enumerate(found.order, 1)}
    if not set(tied) <= set(seat):
        return NeedsLot(tied)
    return Cut([seat[who] for who in tied], higher=False, draw=found)


def drawn(field: Field, spec: Spec, lots: Mapping[str, Draw]) -> tuple[str, ...] | NeedsLot:
    """Give the keys in brackets in the order drawn for them [ranking.drawn-order]."""
    del field
    if len(spec.arguments) < 2:
        raise BadInput(f"{spec.text}: name at least two keys", code="ranking.key-unreadable")
    for text in spec.arguments:
        parse(text)
    wanted = set(spec.arguments)
    found = _draw(spec, lots, lambda each: set(each.candidates) == wanted)
    if found is None or set(found.order) != wanted:
        return NeedsLot(spec.arguments)
    return found.order


def _draw(spec: Spec, lots: Mapping[str, Draw], fits: Callable[[Draw], bool]) -> Draw | None:
    names = spec.variants or tuple(lots)
    return next((lots[name] for name in names if name in lots and fits(lots[name])), None)


KEYS = (
    Key(
        ("lot", "LOT"),
        LOT,
        split=lot,
        called={"zh": "抽签", "en": "Lot", "th": "จับสลาก", "ms": "Undian"},
        cases=(
            DecidingCase(
                "lot",
                "A: =B1\nB: =A2\nC: =D1\nD: =C2",
                "A=3 B=1 C=4 D=2",
                "B D A C",
                lots={"place 1": "B D A C"},
            ),
        ),
    ),
    Key(
        ("drawn",),
        DRAWN_ORDER,
        expand=drawn,
        called={
            "zh": "抽签排序",
            "en": "Order drawn by lot",
            "th": "ลำดับจากการจับสลาก",
            "ms": "Turutan undian",
        },
        cases=(
            # PS would put A ahead of B; the lot has the wins first.
            DecidingCase(
                "drawn(PS,WIN)",
                """
                A: =C1 =D2
                B: -D2 +C1
                C: =A2 -B2
                D: +B1 =A1
                """,
                "A=0 B=1 C=0 D=1",
                "D B A C",
                lots={"keys": "WIN PS"},
                shows="WIN",
            ),
        ),
    ),
)
