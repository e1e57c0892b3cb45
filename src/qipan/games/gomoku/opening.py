"""Opening protocols: who puts the first stones, who chooses, and where stones may go.

Choices are moves below zero: take Black, take White, or put two more stones.
"""

from enum import Enum

from qipan.games.gomoku.board import Point, place_of
from qipan.games.gomoku.rules import Opening
from qipan.kernel.rules import rule

SWAP = rule("gomoku.opening-swap", "After the opening stones a player chooses a colour.")
PRO = rule("gomoku.opening-pro", "Black's first stones keep to their places.")

TAKE_BLACK, TAKE_WHITE, PUT_TWO = Point(-1), Point(-2), Point(-3)
CHOICES = {TAKE_BLACK: "black", TAKE_WHITE: "white", PUT_TWO: "two"}
READ = {text: choice for choice, text in CHOICES.items()}


class Stage(Enum):
    """How far an opening has come."""

    DONE = 0
    FIRST = 1
    """Seat 0 puts three stones."""
    CHOOSE = 2
    """Seat 1 chooses."""
    TWO = 3
    """Seat 1 puts two more stones."""
    CHOOSE_BACK = 4
    """Seat 0 chooses."""


WHO = {Stage.FIRST: 0, Stage.CHOOSE: 1, Stage.TWO: 1, Stage.CHOOSE_BACK: 0}


def first_stage(opening: Opening) -> Stage:
    """Give the stage that a game begins in."""
    return Stage.FIRST if opening in (Opening.SWAP, Opening.SWAP2) else Stage.DONE


def choices(opening: Opening, stage: Stage) -> tuple[Point, ...]:
    """Give the choices open in a stage; empty where stones are put."""
    if stage is Stage.CHOOSE and opening is Opening.SWAP2:
        return TAKE_BLACK, TAKE_WHITE, PUT_TWO
    if stage in (Stage.CHOOSE, Stage.CHOOSE_BACK):
        return TAKE_BLACK, TAKE_WHITE
    return ()


def after_stone(stage: Stage, stones: int) -> Stage:
    """Give the stage after a stone, when so many stand."""
    if stage is Stage.FIRST and stones == 3:
        return Stage.CHOOSE
    if stage is Stage.TWO and stones == 5:
        return Stage.CHOOSE_BACK
    return stage


def binds(opening: Opening, stones: int) -> bool:
    """Say whether the stone after so many has its place."""
    return opening in (Opening.PRO, Opening.LONG_PRO) and stones in (0, 2)


def allowed(opening: Opening, size: int, stones: int, point: Point) -> bool:
    """Say whether a pro opening lets a stone go there."""
    if not binds(opening, stones):
        return True
    column, row = place_of(size, point)
    middle = size // 2
    away = max(abs(column - middle), abs(row - middle))
    if stones == 0:
        return away == 0
    return away > (2 if opening is Opening.PRO else 3)
