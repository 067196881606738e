"""The folder of a run: what is kept, what goes on, and what is refused."""

import asyncio
import json
import signal
import subprocess
import time

import pytest
from console import COMMAND, check_refusal, environment, one_object, solvent, solvent_here
from recorded import bench, run_record

from solvent.agents.state import Answer, Verdict
from solvent.benchmarks import Benchmark, BenchmarkError, Case, Score
from solvent.benchmarks.records import DataRecord
from solvent.benchmarks.runs.folder import RunFolder, read_cases, read_run, run_folders

CASES = [Case(name, "g", name, name) for name in "abcdef"]
ECHO = Benchmark("echo", "", "", lambda _: CASES, lambda case, value: Score(value == case.gold, total=1))


async def echo(text):
    return Answer(status=Verdict.VERIFIED, answer=text)


async def test_a_run_goes_on_with_the_cases_that_are_left(tmp_path):
    asked = []

    async def until_c(text):
        asked.append(text)
        if text == "c":
            session.cancel()
            await asyncio.sleep(60)
        return await echo(text)

    with RunFolder(tmp_path, run_record()) as folder:
        session = asyncio.create_task(bench(ECHO, CASES, until_c, workers=1, folder=folder))
        with pytest.raises(asyncio.CancelledError):
            await session
    assert [record.id for record in read_cases(tmp_path)] == ["a", "b"]
    asked.clear()

    async def rest(text):
        asked.append(text)
        return await echo(text)

    with RunFolder(tmp_path, run_record()) as folder:
        assert len(folder.done) == 2
        summary = await bench(ECHO, CASES, rest, workers=1, folder=folder)
    assert asked == list("cdef")
    assert [record.id for record in summary.records] == list("abcdef")
    assert summary.to_json()["metrics"]["accuracy"] == 1


async def test_a_line_that_was_cut_off_is_run_again(tmp_path):
    with RunFolder(tmp_path, run_record()) as folder:
        await bench(ECHO, CASES, echo, folder=folder)
    file = tmp_path / "cases.jsonl"
    file.write_bytes(file.read_bytes()[:-20])
    with RunFolder(tmp_path, run_record()) as folder:
        assert len(folder.done) == 5
        await bench(ECHO, CASES, echo, folder=folder)
    assert len(list(read_cases(tmp_path))) == 6


async def test_a_line_that_ends_within_a_character_is_left_out(tmp_path):
    with RunFolder(tmp_path, run_record()) as folder:
        await bench(ECHO, CASES, echo, folder=folder)
    with (tmp_path / "cases.jsonl").open("ab") as file:
        file.write('{"id": "é'.encode()[:-1])
    assert len(list(read_cases(tmp_path))) == 6


async def test_a_record_is_read_as_it_was_written(tmp_path):
    with RunFolder(tmp_path, run_record()) as folder:
        summary = await bench(ECHO, CASES, echo, folder=folder)
    assert sorted(read_cases(tmp_path), key=lambda record: record.id) == list(summary.records)
    assert read_run(tmp_path) == run_record()
    line = json.loads((tmp_path / "cases.jsonl").read_text().split("\n")[0])
    assert {"id", "status", "answer", "evidence", "attempts", "usage", "seconds", "answered_by"} <= line.keys()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"settings_hash": "0" * 12}, "other settings"),
        ({"benchmark": "lgp"}, "other benchmark"),
        ({"epochs": 3}, "other epochs"),
        ({"data": DataRecord(path="", sha256="1", cases=6, selection="")}, "other data"),
    ],
)
def test_a_folder_of_another_run_is_refused(tmp_path, change, words):
    with RunFolder(tmp_path, run_record()):
        pass
    with pytest.raises(BenchmarkError, match=words), RunFolder(tmp_path, run_record(**change)):
        pass


def test_two_runs_into_one_folder(tmp_path):
    with (
        RunFolder(tmp_path, run_record()),
        pytest.raises(BenchmarkError, match="another run is writing"),
        RunFolder(tmp_path, run_record()),
    ):
        pass
    with RunFolder(tmp_path, run_record()):  # the first has ended
        pass


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("run.json", "{", "is damaged"),
        ("run.json", '{"format": 99}', "another version of Solvent .format 99"),
        ("run.json", '{"format": 1}', "damaged or of another version"),
        ("cases.jsonl", "{}\n", "line 1, is damaged"),
        ("cases.jsonl", "\x00\n", "line 1, is damaged"),
    ],
)
def test_damaged_records_are_named(tmp_path, file, text, words):
    with RunFolder(tmp_path, run_record()):
        pass
    (tmp_path / file).write_text(text)
    with pytest.raises(BenchmarkError, match=words), RunFolder(tmp_path, run_record()):
        pass


def test_a_folder_without_a_run(tmp_path):
    with pytest.raises(BenchmarkError, match="contains no run; give a folder"):
        run_folders([tmp_path])
    (tmp_path / "cases.jsonl").write_text("")
    with pytest.raises(BenchmarkError, match="cannot be continued"), RunFolder(tmp_path, run_record()):
        pass


def test_bench_names_what_differs(capsys, lgp, tmp_path):
    common = ("bench", "lgp", "--data", lgp, "--out", tmp_path / "out", "--json")
    first = one_object(solvent_here(capsys, *common))
    again = solvent_here(capsys, *common)
    assert one_object(again)["metrics"] == first["metrics"]
    assert "has 3 of 3 cases" in again.stderr
    refused = solvent_here(capsys, *common, "--samples", "2")
    check_refusal(refused, 2)
    assert "other settings; samples was 1, now 2" in refused.stderr
    (lgp / "train" / "more.txt").write_text("new")
    refused = solvent_here(capsys, *common)
    check_refusal(refused, 2)
    assert "a run with other data" in refused.stderr


def test_a_file_in_place_of_the_folder(lgp, tmp_path):
    (tmp_path / "file").write_text("")
    refused = solvent("bench", "lgp", "--data", lgp, "--out", tmp_path / "file", "--json")
    check_refusal(refused, 2)
    assert "choose another folder" in refused.stderr


def test_a_killed_run_loses_at_most_what_was_in_progress(lgp, tmp_path):
    out = tmp_path / "out"
    command = [*COMMAND, "bench", "lgp", "--data", str(lgp), "--out", str(out), "--workers", "1", "--json"]
    run = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while run.poll() is None and not (out / "cases.jsonl").exists():
        time.sleep(0.01)
    while run.poll() is None and not (out / "cases.jsonl").read_bytes():
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.wait()
    kept = {record.key for record in read_cases(out)}
    assert kept
    done = solvent("bench", "lgp", "--data", lgp, "--out", out, "--workers", "1", "--json")
    assert one_object(done)["n"] == 3
    assert kept <= {record.key for record in read_cases(out)}
    assert len((out / "cases.jsonl").read_text().split("\n")) == 4
