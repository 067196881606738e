"""The grammar as the author of puzzles with verifiers."""

import json
import random

import pytest
from console import solvent

from solvent.benchmarks.formulation.author import TOO_LARGE, Formulation, Question
from solvent.benchmarks.formulation.further_clue import further_clue
from solvent.benchmarks.formulation.grid_reading import UnreadError, read_parts, read_text
from solvent.benchmarks.formulation.rules_author import RulesAuthor
from solvent.benchmarks.generate.zebra.puzzle import solved
from solvent.benchmarks.verifiers.literals import read_literal
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle
from solvent.benchmarks.verifiers.verifier import judge
from solvent.solvers import accepts, run
from solvent.translators.rules.clues.formula import CompareQuantities, Differ, Same, Value

ONE_ANSWER = """\
Three ferry captains met for tea.
Captain: Amos, Berit, Caspar
Biscuit: ginger, lemon, oat
Fare: $4, $6, $9

Clues:
1. Berit eats the oat biscuit.
2. Caspar has a higher fare than Berit.
3. The captain with the $4 fare eats the oat biscuit.
4. Amos does not have the $9 fare.
5. Caspar does not eat the ginger biscuit.
"""
SEVERAL = """\
There are 3 houses, numbered 1 to 3 from left to right.
Each house has a different owner: `Amos`, `Berit`, `Caspar`
Each owner has a different pet: `owl`, `cat`, `emu`

Clues:
1. Amos is directly left of the person who has the cat.
2. Berit does not have the emu.
"""
LARGE = """\
There are 6 houses, numbered 1 to 6 from left to right.
Each house has a different owner: `Amos`, `Berit`, `Caspar`, `Dora`, `Egil`, `Fanny`
Each owner has a different pet: `owl`, `cat`, `emu`, `dog`, `fox`, `hen`
Each owner has a different drink: `tea`, `milk`, `cocoa`, `cider`, `water`, `juice`

Clues:
1. Amos is directly left of the person who has the cat.
2. The person who drinks tea has the fox.
"""


def formulated(in_pool, text):
    """Have the grammar take a text apart."""
    return in_pool(lambda _: RulesAuthor().formulate(Question(id="q", lang="en", text=text)))


def test_a_text_is_taken_apart():
    read = read_text(ONE_ANSWER, "en")
    assert read.background == "\n".join(ONE_ANSWER.splitlines()[:4])
    assert read.constraints[0] == "Berit eats the oat biscuit."
    assert read.said[:2] == (
        Same(Value(0, 1), Value(1, 2)),
        CompareQuantities(Value(0, 2), Value(0, 1), 2, ">"),
    )
    assert read.said[3] == Differ((Value(0, 0), Value(2, 2)))
    assert not read.form.in_order
    assert read_text(SEVERAL, "en").form.in_order


def test_what_a_text_leaves_open_is_put_into_words():
    text = SEVERAL.replace(", numbered 1 to 3 from left to right", " in a row, numbered 1 to 3")
    read = read_text(text, "en")
    assert read.background.splitlines()[-1] == "The houses are numbered from left to right."
    assert read.said == read_text(SEVERAL, "en").said


@pytest.mark.parametrize(
    ("text", "reason", "detail"),
    [
        (
            "The ferry leaves at noon. Who is the captain?",
            "the grammar reads no logic grid in the text",
            "no such text",
        ),
        (ONE_ANSWER.replace("eat the ginger", "juggle the ginger"), "does not understand the whole text", "clue 5"),
        (ONE_ANSWER.replace("oat\n", "oat, rye\n"), "there is no puzzle in the text", "differ in size"),
    ],
)
def test_what_is_not_read_has_a_reason(in_pool, text, reason, detail):
    draft = formulated(in_pool, text)
    assert draft.found is None
    assert reason in draft.reason
    assert detail in draft.detail


def test_a_large_domain_gets_a_program_that_says_the_same(in_pool):
    author, stated = RulesAuthor(), formulated(in_pool, LARGE).found

    async def asked(pool):
        verified = (await author.verify(stated)).found
        traversal = await author.traverse(stated, verified)
        program = (await author.program(stated, verified)).found
        answer = (await run(program.program, pool=pool)).answer
        example = read_literal(verified.example)
        judged = await judge(verified.code, [answer, example], pool=pool)
        return traversal, program, judged, await accepts(program.program, example, pool=pool)

    traversal, program, (right, wrong), refused = in_pool(asked)
    assert (traversal.found, traversal.reason) == (None, TOO_LARGE)
    assert program.total == 720**3
    assert right.right
    assert wrong.form
    assert wrong.broken
    assert not refused.status.solved


def test_a_further_clue_holds_in_some_solutions_and_is_read_as_it_says():
    read = read_text(SEVERAL, "en")
    numbers = tuple(each.quantities for each in read.form.categories)
    grids = [solved("line", numbers, 3, random.Random(seed)) for seed in range(60)]
    solutions = [grid for grid in grids if all(map(grid.holds, read.said))]
    sentences = set()
    for seed in range(6):
        sentence, said = further_clue(read, solutions, random.Random(seed))
        assert 0 < sum(grid.holds(said) for grid in solutions) < len(solutions)
        assert read_parts(read.background, (*read.constraints, sentence), "en").said == (*read.said, said)
        assert sentence not in read.constraints
        sentences.add(sentence)
    assert len(sentences) > 1
    assert further_clue(read, solutions[:1], random.Random(0)) is None


def test_a_vowel_gets_its_article():
    text = SEVERAL.replace("has the cat", "has a cat").replace("have the emu", "have an emu")
    read = read_text(text, "en")
    every = [
        solved("line", tuple(each.quantities for each in read.form.categories), 3, random.Random(n)) for n in range(30)
    ]
    found = {further_clue(read, every, random.Random(seed))[0] for seed in range(12)}
    assert any(" an owl" in each or " an emu" in each for each in found)
    assert not any(
        f" a {word}" in each or f" an {other}" in each
        for each in found
        for word, other in (("owl", "cat"), ("emu", "cat"))
    )


def test_a_clue_about_either_of_two_categories_is_not_read():
    text = ONE_ANSWER.replace("Fare: $4, $6, $9", "Hat: ginger, lemon, oat").replace("has a higher fare", "has more")
    with pytest.raises(UnreadError):
        read_text(text, "en")


def test_a_puzzle_that_cannot_be_read_again_gets_no_constraint_and_no_program(in_pool):
    author = RulesAuthor()
    stated = formulated(in_pool, SEVERAL).found
    verified = in_pool(lambda _: author.verify(stated)).found
    puzzle = OpenPuzzle(
        id="q",
        background="Nobody knows what is arranged.",
        constraints=("It is late.",),
        format=verified.format,
        example=verified.example,
        code=verified.code,
    )
    assert in_pool(lambda _: author.expand(puzzle)).reason == "the grammar reads no logic grid in the text"
    assert in_pool(lambda _: author.solve(puzzle)).program is None


def test_the_pipeline_by_the_grammar(tmp_path):
    questions, folder = tmp_path / "questions.jsonl", tmp_path / "made"
    texts = {"several": SEVERAL, "none": "The ferry leaves at noon, whatever the weather may be."}
    lines = (json.dumps({"id": name, "question": text}) for name, text in texts.items())
    questions.write_text("\n".join(lines), encoding="utf-8")
    done = solvent("formulate", questions, "--model", "rules", "--out", folder, "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    steps = {step["name"]: step for step in summary["steps"]}
    assert (steps["formulation"]["given"], steps["formulation"]["survived"]) == (2, 1)
    assert list(steps["formulation"]["lost"]) == ["the grammar reads no logic grid in the text"]
    assert summary["set_aside"] == summary["usage"]["calls"] == 0
    records = [json.loads(line) for line in (folder / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()]
    puzzles = {each.id: each for each in map(OpenPuzzle.model_validate, records)}
    assert {each.origin for each in puzzles.values()} == {"base", "reduced", "expanded"}
    assert puzzles["several"].space.valid > 1
    assert all(each["third_check"] is True for each in records if each["origin"] != "reduced")
    added = next(each for each in puzzles.values() if each.origin == "expanded")
    assert added.constraints[:2] == puzzles["several"].constraints
    assert 0 < added.space.valid < puzzles["several"].space.valid


def test_the_grammar_takes_no_turns_with_a_model(tmp_path):
    questions = tmp_path / "questions.jsonl"
    questions.write_text(json.dumps({"question": SEVERAL}), encoding="utf-8")
    done = solvent("formulate", questions, "--model", "rules", "--second-model", "m", "--out", tmp_path / "made")
    assert done.returncode == 2
    assert "--second-model" in done.stderr


def test_a_reading_is_of_the_parts_alone():
    """A formulation is all that later steps have."""
    read = read_text(SEVERAL, "en")
    again = Formulation.model_validate_json(
        Formulation(lang="en", background=read.background, constraints=read.constraints).model_dump_json()
    )
    assert read_parts(again.background, again.constraints, again.lang) == read
