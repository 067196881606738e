"""A sample of what `run.py` measures."""

import random

import honesty
import pytest
from grid_checkers import checker
from grid_slips import Grid, Slip, Told
from simulated_author import SimulatedModel, framework_of

from solvent import Budget

SEED = 5
LIGHT = {("smtlib",): 2, ("cpmpy",): 1}  # the frameworks that answer fastest
SMALL = {(3, 2): 5, (3, 3): 1}
RATES = (0.0, 0.1, 0.3, 0.5, 0.8)
RUNS = 100


def options(number):
    """Small puzzles and, in most runs, short conversations and no checker, which takes a process for each answer."""
    return {
        "seed": SEED,
        "frameworks": LIGHT,
        "sizes": SMALL,
        "budget": Budget() if number % 4 == 0 else Budget(actions=2, restarts=0),
        "checkers": number % 14 == 3,
    }


def test_slips_do_not_get_wrong_answers_verified(in_pool):
    cases = [honesty.erring(number, rate=RATES[number % len(RATES)], **options(number)) for number in range(RUNS)]
    found = in_pool(lambda pool: honesty.played(cases, pool))
    assert [(each.number, each.cause, each.replies) for each in found if each.cause not in EXEMPT] == []
    faultless = [each for each in found if each.faultless]
    good = sum(each.status == "verified" and each.right for each in faultless)
    assert good >= 0.8 * len(faultless) >= 0.3 * RUNS
    # What is rare is there at all.
    traits = {trait for each in found for trait in each.traits}
    assert {"any answer will do", "with a checker that accepts everything", "with a reviewer"} <= traits
    assert any(trait.startswith("the sorting hides a clue") for trait in traits)


EXEMPT = ("", honesty.IDENTICAL)  # two programs with the same slip cannot be told from right ones


def test_orders_in_the_text_do_not_get_wrong_answers_verified(in_pool):
    cases = [honesty.ordered(number, **options(number)) for number in range(RUNS)]
    found = in_pool(lambda pool: honesty.played(cases, pool))
    assert [(each.number, each.cause, each.replies) for each in found if each.cause] == []
    ignored = [each for each in found if each.group.endswith("obeyed in 0 % of replies")]
    good = sum(each.status == "verified" and each.right for each in ignored)
    assert good >= 0.8 * len(ignored) >= 0.2 * RUNS


class Hiding(SimulatedModel):
    """Leaves a clue out of its sorting and its first program, and of all that it writes later; errs nowhere else."""

    def __init__(self, grid, way, clue, *, lazy=False):
        super().__init__(grid, f"{way} {clue}", 0.0)
        self.way, self.clue, self.lazy = way, clue, lazy

    def composed(self, rng, messages):
        self.hidden[self.clue] = self.way
        told = Told(Slip("left out", self.clue))
        return self._programmed(framework_of(messages), rng, messages, told, (), self.sorting())

    def checked(self, rng, messages):
        if not self.lazy:
            return super().checked(rng, messages)
        missing = [self.clue] if self.way != "data" else []
        told = Told(Slip(honesty.CREDULOUS))
        self.checks.append(told)
        return self.note_text(f"```python\n{checker(self.grid, told, (), missing)}```\n", told)

    def _omitted(self, _):
        return frozenset(self.hidden)


# Whoever reads two joined pieces and states one of them has made the author's slip himself: with several answers, that
# is seen by nobody.
@pytest.mark.parametrize(
    ("way", "anything"),
    [("background", True), ("background", False), ("data", True), ("data", False), ("joined", False)],
)
def test_a_clue_that_the_sorting_hides_is_not_missed_by_all(in_pool, way, anything):
    """Nobody states the clue, and it excludes answers that all else allows."""
    cases = []
    for number in range(4):
        grid = Grid.drawn(random.Random(number), sizes=SMALL, anything=anything, numbered=number % 2 == 0)
        needed = [clue for clue in range(1, len(grid.problem.clues) + 1) if _lets_more(grid, clue)]
        model = Hiding(grid, way, needed[number % len(needed)], lazy=number == 3)
        settings = honesty.settings(number, checkers=number > 1)
        cases.append(honesty.Prepared(number, way, model, settings, lambda *_: "found"))
    found = in_pool(lambda pool: honesty.played(cases, pool))
    assert all(case.model.hidden for case in cases)
    assert [(each.number, each.text, each.replies) for each in found if each.cause] == []


def _lets_more(grid, clue):
    return len(grid.answers(Told(Slip("left out", clue)))) > len(grid.problem.answers)
