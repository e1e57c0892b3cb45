"""Every kind of task has a page that does it, a button that exists, and words for both."""

import pytest

from qipan.i18n import catalogue
from qipan.views import tasks
from qipan.views.tasks import TaskKind
from qipan.web.desk.old_addresses import OLD_ACTIONS
from qipan.web.desk.pages import desk_pages

SPOKEN = ("en", "zh")
"""At the desk; the other languages fall back."""
KINDS = [each for each in vars(tasks).values() if isinstance(each, TaskKind)]


def named(kind):
    return kind.code


def test_no_two_kinds_share_a_code():
    assert len({each.code for each in KINDS}) == len(KINDS) == 33


@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_a_task_is_done_on_a_page_that_exists(kind):
    assert kind.page in desk_pages()
    assert all(f"desk.next.{kind.code}" in catalogue(language) for language in SPOKEN)


@pytest.mark.parametrize("kind", [each for each in KINDS if each.button], ids=named)
def test_a_button_does_something_that_its_page_can_do(kind):
    assert kind.command is not None
    assert kind.button.action in {*desk_pages()[kind.page].actions, *OLD_ACTIONS}
    assert all(f"desk.do.{kind.code}" in catalogue(language) for language in SPOKEN)
