"""Pages of the desk about a whole competition: every section at once."""

from qipan.web.desk.whole import overview, particulars

ROUTES = [*overview.ROUTES, *particulars.ROUTES]
__all__ = ["ROUTES"]
