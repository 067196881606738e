"""The loop, the arithmetic of the metrics and what is written."""

import asyncio
import io
import json
import subprocess
import sys
from dataclasses import replace

import pytest
from console import one_object, solvent_here
from handmade import SOLVED
from recorded import bench, run_record

from solvent.agents import Settings
from solvent.agents.state import Answer, Verdict
from solvent.benchmarks import Benchmark, BenchmarkError, Case, Score, load
from solvent.benchmarks.runs.folder import RunFolder
from solvent.benchmarks.runs.selection import select
from solvent.translators.puzzle import Clue

SIZES = {"a": 2, "b": 10, "c": 10}
CASES = [Case(f"{group}{n}", group, f"{group}{n}", f"{group}{n}") for group, size in SIZES.items() for n in range(size)]
ECHO = Benchmark("echo", "", "", lambda _: CASES, lambda case, value: Score(value == case.gold, total=1))


async def half_right(text):
    """Right with proof on `a`, right on even `b`, wrong with proof on `b1`, no answer on other `b`, a crash on `c`."""
    group, number = text[0], int(text[1:])
    if group == "c":
        raise ValueError("the lamp went out")
    if group == "a" or text == "b1":
        return Answer(status=Verdict.VERIFIED, answer=text if group == "a" else "b0")
    if number % 2 == 0:
        return Answer(status=Verdict.UNVERIFIED, answer=text)
    clue = Clue(id=1, text="Whatever.", understood=False, reason="an unknown verb")
    return Answer(status=Verdict.FAILED, reason="not understood", clues=(clue,))


async def test_report_counts_failures_in_the_denominator():
    seen = []
    report = await bench(ECHO, CASES, half_right, workers=3, progress=lambda *args: seen.append(args[1:]))
    found = report.to_json()
    assert found["benchmark"] == "echo"
    assert found["n"] == 22
    assert found["metrics"] == {"accuracy": 7 / 22, "verified_share": 3 / 22, "verified_precision": 2 / 3}
    assert found["groups"]["a"] == {"n": 2, "accuracy": 1, "verified_share": 1, "verified_precision": 1}
    assert found["groups"]["c"] == {"n": 10, "accuracy": 0, "verified_share": 0, "verified_precision": None}
    assert found["not_understood"] == [{"reason": "an unknown verb", "clues": 4}]
    assert found["seconds"] > 0
    assert seen == [(done, 22) for done in range(1, 23)]
    assert [record.id for record in report.records] == [case.id for case in CASES]
    assert report.records[-1].reason == "ValueError: the lamp went out"


async def test_at_most_so_many_cases_at_a_time():
    running, most = 0, 0

    async def solve(text):
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.001)
        running -= 1
        return Answer(status=Verdict.UNVERIFIED, answer=text)

    report = await bench(ECHO, CASES, solve, workers=4)
    assert most == 4
    assert report.to_json()["metrics"]["accuracy"] == 1


async def test_cancelling_cancels_the_cases_under_way():
    stopped = []

    async def solve(text):
        try:
            await asyncio.sleep(60)
        finally:
            stopped.append(text)

    task = asyncio.create_task(bench(ECHO, CASES, solve, workers=2))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(stopped) == 2


async def test_lr2bench_metrics(lr2bench):
    """Logic right; of two Sudokus with four empty cells one has three answered and two right, one has no answer."""
    benchmark = load("lr2bench")
    cases = select(benchmark.load(lr2bench), groups=["logic", "sudoku"])[0]
    replies = iter([cases[0].gold, [*SOLVED[:3], [4, 3, 1, 0]], None])

    async def solve(_):
        return Answer(status=Verdict.UNVERIFIED, answer=next(replies))

    found = (await bench(benchmark, cases, solve, workers=1)).to_json()
    sudoku = found["groups"]["sudoku/4_4_easy"]
    assert (sudoku["EM"], sudoku["S-Acc"], sudoku["PM-0.5"], sudoku["CR"]) == (0, 2 / 8, 1 / 2, 1 / 2)
    assert (sudoku["S-Acc-paper"], sudoku["CR-paper"]) == (1 / 4, 3 / 8)
    assert found["groups"]["logic/4_4"]["EM"] == found["groups"]["logic/4_4"]["EM-official"] == 1
    # The mean of the tasks, not of the cases: logic 1, Sudoku 0.
    assert found["metrics"]["accuracy"] == found["metrics"]["EM"] == 1 / 2
    assert found["metrics"]["S-Acc"] == (1 + 2 / 8) / 2


def test_a_report_holds_the_settings_that_made_it(lgp, capsys):
    options = ("bench", "lgp", "--data", lgp, "--limit", "1", "--json")
    found = [one_object(solvent_here(capsys, *options, *more)) for more in ((), ("--samples", "2"))]
    assert [each["settings_hash"] for each in found] == [Settings().hash, Settings(samples=2).hash]
    assert [each["settings"]["samples"] for each in found] == [1, 2]


async def test_broken_gold_is_listed_and_counts_as_wrong(lgp):
    benchmark = load("lgp")
    cases = benchmark.load(lgp)
    gold = {case.text: case.gold for case in cases}

    async def solve(text):
        return Answer(status=Verdict.VERIFIED, answer=gold[text])

    found = (await bench(benchmark, cases, solve)).to_json()
    assert found["broken"] == {"train/puzzle_2": "answerActual.txt does not fit entities.txt"}
    assert found["metrics"]["accuracy"] == found["metrics"]["verified_precision"] == 2 / 3
    assert list(found["groups"]) == ["test_na", "train"]


async def test_files_and_tables(tmp_path):
    from rich.console import Console

    async def solve(text):
        if text == "a0":  # half a character, and what rich would take for markup
            return Answer(status=Verdict.UNVERIFIED, answer="\ud800", reason="[bold]odd[/")
        return await half_right(text)

    out = tmp_path / "deep" / "out"
    with RunFolder(out, run_record()) as folder:
        report = await bench(ECHO, CASES, solve, notes=["left out 3 cases"], folder=folder)
    report.write(out)
    assert json.loads((out / "results.json").read_text()) == json.loads(json.dumps(report.to_json()))
    lines = [json.loads(line) for line in (out / "cases.jsonl").read_text().splitlines()]
    assert {line["id"]: line["value"] for line in lines}["a0"] == "\ud800"
    assert sorted(line["id"] for line in lines) == sorted(case.id for case in CASES)
    line = next(line for line in lines if line["id"] == "a1")
    assert line["right"] is True
    assert line["status"] == "verified"
    console = Console(width=120, file=io.StringIO())
    console.print(report.tables())
    text = console.file.getvalue()
    assert "an unknown verb" in text
    assert "left out 3 cases" in text
    assert "27.3" in text  # 6 of 22

    (tmp_path / "file").write_text("")
    with pytest.raises(BenchmarkError, match="cannot write to"):
        report.write(tmp_path / "file")


def test_finding_a_benchmark_imports_nothing_heavy():
    code = "import sys, solvent.benchmarks as b; b.names(); print(sorted({'pyarrow', 'rich', 'z3'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


async def test_a_scorer_that_breaks_fails_its_case_only():
    async def judge(case, answer, _pool):
        if case.id == "b2":
            raise TypeError("no such key")
        return ECHO.score(case, answer.answer)

    report = await bench(replace(ECHO, judge=judge), CASES, half_right, workers=3)
    assert len(report.records) == 22
    broken = next(result for result in report.records if result.id == "b2")
    assert not broken.score.strict
    assert broken.reason == "it could not be scored: TypeError: no such key"
    assert sum(result.score.strict for result in report.records) == 6
