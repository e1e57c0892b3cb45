"""Fouls: whoever committed one of conduct stands behind; fewer technical ones stand ahead."""

from qipan.kernel.rules import rule
from qipan.ranking.field import Field
from qipan.ranking.keys import Column, Key
from qipan.ranking.notation import Spec, reject_unknown

CONDUCT = rule("ranking.conduct-foul", "Among equals, whoever committed a conduct foul is behind.")
TECHNICAL = rule("ranking.technical-fouls", "Fewer technical fouls rank higher.")


def conduct_foul(field: Field, spec: Spec) -> Column:
    """Mark whoever has a conduct foul [ranking.conduct-foul]; ``count`` counts them instead."""
    reject_unknown(spec, variants=("count",))
    counts = [entry.marks.get("conduct-foul", 0) for entry in field.table.entries]
    return Column(counts if "count" in spec.variants else [int(count > 0) for count in counts])


def technical_fouls(field: Field, spec: Spec) -> Column:
    """Count technical fouls [ranking.technical-fouls]."""
    reject_unknown(spec)
    return Column([entry.marks.get("technical-foul", 0) for entry in field.table.entries])


KEYS = (
    Key(("conduct-foul", "conduct-foul-last"), CONDUCT, conduct_foul, higher=False),
    Key(("technical-fouls", "fewer-technical-fouls"), TECHNICAL, technical_fouls, higher=False),
)
