"""The runs of a folder and the reports on them: read and made once, and again when their files change."""

import asyncio
import os

from runs_site import write_runs

from solvent.web import run_reports
from solvent.web.run_reports import Reports
from solvent.web.run_store import RunStore


async def test_visitors_who_come_at_once_wait_for_one_report(tmp_path, monkeypatch):
    made = []

    def make(runs):
        made.append([stored.run.name for stored in runs])
        return "<p>made</p>"

    monkeypatch.setattr(run_reports, "_made", make)
    store, reports = RunStore(write_runs(tmp_path)), Reports()
    told = await asyncio.gather(*(reports.of("echo", store) for _ in range(5)))
    assert told == ["<p>made</p>"] * 5
    assert made == [["one", "two"]]
    assert reports.ready("echo", store.read().benchmarks["echo"]) == "<p>made</p>"
    assert reports.ready("toy", store.read().benchmarks["toy"]) is None


def test_only_runs_whose_files_changed_are_read_again(tmp_path, monkeypatch):
    monkeypatch.setattr("solvent.web.run_store._FRESH", -1)
    store = RunStore(write_runs(tmp_path))
    before = store.read().runs
    os.utime(tmp_path / "two" / "cases.jsonl", (1, 1))
    after = store.read().runs
    assert [name for name in before if after[name].run is not before[name].run] == ["two"]
    (tmp_path / "one" / "run.json").unlink()
    assert "one" not in store.read().runs


def test_a_list_of_cells_leads_to_no_other_folder(tmp_path):
    write_runs(tmp_path / "elsewhere")
    inside = tmp_path / "inside"
    write_runs(inside / "own")
    (inside / "comparison.json").write_text(
        '{"cells": [{"folder": "../elsewhere/one"}, {"folder": "own/one"}, {"folder": "/etc"}]}'
    )
    assert list(RunStore(inside).read().runs) == ["own/one"]
