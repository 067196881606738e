"""Paths in graphs, against a search of all of them."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solvent.translators.emit import EMITTERS
from solvent.translators.rules.kinds.support.cycles import components, reached
from solvent.translators.rules.kinds.support.paths import Links, Worth, cycle_between, maximum_sum, reachability

NAMES = ("ann", "bob", "cid", "dot", "eve")
FEW = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
names = st.sampled_from(NAMES)
graphs = st.fixed_dictionaries(dict.fromkeys(NAMES, st.lists(names, max_size=3, unique=True)))
values = st.fixed_dictionaries(dict.fromkeys(NAMES, st.integers(1, 9)))


def links_of(graph):
    return [Links(number, node, tuple(targets)) for number, (node, targets) in enumerate(graph.items(), 1)]


def paths(graph, start, end, before=()):
    """All paths that come to no node twice."""
    if start == end:
        yield (*before, end)
    else:
        for target in graph[start]:
            if target not in (*before, start):
                yield from paths(graph, target, end, (*before, start))


@FEW
@given(graphs, names, names)
def test_what_can_be_reached(answer, graph, start, end):
    assert answer(reachability(links_of(graph), start, end)) == {"reachable": any(paths(graph, start, end))}


@FEW
@given(graphs, values, names, names)
def test_the_greatest_sum(answer, graph, worth, start, end):
    worths = [Worth(number, node, value) for number, (node, value) in enumerate(worth.items(), 11)]
    sums = [sum(map(worth.get, path)) for path in paths(graph, start, end)]
    right = {"maximum": max(sums, default="N/A")}
    circular = cycle_between(links_of(graph), start, end)
    assert answer(maximum_sum(links_of(graph), worths, start, end)) == (None if circular else right)


@pytest.mark.parametrize("framework", EMITTERS)
def test_every_framework_states_them(answer, framework):
    graph = {"ann": ["bob", "cid"], "bob": ["cid"], "cid": ["bob", "dot"], "dot": [], "eve": ["ann"]}
    assert answer(reachability(links_of(graph), "bob", "dot"), framework) == {"reachable": True}
    assert answer(reachability(links_of(graph), "bob", "eve"), framework) == {"reachable": False}
    graph["cid"] = ["dot"]
    worths = [Worth(10 + number, node, number) for number, node in enumerate(graph)]
    assert answer(maximum_sum(links_of(graph), worths, "ann", "dot"), framework) == {"maximum": 6}
    assert answer(maximum_sum(links_of(graph), worths, "dot", "ann"), framework) == {"maximum": "N/A"}


def test_what_no_clue_says_is_open_where_it_matters(answer, clash):
    graph = {"ann": ["bob"], "bob": ["cid"], "dot": ["eve"]}
    assert len(answer(reachability(links_of(graph), "ann", "dot"))) == 2
    assert answer(reachability(links_of(graph), "ann", "cid")) == {"reachable": True}
    assert answer(reachability(links_of(graph), "dot", "dot")) == {"reachable": True}
    worths = [Worth(10, "ann", 1), Worth(11, "cid", 2)]
    assert len(answer(maximum_sum(links_of(graph), worths, "ann", "cid"))) == 2
    assert clash(reachability([*links_of(graph), Links(9, "ann", ("cid",))], "ann", "cid")) == (1, 9)


@given(graphs)
def test_nodes_on_common_cycles(graph):
    ahead = {node: set().union(*(reached(target, graph) for target in graph[node])) for node in NAMES}
    found = components(graph)
    assert set(found) == {node for node in NAMES if node in ahead[node]}
    for one in found:
        assert {other for other in found if found[other] == found[one]} == {
            other for other in found if other in ahead[one] and one in ahead[other]
        }
