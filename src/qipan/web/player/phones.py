"""Players on their phones: cards that open one's own page, and who may what with them.

A card is an address with a signature over competition, section, player and the number of the card.
The first phone that takes it keeps it (``store.phones``); the desk gives a new one if need be, and
that ends the old one. A phone is never anybody but the players whose cards it took.
"""

import asyncio
import base64
import hmac
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from qipan.desk.command import Command
from qipan.desk.results.signatures import disputes, has_signed
from qipan.host.hub import Hub
from qipan.journal.state import Competition, Round, Section, Table
from qipan.kernel.errors import Conflict, Refused
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, SectionId
from qipan.kernel.rules import rule
from qipan.play.seats import opaque_id
from qipan.rulebooks.schema import MatchKind
from qipan.sections.matches import Match, match_of
from qipan.store.phones import Card
from qipan.web.shared.context import Context
from qipan.web.shared.section_context import find_section
from qipan.web.shared.visitor import Visitor

OWN = rule("access.own-card", "A card opens its player's page, on the phone that scanned it.")
TRIES = 6


def card_of(state: Competition, section: Section, entrant: EntrantId) -> Card:
    """Give the card of a player that counts now."""
    return Card(state.id, section.id, entrant, section.cards.get(entrant, 0))


def card_path(context: Context, card: Card) -> str:
    """Give the address of a card on this site; whoever has it can take the card."""
    return f"/card/{card.competition}/{card.section}/{card.entrant}/{_sign(context, card)}"


def _sign(context: Context, card: Card) -> str:
    words = msgspec.json.encode(["card", *msgspec.structs.astuple(card)])
    signed = hmac.digest(context.tables.key, words, "sha256")[:18]
    return base64.urlsafe_b64encode(signed).decode()


class Own:
    """A player and their section, for a phone that holds their card."""

    def __init__(self, state: Competition, section: Section, entrant: EntrantId) -> None:
        """Keep who it is."""
        self.state, self.section, self.entrant = state, section, entrant

    @property
    def actor(self) -> str:
        """Name the player in the journal."""
        return f"player:{self.section.id}/{self.entrant}"

    @property
    def path(self) -> str:
        """Give the address of the player's page."""
        return f"/c/{self.state.id}/{self.section.id}/me/{self.entrant}"

    @property
    def round(self) -> Round | None:
        """Give the newest round that is public."""
        public = [each for each in self.section.rounds if each.published]
        return public[-1] if public else None

    @property
    def table(self) -> Table | None:
        """Give the player's table in it."""
        found = self.round
        tables = found.tables if found else ()
        return next((each for each in tables if self.entrant in each.seats), None)

    @property
    def match(self) -> Match | None:
        """Give the player's match in it."""
        if self.round is None or self.table is None:
            return None
        return match_of(self.state, self.section, self.round.number, self.table.board)

    def status(self) -> str:
        """Say what there is to do: ``report``, ``confirm``, ``done`` or another word."""
        found, table, match = self.round, self.table, self.match
        if found is None:
            return "waiting"
        if table is None or match is None:
            return "resting"
        place = (found.number, table.board)
        if table.board not in found.results:
            alone = len(table.seats) == 2 and match.rule.kind is not MatchKind.PLACES
            return "report" if alone and not match.several else "arbiter"
        if any(disputes(self.section, *place, who) for who in table.seats):
            return "disputed"
        if not has_signed(self.section, *place, self.entrant):
            return "confirm"
        return "done"


def own(context: Context, visitor: Visitor, competition: str, section: str, who: str) -> Own:
    """Find the player of a page: this phone holds their card, or it is their account's.

    Raises Unknown or Refused.
    """
    state, found = find_section(context, competition, section)
    entrant = EntrantId(who)
    if entrant in found.entrants:
        if holds(visitor, card_of(state, found, entrant)):
            return Own(state, found, entrant)
        if own_person(context, visitor) in found.entrants[entrant].people:
            return Own(state, found, entrant)
    raise Refused("access.not-yours", OWN)


def own_person(context: Context, visitor: Visitor) -> PersonId | None:
    """Give the person whom an account stands for; None for who is not signed in."""
    if visitor.account is None:
        return None
    return PersonId(opaque_id(context.tables.key, visitor.account.name))


def asker_of(visitor: Visitor, phone: str) -> str:
    """Name who asks, for limits: the phone that holds a card, else the account."""
    return phone or (visitor.account.name if visitor.account else "")


def holds(visitor: Visitor, card: Card) -> bool:
    """Say whether this phone took a card, and it still counts."""
    return any(taken.card == card for taken in visitor.phone)


def all_own(context: Context, visitor: Visitor) -> list[Own]:
    """List the players whose cards this phone holds and which still count."""
    found = []
    for taken in visitor.phone:
        card = taken.card
        state = context.house.office.state(CompetitionId(card.competition))
        section = state.sections.get(SectionId(card.section))
        if section is not None and card.entrant in section.entrants:
            entrant = EntrantId(card.entrant)
            if card_of(state, section, entrant) == card:
                found.append(Own(state, section, entrant))
    return found


def opened(context: Context, place: tuple[str, str, str], signature: str) -> Own:
    """Find the player of a card by its signature. Raises Refused if it is none, or an old one."""
    try:
        state, section = find_section(context, *place[:2])
        card = card_of(state, section, EntrantId(place[2]))
        right = place[2] in section.entrants
        given = signature.encode("utf-8", "replace")
        if right and hmac.compare_digest(_sign(context, card).encode(), given):
            return Own(state, section, EntrantId(place[2]))
    except LookupError:
        pass
    raise Refused("card.unknown", OWN)


async def carry_out(
    context: Context, competition: Any, actor: str, command: Command, tries: int = TRIES
) -> None:
    """Carry a command out on the newest version: others may write at the same moment.

    Those who come through this process come one after the other, so that thousands may check in at
    once; who writes elsewhere may still be faster. Raises Conflict if that happens every time.
    """
    office = context.house.office
    async with _turn(context, str(competition)):
        for last in range(tries):
            try:
                future = await asyncio.to_thread(office.submit, competition, actor, command)
                await asyncio.wrap_future(future)
                return
            except Conflict:
                if last == tries - 1:
                    raise
                await asyncio.sleep(0.02 * (last + 1))


def _turn(context: Context, competition: str) -> asyncio.Lock:
    """Give the lock under which players of a competition write, one for each server."""
    found = _TURNS.setdefault(context.hub, {})
    return found.setdefault(competition, asyncio.Lock())


_TURNS: WeakKeyDictionary[Hub, dict[str, asyncio.Lock]] = WeakKeyDictionary()
