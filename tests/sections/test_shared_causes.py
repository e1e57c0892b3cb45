"""Reasons of a large round: what is given again and again is one object, however many there are."""

from qipan.kernel.rules import RuleKey
from qipan.pairing.plan import Reason
from qipan.sections.systems import system


def test_a_common_reason_stays_one_object_while_thousands_are_named_once(monkeypatch):
    monkeypatch.setattr(system, "MOST_CAUSES", 50)
    common = system._shared_cause(Reason(RuleKey("a.rule"), {"scores": [2, 2]}))
    for board in range(1_000):
        single = system._shared_cause(Reason(RuleKey("a.rule"), {"board": board}))
        assert single.facts == {"board": board}
        again = system._shared_cause(Reason(RuleKey("a.rule"), {"scores": [2, 2]}))
        assert again is common
    assert len(system._causes) + len(system._earlier) <= 100
