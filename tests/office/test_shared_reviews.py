"""Reviews are shared and bounded: one game is worked out once, and nobody fills the house alone."""

import asyncio

import pytest

from qipan.formats.record import Record
from qipan.host.judging.examiner import Examiner
from qipan.host.judging.shared_reviews import MOST_OF_ONE, MOST_UNDER_WAY, SharedReviews
from qipan.kernel.errors import Refused
from qipan.views.review.reviewed_game import reviewed


def record(number):
    return Record("gomoku", (f"a{number + 1}",))


class Slow:
    """Reviews that wait until they are let go."""

    def __init__(self):
        self.begun, self.given_up, self.let_go = 0, 0, asyncio.Event()

    async def __call__(self, record, told):
        self.begun += 1
        told(1, 2)
        try:
            await self.let_go.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        return reviewed(record.game, [], {}, 0)


def run(story):
    return asyncio.run(story())


def test_a_second_reader_waits_for_the_same_review_and_a_third_has_it_at_once():
    async def story():
        slow, heard = Slow(), []
        reviews = SharedReviews(slow)
        asked = [
            asyncio.create_task(reviews.of(record(1), lambda *at: heard.append(at), asker))
            for asker in "ab"
        ]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        slow.let_go.set()
        first, second = await asyncio.gather(*asked)
        assert first is second is await reviews.of(record(1))
        assert slow.begun == 1
        assert (1, 2) in heard

    run(story)


def test_a_review_goes_on_while_anybody_waits_and_is_given_up_after_the_last():
    async def story():
        slow = Slow()
        reviews = SharedReviews(slow)
        one, two = (asyncio.create_task(reviews.of(record(1), asker=who)) for who in "ab")
        await asyncio.sleep(0.01)
        one.cancel()
        await asyncio.sleep(0.01)
        assert slow.given_up == 0
        two.cancel()
        await asyncio.sleep(0.01)
        assert slow.given_up == 1
        slow.let_go.set()
        assert await reviews.of(record(1), asker="a")  # and may be asked for again

    run(story)


def test_one_reader_has_a_few_under_way_and_all_together_some_more():
    async def story():
        slow = Slow()
        reviews = SharedReviews(slow)
        asked = []

        async def ask(number, asker):
            asked.append(asyncio.create_task(reviews.of(record(number), asker=asker)))
            await asyncio.sleep(0)

        for number in range(MOST_OF_ONE):
            await ask(number, "a")
        with pytest.raises(Refused, match=r"review\.busy"):
            await reviews.of(record(99), asker="a")
        for number in range(MOST_OF_ONE, MOST_UNDER_WAY):
            await ask(number, f"other {number}")
        with pytest.raises(Refused, match=r"review\.busy"):
            await reviews.of(record(99), asker="somebody new")
        slow.let_go.set()
        await asyncio.gather(*asked)
        assert await reviews.of(record(99), asker="a")

    run(story)


def test_many_questions_take_one_thread_so_that_pages_have_theirs():
    async def story():
        examiner, go_on = Examiner(), asyncio.Event()
        loop = asyncio.get_running_loop()
        inside = []

        def ask(question):
            inside.append(question)
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result(10)

        examiner._process.ask = ask
        asked = [asyncio.create_task(examiner.ask(number)) for number in range(100)]
        await asyncio.wait_for(asyncio.to_thread(lambda: None), 5)  # a page has its thread
        assert len(inside) == 1
        go_on.set()
        await asyncio.gather(*asked)
        await examiner.stop()

    run(story)
