"""Who worked where: chief and other arbiters of every competition, days, players, and norms.

Officials are those whom a competition names in its particulars. A norm is data: in which part, at
how big an event, and how many of them; the rules in force are kept in a stream of their own.
"""

import tomllib
from collections.abc import Iterable
from datetime import date

import msgspec

from qipan.journal.persons.norms import STREAM, NormsInForce, NormsSet, norms_in_force
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.rules import rule
from qipan.kernel.spelling.name_words import folded, name_key
from qipan.office.office import Office
from qipan.office.persons.streams import append_event

NORMS = rule(
    "personal.norms",
    "Whoever keeps the register sets the rules for norms of arbiters.",
    zh="裁判达标规定由名册管理人制定。",
    th="ผู้ดูแลทะเบียนกำหนดเกณฑ์ของผู้ตัดสิน",
    ms="Penjaga daftar menetapkan peraturan norma arbiter.",
)
LONGEST = 20_000

PARTS = ("chief", "deputy", "arbiter")
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


class ActiveYear(msgspec.Struct, frozen=True):
    """What somebody did in a year."""

    year: str
    events: int
    days: int


class ArbiterRecord(msgspec.Struct, frozen=True):
    """Everything somebody did as an arbiter."""

    name: str
    duties: tuple[Duty, ...]
    days: int
    norms: tuple[Norm, ...] = ()
    last: str = ""
    """When they worked last, as far as known."""
    years: tuple[ActiveYear, ...] = ()
    """The newest first; events without dates are in none."""


def read_norms(text: str) -> tuple[NormRule, ...]:
    """Read rules for norms from TOML (``[[norm]]``). Raises BadInput."""
    try:
        said = tomllib.loads(text)
        return msgspec.convert(said.get("norm", []), tuple[NormRule, ...])
    except (msgspec.MsgspecError, tomllib.TOMLDecodeError) as error:
        raise _wrong(str(error)) from error


def norms_text(rules: Iterable[NormRule]) -> str:
    """Write rules for norms as TOML, so that they are read as the same."""
    found = []
    for each in rules:
        told = msgspec.to_builtins(each)
        lines = [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in told.items()]
        found.append("\n".join(["[[norm]]", *lines]))
    return "\n".join(found).replace("\x7f", "\\u007f")


def _wrong(what: str) -> BadInput:
    return BadInput(what, where="norms", code="norms.rules", facts={"why": what[:200]})


def arbiters(office: Office, norms: tuple[NormRule, ...] | None = None) -> list[ArbiterRecord]:
    """Give everybody who worked at an event, who worked most first.

    How far they are is said under the rules given, else under those in force.
    """
    rules = read_norms(rules_in_force(office).rules) if norms is None else norms
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
            tuple(_norm(rule, duties) for rule in rules),
            max((each.ends or each.starts for each in duties), default=""),
            _years(duties),
        )
        for name, duties in found.values()
    ]
    return sorted(records, key=lambda each: (-len(each.duties), -each.days, each.name))


def _years(duties: list[Duty]) -> tuple[ActiveYear, ...]:
    dated = [each for each in duties if each.starts]
    years = sorted({each.starts[:4] for each in dated}, reverse=True)
    return tuple(
        ActiveYear(
            year,
            len({each.competition for each in dated if each.starts[:4] == year}),
            sum(each.days for each in dated if each.starts[:4] == year),
        )
        for year in years
    )


def rules_in_force(office: Office) -> NormsInForce:
    """Give the rules for norms that are in force here."""
    return norms_in_force(office.around.log.read(STREAM))


def set_norms(office: Office, actor: str, rules: str, reason: str = "") -> tuple[NormRule, ...]:
    """Put rules for norms in force; none: there are none any more. Raises BadInput or Refused."""
    text = rules.strip()
    if len(text) > LONGEST:
        raise _wrong(f"at most {LONGEST} characters")
    read = read_norms(text)
    known = rules_in_force(office)
    if text == known.rules:
        raise Refused("norms.same", NORMS)
    if text and not read:
        raise _wrong("no [[norm]] in it")
    event = NormsSet(rules=text, reason=reason.strip())
    append_event(office, actor, STREAM, known.version, event)
    return read


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
