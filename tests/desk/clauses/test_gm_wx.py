"""GM and WX: what the other files leave, by clause; and the club's three."""

import pytest

from desk.clauses.play import Case, behind, cited, read_into, rules_under
from play.table_room import Hall
from qipan.desk.conduct.commands import PunishOffence, RecordLateness
from qipan.desk.decide import DECISIONS
from qipan.desk.entries.commands import DropUnverified, VerifyIdentity
from qipan.desk.online.seating import control_of
from qipan.desk.results.commands import ReportResult
from qipan.desk.roles import Role
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.desk.schedule.book_limits import check_schedule
from qipan.desk.schedule.commands import ScheduleRound
from qipan.games.gomoku import GAME as GOMOKU
from qipan.games.xiangqi import GAME, Claim
from qipan.kernel.clock import PerMove
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, RoundNo, Seat
from qipan.kernel.results import How, Score
from qipan.rulebooks import book_named
from qipan.rulebooks.loader import cite
from qipan.sections.derived import qualifiers
from qipan.sections.places import crosstable, key_standings, pending_lots, places
from qipan.sections.systems import rounds_planned

MINUTE = 60_000


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


# -- GM ------------------------------------------------------------------------------------------


def verified(case, now="2025-08-30T12:00"):
    """Everybody proved their name in time."""
    for who in case.now.entrants:
        case.do(VerifyIdentity(section=case.section, entrant=who, now=now))
    return case


def matched(entries=6, rounds=4):
    """A period of the qualifier with some sittings played, every match won by the first."""
    case = Case("gm-2025", "qualifier", entries, options={"rounds": rounds}).begin()
    for _ in range(rounds):
        case.pair()
        for board in case.publish().missing:
            case.game(board, "1-0")
            case.game(board, "1-0")
    return case


def test_gm_6_1_1_1_points_decide_who_goes_on_from_a_period():
    case = matched()
    scores = crosstable(case.state, case.now).scores
    assert sum(scores.values()) == 4 * 3 * 2  # a win counts 2, a loss nothing
    rows = key_standings(case.state, case.now).rows
    points = [scores[row.entrant] for row in rows]
    assert points == sorted(points, reverse=True)
    assert [row.place for row in rows] == [1 + sum(p > own for p in points) for own in points]
    behind("gm-2025", "6.1.1(1)", "open.target")
    read_into("gm-2025", "6.1.1(4)", "open-matching.longest-first")


def test_gm_6_1_1_5_twenty_points_qualify():
    case = Case("gm-2025", "qualifier", 4, options={"rounds": 10}).begin()
    best = case.now.order[0]
    for sitting in range(1, 11):
        case.pair()
        for table in case.publish().tables:
            text = {0: "1-0", 1: "0-1"}.get(table.seats.index(best)) if best in table.seats else "="
            for _ in range(2):
                case.game(table.board, "0.5-0.5" if text == "=" else text)
        through = [each.entrant for each in qualifiers([(case.state, case.now)])]
        assert through == ([best] if sitting == 10 else []), sitting  # 18 points are too few
    behind("gm-2025", "6.1.1(5)", "qualify.target")


def test_gm_6_1_1_2_at_any_time_of_the_day():
    case = Case("gm-2025", "qualifier", 2, options={"rounds": 3}).begin()
    for number, at in enumerate(("2025-08-01T03:10", "2025-08-01T23:55", "2025-08-02T12:00"), 1):
        case.do(ScheduleRound(section=case.section, round=RoundNo(number), start=at))
    assert check_schedule(case.state, case.now) == ()
    entry = verified(Case("gm-2025", "entry", 2, options={"period": 1})).begin()
    night = ScheduleRound(section=entry.section, round=RoundNo(1), start="2025-08-30T03:10")
    refused("schedule.window", lambda: entry.do(night))  # the entry tournament has its windows
    behind("gm-2025", "6.1.1(2)", "lobby.period")


def test_gm_6_1_1_4_matched_at_random_for_two_games_with_colours_swapped():
    case = Case("gm-2025", "qualifier", 6, options={"rounds": 3}).begin()
    before = {}
    for _ in range(3):
        case.pair()
        now = case.publish()
        met = {each: t.seats[1 - seat] for t in now.tables for seat, each in enumerate(t.seats)}
        assert all(before.get(seat) != other for seat, other in met.items())  # not at once again
        rules = {cause.rule for table in now.tables for cause in table.causes}
        assert {cited("gm-2025", rule, "qualifier") for rule in rules} == {"GM 6.1.1(4)"}
        for board in now.missing:
            case.game(board, "1-0")
            case.game(board, "0.5-0.5")
            games = case.now.current.games[board]
            assert games[0].first != games[1].first
            assert case.now.current.results[board].score.seats == (2, 0)
        before = met


def test_gm_6_1_2_3_eight_rounds_in_their_windows():
    case = verified(Case("gm-2025", "entry", 12, options={"period": 1})).begin()
    assert rounds_planned(case.state, case.now) == 8
    terms = book_named("gm-2025").event["entry"].schedule
    starts = [(window.day, window.start) for window in terms.windows]
    assert starts[0] == (1, "14:00")
    assert starts[-1] == (2, "15:30")
    assert terms.dates["4"] == ("2025-11-01", "2025-11-02")
    place = {"section": case.section, "round": RoundNo(2)}
    late = ScheduleRound(**place, start="2025-08-30T17:00")
    error = refused("schedule.window", lambda: case.do(late))
    assert cited("gm-2025", error.rule, "entry") == "GM 6.1.2(3)"
    case.do(ScheduleRound(**place, start="2025-08-30T15:30"))
    behind("gm-2025", "6.1.2(3)", "desk.round.number")


def test_gm_6_1_2_4_after_eight_rounds_the_table_goes_by_points():
    case = Case("gm-2025", "entry", 6).begin()
    case.pair()
    for board in case.publish().missing:
        case.game(board, "1-0")
        case.game(board, "1-0")
    rows = key_standings(case.state, case.now).rows
    assert [row.values[0].shown for row in rows] == ["2"] * 3 + ["-2"] * 3
    assert cited("gm-2025", "ranking.points", "entry") == "GM 6.1.2(4)"


def test_gm_6_1_3_1_fifteen_minutes_a_game_and_three_a_move_freestyle():
    case = Case("gm-2025", "qualifier", 2, options={"rounds": 1})
    control = control_of(book_named("gm-2025").event["qualifier"], case.now, "online")
    assert control == PerMove(15 * MINUTE, 3 * MINUTE)
    hall = Hall()
    room = hall.open("gomoku", [control] * 2)
    hall.wait(3 * MINUTE)
    assert room.table.outcome.places == (2, 1)
    assert cited("gm-2025", room.table.outcome.rule, "qualifier") == "GM 6.1.3(1)"
    _, rules = rules_under("gm-2025", "qualifier")
    state = GOMOKU.start(rules, 2, {})
    for word in [
        "a1",
        "a15",
        "b1",
        "b15",
        "c1",
        "c15",
        "e1",
        "e15",
        "f1",
        "f15",
        "d1",
    ]:  # six in a row
        seat = GOMOKU.acting(state)[0]
        state = GOMOKU.play(state, seat, GOMOKU.read(state, seat, word))
    assert GOMOKU.outcome(state).winner == 0
    assert cited("gm-2025", GOMOKU.outcome(state).rule, "qualifier") == "GM 6.1.3(1)"


def test_gm_6_1_3_2_five_minutes_late_lose_that_round_only():
    case = Case("gm-2025", "entry", 6).begin()
    case.pair()
    table = case.publish().tables[0]
    place = {"section": case.section, "round": RoundNo(1), "board": table.board}
    late = {"entrant": table.seats[0], "seconds": 301}
    case.do(RecordLateness(**place, **late))
    assert case.now.current.results[table.board].score.seats == (-2, 2)
    assert case.now.current.results[table.board].how is How.FORFEIT
    for board in case.now.current.missing:
        case.game(board, "1-0")
        case.game(board, "1-0")
    case.pair()
    assert table.seats[0] in {seat for each in case.now.current.tables for seat in each.seats}
    assert cited("gm-2025", "conduct.lateness", "entry") == "GM 6.1.3(2)"
    clock = book_named("gm-2025").event["entry"].clock
    assert (clock.minutes, clock.move_seconds) == (15, 0)


def test_gm_6_1_3_2_if_both_are_late_both_lose_two_points():
    case = Case("gm-2025", "entry", 6).begin()
    case.pair()
    table = case.publish().tables[0]
    place = {"section": case.section, "round": RoundNo(1), "board": table.board}
    for who in table.seats:
        case.do(RecordLateness(**place, entrant=who, seconds=301))
    assert case.now.current.results[table.board].score.seats == (-2, -2)
    again = RecordLateness(**place, entrant=table.seats[0], seconds=400)
    refused("conduct.game-over", lambda: case.do(again))


def test_gm_6_1_3_2_five_minutes_exactly_are_in_time():
    case = Case("gm-2025", "entry", 6).begin()
    case.pair()
    table = case.publish().tables[0]
    place = {"section": case.section, "round": RoundNo(1), "board": table.board}
    case.do(RecordLateness(**place, entrant=table.seats[1], seconds=300))
    assert table.board in case.now.current.missing


def test_gm_6_2_2_the_rounds_of_the_final_depend_on_the_players():
    for rounds in (5, 7, 9):
        case = Case("gm-2025", "final", 12, options={"rounds": rounds}).begin()
        assert rounds_planned(case.state, case.now) == rounds
    error = refused("option.value", lambda: Case("gm-2025", "final", 12, options={"rounds": 10}))
    assert cited("gm-2025", error.rule, "final") == "GM 6.2.2"


def test_gm_6_2_3_until_it_is_published_the_final_goes_as_the_entry_tournament_does():
    events = book_named("gm-2025").event
    assert events["final"].ranking.order == events["entry"].ranking.order
    assert events["final"].match == events["entry"].match
    for rule in ("ranking.opponents-score", "by-score.nearest", "by-score.sum", "match.sum"):
        found = cite(book_named("gm-2025"), rule, "final")
        assert (found.citation, bool(found.reading)) == ("GM 6.2.3", True)
    found = cite(book_named("gm-2025"), "ranking.opponents-score", "entry")
    assert (found.citation, found.reading) == ("GM 6.1.2(5)", {})


# -- WX ------------------------------------------------------------------------------------------


def test_wx_2_4_the_pairing_is_a_recorded_act_of_arbiters_and_posted_at_once():
    case = Case("wx-14", "men", 8).begin()
    case.pair()
    current = case.now.current
    assert not current.published
    refused("result.no-such-round", lambda: case.result(1, "1-0"))
    assert case.publish().published
    error = refused("round.not-to-publish", case.publish)
    assert cited("wx-14", error.rule, "men") == "WX 2.4"
    for command in (PairRound, PublishRound):
        roles = DECISIONS[command].roles
        assert Role.CHIEF_ARBITER in roles
        assert Role.PLAYER not in roles
    stored = case.office.around.log.read(case.office.around.log.streams()[0])
    assert [each.actor for each in stored][-1] == "t"
    assert {cause.rule for table in current.tables for cause in table.causes}  # supervisors see why


def test_wx_3_sixty_minutes_thirty_seconds_and_the_flag_loses():
    for event in ("men", "women"):
        case = Case("wx-14", event, 4)
        control = control_of(book_named("wx-14").event[event], case.now, "online")
        assert (control.main, control.bonus) == (60 * MINUTE, 30_000)
    hall = Hall()
    room = hall.open("xiangqi", [control] * 2)
    hall.wait(60 * MINUTE)
    assert cited("wx-14", room.table.outcome.rule, "men") == "WX 3"


def test_wx_4_2_the_winner_enters_the_game_and_a_draw_red():
    case = Case("wx-14", "men", 8).begin()
    case.pair()
    red, black = case.publish().tables[0].seats

    def report(entrant, seats):
        place = {"section": case.section, "round": RoundNo(1), "board": BoardNo(1)}
        return case.do(ReportResult(**place, entrant=entrant, score=Score(seats)))

    error = refused("result.other-reports", lambda: report(red, (0, 2)))
    assert (error.facts["due"], cited("wx-14", error.rule, "men")) == (black, "WX 4.2")
    refused("result.other-reports", lambda: report(black, (1, 1)))
    report(red, (1, 1))
    assert case.now.current.results[1].score.seats == (1, 1)


def test_wx_5_ten_checks_count_and_a_wrong_claim_costs_five_minutes():
    for event in ("men", "women"):
        _, rules = rules_under("wx-14", event)
        settled = rules.settled()
        assert (settled.limit, settled.checks_counted, settled.false_claim.minutes) == (50, 10, 5)
    rooks = {"fen": "r3k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1"}
    state = GAME.play(GAME.start(rules, 2, rooks), Seat(0), Claim.LIMIT)
    assert GAME.view(state, None).penalties[0].minutes == 5
    lost = GAME.outcome(GAME.play(state, Seat(0), Claim.LIMIT))
    assert (lost.places, cited("wx-14", lost.rule, "men")) == ((2, 1), "WX 5")


def test_wx_2_2_just_more_than_half_of_an_odd_field_meet_others_as_far_as_may_be():
    for seven in range(20):
        units = {
            number: "CHN" if (number + seven) % 13 < 7 else f"U{number}" for number in range(13)
        }
        case = Case("wx-14", "men", 13, units={at + 1: unit for at, unit in units.items()})
        now = case.begin().pair()
        unit = {who: each.unit for who, each in case.now.entrants.items()}
        rests = unit[now.resting[0].entrant]
        together = [table for table in now.tables if len({unit[who] for who in table.seats}) == 1]
        assert len(together) == (0 if rests == "CHN" else 1)


def test_wx_6_1_1_the_ranking_one_round_before_knows_no_later_foul():
    case = Case("wx-14", "men", 4).begin()
    case.round("0.5-0.5")
    one, two, *_ = case.now.order
    case.do(PunishOffence(section=case.section, entrant=one, offence="technical"))
    case.round("0.5-0.5")
    case.do(PunishOffence(section=case.section, entrant=two, offence="technical"))
    before = {row.entrant: row.place for row in places(case.state, case.now, 1).rows}
    assert (before[one], before[two]) == (4, 1)  # only the first had a foul then
    assert crosstable(case.state, case.now).upto(RoundNo(1)).entry[two].marks["technical-foul"] == 0
    now = [row.entrant for row in places(case.state, case.now).rows]
    assert now.index(two) < now.index(one)  # one foul each now; then the ranking before decides


def test_wx_6_1_2_women_by_the_round_robin_list():
    case = Case("wx-14", "women", 4).begin()
    order = ["points", "sonneborn-berger", "wins", "direct-encounter", "technical-fouls"]
    listed = book_named("wx-14").event["women"].ranking.order
    assert list(listed) == [*order, "games-as-second", "lot"]
    for _ in range(3):
        case.round("0.5-0.5")
    first = case.now.order[0]
    case.do(PunishOffence(section=case.section, entrant=first, offence="technical"))
    assert key_standings(case.state, case.now).rows[-1].entrant == first  # level but for the foul
    for key in ("tiebreak.sonneborn-berger", "ranking.technical-fouls", "ranking.lot"):
        assert cited("wx-14", key, "women") == "WX 6.1(2)"


# -- the club's book -----------------------------------------------------------------------------


def test_club_1_five_rounds_and_nobody_meets_twice():
    case = Case("club-swiss", "evening", 10).begin()
    met = set()
    for _ in range(5):
        for table in case.round("1-0").tables:
            assert frozenset(table.seats) not in met
            met.add(frozenset(table.seats))
    refused("round.last-played", case.pair)
    assert cited("club-swiss", "swiss.no-rematch", "evening") == "CLUB 1"


def test_club_2_win_one_draw_a_half_bye_one():
    case = Case("club-swiss", "evening", 5).begin()
    case.round("1-0")
    (rest,) = case.now.rounds[0].resting
    assert crosstable(case.state, case.now).scores[rest.entrant] == 2  # in halves
    error = refused("result.recorded", lambda: case.result(1, "1-0"))
    assert error.facts["score"] == "1-0"
    assert cited("club-swiss", "desk.result.scores", "evening") == "CLUB 2"


def test_club_3_opponents_score_then_wins_then_a_lot():
    rules = book_named("club-swiss").event["evening"]
    assert [key.partition(":")[0] for key in rules.ranking.order] == [
        "points",
        "opponents-score",
        "wins",
        "lot",
    ]
    assert cited("club-swiss", "ranking.lot", "evening") == "CLUB 3"
    case = Case("club-swiss", "evening", 4).begin()
    case.round("0.5-0.5")
    assert pending_lots(case.state, case.now)  # all four level on everything but a lot


@pytest.mark.parametrize(("players", "rounds"), [(12, 5), (16, 5), (17, 6), (33, 7), (40, 7)])
def test_gm_6_2_2_rounds_of_the_final_follow_the_number_of_players(players, rounds):
    case = Case("gm-2025", "final", players, options={"qualified": "elsewhere"}).begin()
    assert rounds_planned(case.state, case.now) == rounds


def test_gm_6_2_2_the_organiser_may_choose_otherwise():
    options = {"qualified": "elsewhere", "rounds": 9}
    case = Case("gm-2025", "final", 12, options=options).begin()
    assert rounds_planned(case.state, case.now) == 9


def test_gm_6_1_2_1_names_are_proved_by_noon_of_the_first_day_of_the_period():
    case = Case("gm-2025", "entry", 12, options={"period": 2})
    error = refused("entry.unverified", case.begin)
    assert cited("gm-2025", error.rule, "entry") == "GM 6.1.2(1)"
    early = DropUnverified(section=case.section, now="2025-09-20T12:00")
    refused("entry.not-yet", lambda: case.do(early))
    for who in list(case.now.entrants)[:10]:
        case.do(VerifyIdentity(section=case.section, entrant=who, now="2025-09-20T12:00"))
    last = list(case.now.entrants)[10]
    late = VerifyIdentity(section=case.section, entrant=last, now="2025-09-20T12:01")
    refused("entry.verified-late", lambda: case.do(late))
    case.do(DropUnverified(section=case.section, now="2025-09-20T12:01"))
    assert len(case.begin().now.order) == 10
