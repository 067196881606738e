"""Graphs of DyVal: their shapes, links and operations, and the exact numbers at their nodes."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from dyval_draws import problem, setup
from hypothesis import assume, given
from hypothesis import strategies as st

from solvent.benchmarks.generate.dyval.generation import below, evaluated, graph, linked, reaching, topological, tree
from solvent.benchmarks.generate.dyval.real import apply, different, shown, solve, to_json
from solvent.benchmarks.generate.dyval.tasks import TASKS

SEEDS = st.integers(0, 10**6)
TREE_TASKS = st.sampled_from(["arithmetic", "boolean", "deductive", "abductive"])


def constraint_of(name):
    return TASKS[name].constraint


def depth_of(dag, node):
    return 1 + max((depth_of(dag, child) for child in dag[node].children), default=0)


@given(SEEDS, TREE_TASKS, st.integers(1, 5), st.integers(2, 3))
def test_a_tree_has_the_depth_and_width_that_is_asked_for(seed, name, depth, width):
    constraint = constraint_of(name)
    dag = tree(random.Random(seed), constraint, depth, width)
    parents = Counter(child for node in dag for child in node.children)
    assert parents == Counter(range(len(dag) - 1))  # all but the root, the last, have one parent
    assert depth_of(dag, len(dag) - 1) == depth
    for node in dag:
        assert len(node.children) == (0 if not node.operation else 1 if node.operation in constraint.unary else width)


@given(SEEDS, TREE_TASKS, st.integers(2, 4), st.integers(1, 4))
def test_extra_links_go_to_operations_of_several_values_and_close_no_cycle(seed, name, depth, extra):
    constraint, rng = constraint_of(name), random.Random(seed)
    dag = tree(rng, constraint, depth, 2)
    try:
        more = linked(rng, constraint, dag, extra)
    except ArithmeticError:
        assume(False)
    for old, new in zip(dag, more, strict=True):
        added = extra if old.operation and old.operation not in constraint.unary else 0
        assert new.children[: len(old.children)] == old.children
        assert len(new.children) == len(old.children) + added
    order = topological(more)
    assert sorted(order) == list(range(len(more)))
    assert all(order.index(child) < order.index(number) for number in order for child in more[number].children)
    assert evaluated(constraint, more) == more


@given(SEEDS, st.integers(2, 25), st.integers(1, 9))
def test_a_graph_has_links_to_different_nodes_and_no_cycle(seed, nodes, links):
    dag = graph(random.Random(seed), nodes, links)
    assert len(dag) == nodes
    assert all(len(set(node.children)) == len(node.children) <= links for node in dag)
    assert all(1 <= node.value <= 10 for node in dag)
    for number, node in enumerate(dag):
        assert number not in {end for child in node.children for end in below(dag, child)}
    children = [node.children for node in dag]
    assert all(
        (start in reaching(children, end)) == (end in below(dag, start))
        for start in range(nodes)
        for end in range(nodes)
    )


def test_the_first_node_of_a_graph_has_up_to_the_most_links_equally_often():
    counts = Counter(len(graph(random.Random(seed), 7, 3)[0].children) for seed in range(3000))
    assert all(abs(counts[links] - 1000) < 3 * (3000 * 2 / 9) ** 0.5 for links in (1, 2, 3))


@pytest.mark.parametrize("name", ["arithmetic", "boolean", "deductive", "abductive"])
def test_operations_are_as_frequent_as_the_constraint_says(name):
    constraint = constraint_of(name)
    drawn = Counter(tree(random.Random(seed), constraint, 2, 2)[-1].operation for seed in range(2000))
    for operation, share in constraint.operations.items():
        assert abs(drawn[operation] - 2000 * share) < 3 * (2000 * share * (1 - share)) ** 0.5


@pytest.mark.parametrize(
    ("name", "probabilities"),
    [
        ("arithmetic", dict.fromkeys(("sum", "difference", "product", "quotient", "root", "square"), 1 / 6)),
        ("boolean", dict.fromkeys(("and", "or", "not"), 1 / 3)),
        ("deductive", {"and": 0.2, "or": 0.6, "not": 0.2}),
        ("abductive", {"and": 0.07, "or": 0.66, "not": 0.27}),
    ],
)
def test_operations_have_the_probabilities_of_the_published_code(name, probabilities):
    assert constraint_of(name).operations == pytest.approx(probabilities)


def test_the_protocol_of_the_code_has_no_arithmetic_roots_that_are_negative_or_small():
    roots = {
        protocol: [problem(seed, task="arithmetic", level="D4", protocol=protocol).value for seed in range(300)]
        for protocol in ("paper", "code")
    }
    assert min(roots["code"]) >= Fraction(1, 10_000)
    small = sum(value < Fraction(1, 10_000) for value in roots["paper"])
    assert 0.1 < small / 300 < 0.3  # a fifth of the trees


@pytest.mark.parametrize("name", ["boolean", "deductive", "abductive", "reachability"])
def test_the_protocol_of_the_paper_balances_answers(name):
    task, how = setup(task=name, level="D3")
    outcomes = task.balanced(how)
    drawn = Counter(problem(seed, task=name, level="D3").value for seed in range(400))
    assert set(drawn) == set(outcomes)
    share = 1 / len(outcomes)
    assert all(abs(number - 400 * share) < 3 * (400 * share * (1 - share)) ** 0.5 for number in drawn.values())


@given(
    st.sampled_from(["sum", "difference", "product", "quotient"]),
    st.lists(st.fractions(-50, 50), min_size=2, max_size=4),
)
def test_rational_numbers_stay_exact(operation, values):
    first, *rest = values
    if operation == "quotient" and 0 in rest:
        with pytest.raises(ZeroDivisionError):
            apply(operation, values)
        return
    found = apply(operation, values)
    assert isinstance(found, Fraction)
    for value in rest:
        first = {"sum": first + value, "difference": first - value, "product": first * value}.get(
            operation, first / value if value else first
        )
    assert found == first


@given(st.integers(2, 10**6), st.integers(2, 1000))
def test_what_cancels_among_irrational_numbers_is_zero(number, factor):
    root, multiple = apply("root", [Fraction(number)]), apply("root", [Fraction(number * factor**2)])
    parts = [root] * 3
    assert not different(multiple, apply("product", [root, Fraction(factor)]))
    assert not apply("difference", [apply("product", [root, Fraction(3)]), *parts])
    x, y = solve((Fraction(-7), Fraction(7), Fraction(3)), (root, Fraction(7), Fraction(3)))
    assert not x
    assert not different(y, Fraction(3, 7))


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_the_root_of_a_square_is_exact_and_what_cancels_is_zero(top, bottom):
    number = Fraction(top, bottom)
    assert apply("root", [number * number]) == number
    root = apply("root", [number])
    gone = apply("difference", [apply("square", [root]), number])
    assert gone == 0
    assert not different(apply("product", [root, root]), number)
    with pytest.raises(ZeroDivisionError):
        apply("quotient", [Fraction(1), gone])


def test_numbers_that_have_no_value_or_no_float_are_refused():
    with pytest.raises(ArithmeticError):
        apply("root", [Fraction(-1, 9)])
    huge = Fraction(10**200)
    with pytest.raises(OverflowError):
        apply("square", [huge])
    with pytest.raises(OverflowError):
        apply("quotient", [1 / huge, huge])
    with pytest.raises(ArithmeticError):
        solve([Fraction(1), Fraction(2), Fraction(3)], [Fraction(2), Fraction(4), Fraction(6)])


def test_numbers_are_written_as_integers_or_nearest_floats_with_eight_decimals_in_steps():
    root = apply("root", [Fraction(2)])
    assert (to_json(Fraction(4, 2)), to_json(Fraction(1, 3)), to_json(root)) == (2, 1 / 3, 2**0.5)
    assert isinstance(to_json(Fraction(4, 2)), int)
    assert isinstance(to_json(Fraction(10**30)), float)
    written = [shown(number) for number in (Fraction(-7), Fraction(-1, 3), Fraction(5, 2), root, Fraction(-1, 10**9))]
    assert written == ["-7", "-0.33333333", "2.5", "1.41421356", "0"]
