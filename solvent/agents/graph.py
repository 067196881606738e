"""The state machine: every node, every edge and the one branch."""

from functools import cache
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Send

from solvent.agents import nodes
from solvent.agents.state import State

EDGES = (
    (START, "decompose"),
    ("translate", "run"),
    ("run", "diagnose"),
    ("diagnose", "vote"),
    ("vote", "verify"),
    ("verify", "gate"),
    ("repair", "run"),
    ("answer", END),
)


def route(state: State) -> str | list[Send]:
    """The only branch: pending translations go out side by side, everything else goes where the last node said."""
    if state["step"] == "translate":
        return [Send("translate", {"puzzle": state["puzzle"], "jobs": (job,)}) for job in state["jobs"]]
    return state["step"]


@cache
def build() -> CompiledStateGraph[State, nodes.Context, Any, Any]:
    """Compile the graph: once, as that takes longer than many a walk through it."""
    graph = StateGraph(State, context_schema=nodes.Context)
    for node in nodes.NODES:
        graph.add_node(node.__name__, node)
    for start, end in EDGES:
        graph.add_edge(start, end)
    graph.add_conditional_edges("decompose", route, ["translate", "gate"])
    graph.add_conditional_edges("restart", route, ["translate"])
    graph.add_conditional_edges("gate", route, ["repair", "restart", "answer"])
    return graph.compile()
