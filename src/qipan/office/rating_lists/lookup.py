"""Somebody to enter, looked up on a rating list by name, pinyin or number."""

import msgspec

from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.rating_lists import ListedPlayer, RatingListHead, RatingLists
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.spelling.likeness import alike
from qipan.kernel.spelling.name_words import name_key

SHOWN = 6
CANDIDATES = 200


def looked_up(lists: RatingLists, name: str, newcomer: Newcomer) -> Newcomer:
    """Fill in what a list knows of somebody; what was said besides stays as it was said.

    Raises Unknown if nobody fits, with names that are nearly the same, or BadInput if several do.
    """
    head = lists.head(name)
    player = the_one(lists, head, newcomer.person.name)
    said = newcomer.person
    person = msgspec.structs.replace(
        said,
        name=player.name,
        latin=said.latin or player.latin,
        birth=said.birth or player.birth,
        licence=player.id,
        title=said.title or player.title,
        federation=said.federation or (player.country if len(player.country) < 4 else ""),
    )
    rating = player.rating if newcomer.rating is None else newcomer.rating
    return msgspec.structs.replace(
        newcomer,
        person=person,
        rating=None if rating is None else max(rating, 0),
        rank=newcomer.rank or player.rank,
        unit=newcomer.unit or player.club or player.country or None,
    )


def the_one(lists: RatingLists, head: RatingListHead, text: str) -> ListedPlayer:
    """Find the one player who fits. Raises Unknown or BadInput."""
    by_id = lists.with_ids(head, [text.strip()])
    if by_id:
        return by_id[text.strip()]
    found = lists.find(head, text)
    whole = [
        each for each in found if name_key(text) in (name_key(each.name), name_key(each.latin))
    ]
    fitting = whole or found
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        shown = "; ".join(f"{each.id} {each.name} {each.rank}".strip() for each in fitting[:SHOWN])
        raise BadInput(f"{text[:60]!r} fits {shown}", where=f"{head.name} {head.date}")
    near = lists.sharing(head, [text], CANDIDATES)[text]
    meant = tuple(f"{each.name} ({each.id})" for each in near if alike(each.name, text))
    raise Unknown(f"player of {head.name} {head.date}", text[:60], meant[:SHOWN])
