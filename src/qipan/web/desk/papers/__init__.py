"""What goes out of the desk: the standings to look at, and the documents to print."""

from qipan.web.desk.papers.documents import DOCUMENTS_PAGE
from qipan.web.desk.papers.standings import STANDINGS_PAGE

BESIDE = (STANDINGS_PAGE, DOCUMENTS_PAGE)
__all__ = ["BESIDE"]
