"""Entries at the desk: the list with its cells to edit, and lists brought from elsewhere."""

from qipan.web.desk.entry_pages.entries import PAGE
from qipan.web.desk.entry_pages.import_entries import ROUTES

__all__ = ["PAGE", "ROUTES"]
