"""Commands as programs ask for them: by name, with plain fields; the office adds what it knows.

Which there are, says the one list of commands (``desk.decide``). What may be said with a command is
made from its own fields, without those that the office fills; a few need the office for more, such
as the secret of a lot or a place for names, and have a function here. Nobody is asked here whether
they may: that is for whoever is spoken to.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any

import msgspec

from qipan.desk.appeals.commands import WithdrawAppeal
from qipan.desk.command import Command
from qipan.desk.competition import CreateCompetition
from qipan.desk.decide import DECISIONS
from qipan.desk.editions import AdoptEdition
from qipan.desk.entries.commands import EnterEntrant, OverrideEntry
from qipan.desk.entries.newcomer import MOST_DAN, Newcomer, read_birth, read_tags
from qipan.desk.line_ups import minutes_before, start_of_round
from qipan.desk.lots import CommitLot, DrawNumbers, DrawTie
from qipan.desk.play_offs.commands import DrawPlayOff
from qipan.desk.records.commands import TypeRecord
from qipan.desk.roles import Fill, ListedCommand
from qipan.desk.rounds.by_hand.commands import PairByHand
from qipan.desk.rounds.commands import PairRound
from qipan.desk.sheets.commands import CallTime
from qipan.journal.people import Person
from qipan.journal.state import Competition
from qipan.kernel.errors import Conflict
from qipan.kernel.ids import CompetitionId, EntrantId, RoundNo, SectionId
from qipan.office.edition_adoption import adopt
from qipan.office.office import Office
from qipan.sections.lookup import require_section

TRIES = 6
"""How often something is tried that was asked for on whatever the newest version is."""
Line = Annotated[str, msgspec.Meta(max_length=200)]


class Asker(msgspec.Struct, frozen=True):
    """Who asks for something, and when."""

    actor: str
    now: datetime
    own: bool = False
    """A player or captain who asks for themselves: such a one states no times."""

    @property
    def hall_time(self) -> datetime:
        """Give the time on the wall of the hall, without a zone."""
        return self.now.astimezone().replace(tzinfo=None)


class EntryIn(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Somebody to enter."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    latin: Line = ""
    birth: Annotated[str, msgspec.Meta(max_length=10)] = ""
    unit: Line = ""
    rating: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | None = None
    another_person: bool = False
    """A namesake is there already and is somebody else."""
    tags: Annotated[tuple[Line, ...], msgspec.Meta(max_length=20)] = ()
    """Marks that the book asks about."""
    dan: Annotated[int, msgspec.Meta(ge=0, le=MOST_DAN)] | None = None

    def newcomer(self) -> Newcomer:
        """Give somebody whom the office can enter."""
        return Newcomer(
            Person(name=self.name, latin=self.latin, birth=read_birth(self.birth, "birth")),
            rating=self.rating,
            unit=self.unit or None,
            another_person=self.another_person,
            tags=read_tags(" ".join(self.tags)),
            dan=self.dan,
        )


class AskedEntry(EntryIn, tag="EnterEntrant", tag_field="command", kw_only=True):
    """Enter somebody, with all the checks of the book."""

    section: SectionId


class AskedOverride(EntryIn, tag="OverrideEntry", tag_field="command", kw_only=True):
    """Enter somebody against a rule that the book lets one set aside, for a reason."""

    section: SectionId
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


def _asked_type(kind: type[Command], listed: ListedCommand) -> type[msgspec.Struct]:
    """Make what may be said with a command: its fields, without those that the office fills."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(kind):
        if field.name in listed.unless_stated:
            fields.append((field.name, field.type | msgspec.UnsetType, msgspec.UNSET))
        elif field.name not in listed.filled:
            fields.append((field.name, field.type, *_default(field)))
    made: type[msgspec.Struct] = msgspec.defstruct(
        kind.__name__,
        fields,
        namespace={"__doc__": kind.__doc__},
        module=__name__,
        tag=kind.__struct_config__.tag,
        tag_field=kind.__struct_config__.tag_field,
        forbid_unknown_fields=True,
        frozen=True,
        kw_only=True,
    )
    return made


def _default(field: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    if field.required:
        return ()
    if field.default is not msgspec.NODEFAULT:
        return (field.default,)
    return (msgspec.field(default_factory=field.default_factory),)


_OF_THEIR_OWN: Mapping[type, type[msgspec.Struct]] = {
    EnterEntrant: AskedEntry,
    OverrideEntry: AskedOverride,
}
ASKED: Mapping[type, type[msgspec.Struct]] = {
    kind: _OF_THEIR_OWN.get(kind) or _asked_type(kind, listed)
    for kind, listed in DECISIONS.items()
    if listed.in_api
}
"""What may be said with each command that the API offers."""
KINDS: Mapping[type, type[Command]] = {asked: kind for kind, asked in ASKED.items()}
"""The command behind what was said."""


def completed(
    kind: type[Command], said: Mapping[str, Any], asker: Asker, state: Competition
) -> dict[str, Any]:
    """Add what the office fills to what was said over the network."""
    listed, found = DECISIONS[kind], dict(said)
    for name, fill in listed.filled.items():
        found[name] = _filled(fill, found, asker, state)
    for name, fill in listed.unless_stated.items():
        if asker.own or name not in found:
            found[name] = _filled(fill, found, asker, state)
    return found


def completed_where_missing(
    kind: type[Command], said: Mapping[str, Any], asker: Asker, state: Competition
) -> dict[str, Any]:
    """Add only what a command cannot do without: who holds the journal may state anything."""
    listed, found = DECISIONS[kind], dict(said)
    needed = {field.name for field in msgspec.structs.fields(kind) if field.required} - set(said)
    for name, fill in {**listed.filled, **listed.unless_stated}.items():
        if name in needed:
            found[name] = _filled(fill, found, asker, state)
    return found


def _filled(fill: Fill, said: Mapping[str, Any], asker: Asker, state: Competition) -> Any:
    match fill:
        case Fill.ACTOR:
            return asker.actor
        case Fill.TODAY:
            return asker.hall_time.date().isoformat()
        case Fill.HALL_TIME:
            return asker.hall_time.isoformat(timespec="minutes")
        case Fill.MOMENT:
            return asker.now.isoformat()
        case Fill.MINUTES_BEFORE:
            section = require_section(state, said["section"])
            return minutes_before(start_of_round(section, RoundNo(said["round"])), asker.hall_time)
        case Fill.SECRET:
            return b""  # the office reveals it, or makes it, in the act itself
        case Fill.ADDRESS | Fill.EDITION:
            raise ValueError(f"{fill} is looked up in the act itself")


def carry_out_asked(
    office: Office,
    home: CompetitionId,
    asker: Asker,
    asked: Any,
    expected: int | None = None,
) -> Competition:
    """Carry out what was asked for, and wait until it is durable; give the new state.

    Raises Unknown if there is no such competition, and what the decision raises.
    """
    kind = KINDS[type(asked)]
    through = _THROUGH.get(kind)
    if through is not None:
        if kind is not CreateCompetition:
            office.expect(home, expected)
            require_section(office.state(home), asked.section)
        return through(office, home, asker, asked)
    said = {
        name: value
        for name in asked.__struct_fields__
        if (value := getattr(asked, name)) is not msgspec.UNSET
    }
    state: Competition | None = office.state(home)
    for tries in range(TRIES):
        command = kind(**completed(kind, said, asker, state or office.state(home)))
        try:
            return office.carry_out(home, asker.actor, command, expected, state)
        except Conflict:
            if expected is not None or tries == TRIES - 1:
                raise
            state = None  # others wrote in the meantime
    raise AssertionError("the last try gives or raises")


def whose(state: Competition, asked: Any) -> tuple[SectionId, EntrantId]:
    """Name the entrant that a command of players is about. Raises Refused if there is none."""
    kind = KINDS[type(asked)]
    if kind is TypeRecord:
        return asked.record.section, asked.entrant
    if kind is WithdrawAppeal:
        section = require_section(state, asked.section)
        lodged = section.appeals.get(asked.appeal)
        return section.id, lodged.entrant if lodged else EntrantId("")
    return asked.section, asked.entrant


# -- what the office does itself ----------------------------------------------------------------

Act = Callable[[Office, CompetitionId, Asker, Any], Competition]


def _create(office: Office, home: CompetitionId, asker: Asker, asked: Any) -> Competition:
    return office.create(home, asker.actor, asked.title, asked.book)


def _enter(office: Office, home: CompetitionId, asker: Asker, asked: Any) -> Competition:
    against = getattr(asked, "reason", "")
    office.enter(home, asked.section, asker.actor, asked.newcomer(), against=against)
    return office.state(home)


def _commit(office: Office, home: CompetitionId, asker: Asker, asked: Any) -> Competition:
    office.commit_lot(home, asked.section, asker.actor, asked.lot)
    return office.state(home)


def _draw_numbers(office: Office, home: CompetitionId, asker: Asker, asked: Any) -> Competition:
    return office.draw_numbers(home, asked.section, asker.actor, asked.entropy)


def _draw_tie(office: Office, home: CompetitionId, asker: Asker, asked: Any) -> Competition:
    return office.draw_tie(home, asked.section, asker.actor, asked.lot, asked.entropy)


def _pair(office: Office, home: CompetitionId, asker: Asker, asked: Any) -> Competition:
    at = (home, asked.section, asker.actor)
    return office.pair(*at, asked.entropy, None, asked.special)


def _pair_by_hand(office: Office, home: CompetitionId, asker: Asker, asked: Any) -> Competition:
    said = msgspec.structs.asdict(asked)
    command = PairByHand(**completed(PairByHand, said, asker, office.state(home)))
    return office.pair_by_hand(home, asker.actor, command)


def _draw_play_off(office: Office, home: CompetitionId, asker: Asker, asked: Any) -> Competition:
    at = (asked.round, asked.board)
    return office.draw_play_off(home, asked.section, asker.actor, at, asked.entropy)


def _call_time(office: Office, home: CompetitionId, asker: Asker, asked: Any) -> Competition:
    at = (asked.round, asked.board)
    return office.call_time(home, asked.section, asker.actor, at, None, asked.entropy)


def _adopt(office: Office, home: CompetitionId, asker: Asker, asked: Any) -> Competition:
    return adopt(office, home, asked.section, asker.actor, asked.reason)


_THROUGH: Mapping[type, Act] = {
    CreateCompetition: _create,
    EnterEntrant: _enter,
    OverrideEntry: _enter,
    CommitLot: _commit,
    DrawNumbers: _draw_numbers,
    DrawTie: _draw_tie,
    PairRound: _pair,
    PairByHand: _pair_by_hand,
    DrawPlayOff: _draw_play_off,
    CallTime: _call_time,
    AdoptEdition: _adopt,
}
"""How the office gives the commands that plain fields cannot give."""
