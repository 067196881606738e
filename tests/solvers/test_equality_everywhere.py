"""Equality means the same in every framework: `accepts` and `second` against brute force over all assignments.

The programs have an integer, a Boolean and, where the language has such, a name, a text and a real; templates are drawn
over them, with constants, labels and keys that look alike, and answers near those that are possible.
"""

import json
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvent import solvers
from solvent.solvers import Limits, Status
from solvent.solvers.engines.questions import ask
from solvent.solvers.programs.equality import canonical, same

LOOKALIKES = [1, 1.0, 0, 2, True, False, None, 2.5, -1, 10**30]
LOOKALIKES += [
    "1",
    "1.0",
    "5/5",
    "1/3",
    " 1",
    "true",
    "True",
    "a",
    "A",
    "",
    "é\u2028",
    '"\\x41\\u{41}',
    [1],
    {"1": 1},
    [],
]
KEYS = ["1", "1.0", "a", "A", "true"]
CONDITIONS = ["big", "b"]
NAMES = ["a", "A", "1"]  # of the values of `e`, by number


class Smtlib:
    terms = ("x", "b", "e", "s", "r")
    text = MappingProxyType(
        {
            "big": "(> x 0)",
            "s": '(ite (= e a) "a" (ite (= e A) "A" "1.0"))',
            "r": "(/ (to_real x) 3.0)",
        }
    )
    values = MappingProxyType({"s": ["a", "A", "1.0"], "r": [0, "1/3", "2/3"]})

    @staticmethod
    def program(template, forbidden):
        code = "(declare-datatypes ((E 0)) (((a) (A) (|1|))))\n(declare-const x Int)(declare-const b Bool)"
        code += "(declare-const e E)\n(assert (<= 0 x 2))\n"
        number = "(+ (* 6 x) (ite b 3 0) (ite (= e a) 0 (ite (= e A) 1 2)))"
        code += "".join(f"(assert (distinct {k} {number}))\n" for k in forbidden)
        return code + "; answer\n; " + json.dumps(Smtlib.node(template))

    @classmethod
    def node(cls, node):
        match node:
            case ("const", value):
                return {"$value": value}
            case ("term", name):
                return cls.text.get(name, name)
            case ("labelled", name, labels):
                return {"$label": cls.text.get(name, name), "$of": dict(labels)}
            case ("where", condition, item):
                return {"$where": cls.text.get(condition, condition), "$item": cls.node(item)}
            case ("table", items):
                return {key: cls.node(item) for key, item in items}
            case ("row", items):
                return [cls.node(item) for item in items]
        raise AssertionError(node)


class Minizinc(Smtlib):
    terms = ("x", "b", "e")
    text = MappingProxyType({"big": "x > 0"})
    values = MappingProxyType({})

    @classmethod
    def program(cls, template, forbidden):
        code = "enum E = {a, A, '1'};\nvar 0..2: x;\nvar bool: b;\nvar E: e;\n"
        number = "6 * x + 3 * bool2int(b) + bool2int(e = A) + 2 * bool2int(e = '1')"
        code += "".join(f"constraint {number} != {k};\n" for k in forbidden)
        return code + "% answer\n% " + json.dumps(cls.node(template))


class Cpmpy:
    terms = ("x", "b")
    head = "import cpmpy as cp\nx = cp.intvar(0, 2)\nb = cp.boolvar()\ne = cp.intvar(0, 2)\n"
    add = "model += 6 * x + 3 * b + e != {}\n"
    values = MappingProxyType({})

    @classmethod
    def program(cls, template, forbidden):
        code = cls.head + "".join(cls.add.format(k) for k in forbidden)
        return f"{code}answer = {cls.node(template)}\n"

    @classmethod
    def node(cls, node):
        match node:
            case ("const", value):
                return repr(value)
            case ("term", name):
                return name
            case ("labelled", name, labels):
                pairs = ", ".join(f"{_python_key(name, key)}: {label!r}" for key, label in labels)
                return f"labelled({name}, {{{pairs}}})"
            case ("where", condition, item):
                return f"where({'x > 0' if condition == 'big' else condition}, {cls.node(item)})"
            case ("table", items):
                return f"{{{', '.join(f'{key!r}: {cls.node(item)}' for key, item in items)}}}"
            case ("row", items):
                return f"[{', '.join(map(cls.node, items))}]"
        raise AssertionError(node)


class Ortools(Cpmpy):
    head = 'x = model.new_int_var(0, 2, "x")\nb = model.new_bool_var("b")\ne = model.new_int_var(0, 2, "e")\n'
    add = "model.add(6 * x + 3 * b + e != {})\n"


KINDS = {"smtlib": Smtlib, "minizinc": Minizinc, "cpmpy": Cpmpy, "ortools": Ortools}


def _python_key(name, key):
    """In Python a key is what it is: numbers and truth values are written as such."""
    if name == "b":
        return {"true": "True", "false": "False"}.get(key, repr(key))
    return key if key.isdigit() else repr(key)


def templates(terms):
    def labelled(name):
        known = {"b": ["true", "false"], "e": NAMES, "s": ["a", "A", "1.0"], "r": ["0", "1/3", "2/3"]}
        keys = known.get(name, ["0", "1", "2"])
        # Keys that name nothing which the term can be do no harm, as long as they name nothing twice.
        more = st.lists(st.sampled_from([key for key in ("5/5", " 1", "x", "3.5") if key not in keys]), unique=True)
        labels = more.flatmap(
            lambda extra: st.tuples(*(st.tuples(st.just(key), st.sampled_from(LOOKALIKES)) for key in [*extra, *keys]))
        )
        return st.tuples(st.just("labelled"), st.just(name), labels)

    const = st.tuples(st.just("const"), st.sampled_from(LOOKALIKES))
    leaves = const | st.tuples(st.just("term"), st.sampled_from(terms)) | st.sampled_from(terms).flatmap(labelled)
    where = st.tuples(st.just("where"), st.sampled_from(CONDITIONS), leaves)
    of_sets = st.lists(st.tuples(st.just("where"), st.sampled_from(CONDITIONS), const), min_size=1, max_size=3)
    lists = st.lists(leaves | where, max_size=3) | of_sets
    rows = st.tuples(st.just("row"), lists)

    table = st.lists(st.tuples(st.sampled_from(KEYS), leaves | rows), max_size=3, unique_by=lambda item: item[0])
    tables = st.tuples(st.just("table"), table)
    return leaves | rows | tables | st.tuples(st.just("row"), st.lists(leaves | rows | tables, max_size=2))


def shown(node, at):
    """The answer that a template gives under the values `at`, by the definition and not by `fill`."""
    match node:
        case ("const", value):
            return value
        case ("term", name):
            return at[name]
        case ("labelled", name, labels):
            value = at[name]
            spelled = {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
            return dict(labels)[spelled]
        case ("table", items):
            return {key: shown(item, at) for key, item in items}
        case ("row", items):
            kept = [item[2] if item[0] == "where" else item for item in items if item[0] != "where" or at[item[1]]]
            return [shown(item, at) for item in kept]
    raise AssertionError(node)


def normal(node, answer):
    """An answer of which the sets are in one order."""
    match node:
        case ("table", items) if isinstance(answer, dict):
            parts = dict(items)
            return {key: normal(parts[key], value) if key in parts else value for key, value in answer.items()}
        case ("row", items) if isinstance(answer, list):
            if any(item[0] == "where" for item in items):
                inner = [item[2] if item[0] == "where" else item for item in items]
                return sorted(answer, key=canonical) if all(item[0] == "const" for item in inner) else answer
            if len(items) == len(answer):
                return [normal(item, value) for item, value in zip(items, answer, strict=True)]
    return answer


@st.composite
def near(draw, answer):
    """The answer, or one that differs from it in one place."""
    if isinstance(answer, dict) and answer and draw(st.integers(0, 5)):
        changed = draw(st.sampled_from(sorted(answer)))
        key = draw(st.sampled_from([changed] * 9 + KEYS))
        return {key if name == changed else name: value for name, value in answer.items()} | {
            key: draw(near(answer[changed]))
        }
    if isinstance(answer, list) and answer and draw(st.integers(0, 5)):
        place = draw(st.integers(0, len(answer) - 1))
        return [*answer[:place], draw(near(answer[place])), *answer[place + 1 :]]
    if isinstance(answer, list):
        return draw(st.sampled_from([answer, answer[::-1], answer[1:], answer + answer[:1], [*answer, None]]))
    twins = [str(answer), *draw(st.lists(st.sampled_from(LOOKALIKES), max_size=2))]
    if isinstance(answer, int):
        number = int(answer)
        twins += [number, float(number), number == 1, f"{number}", f"{number}.0", f"{5 * number}/5", f" {number}"]
    return draw(st.sampled_from([answer, answer, answer, *twins]))


@st.composite
def cases(draw, kind):
    template = draw(templates(kind.terms))
    forbidden = draw(st.sets(st.integers(0, 17), max_size=16))
    if draw(st.booleans()):  # one or two solutions left
        left = draw(st.sets(st.integers(0, 17), min_size=1, max_size=2))
        forbidden = set(range(18)) - left
    answers = []
    for number in range(18):
        x, b, e = number // 6, number % 6 > 2, number % 3
        at = {"x": x, "b": b, "e": NAMES[e], "big": x > 0}
        at |= {name: known[x if name == "r" else e] for name, known in kind.values.items()}
        answers.append(shown(template, at))
    given = draw(near(draw(st.sampled_from(answers))))
    allowed = [answer for number, answer in enumerate(answers) if number not in forbidden]
    return template, sorted(forbidden), allowed, given


def opened(framework, text):
    """A program's engine in this process: asking it is quicker by far than asking in a sandbox."""
    module = solvers.load(framework)
    program = module.parse(text)
    return module.engine(program, module.build(program) if hasattr(module, "build") else b"")


def asked(engine, question, answer):
    return next(ask(lambda: engine, question, answer, Limits(seconds=60)))


def agrees(framework, case):
    template, forbidden, allowed, given = case
    text = KINDS[framework].program(template, forbidden)
    engine = opened(framework, text)
    possible = any(same(normal(template, given), normal(template, answer)) for answer in allowed)
    reply = asked(engine, "accepts", given)
    assert reply.status is (Status.SATISFIED if possible else Status.UNSATISFIABLE), (reply, text)
    for answer in [given, *allowed[:1]] if possible else allowed[:1]:
        others = [other for other in allowed if not same(normal(template, other), normal(template, answer))]
        second = asked(engine, "second", answer)
        assert second.status is (Status.SATISFIED if others else Status.UNSATISFIABLE), (answer, second, text)
        assert not others or any(same(second.answer, other) for other in others), (second, text)


@pytest.fixture
def _here(monkeypatch, tmp_path):
    """What a sandbox gives each program: a folder for MiniZinc's files, and a context of z3 without declarations."""
    import z3

    from solvent.solvers.engines.smtlib import z3_engine

    class Fresh(z3_engine.Session):
        def __init__(self):
            super().__init__()
            self.context = z3.Context()

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(z3_engine, "Session", Fresh)


# A question to MiniZinc takes as long as twenty to the others.
EXAMPLES = {"smtlib": 200, "cpmpy": 100, "ortools": 150, "minizinc": 8}


@pytest.mark.usefixtures("_here")
def test_what_is_accepted_and_what_is_another_answer(framework):
    @settings(max_examples=EXAMPLES[framework])
    @given(cases(KINDS[framework]))
    def holds(case):
        agrees(framework, case)

    holds()
