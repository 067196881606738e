"""What a watcher of a run sees: the walk through the state machine, and the programs as they come."""

from solvent import solve
from solvent.agents.walk import Walk, nodes

GRID = """\
friends: Nora, Otis, Petra
herbs: basil, mint, thyme
1. Nora grows mint.
2. Otis does not grow thyme.
"""


def test_a_walk_lights_the_nodes_that_a_run_visits():
    walk = Walk()
    answer = solve(GRID, on_event=walk.take)
    assert {walk.light(visit.node) for visit in walk.visits} == {"done"}
    assert walk.visits[0].node == "decompose"
    assert walk.visits[-1].node == "answer"
    assert {node for node in nodes() if walk.light(node) == "idle"} == {"guess", "check", "repair", "reread", "restart"}
    assert tuple(walk.attempts.values()) == answer.attempts
    assert sum(map(walk.seconds, nodes())) <= answer.seconds
    assert walk.calls == 0
    assert walk.answer.status == answer.status


def test_a_node_is_at_work_until_it_ends():
    walk = Walk()
    walk.take({"event": "start", "node": "run", "id": "a", "time": 1.0})
    walk.take({"event": "start", "node": "run", "id": "b", "time": 2.0})
    walk.take({"event": "end", "node": "run", "id": "a", "time": 3.0, "update": None})
    assert (walk.light("run"), walk.seconds("run")) == ("at work", 2.0)
    walk.take({"event": "end", "node": "run", "id": "b", "time": 5.0, "update": {}})
    assert (walk.light("run"), walk.seconds("run"), walk.light("gate")) == ("done", 5.0, "idle")


def test_a_text_that_is_read_anew_starts_over():
    walk = Walk()
    answer = solve("My three aunts are Ada, Bo and Cy. Ada is taller than Bo, who towers over Cy.", on_event=walk.take)
    assert tuple(walk.attempts.values()) == answer.attempts
