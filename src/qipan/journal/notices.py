"""Notices to everybody."""

from qipan.journal.event import Event, PublicFields
from qipan.journal.state import Notice
from qipan.journal.state.draft import Draft, Reducers


class NoticePosted(Notice, Event, frozen=True, tag="notice-posted/1"):
    """Something was announced to everybody of a section, or of the competition."""


Events = NoticePosted


def add_notice_posted(draft: Draft, event: NoticePosted) -> None:
    """Keep the notice."""
    draft.state.notices.append(event)


REDUCERS: Reducers = {
    NoticePosted: add_notice_posted,
}

PUBLIC: PublicFields = {
    NoticePosted: ("text", "at", "section"),
}
