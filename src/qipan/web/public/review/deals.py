"""The deals of a shengji record as cards: what everybody was dealt, the bottom, trick by trick."""

import msgspec

from qipan.formats.record import Record
from qipan.games.shengji.cards import card_names
from qipan.games.shengji.order import rank_name
from qipan.games.shengji.state import DRAWN, Deal
from qipan.kernel.errors import QipanError
from qipan.web.public.replay import MOST_SHOWN, start_of, told
from qipan.web.shared.pictures.cards import SIGNS

MOST_DEALS = 40


class CardFace(msgspec.Struct, frozen=True):
    """A card as it is written: its sign, its rank, and whether it is red."""

    name: str
    sign: str
    rank: str
    red: bool


class LaidFaces(msgspec.Struct, frozen=True):
    """What a seat laid in a trick."""

    seat: int
    cards: list[CardFace]


class TrickSheet(msgspec.Struct, frozen=True):
    """A trick, leader first."""

    plays: list[LaidFaces]
    winner: int
    points: int


class DealSheet(msgspec.Struct, frozen=True):
    """A deal laid open."""

    number: int
    banker: int | None
    trump: str
    rank: str
    sign: str
    """Of the trump suit."""
    points: int
    """Of the defenders, from tricks."""
    hands: list[list[CardFace]]
    bottom: list[CardFace]
    tricks: list[TrickSheet]


def face(name: str) -> CardFace:
    """Write a card."""
    if name in ("LJ", "BJ"):
        return CardFace(name, "★", "大" if name == "BJ" else "小", name == "BJ")
    return CardFace(name, SIGNS[name[0]], name[1:], name[0] in "HD")


def deals_of(record: Record) -> list[DealSheet]:
    """Lay the deals of a record open, as far as it was played; nothing for other games."""
    if record.game != "shengji":
        return []
    game, state = start_of(record)
    shown = msgspec.structs.replace(record, moves=record.moves[:MOST_SHOWN])
    dealt: dict[int, Deal] = {}
    latest: dict[int, Deal] = {}
    try:
        for step in told(game, state, shown):
            deal: Deal = step.after.deal
            latest[deal.number] = deal
            if deal.drawn >= DRAWN:
                dealt.setdefault(deal.number, deal)
    except QipanError:
        pass  # the page says where the record stops
    return [_sheet(dealt[number], latest[number]) for number in sorted(dealt)[:MOST_DEALS]]


def _sheet(dealt: Deal, deal: Deal) -> DealSheet:
    order = deal.order
    hands = [order.arranged(hand) if order else hand for hand in dealt.hands]
    return DealSheet(
        number=deal.number,
        banker=deal.banker,
        trump=order.name if order else "",
        rank=rank_name(deal.level),
        sign=SIGNS.get(order.name, "–") if order else "",
        points=deal.defenders_points(),
        hands=[[face(name) for name in card_names(hand)] for hand in hands],
        bottom=[face(name) for name in card_names(deal.bottom)],
        tricks=[
            TrickSheet(
                plays=[
                    LaidFaces(laid.seat, [face(name) for name in card_names(laid.cards)])
                    for laid in trick.plays
                ],
                winner=trick.winner,
                points=trick.points,
            )
            for trick in deal.tricks
        ],
    )
