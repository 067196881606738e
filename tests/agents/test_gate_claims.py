"""What keeps two programs of a model from making an answer `verified`: they say too little, or another thing."""

import json

import pytest
from test_llm import ANSWER, DECOMPOSED, OTHER, RIGHT, TEXT, said

from solvent.agents import Budget, OpenAIModel
from solvent.solvers import Pool

ONCE = Budget(actions=1, restarts=0)

# Programs that give the right answer without its clues.
IN_THE_BACKGROUND = {
    "cpmpy": """\
import cpmpy as cp
red, blue = cp.intvar(1, 9, shape=2)
model += [red == 7, blue == 4]
with clue(1):
    model += [red >= 1, blue >= 1]
with clue(2):
    model += red == blue + 3
with clue(3):
    model += red + blue == 11
answer = {"red": red, "blue": blue}
""",
    "smtlib": """\
(declare-const red Int)
(declare-const blue Int)
(assert (and (= red 7) (= blue 4)))
; clue 1
(assert (and (<= 1 red 9) (<= 1 blue 9)))
; clue 2
(assert (= red (+ blue 3)))
; clue 3
(assert (= (+ red blue) 11))
; answer
; {"red": "red", "blue": "blue"}
""",
}
CONSTANT = {
    "cpmpy": RIGHT["cpmpy"].replace('{"red": red, "blue": blue}', '{"red": 7, "blue": 4}'),
    "smtlib": RIGHT["smtlib"].replace('{"red": "red", "blue": "blue"}', '{"red": 7, "blue": 4}'),
}
IN_ONE_CLUE = {
    "cpmpy": RIGHT["cpmpy"]
    .replace("model += [red >= 1, red <= 9, blue >= 1, blue <= 9]", "model += red >= 0")
    .replace("model += red == blue + 3", "model += red + blue <= 40")
    .replace("model += red + blue == 11", "model += [red == 7, blue == 4]"),
    "smtlib": RIGHT["smtlib"]
    .replace("(and (<= 1 red 9) (<= 1 blue 9))", "(= red red)")
    .replace("(= red (+ blue 3))", "(or (< red blue) (>= red blue))")
    .replace("(= (+ red blue) 11)", "(and (= red 7) (= blue 4))"),
}
NOTHING_IN_CLUE_2 = {
    "cpmpy": RIGHT["cpmpy"].replace("    model += red == blue + 3", "    # red == blue + 3\n    pass"),
    "smtlib": RIGHT["smtlib"].replace("(assert (= red (+ blue 3)))", "; (= red (+ blue 3))"),
}
LIES = {"background": IN_THE_BACKGROUND, "constant": CONSTANT, "one clue": IN_ONE_CLUE, "empty": NOTHING_IN_CLUE_2}
MARK = {"cpmpy": "#", "smtlib": ";"}


@pytest.fixture
def ask(loopback, solve):
    def run(*replies: str, framework: str = "cpmpy", decomposed=DECOMPOSED, **options):
        loopback.script(json.dumps(decomposed), *replies)
        model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
        return solve(TEXT, model=model, frameworks=(framework,), **({"budget": ONCE} | options))

    return run


def asks(framework: str, what: str, programs=RIGHT) -> str:
    return said(framework, {framework: f"{MARK[framework]} expects: {what}\n{programs[framework]}"})


@pytest.mark.parametrize("framework", RIGHT)
@pytest.mark.parametrize("lie", LIES)
def test_an_answer_that_does_not_rest_on_the_clues_is_not_verified(ask, framework, lie):
    answer = ask(said(framework, LIES[lie]), framework=framework)
    assert answer.status == "unverified", answer.reason
    assert lie == "empty" or answer.answer == ANSWER


@pytest.mark.parametrize("lie", ["background", "constant", "one clue"])
def test_a_program_that_does_not_rest_on_the_clues_is_no_witness(ask, lie):
    answer = ask(said("cpmpy", RIGHT), said("smtlib", LIES[lie]))
    assert (answer.status, answer.answer) == ("unverified", ANSWER), answer.reason
    assert "rests on the clues" in answer.reason or "other answers besides" in answer.reason


WHOLE_ROW = ("second", "samples", "bearing"), ("second", "disagrees", "bearing")


@pytest.mark.parametrize(("left", "rows"), [(20, (("second",),) * 2), (1000, WHOLE_ROW), (None, WHOLE_ROW)])
def test_where_the_time_left_may_not_do_for_a_row_of_questions_it_is_cut(ask, monkeypatch, left, rows):
    """Each question in a row has a time of its own: together they could take longer than the budget."""
    asked, ask_in_turn = [], Pool.ask_in_turn

    async def noted(pool, program, then, *samples, **limits):
        asked.append(tuple(then))
        return await ask_in_turn(pool, program, then, *samples, **limits)

    monkeypatch.setattr(Pool, "ask_in_turn", noted)
    budget = Budget(actions=1, restarts=0, seconds=left)
    answer = ask(said("cpmpy", RIGHT), said("smtlib", RIGHT), budget=budget)
    assert (answer.status, answer.answer) == ("verified", ANSWER), answer.reason
    assert tuple(asked) == rows


def test_what_a_program_does_not_say_goes_back_to_its_author(ask, loopback):
    answer = ask(
        said("cpmpy", IN_ONE_CLUE), said("cpmpy", RIGHT), said("smtlib", RIGHT), budget=Budget(actions=2, restarts=0)
    )
    assert answer.status == "verified", answer.reason
    told = loopback.requests[2].messages[-1]["content"]
    assert "The answer does not rest on the clues: nothing was found that clues 1, 2 exclude." in told


def test_a_clue_that_restates_the_rules_may_exclude_nothing(ask):
    """Clue 1 gives the bounds, which both programs have as those of their variables."""
    tight = RIGHT["cpmpy"].replace("intvar(0, 20", "intvar(1, 9")
    answer = ask(said("cpmpy", {"cpmpy": tight}), said("smtlib", RIGHT))
    assert answer.status == "verified", answer.reason


@pytest.mark.parametrize("framework", RIGHT)
def test_both_authors_say_what_the_text_asks_for(ask, framework):
    other = OTHER[framework]
    answer = ask(asks(framework, "unique"), asks(other, "unique"), framework=framework)
    assert answer.status == "verified", answer.reason
    assert answer.reason == (
        f"Two programs by the same model agree (player in {framework}; player in {other}, by the same model), "
        "and there is no other answer."
    )


@pytest.mark.parametrize("who", ["first", "second"])
def test_who_takes_the_text_to_ask_for_something_else_is_heard(ask, who):
    said_so = {"first": ("any", "unique"), "second": ("unique", "any")}[who]
    replies = [asks("cpmpy", said_so[0]), asks("smtlib", said_so[1])]
    answer = ask(*(replies if who == "second" else replies[:1]))
    assert answer.status == "unverified"
    assert "what the text asks for" in answer.reason


def test_an_objective_where_none_was_asked_for_is_not_verified(ask):
    decomposed = {**DECOMPOSED, "objective": "as many hours as possible"}
    answer = ask(said("cpmpy", RIGHT), decomposed=decomposed)
    assert (answer.status, answer.answer) == ("unverified", ANSWER)
    assert "as many hours as possible" in answer.reason


LOOSE = {
    framework: text.replace(" == 11", " <= 11").replace("(= (+ red blue) 11)", "(<= (+ red blue) 11)")
    for framework, text in RIGHT.items()
}
ALL = [{"red": blue + 3, "blue": blue} for blue in range(1, 5)]


def test_a_witness_that_was_talked_into_another_question_stays_heard(ask):
    """What it said first, it had from the text alone; feedback about its answer is no evidence on the question."""
    first = asks("cpmpy", "unique"), asks("smtlib", "any", LOOSE)

    def again(request):
        return asks("smtlib" if "SMT-LIB" in request.messages[0]["content"] else "cpmpy", "unique")

    answer = ask(*first, again, budget=Budget(actions=2, restarts=0))
    witness = [attempt for attempt in answer.attempts if attempt.job.framework == "smtlib"]
    assert [attempt.asked for attempt in witness] == ["any", "any"]
    assert witness[-1].program.fragments[-1].code == witness[0].program.fragments[-1].code.replace("<=", "=", 1)
    assert (answer.status, answer.answer) == ("unverified", ANSWER)
    assert "what the text asks for" in answer.reason


def test_all_answers_are_listed_in_order(ask):
    decomposed = {**DECOMPOSED, "expects": "all"}
    answer = ask(asks("cpmpy", "all", LOOSE), asks("smtlib", "all", LOOSE), decomposed=decomposed)
    assert (answer.status, answer.answer, answer.alternatives) == ("verified", ALL, ()), answer.reason
    assert "all the answers" in answer.reason


def test_a_program_with_fewer_answers_stands_against_all(ask):
    decomposed = {**DECOMPOSED, "expects": "all"}
    answer = ask(asks("cpmpy", "all", LOOSE), asks("smtlib", "all", RIGHT), decomposed=decomposed)
    assert answer.status == "unverified"
    assert "other answers" in answer.reason


@pytest.mark.parametrize("expects", ["any", "all"])
def test_who_does_not_say_that_many_are_right_is_no_witness(ask, expects):
    decomposed = {**DECOMPOSED, "expects": expects}
    answer = ask(asks("cpmpy", expects, LOOSE), said("smtlib", LOOSE), decomposed=decomposed)
    assert answer.status == "unverified"
    assert "does not say what the text asks for" in answer.reason


def test_where_any_will_do_each_accepts_the_others_answer(ask):
    decomposed = {**DECOMPOSED, "expects": "any"}
    agreed = ask(asks("cpmpy", "any", LOOSE), asks("smtlib", "any", LOOSE), decomposed=decomposed)
    assert agreed.status == "verified", agreed.reason
    assert agreed.answer in ALL


def test_a_witness_whose_own_answer_is_refused_is_none_where_any_will_do(ask):
    decomposed = {**DECOMPOSED, "expects": "any"}
    second = asks("smtlib", "any", LOOSE)
    own = ask(asks("cpmpy", "any", LOOSE), second, decomposed=decomposed).attempts[1].answer
    narrow = {"cpmpy": LOOSE["cpmpy"].replace("<= 11", f"<= 11\n    model += red != {own['red']}")}
    answer = ask(asks("cpmpy", "any", narrow), second, decomposed=decomposed)
    assert answer.attempts[1].answer == own
    assert answer.status == "unverified", answer.reason
    assert "does not allow the same answers" in answer.reason


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("red >= blue", LOOSE["smtlib"].replace("(<= (+ red blue) 11)", "(<= (+ red blue) 13)")),
        ("red == blue + 5", LOOSE["smtlib"].replace("(= red (+ blue 3))", "(> red blue)")),
        ("red >= blue", LOOSE["smtlib"].replace("(= red (+ blue 3))", "(> red (+ blue 1))")),
    ],
)
def test_two_programs_that_agree_on_a_wrong_answer_confirm_none_where_any_will_do(ask, mine, theirs):
    """Each misreads a clue, and one of them at least allows answers that the other excludes."""
    decomposed = {**DECOMPOSED, "expects": "any"}
    wrong = {"cpmpy": LOOSE["cpmpy"].replace("red == blue + 3", mine)}
    answer = ask(asks("cpmpy", "any", wrong), asks("smtlib", "any", {"smtlib": theirs}), decomposed=decomposed)
    assert answer.status == "unverified", answer.reason
    assert "does not allow" in answer.reason
    assert answer.attempts[0].others.answer


@pytest.mark.parametrize("mine", ["blue <= blue + 3", "red + blue <= 12"])
def test_a_clue_of_which_a_program_says_nothing_keeps_any_answer_from_being_confirmed(ask, mine):
    """The two have the same answers, wrong ones among them: what the first may say of the clue, another one implies."""
    decomposed = {**DECOMPOSED, "expects": "any"}
    empty = {
        "cpmpy": LOOSE["cpmpy"].replace("red == blue + 3", mine),
        "smtlib": LOOSE["smtlib"].replace("(= red (+ blue 3))", "(<= blue (+ blue 3))"),
    }
    answer = ask(asks("cpmpy", "any", empty), asks("smtlib", "any", empty), decomposed=decomposed)
    assert answer.status == "unverified", answer.reason
    assert "in one of the two, nothing was found that clue 2 would exclude" in answer.reason


def test_a_witness_that_leaves_out_a_clue_is_none_where_any_will_do(ask):
    """It accepts whatever somebody else takes the clue to say."""
    decomposed = {**DECOMPOSED, "expects": "any"}
    misread = {"cpmpy": LOOSE["cpmpy"].replace("red == blue + 3", "red <= blue + 300")}
    silent = {"smtlib": LOOSE["smtlib"].replace("; clue 2\n(assert (= red (+ blue 3)))\n", "")}
    answer = ask(asks("cpmpy", "any", misread), asks("smtlib", "any", silent), decomposed=decomposed)
    assert (answer.status, answer.answer in ALL) == ("unverified", False), answer.reason
    assert "Clue 2 without a fragment" in answer.reason


RIDDLE = "A thing has keys.\nIt cannot open a lock.\nWhat is it?\n"
INVENTED = {
    "cpmpy": """\
import cpmpy as cp
thing = cp.intvar(0, 2)
with clue(1):
    model += thing != 2
with clue(2):
    model += thing != 1
answer = labelled(thing, ["a piano", "a picklock", "a teapot"])
""",
    "smtlib": """\
(declare-datatypes ((Thing 0)) (((|a piano|) (|a picklock|) (|a teapot|))))
(declare-const thing Thing)
; clue 1
(assert (distinct thing |a teapot|))
; clue 2
(assert (distinct thing |a picklock|))
; answer
; "thing"
""",
}
POINTED = {
    "kind": "riddle",
    "expects": "unique",
    "objective": "",
    "clues": [{"pieces": [1], "says": ""}, {"pieces": [2], "says": ""}],
    "entities": [],
    "answer_example": '"a thing"',
}


@pytest.mark.parametrize("asked", ["unique", "nothing"])
def test_what_a_program_brings_along_from_elsewhere_is_not_verified(loopback, solve, asked):
    replies = [asks("cpmpy", asked, INVENTED), asks("smtlib", asked, INVENTED)]
    loopback.script(json.dumps(POINTED), replies[0])
    model = OpenAIModel("player", loopback.url, timeout=5, backoff=0.01)
    answer = solve(RIDDLE, model=model, frameworks=("cpmpy",), budget=ONCE)
    assert (answer.status, answer.answer) == ("unverified", "a piano")
    assert ("'a piano': not there" if asked == "unique" else "does not determine an answer") in answer.reason


def test_a_text_that_does_not_hold_what_decides_it_earns_no_claim(ask):
    decomposed = {**DECOMPOSED, "expects": "nothing"}
    answer = ask(said("cpmpy", RIGHT), decomposed=decomposed)
    assert (answer.status, answer.answer) == ("unverified", ANSWER)
    assert ask(said("cpmpy", {"cpmpy": LOOSE["cpmpy"]}), decomposed=decomposed).status == "unverified"
