"""The record of this server: its checkpoints and its public key, for whoever wants to check it."""

from collections.abc import Sequence
from typing import Any

import msgspec
from litestar import Request, get
from litestar.response import Template

from qipan.journal.closing import StandingsApproved
from qipan.journal.record.checkpoints import CheckpointMade
from qipan.journal.rounds import RoundPublished
from qipan.kernel.ids import CompetitionId
from qipan.office.record.checkpoints import Milestone
from qipan.office.record.fingerprint import Fingerprint
from qipan.views.public_events import PublicEvent
from qipan.web.shared.context import Around, Context
from qipan.web.shared.rendering import page
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
SEEN = {str(kind.__struct_config__.tag) for kind in (RoundPublished, StandingsApproved)}
"""Events after which there is a checkpoint."""
MOST = 200
"""The newest are shown."""


class CheckpointView(msgspec.Struct, frozen=True):
    """A checkpoint as everybody may see it."""

    fingerprint: str
    code: str
    """As it stands on paper."""
    competition: str
    section: str
    round: int
    """0: when standings were approved."""
    key: str
    signature: str


class RecordView(msgspec.Struct, frozen=True):
    """The checkpoints of a record, newest first, and the key of the newest."""

    key: str
    checkpoints: list[CheckpointView]


def record_view(context: Context) -> RecordView:
    """Give the newest checkpoints."""
    checkpoints = context.house.checkpoints
    if checkpoints is None:
        return RecordView("", [])
    checkpoints.make_due()
    made = checkpoints.all()[-MOST:]
    return RecordView(made[-1].key if made else "", [_view(each) for each in reversed(made)])


def checkpoint_after(
    context: Context, competition: CompetitionId, events: Sequence[PublicEvent]
) -> CheckpointView | None:
    """Give the checkpoint that goes out with some events of a competition."""
    checkpoints = context.house.checkpoints
    if checkpoints is None:
        return None
    seen = [
        Milestone(competition, each.facts.get("section", ""), each.facts.get("round", 0))
        for each in events
        if each.event in SEEN
    ]
    made = checkpoints.after(competition, seen)
    return None if made is None else _view(made)


def newest_code(context: Context, competition: str, section: str = "") -> str:
    """Give the newest code of a competition or section as it stands on paper; or nothing."""
    checkpoints = context.house.checkpoints
    for each in reversed(checkpoints.all() if checkpoints is not None else []):
        if each.competition == competition and section in ("", each.section):
            return Fingerprint(each.size, each.root).short
    return ""


def _view(made: CheckpointMade) -> CheckpointView:
    found = Fingerprint(made.size, made.root)
    return CheckpointView(
        str(found),
        found.short,
        made.competition,
        made.section,
        made.round,
        made.key,
        made.signature,
    )


@get("/record", name="record", sync_to_thread=True, include_in_schema=False)
def record_page(request: AnyRequest, context: Around) -> Template:
    """Show the checkpoints, and how to check them."""
    titles = {
        (state.id, section.id): f"{state.title} · {section.title}"
        for state in context.house.office.readable()
        for section in state.sections.values()
    }
    return page(
        "public/fingerprints.html",
        visitor_of(request, context),
        record=record_view(context),
        titles=titles,
    )


@get("/api/record", sync_to_thread=True)
def show_record(context: Around) -> RecordView:
    """Give the newest checkpoints of the whole record, signed."""
    return record_view(context)


ROUTES = [record_page, show_record]
