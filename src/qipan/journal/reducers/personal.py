"""Adding events about what is known of a person."""

from qipan.journal.erasure import PersonErased
from qipan.journal.folding import Folding, Reducers


def erased(folding: Folding, event: PersonErased) -> None:
    """Remember who was erased."""
    folding.state.erased.add(event.person)


REDUCERS: Reducers = {PersonErased: erased}
