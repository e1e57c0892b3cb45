"""What a seat, or a spectator, may see of a match.

A seat sees its own hand, what it buried and played itself, the trick on the table, cards that a
failed throw showed, and of declarations only whose and how many cards. Others' earlier tricks are
not shown again. When a deal is over its pack is opened, with the salt that proves the hash.
"""

from typing import NamedTuple

from qipan.games.shengji.cards import NAMES, Cards, card_names
from qipan.games.shengji.order import rank_name
from qipan.games.shengji.penalties import Adjustment
from qipan.games.shengji.score import multiplier
from qipan.games.shengji.scoresheet import DealLine, Levels
from qipan.games.shengji.state import DRAWN, Deal, Finished, Laid, Match
from qipan.kernel.game import View
from qipan.kernel.ids import Seat
from qipan.kernel.rules import RuleKey

OPEN = ("play", "score")
"""Phases after the reveal."""
CardNames = list[str]
"""``SA`` the ace of spades, ``H10``, ``LJ`` and ``BJ`` the jokers."""


class DeclaredCards(View, frozen=True):
    """Cards put face down to name trump; their faces are known from the reveal on."""

    seat: int
    count: int
    cards: CardNames | None


class LaidCards(View, frozen=True):
    """The cards of one seat in the trick on the table."""

    seat: int
    cards: CardNames


class PenaltyView(View, frozen=True):
    """What one side loses for an offence."""

    side: int
    """0 for seats 0 and 2, 1 for seats 1 and 3."""
    rule: RuleKey
    points: int
    levels: int


class DealView(View, frozen=True):
    """The deal on the table, and what one seat alone knows of it."""

    number: int
    phase: str
    rank: str
    """The rank of the level cards."""
    banker: int | None
    first: int
    """Who draws the first card."""
    hash: str | None
    """The commitment to the pack."""
    cut: int
    drawn: int
    counts: list[int]
    """How many cards each seat holds."""
    quiet: tuple[int, ...]
    """Seats that passed since the last card, or since the last burial."""
    declared: list[DeclaredCards]
    flipped: str | None
    """The bottom card that named trump because nobody declared."""
    buried_by: list[int]
    trump: str | None
    """A suit, ``NT``, or None before the reveal."""
    turn: int | None
    trick: list[LaidCards]
    trick_won_by: int | None
    tricks: list[int]
    """Who won each trick."""
    points: int
    """What the defenders have."""
    exposed: list[CardNames]
    """For each seat, cards still in hand that all have seen."""
    penalties: list[PenaltyView]
    bottom: CardNames | None
    hand: CardNames | None
    declared_by_me: list[CardNames] | None
    buried_by_me: list[CardNames] | None
    played_by_me: list[CardNames] | None


class LedgerLine(View, frozen=True):
    """One settled deal."""

    deal: int
    banker: int
    trick_points: int
    bottom_change: int
    penalty_change: int
    points: int
    before: Levels
    after: Levels
    next_banker: int
    penalties: list[PenaltyView]


class OpenedPack(View, frozen=True):
    """The pack of a finished deal: whoever kept the hash can check it."""

    hash: str | None
    salt: str
    pack: CardNames
    cut: int


class ClosedDeal(View, frozen=True):
    """How the last deal ended, for all to look at before the next one."""

    deal: int
    trick: list[LaidCards]
    """The last trick, leader first."""
    won_by: int
    bottom: CardNames
    bottom_points: int
    factor: int
    """What the bottom counts for whoever gains it."""


class LeftCards(View, frozen=True):
    """What lies on the table when a match ends within a deal."""

    hands: list[CardNames]
    bottom: CardNames
    stock: CardNames
    salt: str
    pack: CardNames


class ShengjiView(View, frozen=True):
    """A match: levels, the deal on the table, and the deals before it."""

    levels: Levels
    time_up: bool
    acting: tuple[int, ...]
    deal: DealView
    ledger: list[LedgerLine]
    closed: ClosedDeal | None
    opened: OpenedPack | None
    left: LeftCards | None


class OwnCards(NamedTuple):
    """What only one seat knows."""

    hand: CardNames | None = None
    declared: list[CardNames] | None = None
    buried: list[CardNames] | None = None
    played: list[CardNames] | None = None


def view_of(match: Match, seat: Seat | None, acting: tuple[Seat, ...]) -> ShengjiView:
    """Give what this seat may know (None: a spectator), as plain values."""
    return ShengjiView(
        levels=match.levels,
        time_up=match.time_up,
        acting=acting,
        deal=_deal_view(match, _own(match.deal, seat)),
        ledger=[_line(each.entry, each) for each in match.finished if each.entry is not None],
        closed=_closed(match.finished[-1]) if match.finished else None,
        opened=_opened(match.finished[-1]) if match.finished else None,
        left=_left(match) if match.ended else None,
    )


def _deal_view(match: Match, own: OwnCards) -> DealView:
    deal = match.deal
    revealed = deal.phase in OPEN
    return DealView(
        number=deal.number,
        phase="over" if match.ended else deal.phase,
        rank=rank_name(deal.level),
        banker=deal.banker,
        first=deal.first,
        hash=match.hash,
        cut=deal.cut,
        drawn=deal.drawn,
        counts=[len(hand) for hand in deal.hands],
        quiet=deal.quiet,
        declared=[
            DeclaredCards(each.seat, len(each.cards), card_names(each.cards) if revealed else None)
            for each in deal.commitments
        ],
        flipped=None if deal.flipped is None else NAMES[deal.flipped],
        buried_by=[each.seat for each in deal.burials],
        trump=deal.order.name if deal.order else None,
        turn=deal.turn if deal.phase in ("bury", "counter", "play") else None,
        trick=[LaidCards(laid.seat, card_names(laid.cards)) for laid in _lying(deal)],
        trick_won_by=deal.tricks[-1].winner if deal.tricks and not deal.trick else None,
        tricks=[trick.winner for trick in deal.tricks],
        points=deal.defenders_points(),
        exposed=[card_names(cards) for cards in deal.exposed],
        penalties=[_penalty(each) for each in deal.adjustments],
        bottom=card_names(deal.bottom) if deal.phase == "score" else None,
        hand=own.hand,
        declared_by_me=own.declared,
        buried_by_me=own.buried,
        played_by_me=own.played,
    )


def _lying(deal: Deal) -> tuple[Laid, ...]:
    """Give the trick on the table; a full one lies there until the next lead."""
    return deal.trick or (deal.tricks[-1].plays if deal.tricks else ())


def _own(deal: Deal, seat: Seat | None) -> OwnCards:
    if seat is None:
        return OwnCards()
    hand: Cards = deal.order.arranged(deal.hands[seat]) if deal.order else deal.hands[seat]
    laid = [play for trick in deal.tricks for play in trick.plays] + list(deal.trick)
    return OwnCards(
        hand=card_names(hand),
        declared=[card_names(each.cards) for each in deal.commitments if each.seat == seat],
        buried=[card_names(each.cards) for each in deal.burials if each.seat == seat],
        played=[card_names(play.cards) for play in laid if play.seat == seat],
    )


def _line(entry: DealLine, deal: Finished) -> LedgerLine:
    return LedgerLine(
        deal=entry.deal,
        banker=entry.sheet.banker,
        trick_points=entry.sheet.trick_points,
        bottom_change=entry.bottom_change,
        penalty_change=entry.penalty_change,
        points=entry.points,
        before=entry.before,
        after=entry.after,
        next_banker=entry.next_banker,
        penalties=[_penalty(each) for each in (*entry.sheet.adjustments, *deal.late)],
    )


def _closed(deal: Finished) -> ClosedDeal | None:
    if deal.entry is None or deal.last is None:
        return None
    sheet = deal.entry.sheet
    return ClosedDeal(
        deal=deal.entry.deal,
        trick=[LaidCards(laid.seat, card_names(laid.cards)) for laid in deal.last.plays],
        won_by=deal.last.winner,
        bottom=card_names(deal.bottom),
        bottom_points=sheet.bottom_points,
        factor=multiplier(sheet.last_length),
    )


def _penalty(found: Adjustment) -> PenaltyView:
    return PenaltyView(found.side, found.offence, found.points, found.levels)


def _opened(deal: Finished) -> OpenedPack:
    return OpenedPack(deal.commitment, deal.salt, card_names(deal.pack), deal.cut)


def _left(match: Match) -> LeftCards:
    deal = match.deal
    return LeftCards(
        hands=[card_names(hand) for hand in deal.hands],
        bottom=card_names(deal.bottom),
        stock=card_names(deal.stock[deal.drawn :] if deal.drawn < DRAWN else ()),
        salt=deal.salt,
        pack=card_names(deal.pack),
    )
