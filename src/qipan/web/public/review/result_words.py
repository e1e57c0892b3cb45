"""How a game ended, in words: who won, and by what."""

from collections.abc import Sequence

from qipan.desk.records.comparison import stated_places
from qipan.formats.record import Record
from qipan.games import game_named
from qipan.i18n import say
from qipan.web.public.replay import Replay
from qipan.web.shared.rule_words import clause


def seat_names(record: Record, names: Sequence[str], language: str) -> list[str]:
    """Name the seats: as people are called, else by their side."""
    if names:
        return list(names)
    sides = game_named(record.game).sides
    if len(sides) == record.seats:
        return [say(language, f"ui.board.{side}") for side in sides]
    return [say(language, "ui.board.seat", {"seat": seat + 1}) for seat in range(record.seats)]


def result_in_words(record: Record, found: Replay, places: tuple[int, ...], language: str) -> str:
    """Say the result and why; empty where nobody knows it.

    ``places`` is the result that stands, else what came on the board or the file states counts.
    """
    outcome = found.outcome or {}
    reached = tuple(outcome.get("places", ()))
    told = places or reached or stated_places(record.result or "") or ()
    if len(told) != record.seats:
        return record.result or ""
    words = places_in_words(told, seat_names(record, found.names, language), language)
    amount = (record.result or "").partition("+")[2]
    if amount.replace(".", "").isdigit():
        words = f"{words} ({record.result})"
    reason = clause(str(outcome.get("rule", "")), language) if reached == told else ""
    return f"{words} {reason}".strip()


def places_in_words(places: Sequence[int], names: Sequence[str], language: str) -> str:
    """Say who won; of more than two, or of partners, everybody's place."""
    best = [name for name, place in zip(names, places, strict=True) if place == min(places)]
    if len(places) == 2 and len(best) == 2:
        drawn = "ui.board.live.drawn" if min(places) == 1 else "ui.board.review.both-lose"
        return say(language, drawn)
    if len(best) < len(places) and len(set(places)) == 2:
        return say(language, "ui.board.live.won", {"who": " / ".join(best)})
    ordered = sorted(zip(places, names, strict=True), key=lambda each: each[0])
    return " · ".join(f"{place}. {name}" for place, name in ordered)
