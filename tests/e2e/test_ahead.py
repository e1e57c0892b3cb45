"""Moves chosen ahead of the turn, in real browsers: sent in time, dropped with a word, answers."""

import pytest

from e2e.live import tap

pytestmark = pytest.mark.browser
STATUS = "#status:has-text('Your move')"


def carry(page, origin, target):
    tap(page, *origin)
    page.wait_for_selector(".aim-chosen")
    tap(page, *target)


def test_a_piece_is_moved_ahead_of_the_turn_and_answers_wait_for_their_move(sit_down):
    red, black = sit_down("xiangqi", begin=True)
    red.wait_for_selector(STATUS)
    carry(black, (100, 900), (200, 700))  # Black sits at the bottom of its own page
    black.wait_for_selector("#prompt:has-text('Planned: horse h9–g7')")
    assert black.locator(".plan-line").count() == 1
    tap(black, 400, 400)  # a tap anywhere drops it
    black.wait_for_selector(".plan-line", state="detached")
    assert "Planned" not in black.inner_text("#prompt")
    carry(black, (100, 900), (200, 700))
    black.wait_for_selector(".plan-line", state="attached")
    carry(red, (700, 700), (400, 700))
    red.wait_for_selector("[data-at=g7] .piece.black")
    carry(black, (800, 900), (800, 400))  # a rook through its own pawn
    black.wait_for_selector("#prompt:has-text('Planned')")
    red.wait_for_selector(STATUS)
    carry(red, (700, 900), (600, 700))
    black.wait_for_selector("#notice.bad:has-text('is no longer possible')")
    black.wait_for_selector(STATUS)
    red.wait_for_selector("#status:has-text('p1')")
    red.click("[data-plan]")  # if the other horse comes out, mine does
    red.wait_for_selector("#prompt:has-text('If p1 plays')")
    carry(red, (100, 0), (200, 200))
    red.wait_for_selector("#prompt:has-text('If horse b9–c7, then you play')")
    carry(red, (100, 900), (200, 700))
    red.wait_for_selector("#prompt:has-text('if horse b9–c7, then horse b0–c2')")
    carry(black, (700, 900), (600, 700))
    black.wait_for_selector("[data-at=c2] .piece.red")
    red.wait_for_selector(".plan-line", state="detached")
    carry(red, (0, 900), (0, 800))  # planned while Black may offer a draw
    red.wait_for_selector("#prompt:has-text('Planned')")
    black.wait_for_selector(STATUS)
    black.click("[data-send*='\"offer\"']")
    red.wait_for_selector("#notice:has-text('planned move was dropped')")
    assert red.locator(".plan-line").count() == 0


def test_a_stone_is_planned_by_two_presses_and_dropped_by_one(sit_down):
    first, second = sit_down("gomoku", begin=True)
    first.wait_for_selector(STATUS)
    tap(second, 320, 280)
    second.wait_for_selector("[data-confirm]:has-text('Plan i8')")
    assert second.locator(".plan-ring").count() == 0
    tap(second, 320, 280)
    second.wait_for_selector(".plan-ring")
    tap(second, 320, 280)
    second.wait_for_selector(".plan-ring", state="detached")
    tap(second, 320, 280)
    tap(second, 320, 280)
    second.wait_for_selector(".plan-ring")
    tap(first, 280, 280)
    first.wait_for_selector(".stone.white")
    second.wait_for_selector(".stone >> nth=1")
    second.wait_for_selector(".ghost-stone", state="detached")
    assert [page.locator(".stone").count() for page in (first, second)] == [2, 2]
    second.click("[data-switch=ahead]")  # a reader may do without
    tap(second, 360, 280)
    assert second.locator(".ghost-stone").count() == 0
