"""The page of figures as parts with titles: what is measured anew takes the place of the old."""

from typing import NamedTuple

TITLE = "\n## "
GOALS = "Goals"


class Part(NamedTuple):
    """One part: its title, and all that the page says below it."""

    title: str
    text: str

    @property
    def printed(self) -> str:
        """Give what the part printed; nothing where it was left out."""
        _, _, rest = self.text.partition("```text\n")
        return rest.partition("\n```")[0]


def parts_of(page: str) -> list[Part]:
    """Read a page; what stands before the first title is not a part."""
    found = []
    for each in page.split(TITLE)[1:]:
        title, _, text = each.partition("\n")
        if title != GOALS:
            found.append(Part(title, text.strip()))
    return found


def joined(order: list[str], before: list[Part], now: list[Part]) -> list[Part]:
    """Put parts measured now beside those of before, in order; what has no place any more goes."""
    there = {part.title: part for part in (*before, *now)}
    return [there[title] for title in order if title in there]


def written(head: str, goals: str, parts: list[Part]) -> str:
    """Write a page."""
    texts = [f"{TITLE}{part.title}\n\n{part.text}\n" for part in parts]
    table = f"{TITLE}{GOALS}\n\n{goals}" if goals else ""
    return "".join([head, table, *texts])
