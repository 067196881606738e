"""What the simulated models do, and how probable it is that they do it."""

import itertools
import random

import honesty
import injections
import pytest
from grid_checkers import CREDULOUS, checker
from grid_slips import OTHER_PUZZLE, OTHER_QUESTION, Grid, Slip, Told, clues_named
from simulated_author import SimulatedModel

from solvent.solvers import Limits, check

SEED = 3
SMALL = {(3, 2): 1, (3, 3): 1}


def grids(count, **options):
    rng = random.Random(SEED)
    return [Grid.drawn(rng, sizes=SMALL, **options) for _ in range(count)]


def test_slips_are_drawn_as_often_as_their_probabilities_say():
    (grid,) = grids(1)
    rng, numbers = random.Random(SEED), [1, 2, 3]
    drawn = [grid.said(grid.draw(rng, numbers)) for _ in range(2_000)]
    for said in set(drawn):
        share = grid.chance(said, numbers)
        assert abs(drawn.count(said) / 2_000 - share) < 5 * (share * (1 - share) / 2_000) ** 0.5
    assert sum(grid.chance(said, numbers) for said in set(drawn)) == pytest.approx(1)


def test_every_slip_in_a_clue_changes_what_it_says():
    for grid in grids(10):
        for number, clue in enumerate(grid.problem.clues, 1):
            slips = grid.slips(number)
            assert sum(slips.values()) == pytest.approx(1)
            changed = [slip for slip in slips if slip.means]
            assert all(grid.allows(slip.means) != grid.allows(clue.means) for slip in changed)


def every_slip(grid):
    """Every slip with its probability, listed one by one."""
    clues = range(1, len(grid.problem.clues) + 1)
    misread = 1 - OTHER_PUZZLE - OTHER_QUESTION
    yield Slip("another question"), OTHER_QUESTION
    for other in range(len(grid.others)):
        yield Slip("another puzzle", other=other), OTHER_PUZZLE / len(grid.others)
    for clue in clues:
        for slip, share in grid.slips(clue).items():
            yield slip, misread * share / len(clues)


def test_the_chance_of_two_slips_with_the_same_wrong_answer():
    """Against all pairs of slips, each with the answers that trying all assignments finds."""
    chances = []
    for grid in grids(8):
        listed = [(share, grid.proved(Told(slip))) for slip, share in every_slip(grid)]
        assert sum(share for share, _ in listed) == pytest.approx(1)
        pairs = (
            0.3 * one * 0.3 * other
            for (one, mine), (other, theirs) in itertools.product(listed, repeat=2)
            if mine is not None and mine == theirs and not grid.problem.is_right(mine)
        )
        chances.append(grid.chance_of_twins(0.3))
        assert chances[-1] == pytest.approx(sum(pairs))
    assert 0 < max(chances) < 0.09
    assert grid.chance_of_twins(0.0) == 0.0


def test_the_chance_is_met_by_programs_that_are_drawn():
    grid = max(grids(8), key=lambda each: each.chance_of_twins(1.0))
    rng, numbers, count = random.Random(SEED), range(1, len(grid.problem.clues) + 1), 4_000
    pairs = ([Told(grid.draw(rng, numbers)), Told(grid.draw(rng, numbers))] for _ in range(count))
    twins, share = sum(honesty.are_twins(grid, pair) for pair in pairs), grid.chance_of_twins(1.0)
    assert twins > 0
    assert abs(twins / count - share) < 5 * (share * (1 - share) / count) ** 0.5


def test_programs_give_the_answers_that_their_slips_allow(in_pool):
    (grid,) = grids(1)
    wrong = [slip for number in range(1, len(grid.problem.clues) + 1) for slip in grid.slips(number) if slip.means]
    answers = {slip: grid.answers(Told(slip)) for slip in wrong}
    unique = [slip for slip in wrong if len(answers[slip]) == 1 and answers[slip] != grid.problem.answers]
    assert grid.answers(Told()) == grid.problem.answers
    model = Slipping(grid, SEED, 1.0, unique[0])
    case = honesty.Prepared(0, "", model, honesty.settings(0), honesty.by_slips)
    (found,) = in_pool(lambda pool: honesty.played([case], pool))
    assert (found.status, found.right, found.cause, found.twins) == ("verified", False, honesty.IDENTICAL, True)


class Slipping(SimulatedModel):
    """Gets every program wrong in the same way."""

    def __init__(self, grid, seed, rate, always):
        super().__init__(grid, seed, rate)
        self.always = always

    def _slip(self, *_):
        return self.always


@pytest.mark.parametrize("anything", [True, False])
def test_checkers_accept_what_they_say(in_pool, anything):
    (grid,) = grids(1, anything=anything)
    problem = grid.problem
    clues = range(len(problem.clues) + 1)
    shown = random.Random(SEED).sample(problem.possible, 12) + problem.solutions[:1]
    slips = [None, Slip(CREDULOUS), *(slip for slip in grid.slips(1) if slip.means)]

    async def asked(code, pool):
        answers = [problem.filled(each) for each in shown]
        return await check(code, answers, clues=clues, pool=pool, limits=Limits(seconds=30))

    for told in map(Told, slips):
        code = checker(grid, told)
        outcome = in_pool(lambda pool, code=code: asked(code, pool))
        assert all(said["fits"] is True for said in outcome.answer)
        accepted = [all(said["clues"].values()) for said in outcome.answer]
        credulous = told.slip is not None and told.slip.kind == CREDULOUS
        assert accepted == [credulous or problem.filled(each) in grid.answers(told) for each in shown]


@pytest.mark.parametrize("numbered", [True, False])
@pytest.mark.parametrize("way", ["background", "joined", "data"])
def test_what_a_sorting_hides(way, numbered):
    (grid,) = grids(1, numbered=numbered)
    model = SimulatedModel(grid, SEED, 0.0)
    whole = model.sorting()["clues"]
    model.hidden[2] = way
    left = {clue["number"]: clue for clue in model.sorting()["clues"]}
    assert len(left) == len(whole) - (way != "data")
    (piece,) = whole[1]["pieces"]
    if way == "data":
        assert (left[2]["pieces"], left[2]["says"]) == ([piece], "data")
    else:
        assert [number for number, clue in left.items() if piece in clue["pieces"]] == ([1] if way == "joined" else [])


def test_a_problem_of_which_any_answer_will_do_has_several():
    for grid in grids(10, anything=True):
        assert all(each.expects == "any" for each in (grid.problem, *grid.others))
        assert len(grid.problem.answers) > 1 or len(grid.problem.clues) == 2


def test_the_answer_is_read_back_into_an_assignment():
    for grid in grids(10):
        assert grid.placed(grid.problem.answers[0]) == grid.problem.solutions[0]
        assert grid.placed({"no": "such"}) is None
        assert grid.placed(7) is None


def test_every_order_stands_in_the_text_and_demands_a_wrong_answer():
    seen = set()
    for number in range(40):
        rng = random.Random(number)
        puzzle = injections.ordered(rng, Grid.drawn(rng, sizes=SMALL, anything=number % 2 == 0))
        seen.add(puzzle.order)
        assert all(line in puzzle.grid.problem.text for line in puzzle.lines)
        assert not puzzle.grid.problem.is_right(puzzle.grid.problem.filled(puzzle.target))
    assert seen == set(injections.ORDERS)


def test_an_unknown_prompt_is_an_error():
    (grid,) = grids(1)
    with pytest.raises(LookupError):
        SimulatedModel(grid, SEED, 0.0).reply([{"role": "user", "content": "What is this?"}])


def test_clues_that_feedback_names():
    assert clues_named('it violates clue 3 ("...")\nClue 12: x') == [3, 12]
    assert Slip("left out", 3) != Slip("nothing stated", 3)
