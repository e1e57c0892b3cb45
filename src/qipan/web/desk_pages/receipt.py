"""A receipt to print: one line of the ledger, numbered as it stands there."""

from qipan.web.desk_pages.base import DeskPage
from qipan.web.desk_pages.money import receipt

PAGE = DeskPage("receipt", 91, receipt, listed=False)
