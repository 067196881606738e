"""What is true of a program's answers, which it has, and what each clue excludes: compared with trying everything."""

import asyncio
import itertools
import time

import pytest
from few_examples import few
from hypothesis import given
from hypothesis import strategies as st

from solvent import solvers
from solvent.solvers import Limits, Status, allows, could, count, must, needed, others, run_then, without
from solvent.solvers.programs.equality import canonical

SLOW = Limits(seconds=60)
NAMES = "xyz"
LABELS = {1: "a", 2: "b", 3: "a"}
OPS = ("==", "!=", "<", "<=")
SMT_OPS = {"==": "=", "!=": "distinct"}
FRAMEWORKS = ("cpmpy", "ortools", "smtlib", "minizinc")
QUESTIONS = {each.__name__: each for each in (must, could, count, without, others, allows, needed)}


def written(framework, background, clues):
    """The program over x, y and z in 1..3 with these constraints, each a (variables, operation, variable or number)."""
    every = [(None, each) for each in background] + list(enumerate(clues, 1))
    if framework in ("cpmpy", "ortools"):
        first = "import cpmpy as cp\nx, y, z = cp.intvar(1, 3, shape=3)\n"
        if framework == "ortools":
            first = 'x, y, z = [model.new_int_var(1, 3, name) for name in "xyz"]\n'
        text = first
        for clue, (left, op, right) in every:
            said = f"model.add({' + '.join(left)} {op} {right})\n"
            text += said if clue is None else f"with clue({clue}):\n    {said}"
        return text + 'answer = {"x": labelled(x, {1: "a", 2: "b", 3: "a"}), "rest": [y, z]}\n'
    text = ""
    for name in NAMES:
        smt = f"(declare-const {name} Int)\n(assert (<= 1 {name} 3))\n"
        text += smt if framework == "smtlib" else f"var 1..3: {name};\n"
    for clue, (left, op, right) in every:
        mark = {"smtlib": ";", "minizinc": "%"}[framework]
        text += "" if clue is None else f"{mark} clue {clue}\n"
        total = f"(+ 0 {' '.join(left)})" if framework == "smtlib" else " + ".join(left)
        smt = f"(assert ({SMT_OPS.get(op, op)} {total} {right}))\n"
        text += smt if framework == "smtlib" else f"constraint {total} {op} {right};\n"
    template = '{"x": {"$label": "x", "$of": {"1": "a", "2": "b", "3": "a"}}, "rest": ["y", "z"]}'
    return text + f"{mark} answer\n{mark} {template}\n"


def answers(constraints):
    """All answers that satisfy the constraints, by their canonical form."""
    found = {}
    for values in itertools.product(range(1, 4), repeat=3):
        point = dict(zip(NAMES, values, strict=True))
        if all(eval(f"{'+'.join(left)} {op} {right}", {}, point) for left, op, right in constraints):
            answer = {"x": LABELS[point["x"]], "rest": [point["y"], point["z"]]}
            found[canonical(answer)] = answer
    return found


def agree(statement, answer):
    if statement is None:
        return True
    if isinstance(statement, dict):
        return all(agree(value, answer[key]) for key, value in statement.items())
    if isinstance(statement, list):
        return len(statement) == len(answer) and all(map(agree, statement, answer))
    return statement == answer


@pytest.fixture(scope="module")
def ask():
    """Asks from a test that is no coroutine, as hypothesis wants it."""
    with asyncio.Runner() as runner:
        running = solvers.Pool(workers=1)
        runner.run(running.__aenter__())
        yield lambda question, *given, **more: runner.run(
            QUESTIONS[question](*given, **more, pool=running, limits=SLOW)
        )
        runner.run(running.__aexit__(None, None, None))


def parsed(framework, text):
    return solvers.load(framework).parse(text)


comparisons = st.tuples(
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True).map(tuple),
    st.sampled_from(OPS),
    st.sampled_from(["x", "y", "z", "1", "2", "3", "4"]),
).filter(lambda each: each[2] not in each[0])
digits = st.none() | st.integers(1, 4)
statements = st.none() | st.fixed_dictionaries(
    {}, optional={"x": st.sampled_from([None, "a", "b"]), "rest": st.none() | st.lists(digits, min_size=2, max_size=2)}
)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_what_is_said_of_the_answers_is_what_trying_everything_finds(ask, framework):
    @few(framework, 10)
    @given(
        background=st.lists(comparisons, max_size=1),
        clues=st.lists(comparisons, min_size=1, max_size=4),
        statement=statements,
    )
    def each(background, clues, statement):
        program = parsed(framework, written(framework, background, clues))
        right = answers([*background, *clues])
        agreeing = {key: answer for key, answer in right.items() if agree(statement, answer)}
        counted = ask("count", program, statement)
        assert (counted.status, counted.answer) == (Status.SATISFIED, len(agreeing))
        all_of_them, some = ask("must", program, statement), ask("could", program, statement)
        if not right:
            assert all_of_them.status is some.status is Status.BAD_ANSWER
            assert "no answer" in all_of_them.message
            return
        if len(agreeing) == len(right):
            assert (all_of_them.status, all_of_them.answer) == (Status.SATISFIED, None)
        else:
            assert all_of_them.status is Status.UNSATISFIABLE
            assert canonical(all_of_them.answer) in right.keys() - agreeing.keys()
        if agreeing:
            assert some.status is Status.SATISFIED
            assert canonical(some.answer) in agreeing
            return

        def excluded(kept):
            allowed = answers([*background, *(clues[clue - 1] for clue in kept)])
            return not any(agree(statement, answer) for answer in allowed.values())

        assert some.status is Status.UNSATISFIABLE
        assert excluded(some.conflict)
        assert not any(excluded(set(some.conflict) - {clue}) for clue in some.conflict)

    each()


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_what_only_one_clue_excludes_is_what_trying_everything_finds(ask, framework):
    @few(framework, 10)
    @given(
        background=st.lists(comparisons, max_size=1),
        clues=st.lists(comparisons, min_size=1, max_size=4),
        place=st.integers(0, 26),
    )
    def each(background, clues, place):
        right = answers([*background, *clues])
        if not right:
            return
        answer = [*right.values()][place % len(right)]
        outcome = ask("without", parsed(framework, written(framework, background, clues)), answer)
        assert (outcome.status, outcome.message) == (Status.SATISFIED, "")
        assert set(outcome.answer) == set(map(str, outcome.stated))
        for clue in range(1, len(clues) + 1):
            others = [each for number, each in enumerate(clues, 1) if number != clue]
            new = answers([*background, *others]).keys() - right.keys()
            found = outcome.answer.get(str(clue))
            assert (found is None) == (not new)
            assert found is None or canonical(found) in new

    each()


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_the_clues_that_are_needed_are_what_trying_everything_finds(ask, framework):
    """The clues are made true of `point`: of those that are not, the opposite is taken."""

    @few(framework, 10)
    @given(point=st.tuples(*[st.integers(1, 3)] * 3), clues=st.lists(comparisons, min_size=6, max_size=8))
    def each(point, clues):
        opposite = {"==": "!=", "!=": "==", "<": ">=", "<=": ">"}
        values = dict(zip(NAMES, point, strict=True))
        holds = [eval(f"{'+'.join(left)} {op} {right}", {}, values) for left, op, right in clues]
        clues = [
            (left, op if true else opposite[op], right) for true, (left, op, right) in zip(holds, clues, strict=True)
        ]
        answer = {"x": LABELS[point[0]], "rest": list(point[1:])}
        program = parsed(framework, written(framework, [], clues))

        def enough(kept):
            return list(answers([clues[clue - 1] for clue in kept])) == [canonical(answer)]

        first, thin = (ask("needed", program, answer, minimal=minimal) for minimal in (False, True))
        every = list(range(1, len(clues) + 1))
        if not enough(every):
            for outcome in (first, thin):
                assert outcome.status is Status.UNSATISFIABLE
                assert canonical(outcome.answer) in answers(clues).keys() - {canonical(answer)}
            return
        right = next(every[:count] for count in range(len(every) + 1) if enough(every[:count]))
        assert (first.status, first.answer) == (Status.SATISFIED, right)
        for clue in reversed(right):
            rest = [other for other in right if other != clue]
            right = rest if enough(rest) else right
        assert (thin.status, thin.answer) == (Status.SATISFIED, right)

    each()


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_further_answers_differ_in_every_part_that_can(ask, framework):
    @few(framework, 5)
    @given(clues=st.lists(comparisons, min_size=1, max_size=3), place=st.integers(0, 26))
    def each(clues, place):
        right = answers(clues)
        if not right:
            return
        first = [*right.values()][place % len(right)]
        outcome = ask("others", parsed(framework, written(framework, [], clues)), first)
        assert outcome.status is Status.SATISFIED
        found = {canonical(each) for each in outcome.answer}
        assert len(found) == len(outcome.answer)
        assert found <= right.keys() - {canonical(first)}
        assert outcome.message or len(found) == len(right) - 1
        assert outcome.message == "" or len(found) == 16
        for part in (lambda each: each["x"], lambda each: each["rest"][0], lambda each: each["rest"][1]):
            assert set(map(part, [first, *outcome.answer])) == set(map(part, right.values()))

    each()


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_each_of_several_answers_is_allowed_or_not(ask, framework):
    @few(framework, 5)
    @given(clues=st.lists(comparisons, min_size=1, max_size=3))
    def each(clues):
        every, right = [*answers([]).values()][::2], answers(clues)
        asked = [*every, {"x": "a"}, "b", {"x": "c", "rest": [1, 2]}]
        outcome = ask("allows", parsed(framework, written(framework, [], clues)), asked)
        expected = [canonical(each) in right for each in every]
        assert (outcome.status, outcome.answer) == (Status.SATISFIED, [*expected, False, False, False])

    each()


async def test_statements_about_lists_and_labels(pool, example):
    """`many` has twelve answers: three digits that sum to six, and the even ones in a list of their own."""
    program = example("many")
    right = []
    for digits in map(list, itertools.permutations(range(5), 3)):
        if sum(digits) == 6:
            first = ["low", "low", "mid", "high", "high"][digits[0]]
            even = [digit for digit in digits if digit % 2 == 0]
            right.append({"digits": digits, "rising": digits == sorted(digits), "even": even, "first": first})
    assert len(right) == 12
    for statement in (
        None,
        {"digits": [1, None, None]},
        {"digits": [1, 2, None], "even": None},
        {"rising": True},
        {"even": [2]},
        {"even": [2, 4, 0]},
        {"even": [0]},
        {"first": "mid", "rising": 0},
        {"digits": [7, None, None]},
    ):
        agreeing = [answer for answer in right if agree(statement, answer)]
        outcome = await count(program, statement, pool=pool, limits=SLOW)
        assert (outcome.status, outcome.answer) == (Status.SATISFIED, len(agreeing)), (statement, outcome)
        some = await could(program, statement, pool=pool, limits=SLOW)
        assert some.answer in agreeing if agreeing else some.status is Status.UNSATISFIABLE
    for statement in ({"more": None}, {"digits": [1, None]}, {"digits": 1}, {"first": "huge"}, {"even": [None]}, [1]):
        for question in (must, could, count):
            outcome = await question(program, statement, pool=pool, limits=SLOW)
            assert outcome.status is Status.BAD_ANSWER, (statement, outcome)
            assert "statement" in outcome.message


async def test_counting_ends_at_the_number_that_was_asked_for(pool, example):
    for most, status, number in ((3, Status.UNKNOWN, 3), (12, Status.SATISFIED, 12), (11, Status.UNKNOWN, 11)):
        outcome = await count(example("many"), most=most, pool=pool, limits=SLOW)
        assert (outcome.status, outcome.answer) == (status, number)
    assert "12" in outcome.message


async def test_of_a_program_with_objectives_the_best_answers_count(pool, example):
    program = example("stages")  # its only best answer is x = 3, y = 6
    assert (await must(program, {"x": 3}, pool=pool)).status is Status.SATISFIED
    assert (await could(program, {"x": 3}, pool=pool)).answer == {"x": 3, "y": 6}
    assert (await count(program, pool=pool)).answer == 1
    outcome = await could(program, {"x": 2}, pool=pool)
    assert (outcome.status, outcome.conflict) == (Status.UNSATISFIABLE, ())
    assert "not the best" in outcome.message
    outcome = await must(program, {"x": 2}, pool=pool)
    assert (outcome.status, outcome.answer) == (Status.UNSATISFIABLE, {"x": 3, "y": 6})


async def test_the_clues_that_exclude_a_statement_are_named(pool, example):
    program = example("clash")
    kept = tuple(fragment for fragment in program.fragments if fragment.clue != 5)
    program = program.model_copy(update={"fragments": kept})
    outcome = await could(program, {"ann": 3}, pool=pool)
    assert (outcome.status, outcome.conflict) == (Status.UNSATISFIABLE, (1,))


async def test_what_has_no_answer_has_nothing_to_speak_of(pool, example):
    for name in ("clash", "background"):
        for question in (must, could):
            outcome = await question(example(name), None, pool=pool)
            assert outcome.status is Status.BAD_ANSWER
            assert "no answer" in outcome.message
        counted = await count(example(name), pool=pool)
        assert (counted.status, counted.answer) == (Status.SATISFIED, 0)


async def test_dropping_clues_follows_a_run_and_asks_for_an_answer_of_the_program(pool, example):
    first, outcome = await run_then(example("two"), "without", pool=pool, limits=SLOW)
    assert first.answer["a"] == 3
    assert outcome.status is Status.SATISFIED
    assert set(outcome.answer) == set(map(str, outcome.stated))
    assert any(outcome.answer.values())
    wrong = await without(example("two"), {"a": 99, "b": 2}, pool=pool)
    assert wrong.status is Status.BAD_ANSWER


# Without clue 1, x may be 0, for which there is no label, and 4 / x has no value.
FAULTY = """\
(declare-const x Int)
(assert (<= 0 x 4))
; clue 1
(assert (> x 0))
; clue 2
(assert (< x 2))
; answer
; {"x": {"$label": "x", "$of": {"1": "one", "2": "two", "3": "three", "4": "four"}}, "part": "(div 4 x)"}
"""


async def test_what_has_no_answer_without_a_clue_is_no_answer(pool):
    outcome = await without(parsed("smtlib", FAULTY), {"x": "one", "part": 4}, pool=pool)
    assert outcome.status is Status.SATISFIED
    assert outcome.answer["1"] is None
    assert outcome.answer["2"]["x"] in ("two", "three", "four")


def hard(birds=12):
    """A program with one easy answer; without clue 1, birds have to be shut up one by one to find another."""
    holes = range(birds - 1)
    names = [[f"b{bird}h{hole}" for hole in holes] for bird in range(birds)]
    code = ["(declare-const free Bool)", *(f"(declare-const {name} Bool)" for row in names for name in row)]
    code += [f"(assert (=> free (or {' '.join(row)})))" for row in names]
    for hole in holes:
        pairs = itertools.combinations([row[hole] for row in names], 2)
        code += [f"(assert (=> free (not (and {one} {other}))))" for one, other in pairs]
    code += ["(declare-const x Int)\n(assert (<= 1 x 9))"]
    code += ["; clue 1\n(assert (not free))\n; clue 2\n(assert (< x 6))\n; clue 3\n(assert (> x 4))"]
    return parsed("smtlib", "\n".join([*code, '; answer\n; {"free": "free", "x": "x"}', ""]))


async def test_a_clue_that_takes_too_long_leaves_time_for_the_others(pool):
    started = time.monotonic()
    outcome = await without(hard(), {"free": False, "x": 5}, pool=pool, limits=Limits(seconds=6))
    assert outcome.status is Status.SATISFIED, outcome
    assert outcome.answer["2"]["x"] > 5
    assert outcome.answer["3"]["x"] < 5
    assert "1" not in outcome.answer
    assert (outcome.stated, outcome.message) == ((1, 2, 3), "neither found nor excluded in time: clues 1")
    assert time.monotonic() - started < 20


async def test_what_is_not_proven_in_time_is_not_claimed(pool):
    program = hard()
    program = program.model_copy(update={"fragments": tuple(f for f in program.fragments if f.clue != 1)})
    for question in (must, could):
        outcome = await question(program, {"free": question is could}, pool=pool, limits=Limits(seconds=1))
        assert outcome.status in (Status.TIMEOUT, Status.UNKNOWN), outcome
    outcome = await count(program, {"free": True}, pool=pool, limits=Limits(seconds=1))
    assert (outcome.status, outcome.answer) == (Status.UNKNOWN, 0), outcome


async def test_clues_are_needed_only_for_an_answer_of_the_program(pool, example):
    for answer in ({"x": 3, "y": 6}, {"x": 6, "y": 3}):  # the objectives, by which the first is best, do not count
        outcome = await needed(example("stages"), answer, pool=pool)
        assert outcome.status is Status.UNSATISFIABLE
        assert outcome.answer != answer
    for answer in ({"a": 99, "b": 2}, {"b": 2}):
        wrong = await needed(example("two"), answer, pool=pool)
        assert wrong.status is Status.BAD_ANSWER


async def test_whether_clues_are_needed_is_open_if_that_is_not_decided_in_time(pool):
    outcome = await needed(hard(), {"free": False, "x": 5}, minimal=True, pool=pool, limits=Limits(seconds=1))
    assert outcome.status in (Status.TIMEOUT, Status.UNKNOWN), outcome


@pytest.mark.parametrize("question", ["must", "could", "count", "without", "every", "needed"])
async def test_what_is_searched_for_is_not_asked(pool, question):
    program = solvers.load("wordplay").parse('{"kind": "cryptogram", "text": "QA"}')
    outcome = await pool.ask(program, question, None, limits=SLOW)
    assert outcome.status is Status.BAD_ANSWER
    assert "searched for" in outcome.message
