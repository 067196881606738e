"""What has no value, or is too large for a solver: told everywhere alike, and never a constraint in silence."""

import installed
import pytest

from solvent import solvers
from solvent.solvers import Limits, Status, accepts, improve, run, second
from solvent.solvers.engines.minizinc.flatzinc_bounds import unbounded
from solvent.solvers.engines.minizinc.undefined_terms import may_lack_value
from solvent.solvers.engines.questions import ask

needs_minizinc = pytest.mark.needs("minizinc")

# A program with x from 0 to 3, a Boolean b, a list of three; what it states, its template, and its objective.
FORMS = {
    "smtlib": (
        "(declare-const x Int)(declare-const b Bool)(assert (<= 0 x 3)){}\n",
        "(assert {})",
        "; {}\n",
        "; answer\n; {}\n",
    ),
    "minizinc": (
        "var 0..3: x; var bool: b; array[1..3] of int: a = [1, 2, 3]; array[1..3] of var 1..3: v;\n{}\n",
        "constraint {};",
        "% {}\n",
        "% answer\n% {}\n",
    ),
    "cpmpy": (
        "import cpmpy as cp\nx = cp.intvar(0, 3)\nb = cp.boolvar()\na = cp.cpm_array([1, 2, 3])\n{}\n",
        "model += {}",
        "objectives = [{}]\n",
        "answer = {}\n",
    ),
}
QUOTIENT = {"smtlib": '"(div 10 x)"', "minizinc": '"10 div x"', "cpmpy": "10 // x"}
LABELLED = {
    "smtlib": '{"$label": "(div 10 x)", "$of": {"10": "ten", "5": "five", "3": "three"}}',
    "minizinc": '{"$label": "10 div x", "$of": {"10": "ten", "5": "five", "3": "three"}}',
    "cpmpy": 'labelled(10 // x, {10: "ten", 5: "five", 3: "three"})',
}
IF_ANY = {
    "smtlib": '[{"$where": "(> x 0)", "$item": "(div 10 x)"}]',
    "minizinc": '[{"$where": "x > 0", "$item": "10 div x"}]',
    "cpmpy": "[where(x > 0, 10 // x)]",
}
AIM = {"smtlib": "maximize (div 10 x)", "minizinc": "maximize 10 div x", "cpmpy": "maximize(10 // x)"}
AT_LEAST = {"smtlib": "(>= x {})", "minizinc": "x >= {}", "cpmpy": "x >= {}"}
FROM_TO = {"smtlib": "(or (= x {}) (= x {}))", "minizinc": "x = {} \\/ x = {}", "cpmpy": "(x == {}) | (x == {})"}


@pytest.fixture(params=[pytest.param(name, marks=needs_minizinc if name == "minizinc" else ()) for name in FORMS])
def language(request):
    return request.param


def program(language, answer, *constraints, aim=""):
    head, constraint, objective, template = FORMS[language]
    stated = "\n".join(constraint.format(each) for each in constraints)
    text = head.format(stated) + (objective.format(aim) if aim else "") + template.format(answer)
    return solvers.load(language).parse(text)


async def test_a_solution_in_which_the_answer_has_no_value_is_not_passed_over(language, pool):
    """A quotient by zero in the template: x = 0 is a solution, so nothing is proven by leaving it out."""
    for template, value in ((QUOTIENT, 5), (LABELLED, "five")):
        asked = program(language, template[language], FROM_TO[language].format(0, 2))
        assert (await accepts(asked, value, pool=pool)).status is Status.SATISFIED
        other = await second(asked, value, pool=pool)
        assert other.status is Status.BAD_ANSWER, other
        assert "no value" in other.message
        only = program(language, template[language], FROM_TO[language].format(0, 0))
        assert (await run(only, pool=pool)).status is Status.BAD_ANSWER
        for given in (0, value, None, -1):
            refused = await accepts(only, given, pool=pool)
            assert refused.status is Status.UNSATISFIABLE, (given, refused)
        fine = program(language, template[language], FROM_TO[language].format(2, 2))
        assert (await run(fine, pool=pool)).answer == value
        assert (await second(fine, value, pool=pool)).status is Status.UNSATISFIABLE


async def test_what_is_not_shown_needs_no_value(language, pool):
    asked = program(language, IF_ANY[language], FROM_TO[language].format(0, 2))
    assert (await accepts(asked, [], pool=pool)).status is Status.SATISFIED
    assert (await accepts(asked, [5], pool=pool)).status is Status.SATISFIED
    assert (await second(asked, [], pool=pool)).answer == [5]
    assert (await second(asked, [5], pool=pool)).answer == []
    only = program(language, IF_ANY[language], FROM_TO[language].format(0, 0))
    assert (await run(only, pool=pool)).answer == []
    assert (await second(only, [], pool=pool)).status is Status.UNSATISFIABLE


async def test_no_optimum_is_told_where_the_objective_may_have_no_value(language, pool):
    x = "x" if language == "cpmpy" else '"x"'
    asked = program(language, x, aim=AIM[language])
    for outcome in (
        await run(asked, pool=pool),
        await accepts(asked, 1, pool=pool),
        await improve(asked, 1, pool=pool),
    ):
        assert outcome.status is Status.BAD_ANSWER, outcome
        assert "no value" in outcome.message
    fine = program(language, x, AT_LEAST[language].format(1), aim=AIM[language])
    best = await run(fine, pool=pool)
    assert (best.status, best.answer, best.objective) == (Status.OPTIMAL, 1, (10,))
    assert (await improve(fine, 1, pool=pool)).status is Status.UNSATISFIABLE


@needs_minizinc
@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ('"a[x]"', Status.BAD_ANSWER),
        ('["a[x]"]', Status.BAD_ANSWER),
        ('"[1, a[x]]"', Status.BAD_ANSWER),
        ('"v[7]"', Status.BAD_ANSWER),
        ('"[3, v[7]]"', Status.BAD_ANSWER),
        ('"a[7]"', Status.RUNTIME_ERROR),
        ('"x div (2 - 2)"', Status.BAD_ANSWER),
        ('"a[x] > 1"', Status.SATISFIED),
        ('"sum(i in 1..3)(a[i]) + a[2] div 2"', Status.SATISFIED),
    ],
)
async def test_indices_out_of_range(pool, answer, status):
    outcome = await run(program("minizinc", answer, "x = 0"), pool=pool)
    assert outcome.status is status, outcome
    assert status is not Status.BAD_ANSWER or "value" in outcome.message


# Each is written for MiniZinc and for CPMpy, and holds for these values of x: what has no value makes the comparison
# around it false, and that is all.
CONTEXTS = [
    ("10 div x = 5", "10 // x == 5", {2}),
    ("not (10 div x = 5)", "~(10 // x == 5)", {0, 1, 3}),
    ("10 div x != 5", "10 // x != 5", {1, 3}),
    ("true \\/ 10 div x = 5", "(x >= 0) | (10 // x == 5)", {0, 1, 2, 3}),
    ("x = 0 \\/ 10 div x = 5", "(x == 0) | (10 // x == 5)", {0, 2}),
    ("10 div x = 5 -> x = 3", "(10 // x == 5).implies(x == 3)", {0, 1, 3}),
    ("(10 div x > 4) <-> (x > 1)", "(10 // x > 4) == (x > 1)", {0, 2}),
    ("(10 div x > 4) xor (x > 1)", "cp.Xor([10 // x > 4, x > 1])", {1, 3}),
    ("7 mod x = 1", "7 % x == 1", {2, 3}),
    ("not (7 mod x = 1)", "~(7 % x == 1)", {0, 1}),
    ("a[x] > 1", "a[x - 1] > 1", {2, 3}),
    ("not (a[x] > 1)", "~(a[x - 1] > 1)", {0, 1}),
    ("a[x + 1] > 1", "a[x] > 1", {1, 2}),
    ("not (a[x + 1] > 1)", "~(a[x] > 1)", {0, 3}),
    ("10 div x + x > 6", "10 // x + x > 6", {1, 2}),
    ("not (10 div x + x > 6)", "~(10 // x + x > 6)", {0, 3}),
    ("max([10 div x, 4]) = 4", "cp.max([10 // x, 4]) == 4", {3}),
    ("not (max([10 div x, 4]) = 4)", "~(cp.max([10 // x, 4]) == 4)", {0, 1, 2}),
    ("abs(10 div x) < 9", "abs(10 // x) < 9", {2, 3}),
    ("10 div (x - 1) > 0 \\/ x = 1", "(10 // (x - 1) > 0) | (x == 1)", {1, 2, 3}),
    ("bool2int(10 div x = 5) = 0", "(10 // x == 5) + 0 == 0", {0, 1, 3}),
    ("sum([bool2int(10 div x > i) | i in 3..5]) >= 2", "sum([10 // x > i for i in range(3, 6)]) >= 2", {1, 2}),
]


@pytest.fixture
def _elsewhere(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_elsewhere")
@pytest.mark.parametrize(("minizinc", "cpmpy", "expected"), CONTEXTS)
def test_what_has_no_value_makes_its_comparison_false(minizinc, cpmpy, expected):
    """The relational semantics, in both languages alike."""
    found = {"cpmpy": values("cpmpy", "x", cpmpy)}
    if not installed.missing("minizinc"):
        found["minizinc"] = values("minizinc", '"x"', minizinc)
    assert found == dict.fromkeys(found, expected)


def values(language, answer, constraint):
    """All values of x, as one question after another finds them."""
    module, asked = solvers.load(language), program(language, answer, constraint)
    engine = module.engine(asked, module.build(asked) if hasattr(module, "build") else b"")
    return {x for x in range(4) if next(ask(lambda: engine, "accepts", x, Limits(seconds=60))).status.solved}


VARIABLES = {"x", "y", "xs", "s"}


@pytest.mark.parametrize(
    "term",
    [
        *(
            "x",
            "x + 2 * y",
            "a[1]",
            "a[i]",
            "xs[n]",
            "sum(xs)",
            "sum(i in 1..3)(xs[i])",
            "x div 2",
            "[xs[i] | i in 1..n]",
        ),
        *(
            "max(xs)",
            "max([x, y])",
            "x = y \\/ x > 3",
            "if x > 3 then 1 else 2 endif",
            "{1, 2}",
            "[x, y][2]",
            "card(s)",
        ),
    ],
)
def test_common_terms_cost_nothing(term):
    assert not may_lack_value(term, VARIABLES, {"s"})


@pytest.mark.parametrize(
    "term",
    [
        *("10 div x", "x mod y", "a[x]", "xs[y]", "[1, 2][x]", "a[2 * x]", "x div 0", "max(s)", "f(x)", "pow(2, x)"),
        *("sum([a[i] | i in xs])", "let { int: y = 3 } in y", "sum(i in s)(10 div i)", "2 ^ x", "x / y", "a[a[x]]"),
    ],
)
def test_terms_that_may_have_no_value(term):
    assert may_lack_value(term, VARIABLES, {"s"})


@pytest.mark.parametrize(
    ("lines", "loose"),
    [
        (["var int: x:: output_var;"], True),
        (["var 0..9: x;"], False),
        (["var 0..2147483646: x;"], False),
        (["var 0..2147483647: x;"], True),
        (["var -5..3000000000: x;"], True),
        (["var {1,5}: x;", "var int: y;", "constraint int_eq(y,x):: defines_var(y);"], False),
        (["var int: y;", "var 0..9: x;", "constraint int_eq_reif(y,x,b);"], True),
        (["var int: y;", "constraint int_le(0,y);"], True),
        (["var int: y;", "constraint int_le(0,y);", "constraint int_le(y,9);"], False),
        (
            [
                *("array [1..3] of int: f = [1,2,-1];", "var int: t;", "var 0..9: x;"),
                *("array [1..3] of var int: xs:: output_array([1..3]) = [x,x,t];", "constraint int_lin_eq(f,xs,0);"),
            ],
            False,
        ),
        (["var int: t;", "var int: u;", "var 0..9: x;", "constraint int_lin_eq([1,2,-1],[x,u,t],0);"], True),
        (["var int: t;", "var 0..50000: x;", "constraint int_times(x,x,t);"], True),
        (["var int: t;", "var -40000..40000: x;", "constraint int_times(x,x,t);"], False),
        (["var int: t;", "var int: u;", "constraint int_lt(t,u);", "constraint int_lt(u,t);"], True),
        (["var int: t;", "constraint int_le(t,3);", "constraint int_le(4,t);"], False),
        (["var int: t;", "constraint set_in(t,1..5);"], False),
        (["var 1..3: t;", "var int: u = t;"], False),
        (["constraint bool_eq(false,true);"], False),
    ],
)
def test_which_integers_the_solver_can_hold(lines, loose):
    assert unbounded("\n".join([*lines, "solve  satisfy;\n"])) == loose


# More than the solver's integers, or only far beyond them, and yet there are solutions: one has this x.
UNBOUNDED = [
    ("var int: x; var int: y; constraint x > 2147483640 /\\ y > x + 100;", 2147483641),
    ("var int: x; var int: y; var int: z; constraint z = x * y /\\ x = 50000 /\\ y = 50000;", 50000),
    ("var int: x; constraint x > 3000000000;", 3000000001),
    ("var 0..50000: x; var 0..50000: y; constraint x * y > 2400000000;", 50000),
    ("var 0..50000: x; var 0..50000: y; constraint x * y = 2500000000;", 50000),
    ("var 0..3000000000: x; constraint x > 2500000000;", 2500000001),
    ("array[1..3] of var 0..2000000000: xs; var int: x = sum(xs); constraint x > 5000000000;", 5000000001),
    ("var 0..10: x; constraint pow(x, 12) = 1000000000000;", 10),
    ("var int: x; constraint x > 10000000000;", 10**30),
]


@needs_minizinc
@pytest.mark.parametrize(("text", "x"), UNBOUNDED)
async def test_what_the_solver_cannot_hold_is_unknown(pool, text, x):
    asked = solvers.load("minizinc").parse(f'{text}\n% answer\n% {{"x": "x"}}\n')
    for outcome in (
        await run(asked, pool=pool),
        await solvers.conflict(asked, pool=pool),
        await accepts(asked, {"x": x}, pool=pool),
    ):
        assert outcome.status is Status.UNKNOWN, outcome
        assert "bounds" in outcome.message


@needs_minizinc
async def test_nothing_is_proven_of_unbounded_integers(pool):
    text = "var int: x; constraint x * x = 9 /\\ x > 0;"
    asked = solvers.load("minizinc").parse(f'{text}\n% answer\n% {{"x": "x"}}\n')
    assert (await run(asked, pool=pool)).answer == {"x": 3}
    assert (await second(asked, {"x": 3}, pool=pool)).status is Status.UNKNOWN
    assert (await accepts(asked, {"x": 3}, pool=pool)).status is Status.SATISFIED
    text = 'var int: x; constraint x mod 7 = 3;\n% maximize x\n% answer\n% {"x": "x"}\n'
    largest = await run(solvers.load("minizinc").parse(text), pool=pool, limits=Limits(seconds=5))
    assert largest.status is Status.SATISFIED, largest
    assert (await improve(solvers.load("minizinc").parse(text), {"x": 2147483642}, pool=pool)).status is Status.UNKNOWN


@needs_minizinc
async def test_integers_that_constraints_bound_are_proven(pool):
    """A total without bounds of its own, as models write it."""
    text = "array[1..3] of var 1..4: xs; var int: t; constraint t = sum(xs); var int: far = 3 * t - 1;\n"
    text += "% clue 1\nconstraint t = 12;\n% clue 2\nconstraint xs[1] < 4;\n"
    answer = '% maximize far\n% answer\n% {"t": "t", "xs": "xs"}\n'
    clash = await solvers.conflict(solvers.load("minizinc").parse(text + answer), pool=pool)
    assert (clash.status, clash.conflict) == (Status.UNSATISFIABLE, (1, 2))
    loose = solvers.load("minizinc").parse(text.replace("xs[1] < 4", "true") + answer)
    best = await run(loose, pool=pool)
    assert (best.status, best.objective) == (Status.OPTIMAL, (35,))
    assert (await improve(loose, best.answer, pool=pool)).status is Status.UNSATISFIABLE
    assert (await second(loose, best.answer, pool=pool)).status is Status.UNSATISFIABLE


HUGE = [
    ("cpmpy", "x = cp.intvar(0, 2**40)\ny = cp.intvar(0, 2**40)\nmodel += x * y > 2**70"),
    ("cpmpy", "x = cp.intvar(0, 2**62)\ny = cp.intvar(0, 2**62)\nmodel += x + y > 2**62 + 5"),
    ("cpmpy", "x = cp.intvar(0, 2**50)\nmodel += 2**30 * x >= 2**75"),
    (
        "ortools",
        'x = model.new_int_var(0, 2**62, "x")\ny = model.new_int_var(0, 2**62, "y")\nmodel.add(x + y > 2**62 + 5)',
    ),
    ("ortools", 'x = model.new_int_var(0, 2**50, "x")\nmodel.add(2**30 * x >= 2**62)'),
    (
        "ortools",
        "x, z = [model.new_int_var(0, 2**most, '') for most in (40, 62)]\n"  # noqa: ISC004  # one text
        "model.add_multiplication_equality(z, [x, x])\nmodel.add(x > 2**30)",
    ),
]


@pytest.mark.parametrize(("language", "code"), HUGE)
async def test_integers_too_large_for_cp_sat_are_no_proof(pool, language, code):
    """They have solutions, all of them: whatever is said, it must not be that there is none."""
    text = ("import cpmpy as cp\n" if language == "cpmpy" else "") + code + "\nanswer = {'x': x}\n"
    outcome = await run(solvers.load(language).parse(text), pool=pool)
    assert outcome.status is not Status.UNSATISFIABLE, outcome
    assert outcome.status is Status.SATISFIED or outcome.message
