"""The standing one round earlier, by the same keys; if that is level too, the one before it.

``once`` looks back one round only.
"""

from collections.abc import Mapping

from qipan.kernel.ids import RoundNo
from qipan.kernel.lots import Draw
from qipan.kernel.rules import rule
from qipan.ranking.field import Field
from qipan.ranking.keys import Cut, DecidingCase, Group, Key, NeedsLot, Void
from qipan.ranking.notation import Spec, reject_unknown

PREVIOUS = rule(
    "ranking.previous-round",
    "Who is still level is ranked as after the round before.",
    zh="仍相同者按前一轮名次。",
    th="หากยังเท่ากันใช้อันดับหลังรอบก่อน",
    ms="Yang masih seri disusun seperti selepas pusingan sebelumnya.",
)


def previous_round(
    field: Field, spec: Spec, group: Group, lots: Mapping[str, Draw]
) -> Cut | Void | NeedsLot:
    """Rank a group by its places one round earlier [ranking.previous-round]."""
    reject_unknown(spec, variants=("once",))
    if field.rounds < 2:
        return Void({"void": "no-earlier-round"})
    places = field.shared(("previous-round", field.order), lambda: _places(field, spec, lots))
    return Cut([places[i] for i in group], higher=False, facts={"round": field.rounds - 1})


def _places(field: Field, spec: Spec, lots: Mapping[str, Draw]) -> list[int]:
    from qipan.ranking.standings import rank_field  # the standings know the keys, not we them

    here = field.order.index(spec.text) if spec.text in field.order else len(field.order)
    order = field.order[:here] if "once" in spec.variants else field.order[: here + 1]
    earlier = Field(field.table.upto(RoundNo(field.rounds - 1)), field.options)
    found = rank_field(earlier, order, lots).places
    return [found[who] for who in field.ids]


KEYS = (
    Key(
        ("previous-round",),
        PREVIOUS,
        split=previous_round,
        local=lambda spec: False,
        called={
            "zh": "前一轮名次",
            "en": "Place one round before",
            "th": "อันดับรอบก่อน",
            "ms": "Tempat pusingan sebelumnya",
        },
        cases=(
            DecidingCase(
                "previous-round",
                """
                A: -D1 +C1
                B: +C2 -D1
                C: -B1 -A2
                D: +A2 +B2
                """,
                "A=3 B=1",
                "D B A C",
            ),
        ),
    ),
)
