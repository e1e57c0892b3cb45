"""The line at the top of a first competition's desk: shown to the browser that made it."""

from typing import Any

from litestar import Request

from qipan.journal.state import Competition, Section
from qipan.views.glance.first_steps import FirstSteps, first_steps

GUIDE = "qipan_guide"


def first_steps_line(
    request: Request[Any, Any, Any], state: Competition, section: Section
) -> FirstSteps | None:
    """Give the next step; None where nobody is led."""
    if request.cookies.get(GUIDE, "") != state.id:
        return None
    return first_steps(state, section)
