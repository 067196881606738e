"""The steps from a question to puzzles with verifiers, with a scripted model over HTTP and real solvers."""

import json
import re

import pytest
from loopback import Status
from scripted_formulator import (
    ADDITION,
    BACKGROUND,
    CONSTRAINTS,
    FORMULATION,
    NO_PUZZLE,
    PROGRAM,
    TEXT,
    TRAVERSAL,
    VERIFIER,
    Formulator,
    added,
    agent,
    python,
)

from solvent.agents import Cache, OpenAIModel
from solvent.agents.models.faults import OutageError
from solvent.benchmarks.formulation.ledger import Ledger
from solvent.benchmarks.formulation.model_author import ModelAuthor
from solvent.benchmarks.formulation.pipeline import make
from solvent.benchmarks.formulation.questions import read_questions
from solvent.benchmarks.formulation.workshop import Options, Workshop
from solvent.benchmarks.verifiers.literals import read_literal
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle
from solvent.benchmarks.verifiers.traversal import LIMITS
from solvent.benchmarks.verifiers.verifier import judge

ENDLESS = python("import time\n\n\ndef count_valid_arrangements():\n    while True:\n        time.sleep(0.01)\n")
QUICK = LIMITS.model_copy(update={"seconds": 1})


@pytest.fixture
def formulated(tmp_path, loopback, in_pool):
    """Make puzzles of questions with scripted replies: the summary, the lines of a file of the folder, the script."""

    def run(*texts, options=None, **replies):
        script = Formulator(**replies)
        loopback.script(script)
        file, out = tmp_path / "questions.jsonl", tmp_path / "out"
        file.write_text("".join(json.dumps({"id": f"q{n}", "question": text}) + "\n" for n, text in enumerate(texts)))

        async def with_pool(pool):
            model = OpenAIModel("m", loopback.url, timeout=10, backoff=0.01, retries=0)
            with Ledger(out, {"models": ["m"]}) as ledger:
                author = ModelAuthor("m", model, pool, Cache(out / "replies"), seed=0)
                shop = Workshop(ledger, [author], pool, options or Options(expand=0, third_check=False))
                return await make(shop, read_questions(file))

        summary = in_pool(with_pool)
        return summary, lambda name: [json.loads(line) for line in (out / f"{name}.jsonl").read_text().splitlines()]

    return run


def lost(summary, name):
    step = next(step for step in summary.steps if step.name == name)
    return {reason: tally.count for reason, tally in step.lost.items()}


def test_a_question_becomes_puzzles(formulated, in_pool):
    summary, lines = formulated(TEXT, options=Options(expand=1))
    assert summary.puzzles == {"base": 1, "reduced": 2}
    base, two, one = lines("puzzles")
    assert (base["constraints"], base["background"], base["lang"]) == (CONSTRAINTS, BACKGROUND, "en")
    assert [len(each["constraints"]) for each in (base, two, one)] == [3, 2, 1]
    assert set(one["constraints"]) < set(two["constraints"]) < set(base["constraints"])
    assert base["space"]["valid"] < two["space"]["valid"] < one["space"]["valid"] < one["space"]["total"] == 24
    assert base["third_check"] is two["third_check"] is one["third_check"] is True
    assert base["program"]["code"] == PROGRAM
    for line in (base, two, one):
        puzzle = OpenPuzzle.model_validate(line)
        assert puzzle.prompt == line["prompt"]
        solutions = [read_literal(text) for text in puzzle.solutions]
        assert len(solutions) == puzzle.space.valid
        assert all(said.right for said in in_pool(lambda pool, p=puzzle, s=solutions: judge(p.code, s, pool=pool)))
    # What was added is not in the agent's program, which says so.
    (aside,) = lines("set_aside")
    assert (summary.set_aside, aside["id"], aside["origin"]) == (1, "q0-x4", "expanded")
    assert aside["verifier_says"] == "it breaks constraint 4"
    assert aside["program_says"] == "it is a solution"
    assert "constraint_4" in aside["code"]["Constraint_List_code"]
    assert aside["program"]["code"] == PROGRAM


def test_expansion_ends_at_one_solution_or_after_failures(formulated):
    steps = [
        ADDITION,  # 4 solutions, then 2
        'CONSTRAINT = "Nothing new."\n\n\ndef NAME(inputs):\n    return True\n',
        'CONSTRAINT = "Too much."\n\n\ndef NAME(inputs):\n    return False\n',
        'CONSTRAINT = "A trick."\n\n\nLOADS = []\n\n\ndef NAME(inputs):\n    return False\n',
    ]
    replies = [*map(added, steps), "no code at all", added(ADDITION.replace("bowls", "plates"))]
    summary, lines = formulated(TEXT, options=Options(expand=5, third_check=False, reduce="none"), addition=replies)
    base, *more = lines("puzzles")
    assert [each["space"]["valid"] for each in (base, *more)] == [4, 2, 1]
    assert [each["id"] for each in more] == ["q0-x4", "q0-x5"]
    assert more[-1]["constraints"][3:] == [ADDITION.split('"')[1], ADDITION.split('"')[1].replace("bowls", "plates")]
    step = next(step for step in summary.steps if step.name == "expansion")
    assert set(step.remarks) == {"one solution is left"}
    assert step.attempts == {
        "constraint added": 2,
        "the added constraint removes no solution": 1,
        "the added constraint leaves no solution": 1,
        "the added predicate cannot be used": 1,
        "the model gave no usable reply": 1,
    }


def test_what_is_wrong_is_told_and_written_again(formulated, loopback):
    partial = TRAVERSAL.replace(
        "        total += 1", "        if order[0] == 'plates':\n            continue\n        total += 1"
    )
    summary, _ = formulated(
        TEXT,
        text=[{"is_puzzle": True}, FORMULATION],
        verifier=[python(VERIFIER.replace("constraint_2, constraint_3]", "constraint_2]")), python(VERIFIER)],
        traversal=[python(TRAVERSAL.replace("total += 1", "total += 2")), python(partial), python(TRAVERSAL)],
    )
    assert summary.puzzles["base"] == 1
    told = [request.messages[-1]["content"] for request in loopback.requests if len(request.messages) > 1]
    assert len(told) == 4
    for words, message in zip(
        (
            "'background' is a required property",
            "2 predicates, but there are 3",
            "returned (4, 48)",
            "the traversal does not come to it",
        ),
        told,
        strict=True,
    ):
        assert words in message


WITHOUT_CONDITIONS = re.sub(r"(?<=def constraint_.\(inputs\):\n    return ).*", "True", VERIFIER)
UNUSABLE = "the model gave no usable reply"


@pytest.mark.parametrize(
    ("kind", "reply", "step", "reason"),
    [
        ("text", NO_PUZZLE, "formulation", "there is no puzzle in the text"),
        ("text", '{"is_puzzle": true, "background": "A', "formulation", UNUSABLE),
        ("text", FORMULATION | {"constraints": [" "]}, "formulation", UNUSABLE),
        ("verifier", "no code", "verifiers", UNUSABLE),
        ("verifier", VERIFIER.replace('"cups", "bowls"]', "1]"), "verifiers", "the verifier refuses its own example"),
        ("verifier", VERIFIER.replace("== 1\n", "== 1 / 0\n"), "verifiers", "the verifier fails on its own example"),
        ("verifier", VERIFIER.replace("_3]", "_3] + []"), "verifiers", "the code has no plain constraint_list"),
        ("verifier", VERIFIER.replace("== 1\n", "== 9\n"), "traversal", "no arrangement is a solution"),
        ("verifier", WITHOUT_CONDITIONS, "traversal", "every arrangement is a solution"),
        ("verifier", VERIFIER.replace('"plates"\n', '"plates" or 1 / 0\n'), "traversal", "the traversal fails"),
        ("traversal", TRAVERSAL.replace("total += 1", "pass"), "traversal", "traversal and verifier do not agree"),
        ("traversal", TRAVERSAL.replace("count_valid", "count_all"), "traversal", UNUSABLE),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_counted_with_its_reason(formulated, kind, reply, step, reason):
    summary, lines = formulated(TEXT, **{kind: [python(reply) if "def " in reply else reply]})
    assert lost(summary, step) == {reason: 1}
    assert summary.puzzles == {}
    assert lines("puzzles") == lines("set_aside") == []


def test_a_formulation_in_another_language_is_written_again(formulated):
    translated = {"is_puzzle": True, "background": "四窑陶器在四天里烧制", "constraints": ["杯子比壶先烧制"]}
    summary, lines = formulated(TEXT, options=Options(expand=0, reduce="none"), text=[translated, FORMULATION])
    assert lines("puzzles")[0]["background"] == BACKGROUND
    assert summary.puzzles == {"base": 1}


def test_a_domain_that_is_not_traversed_is_counted_by_a_program(formulated):
    misread = PROGRAM.replace("cups < jugs", "cups <= jugs + 1")
    summary, lines = formulated(
        TEXT,
        options=Options(expand=0, third_check=False, traversal=QUICK),
        traversal=[ENDLESS],
        program=[python(misread), python(PROGRAM)],
    )
    base, two, one = lines("puzzles")
    assert base["space"] == {"valid": 4, "total": 24, "exact": True, "told": False}
    assert base["space"]["valid"] < two["space"]["valid"] < one["space"]["valid"] < 24
    assert base["program"]["code"] == PROGRAM
    assert base["code"]["Traverse_code"] == ""
    step = next(step for step in summary.steps if step.name == "traversal")
    assert set(step.remarks) == {"counted by a program, with a bound"}


def test_an_agent_that_reads_the_puzzle_otherwise_sets_it_aside(formulated):
    misread = PROGRAM.replace("plates != 0", "plates != 1")
    summary, lines = formulated(TEXT, options=Options(expand=0), agent=[agent(misread)])
    assert (summary.set_aside, summary.puzzles) == (1, {})
    (aside,) = lines("set_aside")
    assert aside["program"]["code"] == misread
    assert {aside["verifier_says"], aside["program_says"]} & {"it is a solution"}
    assert lost(summary, "third_check") == {"the agent's program and the verifier do not agree": 1}


def test_an_agent_without_a_program_leaves_it_open(formulated):
    _, lines = formulated(TEXT, options=Options(expand=0, reduce="none"), agent=["I would rather not."])
    assert [line["third_check"] for line in lines("puzzles")] == [None]


def test_the_same_puzzle_twice_is_one(formulated):
    summary, lines = formulated(
        TEXT, TEXT + " (Another edition.)", options=Options(expand=0, reduce="published", third_check=False)
    )
    assert summary.puzzles == {"base": 1, "reduced": 2}
    assert lost(summary, "deduplication") == {"the prompt is that of another puzzle": 3}
    assert [line["constraints"] for line in lines("puzzles")] == [
        CONSTRAINTS,
        [CONSTRAINTS[0], CONSTRAINTS[2]],
        [CONSTRAINTS[2]],
    ]


def test_an_outage_keeps_what_was_paid_for(formulated, loopback):
    with pytest.raises(OutageError):
        formulated(TEXT, traversal=[python(TRAVERSAL.replace("total += 1", "pass")), Status(503)])
    before = len(loopback.requests)
    assert before == 4
    summary, _ = formulated(TEXT)  # the traversal that was not paid for
    assert len(loopback.requests) == before + 1
    assert summary.puzzles["base"] == 1
    assert (summary.usage.calls, summary.usage.reused) == (4, 1)
