"""The end of a deal and of a match: penalties, score, time, lots."""

from msgspec.structs import replace

from qipan.games.shengji.cards import points_in
from qipan.games.shengji.moves import Adjust, Lot, Settle, Stop, Time
from qipan.games.shengji.penalties import Adjustment, checked
from qipan.games.shengji.playing import trump_order
from qipan.games.shengji.rules import BottomBy, Unfinished
from qipan.games.shengji.score import rank_played
from qipan.games.shengji.scoresheet import BY_LOT, Sheet, lowered, settle, verdict
from qipan.games.shengji.shapes import parts_of
from qipan.games.shengji.state import SEATS, Deal, Finished, Match, banker_of
from qipan.kernel.errors import IllegalMove
from qipan.kernel.game import Outcome
from qipan.kernel.rules import RuleKey, rule

TIME_UP = rule("shengji.time", "When time is up, a deal that was led to is finished, another void.")
LATE = rule("shengji.penalty.late", "A settled deal is only corrected in levels.")
LOT_SEAT = rule("shengji.lot", "The lot falls on one of the four players.")


def adjust(match: Match, move: Adjust) -> Match:
    """Enter a penalty. Raises BadInput if it is no such offence, IllegalMove if too late."""
    found = checked(move.adjustment)
    if move.deal is not None and move.deal != match.deal.number:
        return _adjust_late(match, found, move.deal)
    deal = replace(match.deal, adjustments=(*match.deal.adjustments, found))
    return replace(match, deal=deal)


def _adjust_late(match: Match, found: Adjustment, number: int) -> Match:
    """Take levels for a deal that is settled; its points and its bank stand."""
    if not 1 <= number <= len(match.finished) or found.points:
        raise IllegalMove("shengji.adjust-too-late", LATE, deal=number, settled=len(match.finished))
    levels = lowered(match.rules, match.levels, found)
    finished = list(match.finished)
    before = finished[number - 1]
    finished[number - 1] = replace(before, late=(*before.late, found))
    match = replace(match, levels=levels, finished=tuple(finished))
    if match.deal.phase != "pack":
        return match
    level = rank_played(levels[banker_of(match.deal) % 2])
    return replace(match, deal=replace(match.deal, level=level))


def sheet_of(match: Match) -> Sheet:
    """Write down a deal whose cards are all played."""
    deal = match.deal
    last = deal.tricks[-1]
    parts = parts_of(trump_order(deal), last.plays[0].cards)
    part = parts[0] if match.rules.bottom_by is BottomBy.LARGEST else parts[-1]
    banker = banker_of(deal)
    return Sheet(
        banker=banker,
        trick_points=deal.defenders_points(),
        bottom_points=points_in(deal.bottom),
        last_length=part.length,
        defenders_buried=deal.burials[-1].seat % 2 != banker % 2,
        defenders_won_last=last.winner % 2 != banker % 2,
        adjustments=deal.adjustments,
    )


def settle_deal(match: Match, move: Settle) -> Match:
    """Score the deal; then the match is over or the next deal begins."""
    del move
    deal = match.deal
    entry = settle(match.rules, deal.number, match.levels, sheet_of(match))
    shown = (deal.tricks[-1], deal.bottom)
    finished = Finished(entry, match.hash, deal.salt, deal.pack, deal.cut, (), *shown)
    banker = entry.next_banker
    match = replace(match, levels=entry.after, finished=(*match.finished, finished), hash=None)
    level = rank_played(entry.after[banker % 2])
    following = Deal(number=deal.number + 1, first=banker, level=level, banker=banker)
    return _decided(replace(match, deal=following))


def time_up(match: Match, move: Time) -> Match:
    """Note that time is up. Raises IllegalMove if it was before."""
    del move
    if match.time_up:
        raise IllegalMove("shengji.time-twice", TIME_UP)
    match = replace(match, time_up=True)
    deal = match.deal
    led = bool(deal.trick or deal.tricks)
    if led and match.rules.unfinished is Unfinished.FINISH_IF_LED:
        return match
    return _decided(_voided(match))


def _voided(match: Match) -> Match:
    """Put a deal that is not finished among those that were played, without a score."""
    deal = match.deal
    if not deal.pack:
        return match
    void = Finished(None, match.hash, deal.salt, deal.pack, deal.cut)
    return replace(match, finished=(*match.finished, void))


def stop_deal(match: Match, move: Stop) -> Match:
    """Decide without the deal under way, once time is up. Raises IllegalMove before."""
    del move
    if not match.time_up or match.deal.phase == "lot":
        raise IllegalMove("shengji.time-left", TIME_UP)
    return _decided(_voided(match))


def draw_lot(match: Match, move: Lot) -> Match:
    """Let a lot decide the match. Raises IllegalMove if it names no seat."""
    check_lot(move)
    return replace(match, ended=won(move.seat % 2, BY_LOT, match))


def check_lot(move: Lot) -> None:
    """Raise IllegalMove if a lot names no seat."""
    if not 0 <= move.seat < SEATS:
        raise IllegalMove("shengji.lot-seat", LOT_SEAT, seat=move.seat)


def won(side: int, by: RuleKey, match: Match) -> Outcome:
    """Say that both seats of a side share the first place."""
    places = tuple(1 if seat % 2 == side else 2 for seat in range(SEATS))
    return Outcome(places, by, {"side": side, "levels": list(match.levels)})


def _decided(match: Match) -> Match:
    found = verdict(match.rules, match.levels, match.deal.banker, time_up=match.time_up)
    if found is None:
        return match
    side, why = found
    if side is None:
        return replace(match, deal=replace(match.deal, phase="lot"))
    return replace(match, ended=won(side, why, match))
