"""Keeping order: offences by the book's ladder, scoresheets, clocks and board numbers."""

import asyncio
import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

from qipan.desk.command import Command
from qipan.desk.conduct.annulment import ANNUL, may_annul, preview
from qipan.desk.conduct.commands import (
    Annulment,
    AnnulResults,
    CheckRecord,
    PunishGravely,
    PunishOffence,
    ReplaceClock,
)
from qipan.desk.conduct.lateness import CLOCK
from qipan.desk.conduct.penalties import penalties_of
from qipan.desk.repairs.commands import TakeBackPenalty
from qipan.desk.rounds.boards import BOARDS
from qipan.desk.rounds.commands import MoveBoards
from qipan.journal.state import Penalty, Punished, Section
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo
from qipan.office.captains import captain_named
from qipan.rulebooks.schema import MatchKind
from qipan.sections.stages import match_rule_of, stage_of_round
from qipan.views.consequences import foreseen
from qipan.views.section import halves
from qipan.web.desk.page import STAY, DeskPage, DeskVisit
from qipan.web.shared.forms import number, optional_number, words

_TIME = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):(\d{2})")


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the offences with their clauses and steps, and what was given so far."""
    conduct, section = place.rules.conduct, place.found
    current = section.current
    scoring = place.rules.scoring.scoring()
    return {
        "conduct": conduct,
        "round": current.number if current and current.published else None,
        "boards": [table.board for table in current.tables] if current else [],
        "games": _games(place),
        "members": _members(place),
        "captains": any(each.whose == "person" for each in conduct.offence.values()),
        "offences": [
            (
                name,
                place.book.citation(offence.clause),
                place.book.clause[offence.clause].shown,
                [[_said(place, each) for each in penalties_of(step, scoring)]
                 for step in offence.ladder],
                [[_said(place, each) for each in penalties_of(step, scoring)]
                 for step in offence.choices],
            )
            for name, offence in conduct.offence.items()
        ],
        "given": [
            (each, _brought(place, each),
             place.book.citation(each.clause), _offender(place, each))
            for each in reversed(section.penalties)
        ],
        "clock_clause": place.cite(CLOCK),
        "boards_clause": place.cite(BOARDS),
        "clocks": section.clocks,
        "annul_clause": place.cite(ANNUL),
        "outcomes": list(Annulment),
        "annuls": may_annul(place.state, section),
        "annulled": place.told.get("annulled"),
        "follows": place.told.get("follows"),
        "trying": place.told.get("trying", ""),
        "in_words": partial(_said, place),
        "asked_board": place.query.get("board", ""),
        "may_take_back": place.may(TakeBackPenalty),
    }  # fmt: skip


def _brought(place: DeskVisit, each: Punished) -> list[str]:
    """Say what a penalty brought, and what was put right on the board."""
    found = [_said(place, penalty) for penalty in each.penalties]
    return [*found, place.visitor.say(f"desk.remedy.{each.remedy}")] if each.remedy else found


def _offender(place: DeskVisit, each: Punished) -> str:
    """Name the member of a team who was punished; nobody where the entrant is one person."""
    alone = len(place.found.entrants[each.entrant].people) == 1
    if alone or each.person is None:
        return ""
    return place.person_name(each.person)


def _games(place: DeskVisit) -> range:
    """Number the games or boards of a match, where it has several."""
    current = place.found.current
    if current is None or not current.published:
        return range(0)
    rule = match_rule_of(stage_of_round(place.state, place.found, current), current)
    most = 2 * rule.wins - 1 if rule.kind is MatchKind.FIRST_TO else rule.games
    return range(1, most + 1) if most > 1 else range(0)


def _members(place: DeskVisit) -> list[tuple[EntrantId, list[tuple[PersonId, str]]]]:
    """List the members of teams, team by team; nobody where everybody enters alone."""
    return [
        (who, [(each, place.about.person(each).name) for each in entrant.people])
        for who, entrant in place.found.entrants.items()
        if len(entrant.people) > 1
    ]


def _member(place: DeskVisit, who: EntrantId) -> PersonId | None:
    """Read which member is meant; the name alone is enough, if the team is told."""
    said = words(place.form, "person", "")
    known = place.found.entrants[who].people if who in place.found.entrants else ()
    named = [each for each in known if said in (each, place.about.person(each).name)]
    return named[0] if len(named) == 1 else PersonId(said) if said else None


def _said(place: DeskVisit, penalty: Penalty) -> str:
    amount = str(penalty.amount)
    if penalty.kind == "fine":
        amount = place.money(penalty.amount, place.rules.conduct.currency)
    elif penalty.kind == "points":
        amount = halves(place.rules.scoring.scoring().show(penalty.amount))
    return place.visitor.say(f"desk.penalty.{penalty.kind}", amount=amount, until=penalty.until)


def _where(place: DeskVisit, who: EntrantId) -> tuple[RoundNo | None, BoardNo | None]:
    """Read the board; left empty, it is where somebody sits in the current round."""
    board = optional_number(place.form, "board")
    shown = optional_number(place.form, "round")
    current = place.found.current
    if shown is None and current is not None and current.published:
        shown = current.number
    if board is None and shown is not None and 0 < shown <= len(place.found.rounds):
        tables = place.found.rounds[shown - 1].tables
        board = next((table.board for table in tables if who in table.seats), None)
    if shown is None or board is None:
        return None, None
    return RoundNo(shown), BoardNo(board)


def offences_of(place: DeskVisit) -> list[tuple[str, str]]:
    """List the offences of the book with the clause of each."""
    known = place.rules.conduct.offence.items()
    return [(name, place.book.citation(offence.clause)) for name, offence in known]


def penalty_words(place: DeskVisit) -> Callable[[Penalty], str]:
    """Give what puts a penalty into words for the reader."""
    return partial(_said, place)


def penalty_commands(place: DeskVisit, captain: PersonId | None = None) -> list[Command]:
    """Read which penalty is meant, and which one it is given instead of, if one is named."""
    return [*_instead(place), _punishment(place, captain)]


def _captain(place: DeskVisit, *, keep: bool) -> AbstractContextManager[PersonId | None]:
    """Find the captain whom the form names; nobody if it names none."""
    name = words(place.form, "captain", "")
    if not name:
        return nullcontext()
    return captain_named(place.office, place.state, name, keep=keep)


def _punishment(place: DeskVisit, captain: PersonId | None) -> PunishOffence | PunishGravely:
    """Read which penalty is meant: the next step of the ladder, or one of its choices."""
    who = place.entrant()
    shown, board = _where(place, who)
    fields: dict[str, Any] = {
        "section": place.section,
        "entrant": who,
        "offence": words(place.form, "offence"),
        "round": shown,
        "board": board,
        "game": optional_number(place.form, "game"),
        "person": captain or _member(place, who),
        "captain": captain is not None,
        "choice": optional_number(place.form, "choice"),
        "note": words(place.form, "note", ""),
    }
    left = words(place.form, "left", "")
    fields["seconds_left"] = read_clock(left) if left else None
    if place.may(PunishGravely):
        return PunishGravely(**fields, until=words(place.form, "until", ""))
    return PunishOffence(**fields)


def _instead(place: DeskVisit) -> list[Command]:
    """Read which penalty is taken back at the same time, if one is."""
    penalty = words(place.form, "instead", "")
    if not penalty:
        return []
    reason = words(place.form, "note", "") or place.visitor.say("desk.conduct.instead")
    return [TakeBackPenalty(section=place.section, penalty=penalty, reason=reason)]


async def try_punish(place: DeskVisit) -> str:
    """Say what a penalty would bring; nothing is written."""
    with _captain(place, keep=False) as captain:
        commands = penalty_commands(place, captain)
        place.require(commands[-1])
        place.told["follows"] = await asyncio.to_thread(
            foreseen, place.state, place.section, commands
        )
    place.told["trying"] = "punish"
    return STAY


async def punish(place: DeskVisit) -> str | None:
    """Give the penalty, instead of another one if one is named."""
    before = place.found
    with _captain(place, keep=True) as captain:
        await place.carry_out_all(penalty_commands(place, captain))
    return _then(place, before)


async def take_back(place: DeskVisit) -> str | None:
    """Take a penalty back, with all that followed from it."""
    before = place.found
    await place.carry_out(
        TakeBackPenalty(
            section=place.section,
            penalty=words(place.form, "penalty"),
            reason=words(place.form, "reason", ""),
        )
    )
    return _then(place, before)


def _then(place: DeskVisit, before: Section) -> str | None:
    """Go on to what changed in the standings, if something may have."""
    since = place.state.version
    place.refresh()
    ranks = (before.deductions, before.marks, before.gone, [each.results for each in before.rounds])
    found = place.found
    now = (found.deductions, found.marks, found.gone, [each.results for each in found.rounds])
    return f"changes?since={since}" if ranks != now else None


def _scoresheet(place: DeskVisit) -> CheckRecord:
    """Read how many moves are missing on a scoresheet."""
    who = place.entrant()
    shown, board = _where(place, who)
    return CheckRecord(
        section=place.section,
        round=shown or RoundNo(0),
        board=board or BoardNo(0),
        entrant=who,
        run=number(place.form, "run"),
        total=number(place.form, "total"),
        game=optional_number(place.form, "game"),
        person=_member(place, who),
    )


async def try_record(place: DeskVisit) -> str:
    """Say what missing moves would bring; nothing is written."""
    command = _scoresheet(place)
    place.require(command)
    place.told["follows"] = await asyncio.to_thread(foreseen, place.state, place.section, [command])
    place.told["trying"] = "record"
    return STAY


async def record(place: DeskVisit) -> str | None:
    """Rule on a scoresheet with moves missing."""
    before = place.found
    await place.carry_out(_scoresheet(place))
    return _then(place, before)


def _annulment(place: DeskVisit) -> AnnulResults:
    numbers = words(place.form, "rounds", "").replace(",", " ").split()
    if not all(each.isascii() and each.isdigit() and len(each) < 5 for each in numbers):
        raise BadInput("numbers of rounds", where="rounds", code="form.number")
    outcome = words(place.form, "outcome", Annulment.LOSES)
    if outcome not in list(Annulment):
        raise BadInput("loses, both-lose or void", where="outcome")
    return AnnulResults(
        section=place.section,
        entrant=place.entrant(),
        rounds=tuple(RoundNo(int(each)) for each in numbers),
        outcome=Annulment(outcome),
        reason=words(place.form, "reason", ""),
    )


async def try_annul(place: DeskVisit) -> str:
    """Show whose place an annulment would change; nothing is written."""
    command = _annulment(place)
    place.require(command)
    place.told["annulled"] = (await asyncio.to_thread(preview, place.state, command))[0]
    return STAY


async def annul(place: DeskVisit) -> str:
    """Annul results, and show what that changed."""
    before = place.state.version
    await place.carry_out(_annulment(place))
    return f"changes?since={before}"


async def clock(place: DeskVisit) -> None:
    """Replace a faulty clock with the times that are left."""
    left = [read_clock(words(place.form, f"left-{seat}")) for seat in ("first", "second")]
    await place.carry_out(
        ReplaceClock(
            section=place.section,
            round=RoundNo(number(place.form, "round")),
            board=BoardNo(number(place.form, "board")),
            left=tuple(left),
        )
    )


async def swap(place: DeskVisit) -> None:
    """Let two boards change their numbers, or give one a number that is free."""
    one, two = BoardNo(number(place.form, "board")), BoardNo(number(place.form, "other"))
    shown = RoundNo(number(place.form, "round"))
    rounds = place.found.rounds
    known = {each.board for each in rounds[shown - 1].tables} if 0 < shown <= len(rounds) else set()
    numbers = ((one, two), (two, one)) if two in known else ((one, two),)
    await place.carry_out(MoveBoards(section=place.section, round=shown, numbers=numbers))


def read_clock(text: str) -> int:
    """Read ``12:30`` or ``1:12:30`` into seconds. Raises BadInput."""
    found = _TIME.fullmatch(text.strip())
    if found is None or int(found[3]) >= 60:
        raise BadInput(f"not a time on a clock: {text[:20]!r} (try 12:30)", where="left")
    return int(found[1] or 0) * 3600 + int(found[2]) * 60 + int(found[3])


PAGE = DeskPage(
    "conduct",
    4,
    show,
    {
        "try": try_punish,
        "punish": punish,
        "take-back": take_back,
        "try-record": try_record,
        "record": record,
        "try-annul": try_annul,
        "annul": annul,
        "clock": clock,
        "swap": swap,
    },
)
