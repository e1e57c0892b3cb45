"""Decisions on appeals: in writing, in time, with a deposit; accepted ones are decided."""

from datetime import timedelta

from qipan.desk.appeals.commands import AnswerAppeal, DecideAppeal, LodgeAppeal, WithdrawAppeal
from qipan.desk.appeals.committee import QUORUM, concerned_by, require_no_conflict
from qipan.desk.results.signatures import has_signed
from qipan.desk.roles import CHIEF, PLAYERS, Audience, Decisions, Fill, ListedCommand
from qipan.journal.appeals import AppealAnswered, AppealDecided, AppealLodged
from qipan.journal.events import CompetitionEvent
from qipan.journal.money import MoneyPosted
from qipan.journal.state import Appeal, Competition, Outcome, Section
from qipan.kernel.errors import Refused
from qipan.kernel.moments import at_time
from qipan.kernel.rules import rule
from qipan.ranking.ledger import Posting
from qipan.ranking.ledger import Reason as Why
from qipan.rulebooks.schema import Appeals
from qipan.rulebooks.schema.money import cents, shown
from qipan.sections.lookup import (
    EXISTS,
    board_of,
    entrant_of,
    event_of,
    published_round,
    section_before_closing,
)
from qipan.sections.stages import round_over

KNOWN = rule("appeal.in-book", "Appeals are possible where the regulation provides for them.")
WRITTEN = rule("appeal.written", "An appeal is made in writing.")
IN_TIME = rule(
    "appeal.in-time", "An appeal must be lodged within the time allowed after the round."
)
AT_ONCE = rule("appeal.at-once", "A complaint is made at once; after the game it is not heard.")
DEPOSIT = rule("appeal.deposit", "An appeal must come with its deposit.")
SIGNED = rule("appeal.signed", "Once you have signed a result you cannot appeal against it.")
ANSWERED = rule("appeal.answered", "The chief arbiter accepts or refuses an appeal, once.")
STANDS = rule("appeal.stands", "An accepted appeal cannot be withdrawn.")
DECIDED = rule("appeal.decided", "The committee decides an accepted appeal and gives its reasons.")
BACK = rule("appeal.deposit-back", "The outcome decides whether the deposit is returned.")


def lodge_appeal(state: Competition, command: LodgeAppeal) -> list[CompetitionEvent]:
    """Lodge. Raises Refused if it is late, unwritten, without deposit, or against a signature."""
    section = section_before_closing(state, command.section)
    entrant = entrant_of(section, command.entrant)
    terms = _terms(state, section)
    published_round(section, command.round)
    if not command.text.strip():
        raise Refused("appeal.not-written", WRITTEN, entrant=entrant)
    _in_time(state, section, command, terms)
    _at_once(section, command, terms)
    _unsigned(section, command, terms)
    due = cents(terms.deposit) if terms.deposit else 0
    if command.deposit != due:
        currency = event_of(state, section).conduct.currency
        raise Refused(
            "appeal.deposit",
            DEPOSIT,
            paid=command.deposit,
            due=due,
            deposit=shown(due, currency),
            given=shown(command.deposit, currency),
        )
    name = f"a{len(section.appeals) + 1}"
    event = AppealLodged(
        section=section.id,
        appeal=name,
        entrant=entrant,
        round=command.round,
        board=command.board,
        text=command.text.strip(),
        at=command.at,
    )
    if not due:
        return [event]
    line = Posting(entrant, Why.DEPOSIT, due, DEPOSIT, name)
    return [event, MoneyPosted(section=section.id, posting=line)]


def _terms(state: Competition, section: Section) -> Appeals:
    terms = event_of(state, section).conduct.appeals
    if terms is None:
        raise Refused("appeal.not-in-book", KNOWN, section=section.id)
    return terms


def _in_time(state: Competition, section: Section, command: LodgeAppeal, terms: Appeals) -> None:
    """Count from the end of the round; a round that has not ended leaves time."""
    handed = at_time(command.at)
    ended = round_over(state, section, command.round)
    if ended is None or terms.minutes is None:
        return
    due = at_time(ended) + timedelta(minutes=terms.minutes)
    if handed > due:
        raise Refused(
            "appeal.late",
            IN_TIME,
            round=command.round,
            due=due.isoformat(timespec="minutes"),
            minutes=terms.minutes,
        )


def _at_once(section: Section, command: LodgeAppeal, terms: Appeals) -> None:
    """Raise Refused once the board in question, or the entrant's own, has its result."""
    if not terms.at_once:
        return
    found = section.rounds[command.round - 1]
    for table in found.tables:
        asked = table.board == command.board if command.board else command.entrant in table.seats
        if asked and table.board in found.results:
            facts = {"round": command.round, "board": table.board}
            raise Refused("appeal.after-the-game", AT_ONCE, **facts)


def _unsigned(section: Section, command: LodgeAppeal, terms: Appeals) -> None:
    if command.board is not None:
        table = board_of(section, command.round, command.board).table(command.board)
        if table is None or command.entrant not in table.seats:
            facts = {"entrant": command.entrant, "board": command.board}
            raise Refused("conduct.not-at-board", EXISTS, **facts)
    for table in section.rounds[command.round - 1].tables:
        if command.entrant not in table.seats or not terms.signed:
            continue
        if has_signed(section, command.round, table.board, command.entrant):
            raise Refused("appeal.signed", SIGNED, round=command.round, board=table.board)


def answer_appeal(state: Competition, command: AnswerAppeal) -> list[CompetitionEvent]:
    """Accept or refuse. Raises Refused if it was answered, or refused without a reason."""
    section = section_before_closing(state, command.section)
    appeal = appeal_of(section, command.appeal)
    if appeal.outcome is not Outcome.LODGED:
        raise Refused("appeal.answered", ANSWERED, appeal=appeal.id, outcome=appeal.outcome.value)
    if command.accept:
        return [
            AppealAnswered(
                section=section.id,
                appeal=appeal.id,
                outcome=Outcome.ACCEPTED,
                reason=command.reason,
            )
        ]
    if not command.reason.strip():
        raise Refused("appeal.no-reasons", ANSWERED, appeal=appeal.id)
    event = AppealAnswered(
        section=section.id, appeal=appeal.id, outcome=Outcome.REFUSED, reason=command.reason
    )
    return [event, *_settled(state, section, appeal, Outcome.REFUSED)]


def withdraw_appeal(state: Competition, command: WithdrawAppeal) -> list[CompetitionEvent]:
    """Take it back. Raises Refused once it was accepted or answered."""
    section = section_before_closing(state, command.section)
    appeal = appeal_of(section, command.appeal)
    if appeal.outcome is Outcome.ACCEPTED:
        raise Refused("appeal.stands", STANDS, appeal=appeal.id)
    if appeal.outcome is not Outcome.LODGED:
        raise Refused("appeal.answered", ANSWERED, appeal=appeal.id, outcome=appeal.outcome.value)
    event = AppealAnswered(section=section.id, appeal=appeal.id, outcome=Outcome.WITHDRAWN)
    return [event, *_settled(state, section, appeal, Outcome.WITHDRAWN)]


def decide_appeal(state: Competition, command: DecideAppeal) -> list[CompetitionEvent]:
    """Decide. Raises Refused without acceptance, reasons, a committee, or with a conflict."""
    section = section_before_closing(state, command.section)
    appeal = appeal_of(section, command.appeal)
    terms = _terms(state, section)
    if appeal.outcome is not Outcome.ACCEPTED:
        raise Refused(
            "appeal.not-accepted", DECIDED, appeal=appeal.id, outcome=appeal.outcome.value
        )
    if not command.reasons.strip():
        raise Refused("appeal.no-reasons", DECIDED, appeal=appeal.id)
    named = [each.person for each in state.committees.get(terms.body, ())]
    sitting = command.members or tuple(named)
    if not named or not set(sitting) <= set(named):
        raise Refused("appeal.no-committee", DECIDED, appeal=appeal.id, body=terms.body)
    if 2 * len(set(sitting)) <= len(named):
        facts = {"body": terms.body, "sitting": len(set(sitting)), "members": len(named)}
        raise Refused("committee.quorum", QUORUM, **facts)
    concerned = concerned_by(section, appeal.entrant, appeal.round, appeal.board)
    require_no_conflict(state, section, concerned, sitting)
    outcome = Outcome.UPHELD if command.upheld else Outcome.DISMISSED
    event = AppealDecided(
        section=section.id,
        appeal=appeal.id,
        outcome=outcome,
        reasons=command.reasons.strip(),
        members=sitting,
    )
    return [event, *_settled(state, section, appeal, outcome)]


def _settled(
    state: Competition, section: Section, appeal: Appeal, outcome: Outcome
) -> list[CompetitionEvent]:
    """Give the deposit back or keep it [appeal.deposit-back]."""
    terms = _terms(state, section)
    due = cents(terms.deposit) if terms.deposit else 0
    if not due:
        return []
    back = outcome.value in terms.deposit_back
    reason = Why.DEPOSIT_RETURNED if back else Why.DEPOSIT_KEPT
    line = Posting(appeal.entrant, reason, due, BACK, appeal.id)
    return [MoneyPosted(section=section.id, posting=line)]


def appeal_of(section: Section, name: str) -> Appeal:
    """Find an appeal. Raises Refused."""
    if name not in section.appeals:
        raise Refused("appeal.unknown", EXISTS, appeal=name, known=[*section.appeals])
    return section.appeals[name]


DECISIONS: Decisions = {
    LodgeAppeal: ListedCommand(
        lodge_appeal, PLAYERS, Audience.PLAYER, unless_stated={"at": Fill.HALL_TIME}
    ),
    AnswerAppeal: ListedCommand(answer_appeal, CHIEF),
    WithdrawAppeal: ListedCommand(withdraw_appeal, PLAYERS, Audience.PLAYER),
    DecideAppeal: ListedCommand(decide_appeal, CHIEF),
}
