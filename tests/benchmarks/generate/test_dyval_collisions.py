"""How often two samples of DyVal are equal, and what happens when all have been drawn."""

import random
from math import sqrt

import pytest
from dyval_draws import setup
from dyval_draws import wording as worded

from solvent.benchmarks.generate import drawing
from solvent.benchmarks.generate.drawing import key_of
from solvent.benchmarks.generate.dyval import GENERATOR, DyValSettings
from solvent.benchmarks.generate.dyval.chances import spectrum
from solvent.benchmarks.generate.dyval.collisions import collision_probability, uniform_collision_probability
from solvent.benchmarks.generate.dyval.generation import Constraint, tree
from solvent.benchmarks.generate.files import Order, generate

PAIRS = 600


def rate(equal, probability):
    """Return how many standard errors a simulated rate of equal pairs is off."""
    return abs(equal / PAIRS - probability) / sqrt(probability * (1 - probability) / PAIRS)


def text(seed, task, **settings):
    wording = worded(seed, task=task.name, **settings)
    lines = [task.opening(wording), *map(task.sentence, wording.lines), task.question(wording)]
    return key_of("\n".join(lines))


@pytest.mark.parametrize("protocol", ["paper", "code"])
@pytest.mark.parametrize("name", ["boolean", "deductive", "abductive", "arithmetic"])
def test_the_exact_probability_is_that_of_equal_texts(name, protocol):
    settings = {"level": "D1", "protocol": protocol}
    task, how = setup(task=name, **settings)
    keys = [text(seed, task, **settings) for seed in range(2 * PAIRS)]
    equal = sum(one == other for one, other in zip(keys[::2], keys[1::2], strict=True))
    assert rate(equal, collision_probability(task, how)) < 3


@pytest.mark.parametrize("name", ["boolean", "deductive", "abductive"])
def test_the_exact_probability_of_deeper_trees(name):
    settings = {"depth": 3, "width": 2}
    task, how = setup(task=name, **settings)
    keys = [text(seed, task, **settings) for seed in range(2 * PAIRS)]
    equal = sum(one == other for one, other in zip(keys[::2], keys[1::2], strict=True))
    assert rate(equal, collision_probability(task, how)) < 3


@pytest.mark.parametrize(("depth", "width"), [(1, 2), (2, 2), (2, 3), (3, 2)])
def test_where_draws_are_uniform_it_is_the_theorem_of_the_paper(depth, width):
    constraint = Constraint({"and": 0.5, "or": 0.5}, frozenset(), (1, 2, 3), lambda _operation, _values: None)
    (exact,) = [sum(chance.squares for chance in spectrum(constraint, depth, width).values())]
    assert exact == pytest.approx(uniform_collision_probability(2, 3, depth, width))
    drawn = [tree(random.Random(seed), constraint, depth, width) for seed in range(2 * PAIRS)]
    equal = sum(one == other for one, other in zip(drawn[::2], drawn[1::2], strict=True))
    assert rate(equal, exact) < 3


@pytest.mark.parametrize(
    "settings", [{"task": "reachability"}, {"task": "linear_equation"}, {"task": "boolean", "extra_links": 1}]
)
def test_what_cannot_be_enumerated_is_refused(settings):
    with pytest.raises(ValueError, match="cannot be enumerated"):
        collision_probability(*setup(**settings))


def test_a_setting_without_further_samples_is_exhausted(in_pool, tmp_path, monkeypatch):
    """A tree of depth 1 is true or false, and nothing else."""
    monkeypatch.setattr(drawing, "_TRIES", 20)
    order = Order(GENERATOR, DyValSettings(task="boolean", depth=1), seed=1, n=5, unique=True)
    done = in_pool(lambda pool: generate(order, tmp_path / "few.jsonl", pool))
    assert done.total == 2
    assert "exhausted" in done.exhausted
