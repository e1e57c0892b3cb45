"""For every command of the desk: what takes it back, or why nothing does.

Most acts are taken back as such (``TakeBackAct``): the journal is added up without them, and every
page is as it was before. ``later`` names the command that repairs it once something was built on
it. Where there is no way back ``why`` says so, in words of the catalogue.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from qipan.desk import (
    access,
    attendance,
    closing,
    competition,
    custody,
    lots,
    money,
    notices,
    particulars,
    people,
    section_changes,
    start_groups,
    take_over,
)
from qipan.desk import options as section_options
from qipan.desk.appeals import commands as appeals
from qipan.desk.command import Command
from qipan.desk.conduct import commands as conduct
from qipan.desk.editions import AdoptEdition
from qipan.desk.entries import commands as entries
from qipan.desk.line_ups import HandInLineUp
from qipan.desk.online import commands as online
from qipan.desk.play_offs import commands as play_offs
from qipan.desk.records import commands as records
from qipan.desk.repairs.commands import TakeBackAct, TakeBackPenalty
from qipan.desk.results import commands as results
from qipan.desk.rounds import commands as rounds
from qipan.desk.rounds.by_hand import commands as by_hand
from qipan.desk.rulings import stones
from qipan.desk.rulings.commands import RuleGame
from qipan.desk.schedule import commands as schedule
from qipan.desk.sheets import commands as sheets
from qipan.journal import access as access_events
from qipan.journal import appeals as appeal_events
from qipan.journal import competition as competition_events
from qipan.journal import lots as lot_events
from qipan.journal import online as online_events
from qipan.journal import people as people_events
from qipan.journal import records as record_events
from qipan.journal.event import Event
from qipan.journal.travel import custody as custody_events


@dataclass(frozen=True)
class Counter:
    """What takes a command back."""

    by: type[Command] | None = TakeBackAct
    later: type[Command] | None = None
    """What repairs it when something was built on it since."""
    why: str = ""
    """Why there is no way back: a code of the catalogue."""


def _undone(later: type[Command] | None = None) -> Counter:
    return Counter(later=later)


def _never(why: str, later: type[Command] | None = None) -> Counter:
    return Counter(None, later, f"undo.why.{why}")


COUNTERS: Mapping[type[Command], Counter] = {
    # the competition and its sections
    competition.CreateCompetition: _never("created"),
    competition.OpenSection: _undone(entries.CancelSection),
    section_options.ChangeOptions: _undone(section_options.ChangeOptions),
    AdoptEdition: _undone(AdoptEdition),
    section_changes.RenameSection: _undone(section_changes.RenameSection),
    section_changes.SplitSection: _undone(section_changes.MoveEntrants),
    section_changes.MoveEntrants: _undone(section_changes.MoveEntrants),
    take_over.TakeOverSection: _undone(entries.CancelSection),
    entries.CancelSection: _undone(),
    closing.ApproveStandings: _undone(closing.LiftApproval),
    closing.LiftApproval: _undone(closing.ApproveStandings),
    closing.CloseCompetition: _undone(),
    # entries
    entries.EnterEntrant: _undone(entries.WithdrawEntrant),
    entries.OverrideEntry: _undone(entries.WithdrawEntrant),
    entries.AmendEntrant: _undone(entries.AmendEntrant),
    entries.AmendPerson: _undone(entries.AmendPerson),
    entries.WithdrawEntrant: _undone(entries.ReturnEntrant),
    start_groups.SetStartScore: _undone(start_groups.SetStartScore),
    entries.ReturnEntrant: _undone(entries.WithdrawEntrant),
    entries.ReplaceMember: _undone(entries.ReplaceMember),
    entries.CloseEntries: _undone(entries.EnterEntrant),
    entries.ReopenEntries: _undone(entries.CloseEntries),
    entries.OpenEntries: _undone(),
    entries.RegisterUnit: _undone(entries.RegisterUnit),
    entries.DeclareParticipation: _undone(),
    entries.VerifyIdentity: _undone(),
    entries.DropUnverified: _undone(entries.ReturnEntrant),
    entries.InvitePlayers: _never("invited", entries.InvitePlayers),
    people.ErasePerson: _never("erased"),
    # lots and rounds
    lots.CommitLot: _never("lot"),
    lots.DrawNumbers: _undone(),
    lots.DrawTie: _never("lot"),
    rounds.PairRound: _undone(by_hand.WithdrawRound),
    rounds.PublishRound: _undone(by_hand.WithdrawRound),
    rounds.MoveBoards: _undone(rounds.MoveBoards),
    rounds.SetHandicap: _undone(rounds.SetHandicap),
    by_hand.ChangePairing: _undone(by_hand.WithdrawRound),
    by_hand.PairByHand: _undone(by_hand.WithdrawRound),
    by_hand.WithdrawRound: _undone(rounds.PairRound),
    HandInLineUp: _undone(HandInLineUp),
    # results
    results.RecordResult: _undone(results.CorrectResult),
    results.CorrectResult: _undone(results.CorrectResult),
    results.ClearResult: _undone(results.RecordResult),
    results.MoveResult: _undone(results.MoveResult),
    results.RecordGame: _undone(results.CorrectResult),
    results.RecordCount: _undone(results.CorrectResult),
    results.RecordNigiri: _undone(),
    results.DrawNigiri: _never("lot"),
    results.ReportResult: _undone(results.CorrectResult),
    results.TakeBackReport: _undone(results.ReportResult),
    results.SignResult: _undone(results.CorrectResult),
    results.DisputeResult: _undone(results.SignResult),
    RuleGame: _undone(results.CorrectResult),
    stones.RuleDroppedStone: _undone(),
    stones.PauseForStones: _undone(),
    play_offs.DrawPlayOff: _never("lot"),
    play_offs.NominatePlayer: _undone(play_offs.NominatePlayer),
    play_offs.ChooseSeat: _undone(play_offs.ChooseSeat),
    records.AttachPhoto: _never("evidence", records.AttachPhoto),
    records.ShowPhoto: _undone(records.ShowPhoto),
    records.AttachRecord: _undone(records.AttachRecord),
    records.TypeRecord: _undone(records.AttachRecord),
    records.SettleRecord: _undone(),
    sheets.ScoreDeal: _undone(sheets.CorrectSheet),
    sheets.CorrectSheet: _undone(sheets.CorrectSheet),
    sheets.CallTime: _undone(results.CorrectResult),
    # conduct and appeals
    conduct.PunishOffence: _undone(TakeBackPenalty),
    conduct.PunishGravely: _undone(TakeBackPenalty),
    conduct.CheckRecord: _undone(TakeBackPenalty),
    conduct.LiftBan: _undone(),
    conduct.AnnulResults: _undone(results.CorrectResult),
    conduct.RecordLateness: _undone(results.CorrectResult),
    conduct.ReplaceClock: _undone(conduct.ReplaceClock),
    appeals.NameCommittee: _undone(appeals.NameCommittee),
    appeals.DeclareConflict: _undone(),
    appeals.LodgeAppeal: _undone(appeals.WithdrawAppeal),
    appeals.WithdrawAppeal: _undone(appeals.LodgeAppeal),
    appeals.AnswerAppeal: _never("heard", appeals.LodgeAppeal),
    appeals.DecideAppeal: _never("heard", appeals.LodgeAppeal),
    appeals.PostSupplement: _undone(appeals.PostSupplement),
    # times and attendance
    schedule.ScheduleRound: _undone(schedule.ScheduleRound),
    schedule.EndRound: _undone(schedule.EndRound),
    online.PlanRounds: _undone(online.PlanRounds),
    online.ShiftRounds: _undone(online.ShiftRounds),
    attendance.CheckIn: _undone(attendance.UndoCheckIn),
    attendance.UndoCheckIn: _undone(attendance.CheckIn),
    attendance.NoteAbsence: _undone(attendance.ClearAbsence),
    attendance.ClearAbsence: _undone(attendance.NoteAbsence),
    attendance.GrantRest: _undone(attendance.DropRest),
    attendance.DropRest: _undone(attendance.GrantRest),
    attendance.DecideOnAbsent: _undone(attendance.DecideOnAbsent),
    # live tables
    online.OpenContest: _undone(online.OpenContest),
    online.CheckInForRound: _never("live"),
    online.NoteArrival: _never("live"),
    online.SeatRound: _never("live", online.ReopenBoard),
    online.LoseLate: _never("live", online.ReopenBoard),
    online.TakeTable: _never("live", online.ReopenBoard),
    online.ReopenBoard: _never("live", results.CorrectResult),
    # money, notices, access
    money.PostMoney: _undone(money.PostMoney),
    money.AwardPrizes: _undone(),
    notices.PostNotice: _undone(notices.PostNotice),
    particulars.DescribeCompetition: _undone(particulars.DescribeCompetition),
    access.RenewCard: _never("card", access.RenewCard),
    access.GiveRole: _never("role", access.TakeRole),
    access.TakeRole: _never("role", access.GiveRole),
    # where it is held
    custody.NameHolder: _never("custody"),
    custody.HandOver: _never("custody", custody.TakeOver),
    custody.TakeOver: _never("custody", custody.HandOver),
    custody.NoteLoss: _never("custody"),
    # repairs themselves
    TakeBackAct: _undone(),
    TakeBackPenalty: _undone(conduct.PunishOffence),
}
"""The one registry: no command of the desk is missing in it."""

NO_WAY_BACK: Mapping[type[Event], str] = {
    kind: f"undo.why.{why}"
    for why, kinds in {
        "created": (competition_events.CompetitionCreated,),
        "lot": (lot_events.LotCommitted, lot_events.LotDrawn),
        "erased": (people_events.PersonErased,),
        "custody": get_args(custody_events.Events),
        "evidence": (record_events.RecordPhotographed,),
        "card": (access_events.CardRenewed,),
        "role": (access_events.RoleGiven, access_events.RoleTaken),
        "heard": (appeal_events.AppealDecided,),
        "live": (
            online_events.RoundCheckedIn,
            online_events.EntrantArrived,
            online_events.RoundSeated,
            online_events.TableTaken,
            online_events.BoardReopened,
        ),
    }.items()
    for kind in kinds
}
"""Events that no act may take with it when it is taken back, and why."""
