"""Of texts about orders nothing wrong is claimed, whatever one sentence of them is changed to."""

import random

import pytest
from told import orders

SEED = 7


@pytest.mark.parametrize("scene", orders.SCENES, ids=lambda scene: scene.verb + " " + scene.before)
def test_nothing_wrong_is_claimed_of_a_changed_order(solve, scene):
    rng = random.Random(SEED)
    base = orders.told(rng, scene)
    read = solve(base.text)
    assert (read.status, {read.answer}) == ("verified", base.answers), base.text
    for mutant in orders.mutants(rng, base):
        found = solve(mutant.text)
        assert not mutant.wrong(found.status, found.answer), (mutant.kind, mutant.text, found.status, found.answer)


def test_claims_about_orders_are_judged():
    base = orders.told(random.Random(SEED), orders.SCENES[0])
    (right,) = base.answers
    assert not base.wrong("verified", right)
    assert base.wrong("verified", "nobody")
    assert base.wrong("ambiguous", right)
    assert not base.wrong("unverified", "nobody")
