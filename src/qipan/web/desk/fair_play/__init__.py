"""Fair play for the chief arbiter: the queue, and every figure with what it is worth."""

from qipan.web.desk.fair_play.pages import ROUTES

__all__ = ["ROUTES"]
