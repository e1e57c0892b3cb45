"""Commands as programs ask for them: by name, with plain fields; the office adds what it knows.

Which there are, says the one list of commands (``desk.decide``). What may be said with a command is
made from its own fields, without those that the office fills; a few need the office for more, such
as the secret of a lot or a place for names, and have a function here. Nobody is asked here whether
they may: that is for whoever is spoken to.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

import msgspec

from qipan.desk.appeals.commands import WithdrawAppeal
from qipan.desk.command import Command
from qipan.desk.competition import CreateCompetition
from qipan.desk.conduct.commands import PunishGravely, PunishOffence
from qipan.desk.decide import DECISIONS
from qipan.desk.editions import AdoptEdition
from qipan.desk.entries.commands import AmendEntrant, EnterEntrant, OverrideEntry
from qipan.desk.entries.newcomer import Mate, Newcomer, read_birth, read_tags
from qipan.desk.line_ups import minutes_before, start_of_round
from qipan.desk.lots import CommitLot, DrawNumbers, DrawTie
from qipan.desk.online.zones import local
from qipan.desk.play_offs.commands import DrawPlayOff
from qipan.desk.records.commands import TypeRecord
from qipan.desk.results.commands import DrawNigiri
from qipan.desk.roles import Fill, ListedCommand
from qipan.desk.rounds.by_hand.commands import PairByHand
from qipan.desk.rounds.commands import PairRound
from qipan.desk.sheets.commands import CallTime
from qipan.journal.people import Person
from qipan.journal.state import Competition
from qipan.kernel.errors import Conflict
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.ranks import MOST_DAN
from qipan.office.captains import captain_named
from qipan.office.edition_adoption import adopt
from qipan.office.office import Office
from qipan.office.repairs.amendments import Amendment, amend
from qipan.sections.lookup import require_section

TRIES = 6
"""How often something is tried that was asked for on whatever the newest version is."""
Line = Annotated[str, msgspec.Meta(max_length=200)]
MOST_MEMBERS = 20
"""Of a team, with everybody who may stand in."""


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


class MemberIn(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A further member of a pair or team."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    latin: Line = ""
    birth: Annotated[str, msgspec.Meta(max_length=10)] = ""
    role: Line = "player"
    rating: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | None = None

    def mate(self) -> Mate:
        """Give a member whom the office can enter."""
        birth = read_birth(self.birth, "birth")
        return Mate(Person(name=self.name, latin=self.latin, birth=birth), self.role, self.rating)


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
    late: Annotated[str, msgspec.Meta(max_length=500)] = ""
    """Why they are let in after entries were closed."""
    called: Line = ""
    """The name of a team that has one besides its unit's."""
    rank: Annotated[str, msgspec.Meta(max_length=20)] = ""
    """Kyu or dan: ``5k``, ``3d``."""
    role: Line = "player"
    """The part of the first in a team."""
    members: Annotated[tuple[MemberIn, ...], msgspec.Meta(max_length=MOST_MEMBERS)] = ()
    """The other members of a pair or team."""

    def newcomer(self) -> Newcomer:
        """Give somebody whom the office can enter."""
        return Newcomer(
            Person(name=self.name, latin=self.latin, birth=read_birth(self.birth, "birth")),
            rating=self.rating,
            unit=self.unit or None,
            another_person=self.another_person,
            tags=read_tags(" ".join(self.tags)),
            dan=self.dan,
            called=self.called,
            rank=self.rank,
            role=self.role,
            mates=tuple(each.mate() for each in self.members),
        )


class AskedEntry(EntryIn, tag="EnterEntrant", tag_field="command", kw_only=True):
    """Enter somebody, with all the checks of the book."""

    section: SectionId


class AskedOverride(EntryIn, tag="OverrideEntry", tag_field="command", kw_only=True):
    """Enter somebody against a rule that the book lets one set aside, for a reason."""

    section: SectionId
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class AskedAmendment(
    msgspec.Struct,
    forbid_unknown_fields=True,
    kw_only=True,
    tag="AmendEntrant",
    tag_field="command",
):
    """Put an entry right; what is not said stays as it is."""

    section: SectionId
    entrant: EntrantId
    name: Line | msgspec.UnsetType = msgspec.UNSET
    latin: Line | msgspec.UnsetType = msgspec.UNSET
    birth: Annotated[str, msgspec.Meta(max_length=10)] | msgspec.UnsetType = msgspec.UNSET
    unit: Line | msgspec.UnsetType | None = msgspec.UNSET
    rating: Annotated[int, msgspec.Meta(ge=0, le=10000)] | msgspec.UnsetType | None = msgspec.UNSET
    tags: Annotated[tuple[Line, ...], msgspec.Meta(max_length=20)] | msgspec.UnsetType = (
        msgspec.UNSET
    )
    roles: Annotated[tuple[Line, ...], msgspec.Meta(max_length=20)] | msgspec.UnsetType = (
        msgspec.UNSET
    )
    called: Line | msgspec.UnsetType = msgspec.UNSET
    rank: Annotated[str, msgspec.Meta(max_length=20)] | msgspec.UnsetType = msgspec.UNSET
    dan: Annotated[int, msgspec.Meta(ge=0, le=MOST_DAN)] | None = None
    member: PersonId | None = None
    """Of whom name and birth change, in a team; the first if nobody is named."""
    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""

    def amendment(self) -> Amendment:
        """Give what is to be put right."""
        plain = ("name", "latin", "unit", "rating", "roles", "called", "rank")
        said = {name: getattr(self, name) for name in plain}
        return Amendment(
            **said,
            birth=self.birth if self.birth is msgspec.UNSET else read_birth(self.birth, "birth"),
            tags=self.tags if self.tags is msgspec.UNSET else read_tags(" ".join(self.tags)),
            dan=self.dan,
            member=self.member,
            reason=self.reason,
        )


def _asked_type(
    kind: type[Command], listed: ListedCommand, more: Sequence[Any] = ()
) -> type[msgspec.Struct]:
    """Make what may be said with a command: its fields, without those that the office fills."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(kind):
        if field.name in listed.unless_stated:
            fields.append((field.name, field.type | msgspec.UnsetType, msgspec.UNSET))
        elif field.name not in listed.filled:
            fields.append((field.name, field.type, *_default(field)))
    fields += more
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


CAPTAIN_NAME = ("captain_name", Line, "")
"""The captain of a team by name, who need not be a player: says ``captain`` and ``person``."""
_OF_THEIR_OWN: Mapping[type, type[msgspec.Struct]] = {
    EnterEntrant: AskedEntry,
    OverrideEntry: AskedOverride,
    AmendEntrant: AskedAmendment,
    **{
        kind: _asked_type(kind, DECISIONS[kind], [CAPTAIN_NAME])
        for kind in (PunishOffence, PunishGravely)
    },
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


def _hall_time(said: Mapping[str, Any], asker: Asker, state: Competition) -> datetime:
    """Give the time where a section is played: an online contest has a zone of its own."""
    named = said.get("section", "")
    section = state.sections.get(SectionId(named)) if isinstance(named, str) else None
    if section is None or section.contest is None:
        return asker.hall_time
    return local(section.contest, asker.now)


def _filled(fill: Fill, said: Mapping[str, Any], asker: Asker, state: Competition) -> Any:
    match fill:
        case Fill.ACTOR:
            return asker.actor
        case Fill.TODAY:
            return asker.hall_time.date().isoformat()
        case Fill.HALL_TIME:
            return _hall_time(said, asker, state).isoformat(timespec="minutes")
        case Fill.MOMENT:
            return asker.now.isoformat()
        case Fill.MINUTES_BEFORE:
            section = require_section(state, said["section"])
            start = start_of_round(section, RoundNo(said["round"]))
            return minutes_before(start, _hall_time(said, asker, state))
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
    captain = said.pop("captain_name", "")
    if captain:
        with captain_named(office, office.state(home), captain) as who:
            said |= {"captain": True, "person": who}
            return _carry_out_said(office, home, asker, kind, said, expected)
    return _carry_out_said(office, home, asker, kind, said, expected)


def _carry_out_said(
    office: Office,
    home: CompetitionId,
    asker: Asker,
    kind: type[Command],
    said: Mapping[str, Any],
    expected: int | None,
) -> Competition:
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
    office.enter(
        home, asked.section, asker.actor, asked.newcomer(), against=against, late=asked.late
    )
    return office.state(home)


def _amend(office: Office, home: CompetitionId, asker: Asker, asked: Any) -> Competition:
    return amend(office, home, (asked.section, asked.entrant), asker.actor, asked.amendment())


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


def _draw_nigiri(office: Office, home: CompetitionId, asker: Asker, asked: Any) -> Competition:
    said = msgspec.structs.asdict(asked)
    command = DrawNigiri(**{key: said[key] for key in said if key != "secret"})
    return office.draw_nigiri(home, asked.section, asker.actor, command)


def _adopt(office: Office, home: CompetitionId, asker: Asker, asked: Any) -> Competition:
    return adopt(office, home, asked.section, asker.actor, asked.reason)


_THROUGH: Mapping[type, Act] = {
    CreateCompetition: _create,
    EnterEntrant: _enter,
    OverrideEntry: _enter,
    AmendEntrant: _amend,
    CommitLot: _commit,
    DrawNumbers: _draw_numbers,
    DrawTie: _draw_tie,
    PairRound: _pair,
    PairByHand: _pair_by_hand,
    DrawPlayOff: _draw_play_off,
    CallTime: _call_time,
    DrawNigiri: _draw_nigiri,
    AdoptEdition: _adopt,
}
"""How the office gives the commands that plain fields cannot give."""
