"""What the desk offers somebody now: a control stands on a page where its command could be taken.

Deciding stays with ``desk``; here it is only foreseen from what a section has come to, so that
no page has to know when something may be done, and by whom.
"""

from collections.abc import Callable

import msgspec

from qipan.desk.appeals.commands import AnswerAppeal, DecideAppeal, LodgeAppeal, NameCommittee
from qipan.desk.attendance import NoteAbsence
from qipan.desk.closing import ApproveStandings, CloseCompetition
from qipan.desk.command import Command
from qipan.desk.conduct.commands import AnnulResults, PunishGravely, RecordLateness
from qipan.desk.editions import AdoptEdition
from qipan.desk.entries.commands import (
    DeclareParticipation,
    DropUnverified,
    EnterEntrant,
    InvitePlayers,
    OpenEntries,
    OverrideEntry,
    RegisterUnit,
    VerifyIdentity,
    WithdrawEntrant,
)
from qipan.desk.line_ups import HandInLineUp
from qipan.desk.money import AwardPrizes, PostMoney
from qipan.desk.play_offs.commands import ChooseSeat, DrawPlayOff, NominatePlayer
from qipan.desk.records.commands import AttachRecord, SettleRecord, ShowPhoto
from qipan.desk.results.commands import CorrectResult, RecordResult, SignResult
from qipan.desk.rounds.by_hand.commands import ChangePairing, PairByHand, WithdrawRound
from qipan.desk.rounds.commands import MoveBoards
from qipan.desk.rulings.commands import RuleGame
from qipan.desk.schedule.commands import ScheduleRound
from qipan.desk.sheets.commands import ScoreDeal
from qipan.journal.state import Competition, Outcome, Section
from qipan.kernel.ids import EntrantId

May = Callable[[type[Command]], bool]


class Offers(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody is offered in a section, subject by subject."""

    enter: bool
    set_rule_aside: bool
    register_unit: bool
    declare_unit: bool
    open_to_all: bool
    invite: bool
    verify: bool
    drop_unverified: bool
    withdraw: frozenset[EntrantId]

    change_pairing: bool
    pair_by_hand: bool
    take_round_back: bool
    move_boards: bool
    hand_in_line_up: bool

    record: bool
    correct: bool
    sign: bool
    score_deal: bool
    attach_record: bool
    settle_record: bool
    show_photo: bool

    nominate: bool
    draw_play_off: bool
    choose_seat: bool
    rule_game: bool

    note_absence: bool
    record_lateness: bool
    punish_gravely: bool
    annul: bool
    schedule: bool
    post_money: bool

    lodge_appeal: bool
    answer_appeal: frozenset[str]
    decide_appeal: frozenset[str]
    name_committee: bool

    adopt_edition: bool
    approve: bool
    award: bool
    close_competition: bool


def offers(state: Competition, section: Section, may: May) -> Offers:
    """Foresee what would be taken from somebody who may give some commands."""
    current, final = section.current, section.approved is not None
    entering, published = not section.closed, current is not None and current.published
    return Offers(
        enter=entering and may(EnterEntrant),
        set_rule_aside=entering and may(OverrideEntry),
        register_unit=entering and may(RegisterUnit),
        declare_unit=entering and may(DeclareParticipation),
        open_to_all=entering and may(OpenEntries),
        invite=entering and not section.entrants and may(InvitePlayers),
        verify=may(VerifyIdentity),
        drop_unverified=may(DropUnverified),
        withdraw=_withdrawable(section) if not final and may(WithdrawEntrant) else frozenset(),
        change_pairing=current is not None and not published and may(ChangePairing),
        pair_by_hand=may(PairByHand),
        take_round_back=current is not None and not final and may(WithdrawRound),
        move_boards=current is not None and may(MoveBoards),
        hand_in_line_up=may(HandInLineUp),
        record=published and may(RecordResult),
        correct=not final and may(CorrectResult),
        sign=may(SignResult),
        score_deal=may(ScoreDeal),
        attach_record=may(AttachRecord),
        settle_record=may(SettleRecord),
        show_photo=may(ShowPhoto),
        nominate=may(NominatePlayer),
        draw_play_off=may(DrawPlayOff),
        choose_seat=may(ChooseSeat),
        rule_game=may(RuleGame),
        note_absence=published and may(NoteAbsence),
        record_lateness=may(RecordLateness),
        punish_gravely=may(PunishGravely),
        annul=current is not None and may(AnnulResults),
        schedule=may(ScheduleRound),
        post_money=bool(section.entrants) and may(PostMoney),
        lodge_appeal=any(each.published for each in section.rounds) and may(LodgeAppeal),
        answer_appeal=_appeals(section, Outcome.LODGED, may(AnswerAppeal)),
        decide_appeal=_appeals(section, Outcome.ACCEPTED, may(DecideAppeal)),
        name_committee=may(NameCommittee),
        adopt_edition=may(AdoptEdition),
        approve=not final and not section.cancelled and may(ApproveStandings),
        award=final and section.prizes is None and may(AwardPrizes),
        close_competition=not state.closed and may(CloseCompetition),
    )


def _withdrawable(section: Section) -> frozenset[EntrantId]:
    return frozenset(who for who, each in section.entrants.items() if not each.withdrawn)


def _appeals(section: Section, outcome: Outcome, allowed: bool) -> frozenset[str]:
    found = (each.id for each in section.appeals.values() if each.outcome is outcome)
    return frozenset(found) if allowed else frozenset()
