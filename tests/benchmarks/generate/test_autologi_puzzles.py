"""Generated open-ended puzzles: several solutions, a verifier that finds all of them, constraints that all matter."""

import json
import random
import re

import pytest
from console import solvent
from drawn_samples import samples
from pydantic import ValidationError

from solvent.benchmarks import puzzles
from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.generate.autologi import making
from solvent.benchmarks.generate.autologi.constraints import Domain, enumerated
from solvent.benchmarks.generate.autologi.settings import AutologiSettings
from solvent.benchmarks.generate.generator import DisagreementError, UnusableSettingsError
from solvent.benchmarks.generate.zebra.clues import formula
from solvent.benchmarks.generate.zebra.puzzle import invented
from solvent.benchmarks.generate.zebra.theme import LANGUAGES, SHAPES, themes
from solvent.benchmarks.verifiers.literals import read_literal, to_json
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle
from solvent.solvers import Outcome, Status


def loaded(sample):
    """The puzzle of a line of a file."""
    return OpenPuzzle.model_validate(json.loads(json.dumps(sample.record("autologi-1-0"))))


def counted(code):
    """Run the verifier and traversal, which are our own, by hand."""
    names = {"verify_function": lambda inputs, check, listed: check(inputs) and all(each(inputs) for each in listed)}
    exec(f"{code.stated}\n{code.traverse}", names)
    return names


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sample_is_a_puzzle_with_its_verifier(in_pool, language, shape):
    (sample,) = samples(in_pool, "autologi", 1, language=language, shape=shape, constraints="3")
    puzzle = loaded(sample)
    assert sample.text == puzzle.prompt
    assert (puzzle.lang, len(puzzle.constraints), puzzle.code.size) == (language[:2].replace("ch", "cn"), 3, 3)
    assert sample.group == "autologi/4x3 c3"
    assert all(each in sample.text for each in (puzzle.background, *puzzle.constraints, puzzle.format))
    names = counted(puzzle.code)
    assert names["count_valid_arrangements"]() == (puzzle.space.valid, puzzle.space.total)
    assert 1 <= puzzle.space.valid < puzzle.space.total == 576
    right = [sample.answer, *map(read_literal, puzzle.solutions)]
    assert all(predicate(each) for predicate in names["constraint_list"] for each in right)
    example = read_literal(puzzle.example)
    assert names["inputs_check"](example)
    assert not all(predicate(example) for predicate in names["constraint_list"])
    assert to_json(sample.answer) == sample.answer


def test_a_file_covers_the_numbers_of_constraints_in_both_languages(in_pool):
    found = [loaded(each) for each in samples(in_pool, "autologi", 16, size="3x3", constraints="1-3", language="mixed")]
    assert {len(each.constraints) for each in found} == {1, 2, 3}
    assert {each.lang for each in found} == {"en", "cn"}


@pytest.mark.parametrize("wanted", [1, 4])
def test_no_constraint_follows_from_the_others(wanted):
    settings, rng = AutologiSettings(shape="line"), random.Random(7)
    domain = Domain(invented(settings.drawn(rng), rng).grid)
    clues, valid = enumerated(domain, wanted, "mixed", rng)
    said = [formula(clue, domain.grid) for clue in clues]
    left = [
        sum(all(grid.holds(each) for each in said if each is not other) for grid in domain.grids)
        for other in (None, *said)
    ]
    assert left[0] == valid
    assert all(fewer < more for fewer, more in ((valid, each) for each in left[1:]))
    assert all(domain.grid.holds(each) for each in said)


def test_a_large_domain_is_counted_up_to_a_bound(in_pool):
    few, many = (samples(in_pool, "autologi", 1, size="5x4", constraints=each)[0] for each in ("8", "1"))
    for sample in (few, many):
        space = loaded(sample).space
        assert space.total == 120**3
        assert (space.valid == 200) is (space.share is None)
        assert "count_valid_arrangements" in loaded(sample).code.traverse
    assert loaded(many).space.valid == 200


def test_impossible_numbers_of_constraints(in_pool):
    with pytest.raises(UnusableSettingsError, match="30 grids of 2x2 were tried: none has 5 constraints"):
        samples(in_pool, "autologi", 1, size="2x2", constraints="5")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"constraints": "0"}, "a number from 1 to 12"),
        ({"constraints": "4-2"}, "a number from 1 to 12"),
        ({"constraints": "many"}, "a number from 1 to 12"),
        ({"size": "9x3"}, "from 2x2 to 8x8"),
        ({"shape": "circle", "size": "3x3"}, "a circle needs at least 4 rows"),
        ({"theme": "nowhere"}, "there is no theme 'nowhere'"),
        ({"theme": "street", "language": "mixed"}, "a theme belongs to one language"),
    ],
)
def test_settings_that_contradict_each_other(given, message):
    with pytest.raises(ValidationError, match=message):
        AutologiSettings(**given)


def test_a_command_line_and_its_card(tmp_path):
    file = tmp_path / "puzzles.jsonl"
    arguments = ["--seed", "1", "--n", "2", "--size", "3x3", "--constraints", "1-2", "--out", file]
    assert solvent("generate", "autologi", *map(str, arguments)).returncode == 0
    card = file.with_suffix(".card.md").read_text(encoding="utf-8")
    assert "solvent bench autologi --data puzzles.jsonl" in card
    assert "| answer | a right answer, one of several" in card
    assert "the only right answer" not in card
    assert re.search(r"--constraints 1-2", card)
    with pytest.raises(BenchmarkError, match=r"line 1: any arrangement is right .* `solvent bench autologi"):
        puzzles.load(file)


def test_settings_are_refused_with_the_option(tmp_path):
    done = solvent(
        "generate", "autologi", "--seed", "1", "--n", "1", "--size", "1x1", "--out", str(tmp_path / "x.jsonl")
    )
    assert done.returncode == 2
    assert "1x1" in done.stderr


def test_the_names_of_categories_differ():
    """They are the keys of arrangements."""
    for language in LANGUAGES:
        for theme in themes(language).values():
            for shape in SHAPES:
                names = [topic.names[0] for topic in theme.topics] + [theme.scenes[shape].place[0]]
                assert len({*names}) == len(names), (theme.name, shape)


@pytest.mark.parametrize(
    ("name", "message"),
    [("count", "the solver"), ("allows", "the program of a puzzle allows"), ("judge", "a generated verifier says")],
)
def test_second_truths_that_disagree_are_a_bug(in_pool, monkeypatch, name, message):
    async def count(*_, **__):
        return Outcome(status=Status.SATISFIED, answer=0)

    async def allows(_, answers, **__):
        return Outcome(status=Status.SATISFIED, answer=[True] * len(answers))

    real = making.judge

    async def judge(verifier, arrangements, **options):
        return list(reversed(await real(verifier, arrangements, **options)))

    monkeypatch.setattr(making, name, {"count": count, "allows": allows, "judge": judge}[name])
    with pytest.raises(DisagreementError, match=message):
        samples(in_pool, "autologi", 1, size="3x3", constraints="1")
