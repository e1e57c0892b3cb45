"""A receipt to print: one line of the ledger, numbered as it stands there."""

from qipan.web.desk.money import receipt
from qipan.web.desk.page import DeskPage

PAGE = DeskPage("receipt", 91, receipt, listed=False)
