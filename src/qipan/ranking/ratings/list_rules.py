"""How a rating list is calculated, and what earns a promotion: data, with the clause behind it."""

import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, assert_never

import msgspec

from qipan.kernel.errors import BadInput
from qipan.kernel.ranks import grade_of, professional_level, rating_of_grade
from qipan.ranking.ratings.egf import Egf
from qipan.ranking.ratings.elo import Elo
from qipan.ranking.ratings.event import Method
from qipan.ranking.ratings.glicko2 import Glicko2

READY = ("fide", "wxf", "egf", "glicko-2")
LONGEST = 20_000
METHODS = ("elo", "egf", "glicko-2")
STARTS = ("entry", "rank", "none")


class PromotionRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What earns a rank or title; all that is said must be fulfilled."""

    title: str
    clause: str
    rating: int | None = None
    """A rating after a season of at least this …"""
    games: int = 0
    """… with so many rated games in all."""
    place: int | None = None
    """A place in a rated event not worse than this …"""
    players: int = 0
    """… of at least so many players."""
    text: dict[str, str] = {}


class ListRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a list is calculated."""

    title: dict[str, str]
    method: str
    clause: str = ""
    together: bool = False
    """All games of a season with the ratings at its beginning; else event after event."""
    start: str = "entry"
    """What a newcomer begins with: the rating at entry, the rank at entry, or nothing."""
    professionals: tuple[int, int] | None = None
    """What 1p begins with, and how much more each rank above; None: as 9 dan."""
    elo: dict[str, Any] = {}
    tau: float = 0.5
    promotion: list[PromotionRule] = []
    """The lowest first."""

    def rating_of(self, rank: str) -> int:
        """Give the rating that somebody new begins with by their rank. Raises BadInput."""
        level = professional_level(rank)
        if level is None or self.professionals is None:
            return rating_of_grade(grade_of(rank))
        first, step = self.professionals
        return first + step * (level - 1)

    def way(self) -> Method:
        """Give the method."""
        match self.method:
            case "elo":
                return msgspec.convert(self.elo, Elo)
            case "egf":
                return Egf()
            case "glicko-2":
                return Glicko2(tau=self.tau)
            case other:
                assert_never(other)  # type: ignore[arg-type]


def read_rules(text: str) -> ListRules:
    """Read the rules of a list: the name of ready ones, or TOML. Raises BadInput."""
    if text in READY:
        return ready_rules(text)
    if len(text) > LONGEST:
        raise _wrong(f"at most {LONGEST} characters")
    try:
        said = tomllib.loads(text)
        based = said.pop("like", "")
        if based and based not in READY:
            raise _wrong(f"like {str(based)[:30]!r}: there are {', '.join(READY)}")
        begun = _ready(based) if based else {}
        elo = _over(begun.get("elo", {}), said.pop("elo", {}))
        rules = msgspec.convert({**begun, **said, "elo": elo}, ListRules)
        if rules.method in METHODS:
            rules.way()
    except (msgspec.MsgspecError, tomllib.TOMLDecodeError) as error:
        raise _wrong(str(error)) from error
    return _checked(rules)


def _over(based: Any, said: Any) -> Any:
    """Give figures with what differs in them; of a table only what is named."""
    if not (isinstance(based, dict) and isinstance(said, dict)):
        return said
    return {**based, **{name: _over(based.get(name), value) for name, value in said.items()}}


def rules_text(rules: ListRules) -> str:
    """Write rules as they are kept."""
    return msgspec.json.encode(rules, order="sorted").decode()


def kept_rules(text: str) -> ListRules:
    """Read rules as they are kept."""
    return msgspec.json.decode(text, type=ListRules)


def _ready(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("lists", f"{name}.toml").read_text("utf-8"))


@cache
def ready_rules(name: str) -> ListRules:
    """Give ready rules."""
    return _checked(msgspec.convert(_ready(name), ListRules))


def _checked(rules: ListRules) -> ListRules:
    if rules.method not in METHODS:
        raise _wrong(f"method {rules.method[:20]!r}: there are {', '.join(METHODS)}")
    if rules.start not in STARTS:
        raise _wrong(f"start {rules.start[:20]!r}: there are {', '.join(STARTS)}")
    for each in rules.promotion:
        if each.rating is None and each.place is None:
            raise _wrong(f"promotion {each.title[:30]!r}: a rating or a place is needed")
    return rules


def _wrong(what: str) -> BadInput:
    return BadInput(what, where="rules", code="kept-rating.rules", facts={"why": what[:200]})


def fraction(text: str | None) -> Fraction | None:
    """Read a fraction as it is kept; nothing for nothing."""
    return None if text is None else Fraction(text)
