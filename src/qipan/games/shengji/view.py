"""What a seat, or a spectator, may see of a match.

A seat sees its own hand, what it buried and played itself, the trick on the table, cards that a
failed throw showed, and of declarations only whose and how many cards. Others' earlier tricks are
not shown again. When a deal is over its pack is opened, with the salt that proves the hash.
"""

from qipan.games.shengji.cards import NAMES, card_names
from qipan.games.shengji.order import rank_name
from qipan.games.shengji.penalties import Adjustment
from qipan.games.shengji.scoresheet import Entry
from qipan.games.shengji.state import DRAWN, Deal, Finished, Laid, Match
from qipan.kernel.game import View
from qipan.kernel.ids import Seat

OPEN = ("play", "score")
"""Phases after the reveal."""


def view_of(match: Match, seat: Seat | None, acting: tuple[Seat, ...]) -> View:
    """Give what this seat may know (None: a spectator), as plain values."""
    return {
        "levels": list(match.levels),
        "time_up": match.time_up,
        "acting": list(acting),
        "deal": _table(match) | _own(match.deal, seat),
        "ledger": [_line(each.entry, each) for each in match.finished if each.entry is not None],
        "opened": _opened(match.finished[-1]) if match.finished else None,
        "left": _left(match) if match.ended else None,
    }


def _table(match: Match) -> View:
    """Tell what all see of the deal."""
    deal = match.deal
    revealed = deal.phase in OPEN
    return {
        "number": deal.number,
        "phase": "over" if match.ended else deal.phase,
        "rank": rank_name(deal.level),
        "banker": deal.banker,
        "first": deal.first,
        "hash": match.hash,
        "cut": deal.cut,
        "drawn": deal.drawn,
        "counts": [len(hand) for hand in deal.hands],
        "quiet": list(deal.quiet),
        "declared": [
            {
                "seat": each.seat,
                "count": len(each.cards),
                "cards": card_names(each.cards) if revealed else None,
            }
            for each in deal.commitments
        ],
        "flipped": None if deal.flipped is None else NAMES[deal.flipped],
        "buried_by": [each.seat for each in deal.burials],
        "trump": deal.order.name if deal.order else None,
        "turn": deal.turn if deal.phase in ("bury", "counter", "play") else None,
        "trick": [{"seat": laid.seat, "cards": card_names(laid.cards)} for laid in _lying(deal)],
        "trick_won_by": deal.tricks[-1].winner if deal.tricks and not deal.trick else None,
        "tricks": [trick.winner for trick in deal.tricks],
        "points": deal.defenders_points(),
        "exposed": [card_names(cards) for cards in deal.exposed],
        "penalties": [_penalty(each) for each in deal.adjustments],
        "bottom": card_names(deal.bottom) if deal.phase == "score" else None,
    }


def _lying(deal: Deal) -> tuple[Laid, ...]:
    """Give the trick on the table; a full one lies there until the next lead."""
    return deal.trick or (deal.tricks[-1].plays if deal.tricks else ())


def _own(deal: Deal, seat: Seat | None) -> View:
    """Tell what only one seat knows."""
    if seat is None:
        return {"hand": None, "declared_by_me": None, "buried_by_me": None, "played_by_me": None}
    hand = deal.order.arranged(deal.hands[seat]) if deal.order else deal.hands[seat]
    laid = [play for trick in deal.tricks for play in trick.plays] + list(deal.trick)
    return {
        "hand": card_names(hand),
        "declared_by_me": [card_names(e.cards) for e in deal.commitments if e.seat == seat],
        "buried_by_me": [card_names(each.cards) for each in deal.burials if each.seat == seat],
        "played_by_me": [card_names(play.cards) for play in laid if play.seat == seat],
    }


def _line(entry: Entry, deal: Finished) -> View:
    return {
        "deal": entry.deal,
        "banker": entry.sheet.banker,
        "trick_points": entry.sheet.trick_points,
        "bottom_change": entry.bottom_change,
        "penalty_change": entry.penalty_change,
        "points": entry.points,
        "before": list(entry.before),
        "after": list(entry.after),
        "next_banker": entry.next_banker,
        "penalties": [_penalty(each) for each in (*entry.sheet.adjustments, *deal.late)],
    }


def _penalty(found: Adjustment) -> View:
    return {
        "side": found.side,
        "rule": found.offence,
        "points": found.points,
        "levels": found.levels,
    }


def _opened(deal: Finished) -> View:
    """Open a finished deal: whoever kept the hash can check the pack."""
    return {
        "hash": deal.commitment,
        "salt": deal.salt,
        "pack": card_names(deal.pack),
        "cut": deal.cut,
    }


def _left(match: Match) -> View:
    """Open what lies on the table when a match ends within a deal."""
    deal = match.deal
    stock = deal.stock
    return {
        "hands": [card_names(hand) for hand in deal.hands],
        "bottom": card_names(deal.bottom),
        "stock": card_names(stock[deal.drawn :] if deal.drawn < DRAWN else ()),
        "salt": deal.salt,
        "pack": card_names(deal.pack),
    }
