"""Finished games: stepping through them, their pictures, and the computer's choice beside."""

from qipan.web.public.review import (
    competition_records,
    computer_choice,
    position_pictures,
    readers_notes,
    records,
    with_computer,
)

ROUTES = [
    *records.ROUTES,
    *competition_records.ROUTES,
    *position_pictures.ROUTES,
    *computer_choice.ROUTES,
    *readers_notes.ROUTES,
    *with_computer.ROUTES,
]
