"""The state machine: every node, every edge and the one branch."""

from functools import cache
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Send

from solvent.agents import nodes
from solvent.agents.context import Context
from solvent.agents.state import State

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
    """The only branch: jobs to translate or repair fan out in parallel; otherwise go to the node named by `step`."""
    step = state["step"]
    if step in ("translate", "repair"):
        return [Send(step, {**state, "jobs": (job,)}) for job in state["jobs"]]
    return step


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
    graph.add_conditional_edges("gate", route, ["translate", "check", "repair", "restart", "answer"])
    return graph.compile()
