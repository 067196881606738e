"""A sample of what `run.py` measures, and tests of what the simulated models do."""

import random

import honesty
import injections
import pytest
from grid_slips import Grid, Slip, clues_named
from loopback import Json, Reply

from solvent.agents.models.client import OpenAIModel

SEED = 3
LIGHT = {("smtlib",): 2, ("cpmpy",): 1}  # the frameworks that answer fastest
RATES = (0.0, 0.1, 0.3, 0.5)


def erring(number, rate, **options):
    return honesty.erring(number, seed=SEED, rate=rate, frameworks=LIGHT, rows=3, **options)


def test_slips_do_not_get_wrong_answers_verified(solve):
    found = []
    for number in range(48):
        told = erring(number, RATES[number % len(RATES)])
        found.append(told.judged(solve(told.text, **told.options)))
    assert [(each.number, each.replies) for each in found if each.cause == honesty.GATE] == []
    faultless = [each for each in found if each.faultless]
    good = sum(each.status == "verified" and each.right for each in faultless)
    assert good >= 0.8 * len(faultless) >= 20


def test_orders_in_the_text_do_not_get_wrong_answers_verified(solve):
    found = []
    for number in range(30):
        told = honesty.ordered(number, seed=SEED, frameworks=LIGHT, rows=3)
        found.append(told.judged(solve(told.text, **told.options)))
    wrong = [each for each in found if each.cause]
    assert [(each.number, each.cause, each.replies) for each in wrong] == []
    ignored = [each for each in found if each.group.endswith("obeyed in 0 % of replies")]
    good = sum(each.status == "verified" and each.right for each in ignored)
    assert good >= 0.8 * len(ignored) > 0


@pytest.mark.parametrize("rate", [0.0, 0.5])
def test_the_same_over_http(solve, loopback, rate):
    told, here = (erring(1, rate) for _ in range(2))

    def answer(request):
        schema = request.body.get("response_format", {}).get("json_schema", {}).get("schema")
        said = told.model.reply(request.messages, schema, request.body.get("temperature"))
        return Reply(said) if isinstance(said, str) else Json(said)

    loopback.script(answer)
    remote = OpenAIModel("simulated", loopback.url, "no-key")
    found = told.judged(solve(told.text, **{**told.options, "model": remote}))
    direct = here.judged(solve(here.text, **here.options))
    assert (found.status, found.right, found.slips) == (direct.status, direct.right, direct.slips)


def test_slips_are_drawn_as_often_as_their_probabilities_say():
    rng = random.Random(SEED)
    grid = Grid.drawn(rng, rows=3)
    numbers = [1, 2, 3]
    drawn = [grid.said(grid.draw(rng, numbers)) for _ in range(2_000)]
    for said in set(drawn):
        share = grid.chance(said, numbers)
        assert abs(drawn.count(said) / 2_000 - share) < 5 * (share * (1 - share) / 2_000) ** 0.5
    assert sum(grid.chance(said, numbers) for said in set(drawn)) == pytest.approx(1)


def test_every_slip_in_a_clue_changes_what_it_says():
    rng = random.Random(SEED)
    for grid in (Grid.drawn(rng, rows=3) for _ in range(10)):
        for number, clue in enumerate(grid.problem.clues, 1):
            slips = grid.slips(number)
            assert sum(slips.values()) == pytest.approx(1)
            changed = [slip for slip in slips if slip.means]
            assert all(grid.allows(slip.means) != grid.allows(clue.means) for slip in changed)


def test_programs_give_the_answers_that_their_slips_allow(solve):
    rng = random.Random(SEED)
    grid = Grid.drawn(rng, rows=3)
    wrong = [slip for number in range(1, len(grid.problem.clues) + 1) for slip in grid.slips(number) if slip.means]
    unique = [slip for slip in wrong if len(grid.answers(slip)) == 1 and grid.answers(slip) != grid.problem.answers]
    assert grid.answers(None) == grid.problem.answers
    told = erring(0, 0.0)
    model = honesty.SimulatedModel(grid, SEED, 0.0)
    model.grid = _Slipping(grid.problem, grid.others, unique[0])
    answer = solve(grid.problem.text, **{**told.options, "model": model, "verify": 0})
    assert answer.status == "verified"  # two programs with the identical slip
    assert [answer.answer] == grid.answers(unique[0])


class _Slipping(Grid):
    """A grid that every program gets wrong in the same way."""

    def __init__(self, problem, others, always):
        super().__init__(problem, others)
        object.__setattr__(self, "always", always)

    def program(self, rng, framework, _=None):
        return super().program(rng, framework, self.always)


def test_the_answer_is_read_back_into_an_assignment():
    rng = random.Random(SEED)
    for grid in (Grid.drawn(rng, rows=3) for _ in range(10)):
        assert grid.placed(grid.problem.answers[0]) == grid.problem.solutions[0]
        assert grid.placed({"no": "such"}) is None
        assert grid.placed(7) is None


def test_every_order_stands_in_the_text_and_demands_a_wrong_answer():
    seen = set()
    for number in range(40):
        puzzle = injections.ordered(random.Random(number), Grid.drawn(random.Random(number), rows=3))
        seen.add(puzzle.order)
        assert all(line in puzzle.grid.problem.text for line in puzzle.lines)
        assert not puzzle.grid.problem.is_right(puzzle.grid.problem.filled(puzzle.target))
    assert seen == set(injections.ORDERS)


def test_an_unknown_prompt_is_an_error():
    model = erring(0, 0.0).model
    with pytest.raises(LookupError):
        model.reply([{"role": "user", "content": "What is this?"}])


def test_clues_that_feedback_names():
    assert clues_named('it violates clue 3 ("...")\nClue 12: x') == [3, 12]
    assert Slip("left out", 3) != Slip("nothing stated", 3)
