"""Events of the hall: notices, disputed results, photographed records, cards, roles given."""

from qipan.journal.event import Event
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId


class NoticePosted(Event, frozen=True, tag="notice-posted/1"):
    """Something was announced to everybody of a section, or of the competition."""

    text: str
    at: str
    """Local time."""
    section: SectionId | None = None


class ResultDisputed(Event, frozen=True, tag="result-disputed/1"):
    """An entrant does not agree with a result as it stood; an arbiter looks at it."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    reason: str = ""


class RecordPhotographed(Event, frozen=True, tag="record-photographed/1"):
    """A picture of a record was handed in; it lies beside the journal under its hash."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    hash: str
    media: str
    size: int


class CardRenewed(Event, frozen=True, tag="card-renewed/1"):
    """A player got a new card to sign in with; older ones open nothing."""

    section: SectionId
    entrant: EntrantId
    card: int


class RoleGiven(Event, frozen=True, tag="role-given/1"):
    """An account got a role in this competition."""

    account: str
    role: str
    by: str
    """The account that invited."""


class RoleTaken(Event, frozen=True, tag="role-taken/1"):
    """An account lost its role in this competition."""

    account: str


Events = NoticePosted | ResultDisputed | RecordPhotographed | CardRenewed | RoleGiven | RoleTaken
