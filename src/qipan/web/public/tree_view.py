"""Knockouts and cross-overs as ties of a tree, ready to be drawn."""

from collections.abc import Callable, Iterable

from qipan.journal.state import Round, Table
from qipan.kernel.ids import EntrantId
from qipan.kernel.points import CHESS, Points
from qipan.kernel.results import How
from qipan.pairing.groups import Crossing, crossing
from qipan.pairing.knockout.bracket import THIRD, Bracket, KnockoutMatch, Source
from qipan.sections.stages import Standing
from qipan.sections.systems.cross import winners_of
from qipan.sections.systems.groups import groups_of
from qipan.sections.systems.knockout import bracket_of
from qipan.sections.tables import stage_standings
from qipan.views.section import Names, halves
from qipan.web.shared.svg.tree import Tie, TreeSide

Say = Callable[..., str]
FINAL_STAGE, SEMI_STAGE = 2, 4


class Drawing:
    """Builds ties for a reader: names, words and where names lead to."""

    def __init__(self, names: Names, say: Say, here: str) -> None:
        """Keep what sides are written with; ``here`` is the address of the section."""
        self.names, self.say, self.here = names, say, here

    def side(
        self, who: EntrantId | None, tag: str = "", score: str = "", won: bool = False
    ) -> TreeSide:
        """Write a player of a match, or what is known instead of one."""
        if who is None:
            return TreeSide(tag)
        name = self.names[who].name
        words = f"{tag} {name}" if tag else name
        return TreeSide(words, won, score, href=f"{self.here}/player/{who}")

    def knockout(self, standing: Standing) -> tuple[list[Tie], list[str]]:
        """Give the ties of a knockout, first stage first, and the words over its columns."""
        tree = bracket_of(standing)
        tables = {
            table.group: (found, table) for found in standing.rounds for table in found.tables
        }
        stages = sorted({each.stage for each in tree.matches if each.id != THIRD}, reverse=True)
        ties = []
        for match in tree.matches:
            third = match.id == THIRD
            column = len(stages) - 1 if third else stages.index(match.stage)
            scores = _scores(standing, *tables[match.id]) if match.id in tables else {}
            one, two = (self._fed(tree, match, source, scores) for source in match.sources)
            label = self.say("ui.third-place") if third else ""
            ties.append(Tie(str(match.id), column, (one, two), label))
        return ties, [self._stage(size) for size in stages]

    def _fed(
        self, tree: Bracket, match: KnockoutMatch, source: Source, scores: dict[EntrantId, str]
    ) -> TreeSide:
        who = tree.players(match)[match.sources.index(source)]
        made = self.side(who, score=scores.get(who, "") if who else "")
        won = who is not None and match.winner == who
        return TreeSide(
            made.name,
            won,
            made.score,
            str(source.match) if source.match else None,
            source.loser,
            made.href,
        )

    def _stage(self, size: int) -> str:
        if size == FINAL_STAGE:
            return self.say("ui.stage-final")
        return self.say("ui.stage-semi") if size == SEMI_STAGE else self.say("ui.stage-of", n=size)

    def cross(self, standing: Standing) -> tuple[list[Tie], list[str]] | None:
        """Give the ties of a cross-over; None where its groups do not fit one.

        Before the groups are finished the places stand for who will have them.
        """
        before = standing.before()
        if before is None or not standing.section.order:
            return None
        ranked = [
            tuple(row.entrant for row in stage_standings(before, members, before.rounds).rows)
            for members in groups_of(before).values()
        ]
        if len(ranked) != 2 or len(ranked[0]) != len(ranked[1]) or len(ranked[0]) % 2:
            return None
        found = crossing(*ranked)
        labels = list(groups_of(before))
        ties: list[Tie] = []
        for block, pairs in enumerate(found.blocks()):
            ties += self._block(standing, found, labels, block, pairs)
        ties.sort(key=lambda tie: tie.column)
        return ties, [self.say("ui.cross-first"), self.say("ui.cross-second")]

    def _block(
        self,
        standing: Standing,
        found: Crossing,
        labels: list[str],
        block: int,
        pairs: Iterable[tuple[EntrantId, EntrantId]],
    ) -> list[Tie]:
        rounds = [each for each in standing.rounds if each.published]
        ties = []
        winners: list[EntrantId | None] = []
        losers: list[EntrantId | None] = []
        for at, pair in enumerate(pairs):
            tags = [labels[who not in found.a] + str(found.place(who)) for who in pair]
            sides = self._met(standing, rounds[:1], pair, tags, known=bool(standing.rounds))
            ties.append(Tie(f"{block}/{at}", 0, sides))
            winner = next((who for who, side in zip(pair, sides, strict=True) if side.won), None)
            winners.append(winner)
            losers.append(None if winner is None else pair[winner == pair[0]])
        for at, coming in enumerate((winners, losers)):
            known = all(who is not None for who in coming)
            one, two = self._met(standing, rounds[1:2], coming, ["", ""], known=known)
            loser = coming is losers
            first = 4 * block + 2 * at + 1
            fed = (_from(one, f"{block}/0", loser), _from(two, f"{block}/1", loser))
            label = self.say("ui.for-places", first=first, second=first + 1)
            ties.append(Tie(f"{block}/places-{at}", 1, fed, label))
        return ties

    def _met(
        self,
        standing: Standing,
        rounds: list[Round],
        pair: Iterable[EntrantId | None],
        tags: list[str],
        *,
        known: bool,
    ) -> tuple[TreeSide, TreeSide]:
        players = tuple(pair)
        scores: dict[EntrantId, str] = {}
        winner = None
        for found in rounds:
            winner = winners_of(found).get(frozenset(who for who in players if who))
            for table in found.tables:
                if set(table.seats) == set(players):
                    scores = _scores(standing, found, table)
        one, two = (
            self.side(
                who if known else None, tag, scores.get(who, "") if who else "", who == winner
            )
            if who is not None
            else self.side(None, tag)
            for who, tag in zip(players, tags, strict=True)
        )
        if winner is None:
            one, two = (
                TreeSide(each.name, False, each.score, href=each.href) for each in (one, two)
            )
        return one, two


def _from(side: TreeSide, source: str, loser: bool) -> TreeSide:
    return TreeSide(side.name, side.won, side.score, source, loser, side.href)


def _scores(standing: Standing, found: Round, table: Table) -> dict[EntrantId, str]:
    """Write what each of a table has: points of its games, or of the match, or a sign."""
    result = found.results.get(table.board)
    if result is None:
        return {}
    if result.how is How.FORFEIT:
        win = max(result.score.seats)
        signs = ["+" if each == win and each else "−" for each in result.score.seats]
        return dict(zip(table.seats, signs, strict=True))
    games = [game for game in found.games.get(table.board, ()) if not game.playoff]
    if len(games) > 1:
        totals = [
            Points(sum(game.result.score.seats[seat] for game in games))
            for seat in range(len(table.seats))
        ]
        shown = [halves(CHESS.show(total)) for total in totals]
    else:
        shown = [halves(standing.scoring.show(each)) for each in result.score.seats]
    return dict(zip(table.seats, shown, strict=True))
