"""The files of generated sets, written with a generator that is quick: which of some numbers x is."""

import asyncio
import json
import random
import threading
from typing import Annotated

import pytest
from pydantic import Field

from solvent.agents.state import Verdict
from solvent.benchmarks import BenchmarkError
from solvent.benchmarks.generate.drawing import key_of
from solvent.benchmarks.generate.files import Order, generate
from solvent.benchmarks.generate.generator import (
    DisagreementError,
    Generator,
    GeneratorSettings,
    Sample,
    UnusableSettingsError,
)
from solvent.benchmarks.generate.truth import confirm
from solvent.solvers.frameworks import smtlib


class Numbers(GeneratorSettings):
    most: Annotated[int, Field(ge=1)] = 10**6
    other: str | None = None


def program(*clues):
    stated = "".join(f"; clue {number}\n(assert {clue})\n" for number, clue in enumerate(clues, 1))
    return smtlib.parse(f'(declare-const x Int)\n{stated}; answer\n; {{"x": "x"}}\n')


async def draw(settings, rng, _pool):
    x = rng.randint(1, settings.most)
    return Sample(f"x is {x}.\nWhat is x?", {"x": x}, "numbers", program(f"(= x {x})"), effort={"checks": 1})


TOY = Generator("toy", "numbers in plain sight", "Each text gives the number that it asks for.", Numbers, draw)


@pytest.fixture
def write(in_pool, tmp_path):
    file = tmp_path / "toy.jsonl"

    def run(n, *, seed=1, unique=False, generator=TOY, **settings):
        return in_pool(lambda pool: generate(Order(generator, Numbers(**settings), seed, n, unique), file, pool))

    run.file = file
    return run


def lines(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_line_for_each_sample_and_what_stands_beside(write):
    done = write(3)
    assert (done.before, done.total, done.exhausted) == (0, 3, "")
    for number, record in enumerate(lines(write.file)):
        assert list(record) == ["id", "text", "answer", "status", "group", "program", "flaw"]
        assert (record["id"], record["status"], record["flaw"]) == (f"toy-1-{number}", "verified", None)
        assert smtlib.parse(record["program"]["code"]).clues == (1,)
    head, *efforts = lines(write.file.with_suffix(".effort.jsonl"))
    assert head == {"generator": "toy", "settings": {"most": 10**6, "other": None}, "seed": 1, "unique": False}
    assert [(each["id"], each["checks"]) for each in efforts] == [(f"toy-1-{number}", 1) for number in range(3)]
    card = write.file.with_suffix(".card.md").read_text()
    assert "`solvent generate toy --seed 1 --n 3 --most 1000000 --out toy.jsonl`" in card
    assert "| numbers | verified | 3 |" in card


@pytest.mark.parametrize("cut", ["nothing", "the last line", "within a line", "all but the efforts"])
def test_a_file_that_was_not_completed_goes_on_to_the_same_bytes(write, cut):
    write(8)
    whole = write.file.read_bytes()
    efforts = write.file.with_suffix(".effort.jsonl")
    if cut == "the last line":
        write.file.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 1])
    elif cut == "within a line":
        write.file.write_bytes(whole[:-25])
        efforts.write_bytes(efforts.read_bytes()[:-3])
    elif cut == "all but the efforts":
        write.file.write_bytes(b"")
    assert write(8).total == 8
    assert write.file.read_bytes() == whole
    assert len(lines(efforts)) == 9
    assert write(11).before == 8
    assert write.file.read_bytes().startswith(whole)


def test_each_seed_has_samples_of_its_own(write, tmp_path):
    write(5)
    first = lines(write.file)
    for file in tmp_path.iterdir():
        file.unlink()
    write(5, seed=2)
    assert not {each["text"] for each in first} & {each["text"] for each in lines(write.file)}


def test_other_samples_are_not_mixed_in(write):
    write(2)
    before = write.file.read_bytes()
    with pytest.raises(BenchmarkError, match="other seed;"):
        write(4, seed=2)
    with pytest.raises(BenchmarkError, match="other settings, unique;"):
        write(4, most=5, unique=True)
    with pytest.raises(BenchmarkError, match="2 samples already, more than 1"):
        write(1)
    assert write.file.read_bytes() == before


def test_a_file_of_somebody_else_is_left_alone(write):
    write.file.write_text('{"mine": 1}\n')
    with pytest.raises(BenchmarkError, match=r"is there already, without toy\.effort\.jsonl"):
        write(1)
    assert write.file.read_text() == '{"mine": 1}\n'


def test_damaged_and_unwritable_files(write, tmp_path):
    write(2)
    write.file.write_bytes(b"\xff{\n")
    with pytest.raises(BenchmarkError, match="is damaged"):
        write(2)
    write.file.unlink()
    write.file.mkdir()
    with pytest.raises(BenchmarkError, match="is a folder"):
        write(2)
    write.file.rmdir()
    tmp_path.joinpath("toy.effort.jsonl").unlink()
    tmp_path.joinpath("toy.card.md").unlink()
    tmp_path.rmdir()
    with pytest.raises(BenchmarkError, match=r"cannot write .*No such file or directory"):
        write(2)


def test_samples_are_unique_if_asked_for(write):
    write(30, most=30, unique=True)
    assert sorted(line["answer"]["x"] for line in lines(write.file)) == list(range(1, 31))
    done = write(31, most=30, unique=True)
    assert (done.before, done.total) == (30, 30)
    assert "seem to be exhausted" in done.exhausted


def test_uniqueness_goes_on_with_a_file(write):
    write(12, most=30, unique=True)
    begun = write.file.read_bytes()
    write(25, most=30, unique=True)
    assert write.file.read_bytes().startswith(begun)
    assert len({line["text"] for line in lines(write.file)}) == 25


def test_the_order_of_lines_makes_no_other_sample():
    assert key_of("a\nb\nc") == key_of("c\na\nb") != key_of("a\nb\nb")


def test_what_was_written_before_a_bug_is_kept(write):
    async def failing(settings, rng, pool):
        sample = await draw(settings, rng, pool)
        if sample.answer["x"] % 2:
            raise DisagreementError("two truths")
        return sample

    generator = Generator("toy", "numbers", "Numbers.", Numbers, failing)
    with pytest.raises(DisagreementError):
        write(40, generator=generator)
    kept = lines(write.file)
    assert all(line["answer"]["x"] % 2 == 0 for line in kept)
    assert len(lines(write.file.with_suffix(".effort.jsonl"))) - 1 in (len(kept), len(kept) + 1)


def test_settings_that_never_give_a_sample_are_an_error(write):
    async def never(*_):
        raise UnusableSettingsError("100 draws gave nothing")

    with pytest.raises(UnusableSettingsError, match="100 draws"):
        write(3, generator=Generator("toy", "numbers", "Numbers.", Numbers, never))


def test_nothing_depends_on_the_number_of_workers_or_the_state_of_the_random_module(write):
    write(6)
    random.seed(5)
    found = write.file.read_bytes()
    for suffix in (".jsonl", ".effort.jsonl"):
        write.file.with_suffix(suffix).unlink()
    write(6)
    assert write.file.read_bytes() == found


def test_one_run_at_a_time(write):
    inside, leave = threading.Event(), threading.Event()

    async def slow(settings, rng, pool):
        inside.set()
        leave.wait(60)
        return await draw(settings, rng, pool)

    order = Order(Generator("toy", "numbers", "Numbers.", Numbers, slow), Numbers(), 1, 1)

    class NoPool:
        workers = 1

    other = threading.Thread(target=lambda: asyncio.run(generate(order, write.file, NoPool())))
    other.start()
    try:
        assert inside.wait(60)
        with pytest.raises(BenchmarkError, match="another run is writing"):
            write(1)
    finally:
        leave.set()
        other.join()


@pytest.mark.parametrize(
    ("clues", "status", "answer"),
    [
        (["(= x 3)"], "verified", {"x": 3}),
        (["(> x 3)"], "ambiguous", None),
        (["(> x 3)", "(< x 2)"], "contradictory", None),
    ],
)
def test_a_solver_confirms_a_status(in_pool, clues, status, answer):
    for claimed in (Verdict.VERIFIED, Verdict.AMBIGUOUS, Verdict.CONTRADICTORY):
        asked = lambda pool, claimed=claimed: confirm(program(*clues), answer, pool=pool, status=claimed)  # noqa: E731
        if claimed == status:
            in_pool(asked)
        else:
            with pytest.raises(DisagreementError, match=f"is {status}, not {claimed}"):
                in_pool(asked)


def test_a_solver_refuses_another_answer(in_pool):
    with pytest.raises(DisagreementError, match="by construction"):
        in_pool(lambda pool: confirm(program("(= x 3)"), {"x": 4}, pool=pool))
    in_pool(lambda pool: confirm(program("(= x 3000)"), {"x": 3001}, pool=pool, tolerance=0.001))


def test_an_undecided_program_confirms_nothing(in_pool):
    with pytest.raises(DisagreementError, match="does not decide"):
        in_pool(lambda pool: confirm(program("(= x"), {"x": 4}, pool=pool))
