"""The stages of an event: which system pairs which rounds."""

import msgspec


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One stage; rounds count on from stage to stage."""

    id: str
    system: str
    """How its rounds are paired: the name of a pairing system."""
    rounds: int | None = None
    """Number of rounds; None where the system decides it."""
