"""Certificates for the first places; they say so while the standings are not approved."""

from qipan.formats.documents.asked import ROUND
from qipan.formats.documents.material import Material, Wish
from qipan.formats.documents.naming import shown
from qipan.formats.documents.printing import pages
from qipan.i18n import say
from qipan.kernel.errors import Refused


def pdf(material: Material, wish: Wish) -> bytes:
    """Set a certificate for each place up to ``top``. Raises Refused before any round."""
    if not material.rounds:
        raise Refused("doc.no-round", ROUND)
    words = wish.language
    winners = [line for line in material.lines if line.place and line.place <= wish.top]
    return pages(
        "certificates",
        material,
        wish,
        title=say(words, "doc.certificate"),
        certifies=say(words, "doc.certifies"),
        within=say(
            words,
            "doc.certificate-in",
            {"section": material.section, "competition": material.competition},
        ),
        chief=say(words, "doc.chief-arbiter"),
        organiser=say(words, "doc.organiser"),
        date=say(words, "doc.date"),
        provisional="" if material.approved else say(words, "doc.provisional"),
        certificates=[
            {
                "name": shown(line.entry.name, words),
                "members": [shown(each, words) for each in line.entry.members],
                "unit": line.entry.unit,
                "place": say(words, "doc.took-place", {"place": line.place}),
            }
            for line in winners
        ],
    )
