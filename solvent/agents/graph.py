"""The state machine: every node, every edge and the one branch."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Send

from solvent.agents import nodes
from solvent.agents.context import Context
from solvent.agents.state import Job, State

EDGES = (
    (START, "decompose"),
    ("translate", "run"),
    ("repair", "run"),
    ("run", "diagnose"),
    ("diagnose", "vote"),
    ("vote", "verify"),
    ("verify", "gate"),
    ("check", "verify"),
    ("answer", END),
)


def route(state: State) -> str | list[Send]:
    """The only branch: jobs to translate or repair fan out in parallel; otherwise go to the node named by `step`.

    Jobs that make the same request to a model go to one node together.
    """
    step = state["step"]
    if step in ("translate", "repair"):
        return [Send(step, {**state, "jobs": jobs}) for jobs in _requests(state["jobs"])]
    return step


def _requests(jobs: Sequence[Job]) -> list[tuple[Job, ...]]:
    """The jobs in their order; those in a row that are consecutive samples of one request are together."""
    found: list[tuple[Job, ...]] = []
    for job in jobs:
        if found and _is_next_sample(found[-1][-1], job):
            found[-1] = (*found[-1], job)
        else:
            found.append((job,))
    return found


def _is_next_sample(before: Job, job: Job) -> bool:
    if job.by_rules or job.clauses or job.parent is not None:
        return False
    return job == before.model_copy(update={"id": job.id, "sample": before.sample + 1})


@cache
def build() -> CompiledStateGraph[State, Context, Any, Any]:
    """Compile the graph, once: that can take longer than a run through it."""
    graph = StateGraph(State, context_schema=Context)
    for node in nodes.NODES:
        graph.add_node(node.__name__, node)
    for start, end in EDGES:
        graph.add_edge(start, end)
    graph.add_conditional_edges("decompose", route, ["translate", "run", "gate"])
    graph.add_conditional_edges("restart", route, ["translate"])
    graph.add_conditional_edges("guess", route, ["translate"])
    graph.add_conditional_edges("reread", route, ["translate", "answer"])
    after_gate = ["translate", "guess", "check", "repair", "reread", "restart", "answer"]
    graph.add_conditional_edges("gate", route, after_gate)
    return graph.compile()
