"""Seats of a McMahon game: with a handicap the weaker takes Black; else what one is due decides."""

from qipan.kernel.rules import rule
from qipan.pairing.plan import Reason
from qipan.pairing.swiss.mcmahon.criteria import Pair
from qipan.pairing.swiss.mcmahon.field import McMahonField
from qipan.pairing.swiss.mcmahon.handicap import HANDICAP, Handicap

BALANCE = rule(
    "mcmahon.colour.balance",
    "In an even game the one moves first who has done so less often.",
    zh="分先对局由先手次数较少者执先。",
    th="ในเกมเสมอมือ ผู้ที่เคยเดินก่อนน้อยกว่าได้เดินก่อน",
    ms="Dalam permainan tanpa handikap, yang kurang bergerak dahulu akan bergerak dahulu.",
)
ALTERNATE = rule(
    "mcmahon.colour.alternate",
    "If both moved first equally often, they swap since they last had different colours.",
    zh="先手次数相同时，按最近一次执色不同的轮次互换。",
    th="ถ้าเดินก่อนเท่ากัน ให้สลับจากครั้งล่าสุดที่ถือสีต่างกัน",
    ms="Jika sama kerap, mereka bertukar sejak kali terakhir warna berbeza.",
)
LOWER = rule(
    "mcmahon.colour.lower",
    "If nothing else tells, the one who stands lower moves first.",
    zh="其他条件均相同时，排位较低者执先。",
    th="ถ้าไม่มีอย่างอื่นตัดสิน ผู้ที่อยู่อันดับต่ำกว่าเดินก่อน",
    ms="Jika tiada yang lain menentukan, yang lebih rendah bergerak dahulu.",
)


def seated(field: McMahonField, pair: Pair, handicap: Handicap) -> tuple[Pair, Reason]:
    """Say who moves first of two, and by which rule."""
    a, b = pair
    if handicap.stones:
        other = b if handicap.weaker == a else a
        facts = {"stones": handicap.stones, "difference": handicap.difference}
        return (handicap.weaker, other), Reason(HANDICAP, facts)
    one, two = field.balance[a], field.balance[b]
    if one != two:
        first = (a, b) if one < two else (b, a)
        return first, Reason(BALANCE, {"balance": [field.balance[i] for i in first]})
    games = zip(reversed(field.seats[a]), reversed(field.seats[b]), strict=False)
    for ago, (mine, theirs) in enumerate(games, 1):
        if mine != theirs:
            return ((a, b) if mine == "S" else (b, a)), Reason(ALTERNATE, {"games-ago": ago})
    lower = max(pair, key=lambda i: (-field.score[i], field.place[i]))
    return (lower, a if lower == b else b), Reason(LOWER, {})
