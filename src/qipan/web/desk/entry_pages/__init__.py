"""Entries at the desk: the list with its cells to edit, and lists brought from elsewhere."""

from qipan.web.desk.entry_pages.entries import PAGE
from qipan.web.desk.entry_pages.import_entries import ROUTES
from qipan.web.desk.entry_pages.list_check import LIST_CHECK_PAGE
from qipan.web.desk.entry_pages.start_groups import START_GROUPS_PAGE

BESIDE = (START_GROUPS_PAGE, LIST_CHECK_PAGE)
__all__ = ["BESIDE", "PAGE", "ROUTES"]
