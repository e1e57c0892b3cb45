"""What goes out of the desk: standings to look at, documents to print, files for rating sites."""

from qipan.web.desk.papers.documents import DOCUMENTS_PAGE
from qipan.web.desk.papers.rating_files import ROUTES
from qipan.web.desk.papers.standings import STANDINGS_PAGE

BESIDE = (STANDINGS_PAGE, DOCUMENTS_PAGE)
__all__ = ["BESIDE", "ROUTES"]
