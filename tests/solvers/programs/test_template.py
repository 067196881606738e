"""Templates without a solver: what `fill` gives, `matches` must accept, under the same values and only under such."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.solvers import Status
from solvent.solvers.programs.equality import json_number, numeric, same
from solvent.solvers.programs.json_template import JsonTemplate
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import (
    Const,
    Labelled,
    MisfitError,
    Rounded,
    Row,
    Table,
    Term,
    UnlabelledError,
    Where,
    fill,
    matches,
    nearest,
)
from solvent.solvers.programs.term_formulas import And, Compare, Count, Holds, Not, Or

JSON_TEMPLATE = JsonTemplate(lambda text: text, "any", "answer")
LABELS = ((0, "none"), (1, "some"), (2, "some"), (3, 3))
NAMES = ("a", "b", "c")
CONDITIONS = ("p", "q")

leaves = st.one_of(
    st.sampled_from(NAMES).map(Term),
    st.sampled_from(NAMES).map(lambda name: Labelled(name, LABELS)),
    st.sampled_from(NAMES).map(Rounded),
    st.sampled_from(["some", 1, None, True, 2.5]).map(Const),
)


def containers(inner):
    items = st.one_of(inner, st.builds(Where, st.sampled_from(CONDITIONS), inner))
    return st.one_of(
        st.lists(items, max_size=4).map(lambda items: Row(tuple(items))),
        st.dictionaries(st.sampled_from(["k", "l"]), inner).map(lambda items: Table(tuple(items.items()))),
    )


templates = st.recursive(leaves, containers, max_leaves=8)
values = st.fixed_dictionaries({**dict.fromkeys(NAMES, st.integers(0, 3)), **dict.fromkeys(CONDITIONS, st.booleans())})


def holds(formula, at):
    """The truth of a formula under the values `at`."""
    match formula:
        case Compare(term, "==", value):
            return same(at[term], value)
        case Compare(term, "<", value):
            return numeric(at[term]) < numeric(value)
        case Compare(term, ">", value):
            return numeric(at[term]) > numeric(value)
        case Holds(term):
            return at[term]
        case Not(part):
            return not holds(part, at)
        case And(parts):
            return all(holds(part, at) for part in parts)
        case Or(parts):
            return any(holds(part, at) for part in parts)
        case Count(parts, wanted):
            return sum(holds(part, at) for part in parts) == wanted
    raise AssertionError(formula)


def filled(template, at):
    return fill(template, lambda terms: [at[term] for term in terms])


def equal(template, one, other):
    """Equal answers, where the lists of a set may differ in order."""
    if isinstance(template, Row) and template.is_set:
        left = list(other)
        return len(one) == len(other) and all(any(same(x, y) and not left.remove(y) for y in list(left)) for x in one)
    return same(one, other)


@given(templates, values)
def test_what_is_filled_in_matches(template, at):
    assert holds(matches(template, filled(template, at)), at)


@given(
    st.one_of(
        leaves,
        st.lists(st.one_of(leaves, st.builds(Where, st.sampled_from(CONDITIONS), leaves)), max_size=4)
        .map(tuple)
        .map(Row),
    ),
    values,
    values,
)
def test_what_matches_is_filled_in(template, at, other):
    """The other way round: values match an answer only if they give it."""
    answer = filled(template, at)
    assert holds(matches(template, answer), other) == equal(template, answer, filled(template, other))


def test_a_value_without_a_label_is_no_answer():
    with pytest.raises(UnlabelledError, match="9"):
        filled(Labelled("a", LABELS), {"a": 9})


def test_labels_of_what_is_not_there_are_not_needed():
    template = Row((Where("p", Labelled("a", LABELS)), Term("b")))
    assert filled(template, {"p": False, "a": 9, "b": 1}) == [1]


@pytest.mark.parametrize(
    ("template", "answer", "where"),
    [
        (Table((("x", Term("a")), ("y", Term("b")))), {"x": 1, "z": 2}, r"answer: lacks 'y' and adds 'z'"),
        (Table((("x", Row((Term("a"),))),)), {"x": [1, 2]}, r"answer\.x: 1 items"),
        (Row((Term("a"), Const("end"))), [1, "stop"], r"answer\[1\]: 'end' is expected"),
        (Labelled("a", LABELS), "much", "'none', 'some', 3"),
        (Term("a"), [1], "single value"),
        (Row((Where("p", Const("x")),)), ["y"], "can never be"),
        (Row((Where("p", Term("a")),)), [1, 2], "at most 1"),
    ],
)
def test_what_cannot_fit_is_named(template, answer, where):
    with pytest.raises(MisfitError, match=where):
        matches(template, answer)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"$label": "x", "$of": {"1": "a", "1.0": "b"}}', "'1' and '1.0'"),
        ('{"$label": "x", "$of": {"1": "a", "01": "b"}}', "'1' and '01'"),
        ('{"$label": "x", "$of": {"true": "a", "1": "b"}}', "'true' and '1'"),
        ('{"$label": "x", "$of": {"-0.0": "a", "false": "b"}}', "'-0.0' and 'false'"),
        ('{"$label": "x", "$of": {"1": "a", "1": "b"}}', "'1' comes twice"),
        ('{"a": "x", "b": "x", "a": "y"}', "'a' comes twice"),
        ('{"a": {"$value": {"k": 1, "k": 1}}}', "'k' comes twice"),
        ('{"a": NaN}', "NaN"),
        ('{"a": [-Infinity]}', "-Infinity"),
        ('{"a": 1e999}', "1e999"),
    ],
)
def test_nothing_in_a_template_wins_in_silence(text, said):
    with pytest.raises(ProgramError) as refused:
        JSON_TEMPLATE.read(text)
    assert refused.value.status is Status.SYNTAX_ERROR
    assert said in refused.value.message


@pytest.mark.parametrize(
    ("key", "values", "others"),
    [
        ("1", (1, 1.0, True, "1"), ("1.0", 2, None)),
        ("2.50", (2.5, "2.50"), ("2.5", "5/2")),
        ("1/3", ("1/3",), (1, 3)),
        ("2/6", ("2/6",), ("1/3",)),
        ("5/5", ("5/5",), (1, "1")),
        (" 1", (" 1",), (1, "1")),
        ("true", (True, 1, "true"), ("True", "1")),
        ("A", ("A",), ("a",)),
    ],
)
def test_a_key_names_the_number_that_it_spells_and_its_own_text(key, values, others):
    node = JSON_TEMPLATE.read(json.dumps({"$label": "x", "$of": {key: "it"}}))
    for value in values:
        assert filled(node, {"x": value}) == "it"
        assert holds(matches(node, "it"), {"x": value})
    for value in others:
        with pytest.raises(UnlabelledError):
            filled(node, {"x": value})
        assert not holds(matches(node, "it"), {"x": value})


@given(st.fractions(), st.fractions(0, Fraction(9, 10)) | st.fractions(Fraction(11, 10), 3))
def test_numbers_are_rounded_to_the_nearest_decimal_and_are_the_same_up_to_rounding(exact, times):
    shown = fill(Rounded("a"), lambda _: [json_number(exact)])
    assert shown == exact if exact.denominator == 1 else shown == float(exact)
    near = exact + exact * times / 10**12
    alike = holds(matches(Rounded("a"), nearest(json_number(near))), {"a": json_number(exact)})
    assert alike == (not exact or times < 1)


@pytest.mark.parametrize("answer", ["1/3", "one", None, [], {}, float("nan"), float("inf")])
def test_what_is_no_number_does_not_match_a_rounded_one(answer):
    with pytest.raises(MisfitError, match="a number is expected"):
        matches(Rounded("a"), answer)
