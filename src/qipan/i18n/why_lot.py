"""What a lot has drawn, in one sentence."""

from collections.abc import Mapping

from qipan.i18n import compose
from qipan.i18n.lots import lot_name
from qipan.i18n.why import key_in_words, listed
from qipan.kernel.ids import EntrantId
from qipan.kernel.lots import Draw

MOST_NAMED = 12
"""Of more candidates only the first are named; the page of the lot has them all."""
FIRST_NAMED = 3


def lot_sentence(language: str, lot: str, draw: Draw, names: Mapping[EntrantId, str]) -> str:
    """Say what was drawn among whom: people, or the keys of a ranking."""
    told = [names.get(EntrantId(each)) or key_in_words(language, each) for each in draw.order]
    facts = {"lot": lot_name(language, lot), "n": len(told)}
    if len(told) > MOST_NAMED:
        first = listed(language, told[:FIRST_NAMED])
        return compose(language, "why.lot.many", **facts, names=first)
    return compose(language, "why.lot.drawn", **facts, names=listed(language, told))
