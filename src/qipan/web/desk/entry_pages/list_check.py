"""Who entered, held against each other and a rating list: doubts, and ratings taken from it."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any

from qipan.desk.entries.commands import AmendEntrant
from qipan.desk.rating_lists import RatingListHead
from qipan.kernel.errors import Refused, Unknown
from qipan.office.rating_lists.checks import check_entries
from qipan.office.rating_lists.refresh import Refreshed, refresh_ratings, take_from_list
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import words

MOST_SHOWN = 400


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the doubts about who entered, and what a list would change."""
    lists = place.context.house.side_tables.rating_lists
    heads = lists.heads()
    head = _chosen(place, heads)
    checked = check_entries(place.office, place.found, lists, head)
    change: Refreshed | None = None
    if head is not None:
        try:
            change = _refresh(place, head, dry_run=True)
        except Refused:
            change = None  # the first round is paired: nothing is taken any more
    return {
        "heads": heads,
        "head": head,
        "doubts": checked.doubts[:MOST_SHOWN],
        "more_doubts": max(0, len(checked.doubts) - MOST_SHOWN),
        "looked_at": checked.looked_at,
        "change": change,
        "may_take": place.may(AmendEntrant) and place.found.approved is None,
    }


def _chosen(place: DeskVisit, heads: list[RatingListHead]) -> RatingListHead | None:
    """Give the list that is asked for; without a word, the newest that is there."""
    asked = str(place.form.get("list", "") or place.query.get("list", ""))[:60]
    if asked == "-" or not heads:
        return None
    for each in heads:
        if asked in (each.name, f"{each.name}/{each.date}"):
            return each
    return None if asked else heads[0]


def _required(place: DeskVisit) -> RatingListHead:
    lists = place.context.house.side_tables.rating_lists
    head = _chosen(place, lists.heads())
    if head is None:
        raise Unknown("rating list", str(place.form.get("list", ""))[:60])
    return head


def _refresh(place: DeskVisit, head: RatingListHead, *, dry_run: bool) -> Refreshed:
    lists = place.context.house.side_tables.rating_lists
    at = (place.home, place.section)
    work = partial(refresh_ratings, place.office, at, place.visitor.actor, lists, head)
    return work(expected=None if dry_run else place.version, dry_run=dry_run)


async def refresh(place: DeskVisit) -> str:
    """Take ratings and ranks from the list."""
    place.require(AmendEntrant)
    head = _required(place)
    await asyncio.to_thread(partial(_refresh, place, head, dry_run=False))
    return f"list-check?list={head.name}/{head.date}"


async def take(place: DeskVisit) -> str:
    """Give an entry number, rating and rank of the player who is meant."""
    place.require(AmendEntrant)
    head = _required(place)
    lists = place.context.house.side_tables.rating_lists
    number = words(place.form, "number")
    listed = (await asyncio.to_thread(lists.with_ids, head, [number])).get(number)
    if listed is None:
        raise Unknown("player", number[:40])
    at = (place.home, place.section, place.entrant())
    await asyncio.to_thread(
        take_from_list, place.office, at, place.visitor.actor, listed, head, place.version
    )
    return f"list-check?list={head.name}/{head.date}"


LIST_CHECK_PAGE = DeskPage("list-check", 7, show, {"refresh": refresh, "take": take})
