"""The port of live tables as schedulers and lobbies see them, where other processes own them."""

import asyncio
from collections.abc import Iterable

import msgspec

from qipan.cluster.dependencies import TableCalls
from qipan.cluster.transport.call_bodies import ActsOrder, FactsAnswer, FactsQuestion
from qipan.contest import AnnulTable, BeginGame, OpenTable, SetClockBack, TableAct, TableFact
from qipan.play.shards import shard_of


class RemoteHall:
    """Live tables, wherever their owners are; asked for by shard."""

    def __init__(self, calls: TableCalls) -> None:
        """Ask over the channels of an edge."""
        self._calls = calls

    async def facts(
        self, tables: Iterable[str], others: Iterable[str]
    ) -> dict[str, TableFact | None]:
        """Tell what is known of tables, None for one that there is not. Raises Unavailable."""
        asked: dict[int, FactsQuestion] = {}
        for name in tables:
            asked.setdefault(shard_of(name), FactsQuestion([], [])).tables.append(name)
        for name in others:
            asked.setdefault(shard_of(name), FactsQuestion([], [])).others.append(name)
        found: dict[str, TableFact | None] = {}
        answers = await asyncio.gather(*(self._ask(each) for each in asked.values()))
        for each, known in zip(asked.values(), answers, strict=True):
            found |= dict.fromkeys(each.tables)
            found |= {fact.table: fact for fact in known.facts}
        return found

    async def _ask(self, asked: FactsQuestion) -> FactsAnswer:
        name = next(iter([*asked.tables, *asked.others]))
        answer = await self._calls.call(name, "facts", msgspec.json.encode(asked))
        return msgspec.json.decode(answer, type=FactsAnswer)

    async def act(self, acts: Iterable[TableAct]) -> None:
        """Have these things done; each may have been done before. Raises Unavailable."""
        wanted: dict[int, tuple[str, ActsOrder]] = {}
        for each in acts:
            _, there = wanted.setdefault(
                shard_of(each.table), (each.table, ActsOrder([], [], [], []))
            )
            match each:
                case OpenTable():
                    there.opens.append(each)
                case BeginGame():
                    there.begins.append(each)
                case AnnulTable():
                    there.annuls.append(each)
                case SetClockBack():
                    there.lates.append(each)
        await asyncio.gather(
            *(
                self._calls.call(name, "act", msgspec.json.encode(each))
                for name, each in wanted.values()
            )
        )
