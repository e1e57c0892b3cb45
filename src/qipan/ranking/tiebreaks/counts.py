"""Counts of rounds, and facts of the entry: played, elected to play, missed, number, rating."""

from qipan.kernel.points import Points, Scoring
from qipan.kernel.rules import rule
from qipan.ranking.field import HALF_BYE, OWN, PLAYED, VOLUNTARY, ZERO_BYE, EntrantRounds, Field
from qipan.ranking.keys import Column, DecidingCase, Key, Number
from qipan.ranking.modifiers import check, number_after
from qipan.ranking.notation import Spec
from qipan.ranking.scores import kinds, score

ELECTED = rule(
    "tiebreak.rounds-elected",
    "More rounds one elected to play rank higher.",
    zh="选择参赛的轮次多者列前。",
    th="เลือกเล่นมากรอบกว่าอยู่หน้า",
    ms="Lebih banyak pusingan yang dipilih untuk dimainkan di hadapan.",
)
PLAYED_ROUNDS = rule(
    "tiebreak.rounds-played",
    "More rounds played at the board rank higher.",
    zh="实际对局轮次多者列前。",
    th="เล่นจริงมากรอบกว่าอยู่หน้า",
    ms="Lebih banyak pusingan dimainkan di papan di hadapan.",
)
PAIRED = rule(
    "tiebreak.rounds-paired",
    "More rounds one was paired in, played or not, rank higher.",
    zh="被编排的轮次（不论是否对局）多者列前。",
    th="ถูกจับคู่มากรอบกว่า ไม่ว่าเล่นหรือไม่ อยู่หน้า",
    ms="Lebih banyak pusingan dipadankan, dimainkan atau tidak, di hadapan.",
)
MISSED = rule(
    "tiebreak.rounds-missed",
    "Fewer rounds missed by one's own doing rank higher.",
    zh="自行缺赛的轮次少者列前。",
    th="ขาดรอบด้วยตนเองน้อยกว่าอยู่หน้า",
    ms="Kurang pusingan yang terlepas atas kehendak sendiri di hadapan.",
)
STANDARD = rule(
    "tiebreak.standard-points",
    "More points with wins at 1 and draws at ½ rank higher.",
    zh="按胜1、和½计算的得分高者列前。",
    th="คะแนนแบบชนะ 1 เสมอ ½ มากกว่าอยู่หน้า",
    ms="Mata dengan menang 1 dan seri ½, lebih banyak di hadapan.",
)
NUMBER = rule(
    "tiebreak.starting-number",
    "A smaller starting number ranks higher.",
    zh="起始编号小者列前。",
    th="หมายเลขเริ่มต้นน้อยกว่าอยู่หน้า",
    ms="Nombor permulaan lebih kecil di hadapan.",
)
RATING = rule(
    "tiebreak.rating",
    "A higher rating ranks higher.",
    zh="等级分高者列前。",
    th="เรตติ้งสูงกว่าอยู่หน้า",
    ms="Rating lebih tinggi di hadapan.",
)


def elected(field: Field, spec: Spec) -> Column:
    """Count all rounds but half and zero byes and forfeit losses [tiebreak.rounds-elected]."""
    check(spec, "R")
    return Column(field.each(spec, OWN, lambda i: field.rounds - _missed(field.lines[i])))


def played(field: Field, spec: Spec) -> Column:
    """Count rounds played at the board [tiebreak.rounds-played]."""
    check(spec, "R")
    return Column(field.each(spec, OWN, lambda i: field.lines[i].kinds.count(PLAYED)))


def paired(field: Field, spec: Spec) -> Column:
    """Count rounds one was paired in, played or not, byes included [tiebreak.rounds-paired]."""
    check(spec, "R")
    rests = (HALF_BYE, ZERO_BYE)
    return Column(
        field.each(spec, OWN, lambda i: sum(kind not in rests for kind in field.lines[i].kinds))
    )


def missed(field: Field, spec: Spec) -> Column:
    """Count rounds missed by one's own doing [tiebreak.rounds-missed]."""
    check(spec, "R")
    return Column(field.each(spec, OWN, lambda i: _missed(field.lines[i])))


def _missed(line: EntrantRounds) -> int:
    return sum(kind in VOLUNTARY for kind in line.kinds)


def standard(field: Field, spec: Spec) -> Column:
    """Count more than a draw as 1, a draw as ½, less as nothing [tiebreak.standard-points]."""
    check(spec, "X", "R", scores=True)
    found = score(field, kinds(field, spec)[0])
    draw = found.draw
    halves = field.each(
        spec, OWN, lambda i: sum((each > draw) * 2 + (each == draw) for each in found.rounds[i])
    )
    return Column(halves, 2, least=1)


def starting_number(field: Field, spec: Spec) -> Column:
    """Give the starting number [tiebreak.starting-number]."""
    check(spec, "R")
    return Column([entry.number for entry in field.table.entries])


def rating(field: Field, spec: Spec) -> Column:
    """Give the rating; void for all if somebody has none, unless ``/U`` names one for him."""
    check(spec, "U", "R")
    assumed = number_after(spec, "U")
    ratings: list[Number | None] = [
        assumed if entry.rating is None else entry.rating for entry in field.table.entries
    ]
    return Column([None] * len(ratings) if None in ratings else ratings)


_TABLE = """
    A: +B1 zero
    B: -A2 +D1
    C: +D1 +fE
    D: -C2 -B2
    E: bye -fC
    """

KEYS = (
    Key(
        ("REP", "GE", "rounds-elected"),
        ELECTED,
        elected,
        called={
            "zh": "选择参赛轮次",
            "en": "Rounds elected to play",
            "th": "รอบที่เลือกเล่น",
            "ms": "Pusingan dipilih",
        },
        cases=(DecidingCase("REP", _TABLE, "A=1 B=2 C=2 D=2 E=1", "C B A=E D"),),
    ),
    Key(
        ("NUM", "rounds-played"),
        PLAYED_ROUNDS,
        played,
        called={
            "zh": "实赛轮次",
            "en": "Rounds played",
            "th": "รอบที่เล่น",
            "ms": "Pusingan dimainkan",
        },
        cases=(DecidingCase("NUM", _TABLE, "A=1 B=2 C=1 D=2 E=0", "C B A E D"),),
    ),
    Key(
        ("RIP", "rounds-paired"),
        PAIRED,
        paired,
        called={
            "zh": "编排轮次",
            "en": "Rounds paired",
            "th": "รอบที่ได้จับคู่",
            "ms": "Pusingan digandingkan",
        },
        cases=(DecidingCase("RIP", _TABLE, "A=1 B=2 C=2 D=2 E=2", "C B=E A D"),),
    ),
    Key(
        ("VUR", "rounds-missed"),
        MISSED,
        missed,
        higher=False,
        called={
            "zh": "缺赛轮次",
            "en": "Rounds missed",
            "th": "รอบที่ขาด",
            "ms": "Pusingan terlepas",
        },
        cases=(DecidingCase("VUR", _TABLE, "A=1 B=0 C=0 D=0 E=1", "C B A=E D"),),
    ),
    Key(
        ("STD", "standard-points"),
        STANDARD,
        standard,
        called={
            "zh": "标准积分",
            "en": "Standard points",
            "th": "คะแนนมาตรฐาน",
            "ms": "Mata piawai",
        },
        cases=(
            DecidingCase(
                "STD",
                """
                A: +C1 -C2 -C1
                B: =D1 =D2 =D1
                C: -A2 +A1 +A2
                D: =B2 =B1 =B2
                """,
                "A=1 B=1.5 C=2 D=1.5",
                "C B=D A",
                scoring=Scoring(Points(3), Points(1), Points(0), Points(3), 1),
            ),
        ),
    ),
    Key(
        ("TPN", "SNO", "starting-number"),
        NUMBER,
        starting_number,
        higher=False,
        called={
            "zh": "起始编号",
            "en": "Starting number",
            "th": "หมายเลขเริ่มต้น",
            "ms": "Nombor permulaan",
        },
        cases=(DecidingCase("TPN", "A: =B2\nB: =A1", "A=1 B=2", "A B"),),
    ),
    Key(
        ("RTNG", "RTG", "rating"),
        RATING,
        rating,
        called={"zh": "等级分", "en": "Rating", "th": "เรตติ้ง", "ms": "Rating"},
        cases=(
            DecidingCase(
                "RTNG", "A: =B1 (rating=1500)\nB: =A2 (rating=1600)", "A=1500 B=1600", "B A"
            ),
        ),
    ),
)
