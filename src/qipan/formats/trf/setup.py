"""Records that steer pairing and scoring: rounds, colours, points, byes, acceleration, bans."""

import re
from collections.abc import Callable
from fractions import Fraction

from qipan.formats.trf.columns import TrfLine
from qipan.formats.trf.model import Boost, Forbidden, PlannedBye, PointSystem, TrfSetup
from qipan.kernel.ids import FIRST, SECOND, Seat

_BB = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "ZPB", "BBF": "FL", "BBU": "PAB"}
_XXS = frozenset(
    ["WW", "BW", "WD", "BD", "WL", "BL", "ZPB", "HPB", "FPB", "PAB", "FW", "FL", "W", "D", "L"]
)
_162 = {"W": ("W",), "D": ("D",), "L": ("L",), "P": ("PAB",), "X": ("X",)}
_ABSENCE = ("ZPB", "FL")


class SetupReader:
    """Collects the setup line by line."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self.planned: int | None = None
        self.top_seat: Seat | None = None
        self.points: dict[str, Fraction] = {}
        self.forbidden: list[Forbidden] = []
        self.byes: list[PlannedBye] = []
        self.boosts: list[Boost] = []
        self.absent: list[int] = []
        self.by_rank = False
        self.systems: dict[str, str] = {}
        self._known: dict[str, Callable[[TrfLine], None]] = {
            "142": self._rounds,
            "XXR": self._rounds,
            "152": self._colour,
            "XXC": self._options,
            "162": self._game_points,
            "XXS": self._scores,
            "192": self._system,
            "092": self._system,
            "240": self._rest,
            "250": self._boost,
            "XXA": self._own_boost,
            "260": self._ban,
            "XXP": self._pair_ban,
            "XXZ": self._away,
            **dict.fromkeys(_BB, self._single_points),
        }

    def take(self, line: TrfLine) -> None:
        """Read a line if its record is known here. Raises BadInput."""
        known = self._known.get(line.text[:3])
        if known is not None:
            if line.text[3:4].strip():
                raise line.bad("a blank must follow the record's code", 4)
            known(line)

    def finish(self) -> TrfSetup:
        """Give what was collected."""
        return TrfSetup(
            planned=self.planned,
            top_seat=self.top_seat,
            points=PointSystem(self.points),
            forbidden=tuple(self.forbidden),
            byes=tuple(self.byes),
            boosts=tuple(self.boosts),
            absent=tuple(self.absent),
            by_rank=self.by_rank,
            system=self.systems.get("192") or self.systems.get("092") or None,
        )

    def _rounds(self, line: TrfLine) -> None:
        rounds = line.whole(4, len(line.text), "the number of rounds")
        if not 1 <= rounds <= 999:
            raise line.bad(f"not a number of rounds: {rounds}", 5)
        self.planned = rounds

    def _colour(self, line: TrfLine) -> None:
        word = line.text[4:].strip().upper()
        if word not in ("W", "B"):
            raise line.bad(f"the initial colour is W or B, not {word!r}", 5)
        self.top_seat = FIRST if word == "W" else SECOND

    def _options(self, line: TrfLine) -> None:
        for word in re.finditer(r"\S+", line.text[4:]):
            match word.group().lower():
                case "white1":
                    self.top_seat = FIRST
                case "black1":
                    self.top_seat = SECOND
                case "rank":
                    self.by_rank = True
                case other:
                    raise line.bad(f"not rank, white1 or black1: {other!r}", 5 + word.start())

    def _game_points(self, line: TrfLine) -> None:
        for start in range(6, len(line.text) + 1, 9):
            sign = line.cut(start, start).upper()
            if not line.cut(start, start + 8):
                continue
            codes = _ABSENCE if sign in ("A", "Z") else _162.get(sign)
            if codes is None:
                raise line.bad(f"not a sign of the point system: {sign!r}", start)
            worth = line.points(start + 1, start + 8, "the value")
            self.points.update(dict.fromkeys(codes, worth))

    def _scores(self, line: TrfLine) -> None:
        for word in re.finditer(r"\S+", line.text[4:]):
            code, sign, value = word.group().upper().partition("=")
            column = 5 + word.start()
            if not sign or code not in _XXS:
                raise line.bad(f"not CODE=value with a known code: {word.group()!r}", column)
            self.points[code] = line.as_points(value, column + len(code) + 1, "the value")

    def _single_points(self, line: TrfLine) -> None:
        self.points[_BB[line.text[:3]]] = line.points(4, len(line.text), "the value")

    def _system(self, line: TrfLine) -> None:
        self.systems[line.text[:3]] = line.text[4:].strip()

    def _rest(self, line: TrfLine) -> None:
        kind = line.cut(5, 5).upper()
        if kind not in ("F", "H", "Z"):
            raise line.bad(f"the bye is F, H or Z, not {kind!r}", 5)
        number = line.whole(6, 9, "the round")
        self.byes.append(PlannedBye(kind, number, line.numbers(11, "the player")))

    def _boost(self, line: TrfLine) -> None:
        match_points, game_points = line.cut(5, 8), line.cut(10, 13)
        points = Fraction(0)
        if game_points or match_points:
            column = 10 if game_points else 5
            points = line.as_points(game_points or match_points, column, "the virtual points")
        first, last = line.whole(15, 17, "the first round"), line.whole(19, 21, "the last round")
        low, high = line.whole(23, 26, "the first player"), line.whole(28, 31, "the last player")
        if first > last or low > high:
            raise line.bad("a range ends before it begins", 15 if first > last else 23)
        self.boosts.append(Boost(points, first, last, low, high))

    def _own_boost(self, line: TrfLine) -> None:
        who = line.whole(5, 8, "the player")
        for number, start in enumerate(range(10, len(line.text) + 1, 5), 1):
            if line.cut(start, start + 3):
                points = line.points(start, start + 3, "the virtual points")
                self.boosts.append(Boost(points, number, number, who, who))

    def _ban(self, line: TrfLine) -> None:
        first, last = line.whole(5, 7, "the first round"), line.whole(9, 11, "the last round")
        self.forbidden.append(Forbidden(line.numbers(13, "the player"), first, last))

    def _pair_ban(self, line: TrfLine) -> None:
        self.forbidden.append(Forbidden(line.numbers(5, "the player")))

    def _away(self, line: TrfLine) -> None:
        self.absent.extend(line.numbers(5, "the player"))
