"""One-way rules: the values that steps reach, and where plain logic says more."""

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solvent.translators.emit import EMITTERS
from solvent.translators.rules.kinds.support.one_way_rules import Fact, Rule, abduction, deduction, is_plain
from solvent.translators.rules.kinds.support.plain_logic import TooHardError, consistent

NAMES = ("ann", "bob", "cid", "dot")
names = st.sampled_from(NAMES)
rules = st.one_of(
    st.tuples(names, st.just("not"), st.tuples(names)),
    st.tuples(names, st.sampled_from(["and", "or"]), st.lists(names, min_size=2, max_size=3).map(tuple)),
)
texts = st.lists(rules, min_size=1, max_size=5).map(lambda each: [Rule(n, *rule) for n, rule in enumerate(each, 1)])
facts = st.dictionaries(names, st.booleans(), max_size=3).map(
    lambda known: [Fact(n, name, value) for n, (name, value) in enumerate(known.items(), 11)]
)
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def met(rule, values):
    wanted = rule.connective != "not"
    return (any if rule.connective == "or" else all)(values.get(part) is wanted for part in rule.parts)


def deduced(known, stated):
    """What facts and rules make true or false; None if they clash."""
    values = {fact.name: fact.holds for fact in known}
    while new := {rule.conclusion for rule in stated if met(rule, values)} - values.keys():
        values |= dict.fromkeys(new, True)
    return None if any(met(rule, values) and not values[rule.conclusion] for rule in stated) else values


def abduced(supposed, stated):
    """The same against the direction of the rules."""
    values = {(supposed.name, supposed.holds)}
    while True:
        new = set()
        for rule in stated:
            parts = set(rule.parts)
            if (rule.conclusion, False) in values and (rule.connective != "and" or len(parts) == 1):
                new |= {(part, rule.connective == "not") for part in parts}
        if new <= values:
            break
        values |= new
    clash = any((name, True) in values and (name, False) in values for name in NAMES)
    denied = any((rule.conclusion, False) in values and {(part, True) for part in rule.parts} <= values
                 for rule in stated if rule.connective == "and")  # fmt: skip
    return None if clash or denied else dict(values)


def worlds(known, stated):
    """All assignments in which the facts hold and the rules are implications."""
    for values in itertools.product([False, True], repeat=len(NAMES)):
        world = dict(zip(NAMES, values, strict=True))
        obeyed = all(world[rule.conclusion] or not met(rule, world) for rule in stated)
        if obeyed and all(world[fact.name] is fact.holds for fact in known):
            yield world


@FEW
@given(facts, texts, names)
def test_what_follows_from_facts(answer, known, stated, asked):
    values = deduced(known, stated)
    right = None if values is None else {asked: values.get(asked, "N/A")}
    assert answer(deduction(known, stated, asked)) == right


@FEW
@given(st.builds(Fact, st.just(9), names, st.sampled_from([False, False, True])), texts, names)
def test_what_follows_from_a_supposition(answer, supposed, stated, asked):
    values = abduced(supposed, stated)
    right = None if values is None else {asked: values.get(asked, "N/A")}
    assert answer(abduction(supposed, stated, asked)) == right


@pytest.mark.parametrize("framework", EMITTERS)
def test_every_framework_states_them(answer, framework):
    circle = [
        Rule(1, "ann", "or", ("bob", "cid")),
        Rule(2, "bob", "and", ("ann", "dot")),
        Rule(3, "eve", "not", ("fay",)),
    ]
    known = [Fact(4, "dot", holds=True), Fact(5, "fay", holds=False)]
    assert answer(deduction(known, circle, "ann"), framework) == {"ann": "N/A"}
    assert answer(deduction(known, circle, "eve"), framework) == {"eve": True}
    assert answer(deduction([*known, Fact(6, "eve", holds=False)], circle, "eve"), framework) is None
    assert answer(abduction(Fact(6, "ann", holds=False), circle, "dot"), framework) == {"dot": "N/A"}
    assert answer(abduction(Fact(6, "ann", holds=False), circle, "cid"), framework) == {"cid": False}


@given(facts, texts, names, st.booleans())
def test_whether_plain_logic_says_the_same(known, stated, asked, backward):
    if backward and len(known) != 1:
        return
    values = abduced(known[0], stated) if backward else deduced(known, stated)
    possible = {world[asked] for world in worlds(known, stated)}
    if values is not None:
        same = possible == ({values[asked]} if asked in values else {False, True})
        assert is_plain(known, stated, asked, backward=backward) == same


def test_a_distinction_of_cases():
    cases = [Rule(1, "bob", "not", ("ann",)), Rule(2, "bob", "and", ("ann", "ann"))]
    assert not is_plain([], cases, "bob")
    assert is_plain([], cases, "ann")


def test_a_long_search_is_given_up():
    """Nine birds in eight holes, as clauses: there is no short proof that they do not fit."""
    birds, holes = range(9), range(8)
    clauses = [tuple((f"{bird} {hole}", True) for hole in holes) for bird in birds]
    clauses += [((f"{one} {hole}", False), (f"{two} {hole}", False))
                for hole in holes for one, two in itertools.combinations(birds, 2)]  # fmt: skip
    with pytest.raises(TooHardError):
        consistent(clauses)
    assert consistent([clause for clause in clauses if clause[0][0][0] != "8"])
