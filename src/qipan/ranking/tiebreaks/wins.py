"""Wins, and games as the second mover."""

from qipan.kernel.rules import rule
from qipan.ranking.field import OWN, PLAYED, Field
from qipan.ranking.keys import Column, DecidingCase, Key
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec, reject_unknown
from qipan.ranking.scores import boards, game_scoring

WINS = rule(
    "ranking.wins",
    "More rounds with the points of a win rank higher.",
    zh="得胜轮次（含轮空、不战而胜）多者列前。",
    th="จำนวนรอบที่ได้คะแนนชนะมากกว่าอยู่หน้า",
    ms="Lebih banyak pusingan dengan mata kemenangan di hadapan.",
)
GAMES_WON = rule(
    "ranking.games-won",
    "More games won at the board rank higher.",
    zh="实际对局胜局多者列前。",
    th="ชนะจากการเล่นจริงมากกว่าอยู่หน้า",
    ms="Lebih banyak permainan dimenangi di papan di hadapan.",
)
BOARD_WINS = rule(
    "ranking.board-wins",
    "More single games won in all matches rank higher.",
    zh="各场比赛中胜局总数多者列前。",
    th="ชนะเกมย่อยรวมทุกคู่มากกว่าอยู่หน้า",
    ms="Lebih banyak permainan dimenangi dalam semua perlawanan di hadapan.",
)
SECOND_POINTS = rule(
    "ranking.points-as-second",
    "More points as second mover rank higher.",
    zh="后手得分高者列前。",
    th="คะแนนเมื่อเดินหลังมากกว่าอยู่หน้า",
    ms="Lebih banyak mata sebagai pemain kedua di hadapan.",
)
SECOND_WINS = rule(
    "ranking.wins-as-second",
    "More wins as second mover rank higher.",
    zh="后手胜局多者列前。",
    th="ชนะเมื่อเดินหลังมากกว่าอยู่หน้า",
    ms="Lebih banyak kemenangan sebagai pemain kedua di hadapan.",
)
SECOND_GAMES = rule(
    "ranking.games-as-second",
    "More games as second mover rank higher.",
    zh="后手局数多者列前。",
    th="เล่นเป็นฝ่ายเดินหลังมากกว่าอยู่หน้า",
    ms="Lebih banyak permainan sebagai pemain kedua di hadapan.",
)


def wins(field: Field, spec: Spec) -> Column:
    """Count rounds worth a win, byes and forfeits too [ranking.wins]; ``played``: games only."""
    if "played" in spec.variants:
        return games_won(field, Spec(spec.text, spec.name))
    reject_unknown(spec, variants=("played", "MP", "GP"), modifiers=("R",))
    if "GP" in spec.variants:
        return board_wins(field, Spec(spec.text, spec.name))
    win = field.scoring.win
    return Column(
        field.each(spec, OWN, lambda i: sum([points >= win for points in field.lines[i].points]))
    )


def games_won(field: Field, spec: Spec) -> Column:
    """Count games won at the board [ranking.games-won]."""
    check(spec, "R")
    win = field.scoring.win

    def of(i: int) -> int:
        line = field.lines[i]
        both = zip(line.points, line.kinds, strict=True)
        return sum(points >= win and kind == PLAYED for points, kind in both)

    return Column(field.each(spec, OWN, of))


def points_as_second(field: Field, spec: Spec) -> Column:
    """Add up the points of games played as second mover [ranking.points-as-second]."""
    check(spec, "R")
    games = _second(field)
    found = field.each(spec, OWN, lambda i: sum([points for points, _ in games[i]]))
    return Column(found, field.scoring.unit, least=1)


def wins_as_second(field: Field, spec: Spec) -> Column:
    """Count games won as second mover [ranking.wins-as-second]."""
    check(spec, "R")
    games = _second(field)
    return Column(field.each(spec, OWN, lambda i: sum([won for _, won in games[i]])))


def games_as_second(field: Field, spec: Spec) -> Column:
    """Count games played as second mover [ranking.games-as-second]."""
    check(spec, "R")
    games = _second(field)
    return Column(field.each(spec, OWN, lambda i: len(games[i])))


def board_wins(field: Field, spec: Spec) -> Column:
    """Count single games or boards won over all matches [ranking.board-wins]."""
    reject_unknown(spec)
    win, count, match = game_scoring(field).win, boards(field), field.scoring

    def of(i: int) -> int:
        won = 0
        for cell in field.table.row(field.ids[i]):
            if cell.games:
                won += sum(points >= win for points in cell.games)
            elif cell.points >= match.win:
                won += count
        return won

    return Column(field.each(spec, OWN, of))


def _second(field: Field) -> list[list[tuple[int, bool]]]:
    """Give points and whether it was a win of every game that everybody had as second mover."""
    return field.each("second", OWN, lambda i: _second_of(field, i))


def _second_of(field: Field, i: int) -> list[tuple[int, bool]]:
    line, win = field.lines[i], field.scoring.win
    if not field.teams:
        return [
            (points, points >= win)
            for points, kind, seat in zip(line.points, line.kinds, line.seats, strict=True)
            if seat == 1 and kind == PLAYED
        ]
    single = game_scoring(field).win
    found: list[tuple[int, bool]] = []
    for cell in field.table.row(field.ids[i]):
        if not cell.played:
            continue
        if cell.seats:
            found += [
                (points, points >= single)
                for points, seat in zip(cell.games, cell.seats, strict=False)
                if seat == 1
            ]
        elif cell.seat == 1:
            found.append((cell.points, cell.points >= win))
    return found


_PAIRS = """
    A: =C1[+1-2]
    B: =D1[=1=2]
    C: =A2[-2+1]
    D: =B2[=2=1]
    """

KEYS = (
    Key(
        ("wins", "WIN"),
        WINS,
        wins,
        called={"zh": "胜局", "en": "Wins", "th": "ชนะ", "ms": "Menang"},
        cases=(
            DecidingCase(
                "wins",
                """
                A: =C1 =D2
                B: -D2 bye
                C: =A2 zero
                D: +B1 =A1
                """,
                "A=0 B=1 C=0 D=1",
                "D B A C",
            ),
        ),
    ),
    Key(
        ("games-won", "WON"),
        GAMES_WON,
        games_won,
        called={
            "zh": "实际胜局",
            "en": "Games won at the board",
            "th": "ชนะบนกระดาน",
            "ms": "Menang di papan",
        },
        cases=(DecidingCase("games-won", "A: bye\nB: +C1\nC: -B2", "A=0 B=1 C=0", "B A C"),),
    ),
    Key(
        ("points-as-second",),
        SECOND_POINTS,
        points_as_second,
        called={
            "zh": "后手得分",
            "en": "Points as second",
            "th": "คะแนนเมื่อเล่นหลัง",
            "ms": "Mata sebagai kedua",
        },
        cases=(
            DecidingCase(
                "points-as-second",
                """
                A: =C1 =D2
                B: -D2 +C1
                C: =A2 -B2
                D: +B1 =A1
                """,
                "A=0.5 B=0 C=0.5 D=0",
                "D A B C",
            ),
        ),
    ),
    Key(
        ("wins-as-second", "BWG"),
        SECOND_WINS,
        wins_as_second,
        called={
            "zh": "后手胜局",
            "en": "Wins as second",
            "th": "ชนะเมื่อเล่นหลัง",
            "ms": "Menang sebagai kedua",
        },
        cases=(
            DecidingCase(
                "wins-as-second",
                """
                A: +C1 -D2
                B: -D1 +C2
                C: -A2 -B1
                D: +B2 +A1
                """,
                "A=0 B=1 C=0 D=1",
                "D B A C",
            ),
        ),
    ),
    Key(
        ("board-wins",),
        BOARD_WINS,
        board_wins,
        called={
            "zh": "总胜局",
            "en": "Games won",
            "th": "จำนวนเกมที่ชนะ",
            "ms": "Permainan dimenangi",
        },
        cases=(DecidingCase("board-wins", _PAIRS, "A=1 B=0 C=1 D=0", "A=C B=D"),),
    ),
    Key(
        ("games-as-second", "BPG"),
        SECOND_GAMES,
        games_as_second,
        called={
            "zh": "后手局数",
            "en": "Games as second",
            "th": "จำนวนเกมที่เล่นหลัง",
            "ms": "Permainan sebagai kedua",
        },
        cases=(
            DecidingCase(
                "games-as-second",
                """
                A: +C1 -D1
                B: -D2 +C1
                C: -A2 -B2
                D: +B1 +A2
                """,
                "A=0 B=1 C=2 D=1",
                "D B A C",
            ),
        ),
    ),
)
