"""Which command is behind an event: who may give it may take it back."""

from collections.abc import Mapping
from typing import Any

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
from qipan.desk.people import ErasePerson
from qipan.desk.play_offs import commands as play_offs
from qipan.desk.records import commands as records
from qipan.desk.repairs.commands import TakeBackAct
from qipan.desk.results import commands as results
from qipan.desk.rounds import commands as rounds
from qipan.desk.rounds.by_hand import commands as by_hand
from qipan.desk.rulings.commands import RuleGame
from qipan.desk.schedule import commands as schedule
from qipan.desk.sheets import commands as sheets
from qipan.journal.conduct import PenaltyImposed
from qipan.journal.event import event_name
from qipan.journal.state import PenaltyKind

GRAVE = (PenaltyKind.EXCLUSION, PenaltyKind.DISQUALIFICATION, PenaltyKind.BAN)
BEHIND: Mapping[str, type[Command]] = {
    "absence-cleared": attendance.ClearAbsence,
    "absence-noted": attendance.NoteAbsence,
    "absent-decided": attendance.DecideOnAbsent,
    "act-taken-back": TakeBackAct,
    "appeal-answered": appeals.AnswerAppeal,
    "appeal-decided": appeals.DecideAppeal,
    "appeal-lodged": appeals.AnswerAppeal,
    "approval-lifted": closing.LiftApproval,
    "ban-lifted": conduct.LiftBan,
    "board-counted": results.RecordCount,
    "board-reopened": online.ReopenBoard,
    "boards-moved": rounds.MoveBoards,
    "card-renewed": access.RenewCard,
    "check-in-undone": attendance.UndoCheckIn,
    "clock-replaced": conduct.ReplaceClock,
    "committee-named": appeals.NameCommittee,
    "competition-closed": closing.CloseCompetition,
    "competition-created": competition.CreateCompetition,
    "competition-described": particulars.DescribeCompetition,
    "conflict-declared": appeals.DeclareConflict,
    "contest-opened": online.OpenContest,
    "deal-scored": sheets.ScoreDeal,
    "edition-adopted": AdoptEdition,
    "event-handed-over": custody.HandOver,
    "event-taken-over": custody.TakeOver,
    "entrant-amended": entries.AmendEntrant,
    "entrant-arrived": online.NoteArrival,
    "entrant-checked-in": attendance.CheckIn,
    "entrant-entered": entries.EnterEntrant,
    "entrant-returned": entries.ReturnEntrant,
    "entrant-withdrawn": entries.WithdrawEntrant,
    "entrants-moved": section_changes.MoveEntrants,
    "entries-closed": entries.CloseEntries,
    "entries-opened": entries.OpenEntries,
    "entries-reopened": entries.ReopenEntries,
    "entry-overridden": entries.OverrideEntry,
    "fee-charged": entries.EnterEntrant,
    "game-cleared": results.ClearResult,
    "game-corrected": results.CorrectResult,
    "game-recorded": results.RecordGame,
    "game-ruled": RuleGame,
    "handicap-set": rounds.SetHandicap,
    "holder-named": custody.NameHolder,
    "holding-lost": custody.NoteLoss,
    "identity-verified": entries.VerifyIdentity,
    "lateness-recorded": conduct.RecordLateness,
    "line-up-handed": HandInLineUp,
    "lot-committed": lots.CommitLot,
    "lot-drawn": rounds.PairRound,
    "match-decided": results.RecordGame,
    "match-reopened": RuleGame,
    "member-replaced": entries.ReplaceMember,
    "money-posted": money.PostMoney,
    "nigiri-played": results.RecordNigiri,
    "notice-posted": notices.PostNotice,
    "numbers-assigned": lots.DrawNumbers,
    "options-changed": section_options.ChangeOptions,
    "paired-by-hand": by_hand.ChangePairing,
    "participation-declared": entries.DeclareParticipation,
    "penalty-imposed": conduct.PunishOffence,
    "person-amended": entries.AmendPerson,
    "person-erased": ErasePerson,
    "play-off-game-again": RuleGame,
    "photo-shown": records.ShowPhoto,
    "player-nominated": play_offs.NominatePlayer,
    "players-invited": entries.InvitePlayers,
    "prizes-awarded": money.AwardPrizes,
    "record-attached": records.AttachRecord,
    "record-photographed": records.AttachPhoto,
    "record-settled": records.SettleRecord,
    "rest-dropped": attendance.DropRest,
    "rest-granted": attendance.GrantRest,
    "result-cleared": results.ClearResult,
    "result-confirmed": results.RecordResult,
    "result-corrected": results.CorrectResult,
    "result-disputed": results.RecordResult,
    "result-recorded": results.RecordResult,
    "result-signed": results.RecordResult,
    "results-annulled": conduct.AnnulResults,
    "role-given": access.GiveRole,
    "role-taken": access.TakeRole,
    "round-checked-in": online.CheckInForRound,
    "round-ended": schedule.EndRound,
    "round-paired": rounds.PairRound,
    "round-published": rounds.PublishRound,
    "round-scheduled": schedule.ScheduleRound,
    "round-seated": online.SeatRound,
    "round-withdrawn": by_hand.WithdrawRound,
    "seat-chosen": play_offs.ChooseSeat,
    "seats-turned": results.RecordResult,
    "section-cancelled": entries.CancelSection,
    "section-opened": competition.OpenSection,
    "section-renamed": section_changes.RenameSection,
    "section-taken-over": take_over.TakeOverSection,
    "sheet-corrected": sheets.CorrectSheet,
    "standings-approved": closing.ApproveStandings,
    "start-score-set": start_groups.SetStartScore,
    "supplement-posted": appeals.PostSupplement,
    "table-taken": online.TakeTable,
    "table-time-called": sheets.CallTime,
    "unit-registered": entries.RegisterUnit,
}
"""By the name of an event, without its version: the command that mostly gives it."""


def commands_behind(event: Any) -> tuple[type[Command], ...]:
    """Give the commands that may be behind an event."""
    if isinstance(event, PenaltyImposed):
        grave = any(each.kind in GRAVE for each in event.penalties)
        return (conduct.PunishGravely,) if grave else (conduct.PunishOffence,)
    found = BEHIND.get(event_name(event).partition("/")[0])
    return () if found is None else (found,)
