"""What happens in the hall beside results: boards of Go, and members who are replaced."""

from qipan.web.desk.hall.go_boards import GO_BOARDS_PAGE
from qipan.web.desk.hall.members import MEMBERS_PAGE

BESIDE = (GO_BOARDS_PAGE, MEMBERS_PAGE)
__all__ = ["BESIDE"]
