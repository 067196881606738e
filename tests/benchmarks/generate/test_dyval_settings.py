"""Settings of DyVal that cannot be used are refused at once, with a message that says what can."""

import random

import pytest
from pydantic import ValidationError

from solvent.benchmarks.generate.dyval import sampling
from solvent.benchmarks.generate.dyval.levels import Graph, Tree
from solvent.benchmarks.generate.dyval.settings import DyValSettings
from solvent.benchmarks.generate.dyval.tasks import TASKS
from solvent.benchmarks.generate.generator import UnusableSettingsError


def draw_ten(rng, **settings):
    ((task, how),) = DyValSettings(**settings).setups()
    for _ in range(10):
        sampling.drawn(task, how, rng)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"width": 0}, "--width has to be at least 1"),
        ({"depth": 0}, "--depth has to be at least 1"),
        ({"nodes": 1}, "--nodes has to be at least 2"),
        ({"links": 0}, "--links has to be at least 1"),
        ({"extra_links": -1}, "--extra-links has to be at least 0"),
        ({"descriptions": 1000}, "at most 20"),
        ({"nodes": 5, "links": 5}, "can link to 4 others"),
        ({"links": 12}, "can link to 9 others"),
        ({"nodes": 10**6}, "at most 200"),
        ({"depth": 10**9}, "at most 2,000 nodes"),
        ({"depth": 12, "width": 12}, "at most 2,000 nodes"),
        ({"depth": 3, "width": 1}, "--width 2 or more"),
        ({"level": "D1", "depth": 3}, "in one way"),
        ({"depth": 3, "nodes": 5}, "in one way"),
        ({"training": "tree", "level": "D2"}, "in one way"),
        ({"training": "tree", "extra_links": 1}, "has its own"),
        ({"training": "tree", "task": "reachability"}, "--nodes and --links"),
        ({"task": "arithmetic", "nodes": 5}, "--depth and --width"),
        ({"task": "reachability", "depth": 3}, "--nodes and --links"),
        ({"task": "reachability", "extra_links": 1}, "more --links"),
        ({"task": "reachability", "flaw": "ambiguous"}, "no ambiguous texts"),
        ({"task": "deductive", "flaw": "contradictory"}, "no contradictory texts"),
        ({"task": "abductive", "depth": 1}, "no rules at depth 1"),
        ({"depth": 1, "flaw": "contradictory"}, "--depth 2 or more"),
        ({"flaw": "ambiguous", "steps": True}, "leave out --flaw"),
        ({"task": "sums"}, "choose one of abductive, arithmetic"),
        ({"level": "D5"}, "D4"),
    ],
)
def test_unusable_settings_are_refused(given, told):
    with pytest.raises(ValidationError, match=told):
        DyValSettings(**given)


def test_without_a_task_those_are_drawn_that_have_such_problems():
    def tasks(**given):
        return {task.name for task, _ in DyValSettings(**given).setups()}

    assert tasks() == set(TASKS)
    assert tasks(nodes=5, links=2) == {"max_sum_path", "reachability"}
    assert tasks(depth=4) == set(TASKS) - {"max_sum_path", "reachability"}
    assert tasks(depth=4, flaw="ambiguous") == {"arithmetic", "boolean", "linear_equation"}
    assert tasks(level="D1", flaw="contradictory") == {"arithmetic", "boolean"}  # equations of D1 have no operations


def test_levels_are_those_of_the_paper():
    sizes = {name: list(task.levels.values()) for name, task in TASKS.items()}
    trees = [Tree(2, 2), Tree(3, 2), Tree(3, 3), Tree(4, 2)]
    graphs = [Graph(7, 3), Graph(10, 4), Graph(15, 6), Graph(20, 8)]
    equations = [Tree(1, 1), Tree(2, 2), Tree(3, 2), Tree(4, 2)]
    assert sizes == {
        **dict.fromkeys(("arithmetic", "boolean", "deductive", "abductive"), trees),
        **dict.fromkeys(("reachability", "max_sum_path"), graphs),
        "linear_equation": equations,
    }


def test_a_search_without_a_result_ends_and_says_what_was_tried(monkeypatch):
    """So many rules that meet contradict each other if the root is false; so no leaf is ever true."""
    monkeypatch.setattr(sampling, "_TRIES", 200)
    rng = random.Random(1)
    with pytest.raises(UnusableSettingsError, match="none of 200 draws was a problem of abductive with the answer"):
        draw_ten(rng, task="abductive", depth=5, extra_links=20)
