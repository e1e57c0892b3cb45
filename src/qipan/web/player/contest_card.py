"""The card of a contest's player, in words: what is now, until when, where to; the standing."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from qipan.contest.table_acts import NEXT_GAME
from qipan.desk.online.zones import local as local_time
from qipan.i18n import local as in_language
from qipan.i18n.customs import zone_name
from qipan.journal.live.table import stream_of
from qipan.journal.state import Competition, Section
from qipan.kernel.ids import EntrantId
from qipan.kernel.moments import moment
from qipan.rulebooks.loader import cite
from qipan.sections.lookup import book_under
from qipan.sections.places import places
from qipan.sections.systems import Places
from qipan.views.glance.player_card import PlayerCard, player_card, player_rounds
from qipan.views.section import halves
from qipan.views.what_is_needed import RULE as GOES_ON
from qipan.views.what_is_needed import race_of, what_is_needed
from qipan.web.player.phones import Own
from qipan.web.shared.context import Context
from qipan.web.shared.reader_names import read
from qipan.web.shared.section_context import About
from qipan.web.shared.visitor import Visitor

AROUND = 2
"""Neighbours shown above and below."""
NAMED = frozenset({"waiting", "won-forfeit", "won", "drawn", "lost"})
GOING = frozenset({"late", "waiting", "playing", "next-game"})


def card_for(
    context: Context, visitor: Visitor, me: Own, links: list[str]
) -> dict[str, Any] | None:
    """Put a player's card into words, with the way to the table; None without a contest."""
    now = context.now()
    card = player_card(me.state, me.section, me.entrant, now)
    if card is None:
        return None
    name = _name(context, visitor, me, card.opponent)
    until = card.until
    if card.state == "next-game" and card.table:
        until = _next_game(context, card)
    facts = {"n": card.game if card.state == "next-game" else card.round, "name": name}
    return {
        "card": card,
        "heading": visitor.say(f"ui.card.{card.state}", **facts),
        "why": visitor.say(f"ui.card.{card.state}.why", **facts),
        "name": name,
        "until": until,
        "now": now.isoformat(),
        "starts": _in_contest(me, card.starts),
        "zone": me.section.contest.zone if me.section.contest else "",
        "city": city_of(me.section.contest.zone if me.section.contest else ""),
        "clause": _clause(me, visitor, card),
        "link": links[0] if links and card.state in GOING else "",
    }


def _name(context: Context, visitor: Visitor, me: Own, who: EntrantId | None) -> str:
    if who is None:
        return ""
    return read(About(context, me.state, me.section).names_of([who])[who], visitor.language)


def _next_game(context: Context, card: PlayerCard) -> str:
    """Give the moment at which the next game of a match begins, whoever is there."""
    stored = context.house.log.read(stream_of(card.table))
    return (moment(stored[0].at) + NEXT_GAME).isoformat() if stored else ""


def _in_contest(me: Own, starts: str) -> dict[str, str]:
    if not starts or me.section.contest is None:
        return {}
    shown: datetime = local_time(me.section.contest, moment(starts))
    return {"moment": starts, "time": f"{shown:%H:%M}", "day": shown.date().isoformat()}


def city_of(zone: str) -> str:
    """Write a zone for people."""
    return zone_name(zone)


def _clause(me: Own, visitor: Visitor, card: PlayerCard) -> tuple[str, str] | None:
    if card.rule is None:
        return None
    found = cite(book_under(me.state, me.section), card.rule, me.section.under)
    return found.citation, in_language(found.text, visitor.language)


def standing_for(context: Context, visitor: Visitor, me: Own) -> dict[str, Any] | None:
    """Give a player's rounds so far and the neighbours in the table; None without a contest."""
    if me.section.contest is None or me.section.contest.mode != "online":
        return None
    about = About(context, me.state, me.section)
    played = player_rounds(me.state, me.section, me.entrant)
    placed = _kept(context, me, "places", places)
    rows: Sequence[Any] = placed.rows if me.section.rounds else ()
    at = next((at for at, row in enumerate(rows) if row.entrant == me.entrant), None)
    near = list(rows[max(0, at - AROUND) : at + AROUND + 1]) if at is not None else []
    if near and rows[0] not in near:
        near = [rows[0], *near]
    some = [*(row.entrant for row in near), *(each.opponent for each in played if each.opponent)]
    names = {who: read(found, visitor.language) for who, found in about.names_of(some).items()}
    rounds = [
        (each, names.get(each.opponent, "") if each.opponent else "", _in_contest(me, each.starts))
        for each in played
    ]
    lines = [_line(me, placed, row, names) for row in near]
    return {
        "rounds": rounds,
        "near": lines,
        "line": next((line for line in lines if line["me"]), None),
        "needed": _needed(context, me, visitor),
        "used": _minutes,
        "zone": city_of(me.section.contest.zone),
    }


def _kept(context: Context, me: Own, what: str, make: Callable[[Competition, Section], Any]) -> Any:
    """Make something of a section once for its version; nobody's name is in it."""
    key = (me.state.id, me.section.id, f"nameless/{what}")
    return context.kept.views.get(key, me.state.version, lambda: make(me.state, me.section))


def _needed(context: Context, me: Own, visitor: Visitor) -> dict[str, Any] | None:
    """Say what a player needs to go on, with the clause; None where nobody does by place."""
    race = _kept(context, me, "race", race_of)
    found = what_is_needed(race, me.entrant) if race is not None else None
    if found is None or not found.left:
        return None
    clause = cite(book_under(me.state, me.section), GOES_ON, me.section.under)
    facts = {"n": found.most, "gain": halves(found.gain), "best": halves(found.best)}
    return {
        "lines": [
            visitor.say("ui.need.line", n=found.most, line=halves(found.line)),
            visitor.say("ui.need.left", n=found.left, best=halves(found.best)),
            visitor.say(f"ui.need.{found.state}", **facts),
        ],
        "state": found.state,
        "clause": clause.citation,
        "text": in_language(clause.text, visitor.language),
    }


def _line(me: Own, placed: Places, row: Any, names: dict[EntrantId, str]) -> dict[str, Any]:
    """Give a line of the table: place, name, points and time used."""
    keys = placed.table(row.entrant).row(row.entrant).values
    values = {value.key: value for value in keys}
    points, used = values.get("points"), values.get("game-time")
    return {
        "place": row.place or "–",
        "entrant": row.entrant,
        "name": names[row.entrant],
        "me": row.entrant == me.entrant,
        "points": halves(points.shown) if points else "",
        "time": _minutes(used.shown) if used else "",
    }


def _minutes(seconds: str | int) -> str:
    """Write seconds as minutes and seconds; what is no number stays as it is."""
    text = str(seconds)
    return f"{int(text) // 60}:{int(text) % 60:02}" if text.isdigit() else text
