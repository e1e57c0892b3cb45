"""Who worked where: chief and other arbiters of every competition, days, players, and norms.

Officials are those whom a competition names in its particulars. A norm is data: in which part, at
how big an event, and how many of them.
"""

import tomllib
from datetime import date

import msgspec

from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput
from qipan.kernel.spelling.name_words import folded, name_key
from qipan.office.office import Office

CHIEF = ("chief", "裁判长", "裁判長", "ketua", "หัวหน้า")
DEPUTY = ("deputy", "副", "timbalan", "รอง", "sector")


class Duty(msgspec.Struct, frozen=True):
    """A part that somebody had at an event."""

    competition: str
    title: str
    role: str
    """As the competition wrote it."""
    part: str
    """``chief``, ``deputy`` or ``arbiter``."""
    starts: str
    ends: str
    days: int
    players: int
    rounds: int


class NormRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What makes an event a norm, and how many are needed."""

    title: str
    clause: str = ""
    parts: tuple[str, ...] = ("chief", "deputy")
    players: int = 0
    rounds: int = 0
    days: int = 0
    count: int = 1


class Norm(msgspec.Struct, frozen=True):
    """How far somebody is."""

    title: str
    clause: str
    events: tuple[str, ...]
    """The competitions that count."""
    needed: int
    fulfilled: bool


class ArbiterRecord(msgspec.Struct, frozen=True):
    """Everything somebody did as an arbiter."""

    name: str
    duties: tuple[Duty, ...]
    days: int
    norms: tuple[Norm, ...] = ()


def read_norms(text: str) -> tuple[NormRule, ...]:
    """Read rules for norms from TOML (``[[norm]]``). Raises BadInput."""
    try:
        said = tomllib.loads(text)
        return msgspec.convert(said.get("norm", []), tuple[NormRule, ...])
    except (msgspec.MsgspecError, tomllib.TOMLDecodeError) as error:
        facts = {"why": str(error)[:200]}
        raise BadInput(str(error), where="norms", code="norms.rules", facts=facts) from error


def arbiters(office: Office, norms: tuple[NormRule, ...] = ()) -> list[ArbiterRecord]:
    """Give everybody who worked at an event, who worked most first."""
    found: dict[str, tuple[str, list[Duty]]] = {}
    for state in office.readable():
        for each in state.particulars.officials if state.particulars is not None else ():
            part = part_of(each.role)
            if part:
                _, duties = found.setdefault(name_key(each.name), (each.name, []))
                duties.append(_duty(state, each.role, part))
    records = [
        ArbiterRecord(
            name,
            tuple(sorted(duties, key=lambda each: each.starts, reverse=True)),
            sum(each.days for each in duties),
            tuple(_norm(rule, duties) for rule in norms),
        )
        for name, duties in found.values()
    ]
    return sorted(records, key=lambda each: (-len(each.duties), -each.days, each.name))


def part_of(role: str) -> str:
    """Tell which part a role is; nothing for who is no arbiter."""
    text = f" {folded(role)} {role.casefold()}"
    arbiter = any(
        word in text
        for word in ("arbiter", "referee", "裁判", "pengadil", "ผู้ตัดสิน", "director", "umpire")
    )
    if any(word in text for word in DEPUTY) and (arbiter or "chief" in text):
        return "deputy"
    if any(word in text for word in CHIEF):
        return "chief"
    return "arbiter" if arbiter else ""


def _duty(state: Competition, role: str, part: str) -> Duty:
    said = state.particulars
    assert said is not None  # it named the official
    days = 0
    if said.starts:
        ends = said.ends or said.starts
        days = (date.fromisoformat(ends) - date.fromisoformat(said.starts)).days + 1
    sections = state.sections.values()
    players = sum(len(entrant.people) for each in sections for entrant in each.entrants.values())
    rounds = max((len(each.rounds) for each in sections), default=0)
    return Duty(
        str(state.id), state.title, role, part, said.starts, said.ends, days, players, rounds
    )


def _norm(rule: NormRule, duties: list[Duty]) -> Norm:
    fitting = tuple(
        dict.fromkeys(
            each.competition
            for each in duties
            if each.part in rule.parts
            and each.players >= rule.players
            and each.rounds >= rule.rounds
            and each.days >= rule.days
        )
    )
    return Norm(rule.title, rule.clause, fitting, rule.count, len(fitting) >= rule.count)
