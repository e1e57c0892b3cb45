"""Decisions on penalties: the offences of the book and the ladder of each."""

from collections.abc import Iterable, Iterator

import msgspec

from qipan.desk.appeals.committee import concerned_by, require_no_conflict
from qipan.desk.conduct.commands import CheckRecord, LiftBan, PunishGravely, PunishOffence
from qipan.desk.conduct.lost_games import lost_events
from qipan.desk.roles import ARBITERS, CHIEF, Decisions, ListedCommand
from qipan.journal.closing import ApprovalLifted
from qipan.journal.conduct import BanLifted, PenaltyImposed
from qipan.journal.entries import EntrantWithdrawn
from qipan.journal.events import Cause, CompetitionEvent
from qipan.journal.money import MoneyPosted
from qipan.journal.state import Competition, Penalty, PenaltyKind, Punished, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo
from qipan.kernel.moments import day
from qipan.kernel.points import Scoring
from qipan.kernel.rules import rule
from qipan.ranking.ledger import Posting
from qipan.ranking.ledger import Reason as Why
from qipan.rulebooks.schema import MatchKind, Offence, PenaltyStep
from qipan.rulebooks.schema.money import cents
from qipan.sections.line_ups import line_up_of
from qipan.sections.lookup import board_of, entrant_of, event_of, section_before_closing
from qipan.sections.matches import GAME_ONCE, match_of

WHO = rule("conduct.person", "For an offence in a team, name the member.")
OFFENCES = rule("conduct.offence", "Offences are penalised as the regulation says.")
LADDER = rule("conduct.ladder", "A repeated offence brings the next penalty.")
CHOICE_LATER = rule("conduct.choice-later", "Some penalties apply only after an earlier offence.")
FINE = rule("conduct.fine", "A fine is entered in the accounts.")
CHIEF_ONLY = rule("conduct.chief", "Only the chief arbiter excludes, disqualifies or bans.")
EXCLUDED = rule("conduct.excluded", "An excluded player plays no further rounds.")
BAN = rule("conduct.ban", "Nobody under a ban or suspension may enter another event.")
RECORD = rule("conduct.record", "Missing moves on a scoresheet are fouls, or lose the game.")
FOULS_LOSE = rule("conduct.fouls-lose", "A set number of fouls in one game loses it.")
CLOCK_SHORT = rule("conduct.clock-short", "A player with less time left than the deduction loses.")

GRAVE = frozenset(
    {
        PenaltyKind.EXCLUSION,
        PenaltyKind.DISQUALIFICATION,
        PenaltyKind.BAN,
        PenaltyKind.SUSPENSION,
    }
)
OUT = frozenset({PenaltyKind.EXCLUSION, PenaltyKind.DISQUALIFICATION})

RANKING = OUT | {
    PenaltyKind.POINTS,
    PenaltyKind.LOST,
    PenaltyKind.CONDUCT_FOUL,
    PenaltyKind.TECHNICAL_FOUL,
}
"""What may move somebody in the table: an approval given before does not hold any more."""

Punishing = PunishOffence | PunishGravely


def punish_offence(state: Competition, command: PunishOffence) -> list[CompetitionEvent]:
    """Punish. Raises Refused if the book names no such offence or the step is for the chief."""
    return _punish(state, command, grave=False)


def punish_gravely(state: Competition, command: PunishGravely) -> list[CompetitionEvent]:
    """Punish, up to a ban. Raises Refused as ``punish_offence``."""
    if command.until:
        day(command.until)
    return _punish(state, command, grave=True)


def _punish(state: Competition, command: Punishing, *, grave: bool) -> list[CompetitionEvent]:
    section = section_before_closing(state, command.section)
    entrant = entrant_of(section, command.entrant)
    if command.by is not None:
        concerned = concerned_by(section, entrant, command.round, command.board)
        require_no_conflict(state, section, concerned, (command.by,))
    if command.round is not None and command.board is not None:
        board_of(section, command.round, command.board)
    conduct = event_of(state, section).conduct
    if command.offence not in conduct.offence:
        known = [*conduct.offence]
        raise Refused("conduct.no-such-offence", OFFENCES, offence=command.offence, known=known)
    offence = conduct.offence[command.offence]
    person = _person(state, section, command, offence)
    before = list(_earlier(state, section, command, person))
    step = _step(offence, len(before), command)
    until = command.until if isinstance(command, PunishGravely) else ""
    found = penalties_of(step, event_of(state, section).scoring.scoring(), until)
    found = _clock_short(found, command)
    if not grave and GRAVE & {each.kind for each in found}:
        raise Refused("conduct.chief-only", CHIEF_ONLY, offence=command.offence)
    cause = Cause(LADDER if before else OFFENCES, {"time": len(before) + 1})
    event = PenaltyImposed(
        section=section.id,
        entrant=entrant,
        offence=command.offence,
        penalties=_with_loss(state, section, command, found),
        cause=cause,
        clause=offence.clause,
        remedy=offence.remedy,
        round=command.round,
        board=command.board,
        note=command.note,
        game=game_of(state, section, command),
        person=person,
    )
    return [event, *consequences(state, section, event)]


def _person(
    state: Competition,
    section: Section,
    command: Punishing | CheckRecord,
    offence: Offence | None = None,
) -> PersonId | None:
    """Say who did it: who is named, who enters alone, or who plays the board that is named.

    Raises Refused for somebody else than a member, and where the book punishes persons but nobody
    can be told from the others.
    """
    known = section.entrants[command.entrant]
    if command.person is not None:
        personal = offence is not None and offence.whose == "person"
        leads = personal and getattr(command, "captain", False)
        if command.person not in known.people and not leads:
            facts = {"entrant": command.entrant, "person": command.person}
            raise Refused("conduct.not-a-member", WHO, **facts)
        return command.person
    if len(known.people) == 1:
        return known.people[0]
    terms = event_of(state, section).line_ups
    if terms is not None and command.round is not None and command.game is not None:
        playing = line_up_of(section, command.entrant, command.round, terms)
        if 0 < command.game <= min(len(playing), terms.boards):
            return PersonId(playing[command.game - 1])
    if offence is not None and offence.whose == "person":
        raise Refused(
            "conduct.which-person", WHO, entrant=command.entrant, offence=command_offence(command)
        )
    return None


def command_offence(command: Punishing | CheckRecord) -> str:
    """Name the offence that a command is about."""
    return "record" if isinstance(command, CheckRecord) else command.offence


def _earlier(
    state: Competition, section: Section, command: Punishing, person: PersonId | None
) -> Iterator[Punished]:
    """List the same offences of the same person, or of the entrant where no person is told.

    Of a team whose members are not known, who plays the same board is the same player.
    """
    offence = event_of(state, section).conduct.offence[command.offence]
    alone = len(section.entrants[command.entrant].people) == 1
    board = command.game if alone and _has_boards(state, section, command) else None
    for each in section.penalties:
        same = each.entrant == command.entrant and (alone or each.person == person)
        if (
            same
            and each.offence == command.offence
            and board in (None, each.game)
            and (offence.within != "game" or _same_game(section, each, command))
        ):
            yield each


def _has_boards(state: Competition, section: Section, command: Punishing) -> bool:
    """Say whether it happened in a match of teams, board by board."""
    if command.round is None or command.board is None:
        return False
    return match_of(state, section, command.round, command.board).rule.boards


def _same_game(section: Section, each: Punished, command: Punishing | CheckRecord) -> bool:
    number, board = command.round, command.board
    if (each.round, each.board) != (number, board) or number is None or board is None:
        return False
    return each.game == (command.game or section.rounds[number - 1].game_on(board))


def game_of(state: Competition, section: Section, command: Punishing | CheckRecord) -> int | None:
    """Say in which game of a match something happened; None where nobody says, or it is the match.

    Raises Refused for a game that the match does not have.
    """
    if command.round is None or command.board is None:
        if command.game is not None:
            raise Refused("conduct.which-board", OFFENCES, offence=command_offence(command))
        return None
    match = match_of(state, section, command.round, command.board)
    if not match.several:
        limit = 1
    elif match.rule.kind is MatchKind.SUM:
        limit = match.rule.games
    else:
        limit = match.next_game
    if command.game is not None and not 1 <= command.game <= limit:
        place = {"round": command.round, "board": command.board, "game": command.game}
        raise Refused("match.no-such-game", GAME_ONCE, **place, games=limit)
    return command.game


def _step(offence: Offence, before: int, command: Punishing) -> PenaltyStep:
    if command.choice is None:
        step = offence.ladder[min(before, len(offence.ladder) - 1)]
        more = before + 1 - len(offence.ladder)
        if offence.grows and more > 0:
            return msgspec.structs.replace(step, levels=step.levels + more)
        return step
    if not 1 <= command.choice <= len(offence.choices):
        raise Refused(
            "conduct.no-such-choice",
            OFFENCES,
            offence=command.offence,
            choice=command.choice,
            choices=len(offence.choices),
        )
    choice = offence.choices[command.choice - 1]
    if before < choice.after:
        facts = {"offence": command.offence, "choice": command.choice, "before": before}
        raise Refused("conduct.choice-too-early", CHOICE_LATER, **facts, needed=choice.after)
    return choice


def penalties_of(step: PenaltyStep, scoring: Scoring, until: str = "") -> tuple[Penalty, ...]:
    """Write a step of a ladder out as penalties."""
    counted = (
        (PenaltyKind.WARNING, step.warnings),
        (PenaltyKind.TECHNICAL_FOUL, step.technical_fouls),
        (PenaltyKind.CONDUCT_FOUL, step.conduct_fouls),
        (PenaltyKind.FINE, cents(step.fine) if step.fine else 0),
        (PenaltyKind.POINTS, scoring.read(step.points) if step.points else 0),
        (PenaltyKind.GAME_POINTS, step.game_points),
        (PenaltyKind.LEVELS, step.levels),
        (PenaltyKind.CLOCK, step.clock_minutes),
        (PenaltyKind.TURN, int(step.turn_lost)),
        (PenaltyKind.LOST, int(step.lost)),
        (PenaltyKind.EXCLUSION, int(step.exclusion)),
        (PenaltyKind.DISQUALIFICATION, int(step.disqualification)),
    )
    barred = ((PenaltyKind.BAN, step.ban), (PenaltyKind.SUSPENSION, step.suspension))
    return (
        *(Penalty(kind, amount) for kind, amount in counted if amount),
        *(Penalty(kind, 1, until) for kind, given in barred if given),
    )


def _clock_short(found: tuple[Penalty, ...], command: Punishing) -> tuple[Penalty, ...]:
    """Who has less time left than is taken off loses the game instead [conduct.clock-short]."""
    left = command.seconds_left
    return tuple(
        Penalty(PenaltyKind.LOST)
        if each.kind is PenaltyKind.CLOCK and left is not None and left < each.amount * 60
        else each
        for each in found
    )


def fouls_in_game(section: Section, command: Punishing | CheckRecord) -> int:
    """Count the technical fouls of an entrant in a game."""
    return sum(
        penalty.amount
        for each in section.penalties
        if each.entrant == command.entrant and _same_game(section, each, command)
        for penalty in each.penalties
        if penalty.kind is PenaltyKind.TECHNICAL_FOUL
    )


def _with_loss(
    state: Competition,
    section: Section,
    command: Punishing | CheckRecord,
    found: tuple[Penalty, ...],
) -> tuple[Penalty, ...]:
    """Add the loss of the game where its fouls reach the book's limit [conduct.fouls-lose]."""
    terms = event_of(state, section).conduct.record
    if terms is None or not terms.lost_at or command.board is None:
        return found
    new = sum(each.amount for each in found if each.kind is PenaltyKind.TECHNICAL_FOUL)
    fouls = new + fouls_in_game(section, command)
    if new and fouls >= terms.lost_at and not _has(found, PenaltyKind.LOST):
        return (*found, Penalty(PenaltyKind.LOST))
    return found


def _has(found: Iterable[Penalty], kind: PenaltyKind) -> bool:
    return any(each.kind is kind for each in found)


def consequences(
    state: Competition, section: Section, event: PenaltyImposed
) -> list[CompetitionEvent]:
    """Give what follows: the fine is posted, the game lost, the entrant out, the place open."""
    found: list[CompetitionEvent] = []
    for each in event.penalties:
        if each.kind is PenaltyKind.FINE:
            person = event.person or ""
            line = Posting(event.entrant, Why.FINE, each.amount, FINE, event.offence, person=person)
            found.append(MoneyPosted(section=section.id, posting=line))
    if _has(event.penalties, PenaltyKind.LOST):
        found += _lost(state, section, event)
    kinds = {each.kind for each in event.penalties}
    people = section.entrants[event.entrant].people
    alone = event.person is None or people == (event.person,)
    if kinds & OUT and not alone and event.person is not None:
        found += _board_lost(state, section, event.entrant, event.person)
    elif kinds & OUT and not section.entrants[event.entrant].withdrawn:
        out = EntrantWithdrawn(section=section.id, entrant=event.entrant, reason=event.offence)
        found += [out, *_unplayed(state, section, event.entrant)]
    if section.approved is not None and kinds & RANKING:
        found.append(ApprovalLifted(section=section.id, reason=event.offence))
    return found


def _lost(state: Competition, section: Section, event: PenaltyImposed) -> list[CompetitionEvent]:
    if event.round is None or event.board is None:
        raise Refused("conduct.which-board", OFFENCES, offence=event.offence)
    at = (event.round, event.board)
    return lost_events(state, section, at, event.entrant, event.offence, game=event.game)


def _unplayed(state: Competition, section: Section, entrant: EntrantId) -> list[CompetitionEvent]:
    """Lose the game of the current round, if it has no result yet [conduct.excluded]."""
    current = section.current
    if current is None or not current.published:
        return []
    for table in current.tables:
        if entrant in table.seats and len(table.seats) == 2 and table.board in current.missing:
            at = (current.number, table.board)
            return lost_events(state, section, at, entrant, "excluded", forfeit=True, whole=True)
    return []


def _board_lost(
    state: Competition, section: Section, entrant: EntrantId, person: PersonId
) -> list[CompetitionEvent]:
    """Lose the board of the current round at which a member sits, if it is not played yet."""
    current, terms = section.current, event_of(state, section).line_ups
    if current is None or not current.published or terms is None:
        return []
    playing = line_up_of(section, entrant, current.number, terms)[: terms.boards]
    for table in current.tables:
        if entrant not in table.seats or person not in playing:
            continue
        board = playing.index(person) + 1
        played = {game.number for game in current.games.get(table.board, ()) if not game.playoff}
        if table.board in current.missing and board not in played:
            at = (current.number, table.board)
            return lost_events(state, section, at, entrant, "excluded", forfeit=True, game=board)
    return []


def check_record(state: Competition, command: CheckRecord) -> list[CompetitionEvent]:
    """Rule on a scoresheet with moves missing. Raises Refused if nothing follows from it."""
    section = section_before_closing(state, command.section)
    entrant = entrant_of(section, command.entrant)
    board_of(section, command.round, command.board)
    terms = event_of(state, section).conduct.record
    facts = {"run": command.run, "total": command.total}
    if terms is None or command.run > command.total or command.run < 0:
        raise Refused("conduct.record-none", RECORD, **facts)
    penalties: tuple[Penalty, ...] = ()
    fouls = max((given for least, given in terms.fouls if command.total >= least), default=0)
    if fouls:
        penalties = (Penalty(PenaltyKind.TECHNICAL_FOUL, fouls),)
    lost = (terms.run and command.run >= terms.run) or (
        terms.total and command.total >= terms.total
    )
    if lost and command.rule_lost:
        penalties = (*penalties, Penalty(PenaltyKind.LOST))
    if not penalties:
        raise Refused("conduct.record-complete", RECORD, **facts)
    event = PenaltyImposed(
        section=section.id,
        entrant=entrant,
        offence="record",
        penalties=_with_loss(state, section, command, penalties),
        cause=Cause(RECORD, facts),
        clause=terms.clause,
        round=RoundNo(command.round),
        board=BoardNo(command.board),
        game=game_of(state, section, command),
        person=_person(state, section, command),
    )
    return [event, *consequences(state, section, event)]


def lift_ban(state: Competition, command: LiftBan) -> list[CompetitionEvent]:
    """End a ban. Raises Refused if there is none, or no reason is given."""
    section = section_before_closing(state, command.section, even_closed=True)
    person = command.person
    member = person is not None and person in section.member_bans
    if not member and (person is not None or command.entrant not in section.bans):
        raise Refused("conduct.no-ban", BAN, entrant=command.entrant)
    if not command.reason.strip():
        raise Refused("conduct.no-reason", BAN, entrant=command.entrant)
    return [
        BanLifted(section=section.id, entrant=command.entrant, reason=command.reason, person=person)
    ]


DECISIONS: Decisions = {
    PunishOffence: ListedCommand(punish_offence, ARBITERS),
    PunishGravely: ListedCommand(punish_gravely, CHIEF),
    CheckRecord: ListedCommand(check_record, ARBITERS),
    LiftBan: ListedCommand(lift_ban, CHIEF),
}
