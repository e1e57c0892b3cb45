"""Conduct: penalties, bans lifted, results annulled, lateness, clocks replaced."""

from qipan.journal.event import Cause, Event, PrivateReasons
from qipan.journal.state import Ban, Penalty, PenaltyKind, Punished, Section
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId


class PenaltyImposed(Event, frozen=True, tag="penalty-imposed/1"):
    """An arbiter punished an offence."""

    section: SectionId
    entrant: EntrantId
    offence: str
    penalties: tuple[Penalty, ...]
    cause: Cause
    clause: str = ""
    """The clause of the book that names the offence."""
    round: RoundNo | None = None
    board: BoardNo | None = None
    note: str = ""
    points: tuple[str, ...] = ()
    """Points taken away, as people write them: what the amounts mean without any book."""
    game: int | None = None
    """Number within the match, or the board of a team match; None: the one that is on."""
    remedy: str = ""
    """What is put right on the board."""
    person: PersonId | None = None
    """Who did it; None: nobody in particular of those who enter together."""


class BanLifted(Event, frozen=True, tag="ban-lifted/1"):
    """A ban or suspension ended early."""

    section: SectionId
    entrant: EntrantId
    reason: str
    person: PersonId | None = None
    """The member of a team; None: the entrant."""


class ResultsAnnulled(Event, frozen=True, tag="results-annulled/1"):
    """Results of an entrant were annulled; the corrections follow. Old pairings stay."""

    section: SectionId
    entrant: EntrantId
    boards: tuple[tuple[RoundNo, BoardNo], ...]
    cause: Cause
    reason: str


class LatenessRecorded(Event, frozen=True, tag="lateness-recorded/1"):
    """Somebody came late; what it cost."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    seconds: int
    deducted: int = 0
    """Seconds taken off the clock."""
    lost: bool = False
    game: int | None = None
    """The board of a team match; None: the whole match."""


class ClockReplaced(Event, frozen=True, tag="clock-replaced/1"):
    """A faulty clock was replaced; missed increments are not added back."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    left: tuple[int, ...]
    """Seconds left, seat by seat, as they were on the faulty clock."""


Events = PenaltyImposed | BanLifted | ResultsAnnulled | LatenessRecorded | ClockReplaced
MARKS = (PenaltyKind.TECHNICAL_FOUL, PenaltyKind.CONDUCT_FOUL)
BARRED = (PenaltyKind.BAN, PenaltyKind.SUSPENSION)
OUT = (PenaltyKind.EXCLUSION, PenaltyKind.DISQUALIFICATION)


def add_penalty_imposed(draft: Draft, event: PenaltyImposed) -> None:
    """Keep the penalties; fouls become marks that rank, points are taken from the round."""
    section = draft.section(event.section)
    number = event.round or len(section.rounds) or None
    section.penalties.append(
        Punished(
            event.entrant,
            event.offence,
            event.clause,
            event.penalties,
            number,
            event.board,
            event.note,
            event.game or _game_on(section, event),
            event.person,
            event.remedy,
            draft.state.version,
        )
    )
    member = event.person if _is_member(section, event) else None
    for penalty in event.penalties:
        if penalty.kind in MARKS:
            marks = dict(section.marks.get(event.entrant, {}))
            marks[penalty.kind.value] = marks.get(penalty.kind.value, 0) + penalty.amount
            section.marks[event.entrant] = marks
        elif penalty.kind is PenaltyKind.POINTS and number is not None:
            key = (number, event.entrant)
            section.deductions[key] = section.deductions.get(key, 0) + penalty.amount
        elif member is not None:
            _punish_member(section, member, penalty, event)
        elif penalty.kind is PenaltyKind.DISQUALIFICATION:
            section.disqualified.add(event.entrant)
        elif penalty.kind in BARRED:
            ban = Ban(penalty.kind.value, event.offence, event.clause, penalty.until)
            section.bans[event.entrant] = ban


def _is_member(section: Section, event: PenaltyImposed) -> bool:
    """Say whether the one punished is one of several who enter together, or leads them."""
    people = section.entrants[event.entrant].people
    return event.person is not None and (len(people) > 1 or event.person not in people)


def _punish_member(
    section: Section, member: PersonId, penalty: Penalty, event: PenaltyImposed
) -> None:
    """Exclude or bar one member; the others go on."""
    if penalty.kind in OUT:
        last = sum(found.published for found in section.rounds)
        section.members_out.setdefault(member, last)
    if penalty.kind is PenaltyKind.DISQUALIFICATION:
        section.members_disqualified.add(member)
    if penalty.kind in BARRED:
        ban = Ban(penalty.kind.value, event.offence, event.clause, penalty.until)
        section.member_bans[member] = ban


def _game_on(section: Section, event: PenaltyImposed) -> int:
    if event.round is None or event.board is None:
        return 1
    return section.rounds[event.round - 1].game_on(event.board)


def add_ban_lifted(draft: Draft, event: BanLifted) -> None:
    """End a ban."""
    section = draft.section(event.section)
    if event.person is not None:
        section.member_bans.pop(event.person)
    else:
        section.bans.pop(event.entrant)


def add_results_annulled(draft: Draft, event: ResultsAnnulled) -> None:
    """Remember that it happened; the corrections are events of their own."""
    draft.section(event.section).annulled.append((event.entrant, event.boards, event.reason))


def add_lateness_recorded(draft: Draft, event: LatenessRecorded) -> None:
    """Keep what it cost."""
    key = (event.round, event.entrant)
    draft.section(event.section).late[key] = (event.seconds, event.deducted)


def add_clock_replaced(draft: Draft, event: ClockReplaced) -> None:
    """Keep the times that were carried over; the last replacement counts."""
    draft.section(event.section).clocks[(event.round, event.board)] = event.left


REDUCERS: Reducers = {
    PenaltyImposed: add_penalty_imposed,
    BanLifted: add_ban_lifted,
    ResultsAnnulled: add_results_annulled,
    LatenessRecorded: add_lateness_recorded,
    ClockReplaced: add_clock_replaced,
}

PRIVATE: PrivateReasons = {
    PenaltyImposed: "what somebody did is not for every site; results that follow are told",
    BanLifted: "what somebody did is not for every site",
    ResultsAnnulled: "the corrections that follow are told; reasons are for the staff",
    LatenessRecorded: "what somebody did is not for every site; a lost game is told",
    ClockReplaced: "of the board alone",
}
