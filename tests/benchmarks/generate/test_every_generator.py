"""What every generator promises, with its default settings."""

import json
import os
import subprocess
import sys

import pytest
from drawn_samples import samples

from solvent.benchmarks.generate import clued, load, names
from solvent.benchmarks.generate.files import Order, generate
from solvent.benchmarks.generate.truth import confirm
from solvent.solvers import accepts
from solvent.solvers.frameworks import load as framework_of
from solvent.translators.emit import emit
from solvent.translators.rules import FRAMEWORKS

FIELDS = ["id", "text", "answer", "status", "group", "program", "flaw"]
ELSEWHERE = """
import asyncio, sys
from pathlib import Path
from solvent.benchmarks.generate import load, names
from solvent.benchmarks.generate.files import Order, generate
from solvent.solvers import Pool

async def main():
    async with Pool(workers=1) as pool:
        for name in names():
            generator = load(name)
            await generate(Order(generator, generator.settings(), 5, 1), Path(sys.argv[1], f"{name}.jsonl"), pool)

asyncio.run(main())
"""
CLUED = {
    "futoshiki": {"size": 3},
    "knights": {"people": 3},
    "ordering": {"people": 4, "scene": "table"},
    "sudoku": {"box": "2x2", "variant": "killer"},
}


@pytest.fixture(scope="module")
def files(in_pool, tmp_path_factory):
    """A file of two samples for each generator, written in two runs."""
    folder = tmp_path_factory.mktemp("generated")

    async def write(pool):
        for name in names():
            for n in (1, 2):
                order = Order(load(name), load(name).settings(), 5, n)
                await generate(order, folder / f"{name}.jsonl", pool)

    in_pool(write)
    return folder


def records(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", names())
def test_records_have_their_fields_and_the_program_allows_the_answer(in_pool, files, name):
    for number, record in enumerate(records(files / f"{name}.jsonl")):
        assert list(record)[: len(FIELDS)] == FIELDS
        assert (record["id"], record["status"], record["flaw"]) == (f"{name}-5-{number}", "verified", None)
        assert record["group"].startswith(f"{name}/") or "/" in record["group"]
        program = framework_of(record["program"]["framework"]).parse(record["program"]["code"])
        checked = in_pool(lambda pool, program=program, answer=record["answer"]: accepts(program, answer, pool=pool))
        assert checked.status.solved or "tolerance" in record, checked.message


@pytest.mark.parametrize("name", names())
def test_the_lines_make_a_table(files, name):
    """With one type per column, as `datasets` needs it."""
    pytest.importorskip("pyarrow")
    from pyarrow import json as table

    assert table.read_json(files / f"{name}.jsonl").num_rows == 2


def test_the_same_bytes_in_another_process_with_other_hashes(files, tmp_path):
    environment = {**os.environ, "PYTHONHASHSEED": "17"}
    subprocess.run([sys.executable, "-c", ELSEWHERE, tmp_path], check=True, env=environment)
    for name in names():
        here, there = ((folder / f"{name}.jsonl").read_bytes() for folder in (files, tmp_path))
        assert here.startswith(there)
        assert there.count(b"\n") == 1


@pytest.mark.parametrize("framework", [name for name in FRAMEWORKS if name != "cpmpy"])
@pytest.mark.parametrize("name", CLUED)
def test_the_truth_is_the_same_in_other_frameworks(in_pool, monkeypatch, name, framework):
    models = []
    monkeypatch.setattr(clued, "emit", lambda model, usual: models.append(model) or emit(model, usual))
    (sample,) = samples(in_pool, name, 1, **CLUED[name])
    program = emit(models[-1], framework).model_copy(update={"trusted": True})
    assert in_pool(lambda pool: confirm(program, sample.answer, pool=pool)).status.solved


@pytest.mark.parametrize("name", CLUED)
def test_another_solver_keeps_the_same_clues(in_pool, monkeypatch, name):
    for flaw in (None, "ambiguous"):
        usual = samples(in_pool, name, 1, flaw=flaw, **CLUED[name])
        with monkeypatch.context() as patch:
            patch.setattr(clued, "_FRAMEWORK", "smtlib")
            other = samples(in_pool, name, 1, flaw=flaw, **CLUED[name])
        assert [(each.text, each.answer) for each in other] == [(each.text, each.answer) for each in usual]
        assert {each.program.framework for each in other} == {"smtlib"}
