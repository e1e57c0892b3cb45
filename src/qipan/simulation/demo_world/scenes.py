"""The scenes of the demo: what is held, and up to which moment it is told."""

from collections.abc import Callable
from datetime import datetime, timedelta

from qipan.desk.appeals.commands import LodgeAppeal
from qipan.desk.closing import ApproveStandings, CloseCompetition
from qipan.desk.money import AwardPrizes
from qipan.desk.notices import PostNotice
from qipan.desk.results.commands import DisputeResult, RecordGame
from qipan.desk.schedule.commands import EndRound, ScheduleRound
from qipan.kernel.ids import CompetitionId, RoundNo
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.office.office import Office
from qipan.rulebooks.schema.money import cents
from qipan.sections.lookup import event_of
from qipan.sections.places import pending_lots
from qipan.sections.stages import undecided
from qipan.simulation.demo_world.cast import FACULTIES, TEAMS, pairs, singles, teams
from qipan.simulation.demo_world.director import ACTOR, Billing, Director, WallClock
from qipan.simulation.demo_world.kept_games import attachments
from qipan.simulation.plans import Plan

Scene = Callable[[Office, WallClock, datetime], None]
WORLD, TEAM, ELITE = (CompetitionId(f"demo-{each}") for each in ("world", "teams", "elite"))
CAMPUS, LEAGUE, PENANG = (CompetitionId(f"demo-{each}") for each in ("campus", "league", "penang"))
HARBOUR, STONES, CLUB = (CompetitionId(f"demo-{each}") for each in ("harbour", "stones", "club"))
FIVE = ("player", "player", "player", "junior", "reserve")
ELITE_SEED = 3
"""With these results two of a group are level in everything, and a lot must part them."""
DRAWN = Score((Points(1), Points(1)))
MOST_TRIES = 60


def world(office: Office, clock: WallClock, today: datetime) -> None:
    """Round 6 of the world championship: nine boards are in, and one result is disputed."""
    here = (office, clock, today)
    billing = Billing(WORLD, "Demo · World Xiangqi 世界象棋锦标赛", "wx-14", -3, 2, "Demo City")
    men = Director(*here, billing, Plan("wx-14", "men", 28, 6, "", WORLD, ACTOR))
    men.open(singles(28, two_groups=True))
    women = Director(*here, billing, Plan("wx-14", "women", 10, 2, "", WORLD, ACTOR))
    women.open(singles(10, 30))
    for section in (men, women):
        section.number()
    for _ in range(5):
        men.rounds(1)
        women.rounds(1)
    for section in (men, women):
        section.begin_round()
    for section in (men, women):
        section.do(*_two_a_day(section))
    men.play(9)
    board = men.current.tables[3]
    reason = (
        "同一局面第三次出现，我已提请裁定并停钟。"
        " The position was on the board for the third time. I claimed and stopped the clock."
    )
    men.do(
        DisputeResult(
            section=men.plan.section,
            round=men.current.number,
            board=board.board,
            entrant=board.seats[1],
            reason=reason,
        ),
        PostNotice(
            text="演示：人物均属虚构。第7轮明天 09:30 开始。"
            " Demo: everybody here is invented. Round 7 begins tomorrow at 09:30.",
            at=_minutes_ago(men, 15),
        ),
    )


def _two_a_day(found: Director) -> list[ScheduleRound]:
    """Plan nine rounds: five on the days before, the sixth now, the others tomorrow and after."""
    now = found.today.astimezone().replace(tzinfo=None, second=0, microsecond=0)

    def on(day: int, hour: int) -> datetime:
        return (now + timedelta(days=day)).replace(hour=hour, minute=30)

    starts = [
        on(-3, 9),
        on(-3, 14),
        on(-2, 9),
        on(-2, 14),
        on(-1, 9),
        on(1, 9),
        on(1, 14),
        on(2, 9),
    ]
    starts.append((now - timedelta(hours=1)).replace(minute=now.minute // 30 * 30))
    return [
        ScheduleRound(
            section=found.plan.section, round=RoundNo(at), start=start.isoformat(timespec="minutes")
        )
        for at, start in enumerate(sorted(starts), 1)
    ]


def team_championship(office: Office, clock: WallClock, today: datetime) -> None:
    """The final of the team championship is drawn 2–2: the play-off waits for the captains."""
    billing = Billing(TEAM, "Demo · Team Championship 团体锦标赛", "my-2018", -2, 0, "Demo City")
    plan = Plan("my-2018", "team", 10, 4, "", TEAM, ACTOR)
    found = Director(office, clock, today, billing, plan)
    found.open(teams(10, FIVE, 40))
    found.number()
    found.rounds(5)
    found.begin_round()
    final = found.current.tables[0].board
    for _ in range(4):
        at = found.current.number
        found.do(RecordGame(section=plan.section, round=at, board=final, score=DRAWN))
    found.play()
    assert final in undecided(found.state, found.section, found.current)


def elite(office: Office, clock: WallClock, today: datetime) -> None:
    """Two groups are played: a lot must be drawn in public before the cross rounds."""
    billing = Billing(ELITE, "Demo · Elite Cup 精英争霸赛", "my-2018", -1, 1, "Demo City")
    plan = Plan("my-2018", "elite", 12, ELITE_SEED, "", ELITE, ACTOR)
    found = Director(office, clock, today, billing, plan)
    found.open(singles(12, 20))
    found.number()
    for number in range(5):
        found.begin_round()
        found.play()
        if number < 4:
            found.decide()
    assert pending_lots(found.state, found.section)


def campus(office: Office, clock: WallClock, today: datetime) -> None:
    """The university's games: a tree in its quarter-finals, pairs at 双升, a heat of six."""
    here = (office, clock, today)
    billing = Billing(
        CAMPUS, "Demo · Campus Games 校园棋牌赛", "un-games", -1, 3, "Demo University"
    )

    def part(event: str, entries: int) -> Director:
        return Director(*here, billing, Plan("un-games", event, entries, 5, "", CAMPUS, ACTOR))

    tree = part("xiangqi", 16)
    tree.open(singles(16, 3, FACULTIES))
    tree.number()
    tree.rounds(1)
    tree.begin_round()
    tree.play(2)
    cards = part("shengji", 8)
    cards.open(pairs(8, 21))
    cards.number()
    cards.rounds(1)
    cards.begin_round()
    star = part("checkers", 24)
    star.open(singles(24, 45, FACULTIES))
    star.number()
    star.begin_round()
    star.play(2)


def league(office: Office, clock: WallClock, today: datetime) -> None:
    """The Thai league in its third round: boards come in for the count."""
    billing = Billing(LEAGUE, "Demo · Go League 围棋联赛", "th-maklom-2024", -14, 28, "Demo City")
    plan = Plan("th-maklom-2024", "league", 6, 1, "", LEAGUE, ACTOR)
    found = Director(office, clock, today, billing, plan)
    found.open(teams(6, ("player",) * 5, 10, TEAMS[4:]))
    found.number()
    found.rounds(2)
    found.begin_round()
    found.play(2)


def penang(office: Office, clock: WallClock, today: datetime) -> None:
    """Round 4 of an open has ended, and an appeal against it waits for an answer."""
    billing = Billing(PENANG, "Demo · Individual Open 个人公开赛", "my-2018", -1, 1, "Demo City")
    plan = Plan("my-2018", "individual", 20, 2, "", PENANG, ACTOR)
    found = Director(office, clock, today, billing, plan)
    found.open(singles(20, 5))
    found.number()
    found.rounds(3)
    found.begin_round()
    found.play()
    at = _minutes_ago(found, 12)
    table = found.current.tables[1]
    terms = event_of(found.state, found.section).conduct.appeals
    assert terms is not None
    found.do(
        EndRound(section=plan.section, round=found.current.number, at=at),
        LodgeAppeal(
            section=plan.section,
            entrant=table.seats[0],
            round=found.current.number,
            board=table.board,
            text="对方长将，裁判判和，请求复核棋谱。"
            " My opponent kept giving check. The arbiter ruled a draw. Please check the record.",
            at=_minutes_ago(found, 4),
            deposit=cents(terms.deposit) if terms.deposit else 0,
        ),
    )


def _minutes_ago(found: Director, minutes: int) -> str:
    wall = (found.today - timedelta(minutes=minutes)).astimezone().replace(tzinfo=None)
    return wall.isoformat(timespec="minutes")


def _finish(found: Director) -> None:
    """Approve, give the prizes out where the book has some, and close."""
    found.to_the_end()
    game = event_of(found.state, found.section).game
    found.do(*attachments(found.section, found.current, game))
    found.do(ApproveStandings(section=found.plan.section))
    if event_of(found.state, found.section).prizes.lists:
        day = found.clock.now().date().isoformat()
        found.do(AwardPrizes(section=found.plan.section, on=day))
    found.do(CloseCompetition())


def harbour(office: Office, clock: WallClock, today: datetime) -> None:
    """An open of last month: places, prizes and reports."""
    billing = Billing(
        HARBOUR, "Demo · Harbour Open 海港公开赛", "my-2018", -34, -32, "Demo Harbour"
    )
    plan = Plan("my-2018", "open", 24, 8, "", HARBOUR, ACTOR)
    found = Director(office, clock, today, billing, plan)
    found.open(singles(24, 2))
    found.number()
    _finish(found)


def stones(office: Office, clock: WallClock, today: datetime) -> None:
    """The online gomoku final of last season."""
    billing = Billing(STONES, "Demo · Five Stones 五子棋总决赛", "gm-2025", -62, -61, "online")
    plan = Plan("gm-2025", "final", 16, 3, "", STONES, ACTOR)
    found = Director(office, clock, today, billing, plan)
    found.open(singles(16, 33))
    found.number()
    _finish(found)


def club(office: Office, clock: WallClock, today: datetime) -> None:
    """A club evening that is coming: seven have entered."""
    billing = Billing(CLUB, "Demo · Club Evening 俱乐部之夜", "club-swiss", 3, 3, "Demo Club")
    plan = Plan("club-swiss", "evening", 7, 1, "", CLUB, ACTOR)
    Director(office, clock, today, billing, plan).open(singles(7, 12))


SCENES: tuple[Scene, ...] = (
    harbour,
    stones,
    world,
    team_championship,
    elite,
    campus,
    league,
    penang,
    club,
)
