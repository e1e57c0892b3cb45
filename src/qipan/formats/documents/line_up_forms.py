"""Line-up forms: one for each team, to be filled in by the captain before a round."""

from qipan.formats.documents.asked import named, teams_of
from qipan.formats.documents.material import Material, Wish
from qipan.formats.documents.naming import shown
from qipan.formats.documents.printing import pages
from qipan.i18n import say


def pdf(material: Material, wish: Wish) -> bytes:
    """Set the forms for a round: the one asked for, else the next. Raises Refused without teams."""
    words, terms = wish.language, teams_of(material)
    number = wish.round or len(material.rounds) + 1
    fixed = {board: named(words, "doc.tag", tag) for board, tag in terms.fixed}
    due = ""
    if terms.minutes_before:
        due = say(words, "doc.line-up-due", {"n": terms.minutes_before})
    return pages(
        "lineups",
        material,
        wish,
        title=say(words, "doc.title.line-up-forms"),
        round=say(words, "ui.round-n", {"n": number}),
        due=due,
        words={
            key: say(words, code)
            for key, code in {
                "board": "ui.board",
                "name": "ui.name",
                "members": "doc.members",
                "captain": "doc.captain",
                "arbiter": "doc.arbiter",
                "time": "doc.time",
            }.items()
        },
        boards=[
            {"number": at, "fixed": fixed.get(str(at), "")} for at in range(1, terms.boards + 1)
        ],
        teams=[
            {
                "number": entry.number,
                "name": shown(entry.name, words),
                "members": [shown(each, words) for each in entry.members],
            }
            for entry in sorted(material.entries, key=lambda each: each.number)
            if not entry.withdrawn
        ],
    )
