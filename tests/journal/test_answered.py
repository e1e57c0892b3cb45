"""Messages that were answered: found again by seat and words, as a plain list would find them."""

from random import Random

from qipan.journal.live.answered import AnsweredMessages


def test_a_message_is_found_by_its_seat_and_its_words():
    answered = AnsweredMessages()
    answered.note(0, "a", 3)
    answered.note(1, "a", 4)
    found = [answered.number_of(*each) for each in ((0, "a"), (1, "a"), (1, "b"), (0, ""))]
    assert (found, len(answered)) == ([3, 4, None, None], 2)


def test_the_last_answer_of_a_repeated_message_counts():
    answered = AnsweredMessages()
    answered.note(0, "a", 3)
    answered.note(0, "a", 9)
    assert (answered.number_of(0, "a"), len(answered)) == (9, 1)


def test_a_word_that_lies_across_two_is_none():
    """What is kept is one row of bytes; only a word that begins where one was noted counts."""
    answered = AnsweredMessages()
    answered._digests += bytes(range(16)) + bytes(range(4, 12))
    answered._numbers.extend((1, 2, 3))
    assert answered._place(bytes(range(4, 12))) == 2
    assert answered._place(bytes(range(5, 13))) is None


def test_thousands_are_found_as_a_plain_table_finds_them():
    dice, answered, plain = Random(1), AnsweredMessages(), {}
    for number in range(3000):
        key = (dice.randrange(4), f"{dice.randrange(2000):x}")
        answered.note(*key, number)
        plain[key] = number
    wanted = [(seat, f"{word:x}") for seat in range(5) for word in range(2001)]
    assert [answered.number_of(*each) for each in wanted] == [plain.get(each) for each in wanted]
    assert len(answered) == len(plain)


def test_two_are_equal_that_noted_the_same():
    one, other = AnsweredMessages(), AnsweredMessages()
    one.note(0, "a", 3)
    assert one != other
    other.note(0, "a", 3)
    assert one == other
    assert one != {"0 a": 3}
