"""Comparisons: the same records whether killed or not, and no reply of a model paid for twice."""

import json
import signal
import subprocess
import time
from collections import Counter

import pytest
from console import COMMAND, check_refusal, environment, one_object, solvent_here
from scripted_model import serve

from solvent.agents.prompt_texts import prompt_texts
from solvent.benchmarks import load
from solvent.benchmarks.runs import fingerprint
from solvent.benchmarks.runs.grid import read_grid

pytest.importorskip("inspect_ai", reason="needs inspect-ai: pip install 'solvent[bench]'")

# Inspect's own, of a library that it uses.
pytestmark = pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning")

GRID = """
[data]
benchmark = "lgp"
path = "{path}"

[settings]
rules = false
seed = 3
frameworks = ["cpmpy"]
second_opinion = []
budget = {{actions = 3}}

[grid]
samples = [1, 2]
"""


@pytest.fixture
def grid(lgp, tmp_path):
    file = tmp_path / "grid.toml"
    file.write_text(GRID.format(path=lgp))
    return file


@pytest.fixture
def scripted(lgp, tmp_path):
    server = served(lgp, tmp_path)
    yield server
    server.close()


@pytest.fixture
def slow(lgp, tmp_path):
    """The same model, which can be left while it answers."""
    server = served(lgp, tmp_path, seconds=0.2)
    yield server
    server.close()


def served(lgp, tmp_path, **settings):
    return serve([case.text for case in load("lgp").load(lgp)], log=tmp_path / "answered", **settings)


def answered(tmp_path):
    return (tmp_path / "answered").read_text().split() if (tmp_path / "answered").exists() else []


def compare(capsys, grid, out, scripted, *more):
    options = ("--out", out, "--model", "scripted", "--base-url", scripted.url, "--json", *more)
    return solvent_here(capsys, "compare", grid, *options)


def results(out):
    """What a comparison found, without times."""
    found = {}
    for file in sorted(out.glob("cells/*/cases.jsonl")):
        for line in file.read_text().split("\n")[:-1]:
            record = json.loads(line)
            usage = {name: record["usage"][name] for name in ("calls", "prompt_tokens", "completion_tokens")}
            found[file.parent.name, record["id"]] = (record["status"], record["answer"], record["error"], usage)
    return found


def test_killed_twice_and_resumed(capsys, grid, scripted, slow, tmp_path):
    whole = one_object(compare(capsys, grid, tmp_path / "whole", scripted, "--workers", "1"))
    assert (whole["left"], whole["reused"]) == (0, 0)
    once = Counter(answered(tmp_path))
    assert whole["calls"] == len(answered(tmp_path)) == sum(cell["usage"]["calls"] for cell in whole["cells"])
    (tmp_path / "answered").unlink()

    out = tmp_path / "out"
    command = [*COMMAND, "compare", str(grid), "--out", str(out), "--model", "scripted", "--base-url", slow.url]
    under_way = set()
    for _ in range(2):
        seen = len(slow.requests)
        run = subprocess.Popen(
            [*command, "--workers", "1"], env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        # When a request arrives, the replies before it have been used; it is still unanswered when its sender dies.
        while run.poll() is None and len(slow.requests) < seen + whole["calls"] // 4:
            time.sleep(0.002)
        run.send_signal(signal.SIGKILL)
        run.wait()
        under_way |= set(answered(tmp_path)[-2:])  # its two samples may have been answered while it died
    before = len(answered(tmp_path))
    # Not by the warm console, whose limits are more patient and thus other settings.
    last = subprocess.run([*command, "--json"], env=environment(), capture_output=True, text=True, check=True)
    found = one_object(last)
    assert found["left"] == 0
    repeated = Counter(answered(tmp_path)) - once
    assert set(repeated) <= under_way
    assert found["calls"] + found["reused"] == whole["calls"] == found["calls"] + before - repeated.total()
    assert results(out) == results(tmp_path / "whole")
    metrics = [[(cell["varied"], cell["metrics"]) for cell in each["cells"]] for each in (found, whole)]
    assert metrics[0] == metrics[1]


def test_a_finished_comparison_makes_no_call(capsys, grid, scripted, tmp_path):
    first = one_object(compare(capsys, grid, tmp_path / "out", scripted))
    asked = len(scripted.requests)
    again = one_object(compare(capsys, grid, tmp_path / "out", scripted))
    assert (again["calls"], again["reused"]) == (0, first["calls"])
    assert len(scripted.requests) == asked
    assert [cell["metrics"] for cell in again["cells"]] == [cell["metrics"] for cell in first["cells"]]


def test_an_api_that_dies_leaves_the_rest_for_later(capsys, grid, scripted, tmp_path):
    from loopback import Status

    good = scripted._answer
    scripted.script(lambda request: good(request) if len(scripted.requests) < 6 else Status(401, message="no more"))
    dead = compare(capsys, grid, tmp_path / "out", scripted)
    assert dead.returncode == 13
    assert one_object(dead)["left"] > 0
    assert "The same command goes on with them" in dead.stderr
    scripted.script(good)
    done = compare(capsys, grid, tmp_path / "out", scripted)
    assert (done.returncode, one_object(done)["left"]) == (0, 0)
    assert one_object(done)["calls"] + one_object(done)["reused"] == sum(
        cell["usage"]["calls"] for cell in one_object(done)["cells"]
    )
    assert one_object(done)["reused"] >= one_object(dead)["calls"] > 0


def test_a_plan_makes_no_call_and_writes_nothing(capsys, grid, scripted, tmp_path):
    found = one_object(compare(capsys, grid, tmp_path / "out", scripted, "--plan"))
    assert [cell["calls"]["least"] for cell in found["cells"]] == [3, 9]
    assert all(cell["calls"]["most"] > cell["calls"]["least"] and cell["tokens"] > 1000 for cell in found["cells"])
    assert [cell["usd"] for cell in found["cells"]] == [None, None]
    assert not (tmp_path / "out").exists()
    assert scripted.requests == []


def test_a_plan_of_plain_replies_counts_the_calls_that_are_made(capsys, grid, loopback, tmp_path):
    text = grid.read_text().replace('frameworks = ["cpmpy"]', 'frameworks = ["none"]\nreply = "text"')
    grid.write_text(text)
    loopback.script(lambda _: "No idea.")
    command = ("compare", grid, "--out", tmp_path / "out", "--model", "m", "--base-url", loopback.url, "--json")
    plan = one_object(solvent_here(capsys, *command, "--plan"))
    found = one_object(solvent_here(capsys, *command))
    assert [cell["calls"] for cell in plan["cells"]] == [{"least": n, "most": n} for n in (3, 6)]
    assert [cell["usage"]["calls"] for cell in found["cells"]] == [3, 6]
    assert list(prompt_texts(read_grid(grid, {"name": "m"}).cells[0].settings)) == ["{{ text }}\n"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("samples = [1, 2]", "sampels = [1, 2]"), "there is no setting 'sampels'; did you mean 'samples'?"),
        (("samples = [1, 2]", "samples = 2"), "should be a list"),
        (("samples = [1, 2]", 'samples = [1, "x"]'), "samples: 'x' is not valid"),
        (("samples = [1, 2]", "samples = [2, 2]"), "two cells of the grid have the same settings"),
        (("samples = [1, 2]", "rules = [true]"), "is in [settings] and in [grid]"),
        (("[grid]", "[gird]"), "there is no table 'gird'; did you mean 'grid'?"),
        (("path =", "pahts = 1\npath ="), "[data] has no 'pahts'; did you mean 'path'?"),
        (('"lgp"', '"lpg"'), "there is no benchmark 'lpg'"),
        (("[data]", "[data"), "is not valid TOML"),
        (("actions = 3", "action = 3"), "there is no setting 'action'; did you mean 'actions'?"),
    ],
)
def test_grids_with_mistakes(capsys, grid, tmp_path, change, words):
    grid.write_text(grid.read_text().replace(*change))
    refused = solvent_here(capsys, "compare", grid, "--out", tmp_path / "out", "--model", "m", "--json")
    check_refusal(refused, 2)
    assert words in refused.stderr


def test_a_grid_that_is_not_there(capsys, tmp_path):
    refused = solvent_here(capsys, "compare", tmp_path / "no.toml", "--out", tmp_path / "out")
    check_refusal(refused, 2)
    assert "cannot read the grid" in refused.stderr


def test_a_value_may_stand_for_a_list_and_parts_have_dotted_names(grid):
    text = grid.read_text().replace("samples = [1, 2]", '"budget.restarts" = [0, 2]\nmodel = ["small", "large"]')
    grid.write_text(text)
    cells = read_grid(grid, {"url": "http://127.0.0.1:1/v1"}).cells
    assert [(cell.settings.models["author"].name, cell.settings.budget.restarts) for cell in cells] == [
        ("small", 0), ("large", 0), ("small", 2), ("large", 2),
    ]  # fmt: skip
    assert {cell.settings.budget.actions for cell in cells} == {3}
    assert cells[0].name == "budget.restarts=0, model=small"


def test_an_edited_prompt_changes_the_fingerprint_of_what_uses_it(grid, monkeypatch):
    from solvent.translators import framework

    text = grid.read_text().replace('frameworks = ["cpmpy"]\n', "")
    grid.write_text(text.replace("samples = [1, 2]", 'frameworks = ["cpmpy", "smtlib"]\nlevel = [2, 3]'))
    cells = read_grid(grid, {"name": "m"}).cells
    before = [fingerprint.fingerprint(cell.settings) for cell in cells]
    loaded = framework.load("cpmpy")
    edited = type(loaded)(**{**loaded.__dict__, "pitfalls": loaded.pitfalls[1:]})
    monkeypatch.setattr(framework, "load", lambda name, old=framework.load: edited if name == "cpmpy" else old(name))
    after = [fingerprint.fingerprint(cell.settings) for cell in cells]
    changed = {cell.name: one != other for cell, one, other in zip(cells, before, after, strict=True)}
    assert changed == {
        "frameworks=cpmpy, level=2": False,  # pitfalls are part of level 3
        "frameworks=cpmpy, level=3": True,
        "frameworks=smtlib, level=2": False,
        "frameworks=smtlib, level=3": False,
    }
    assert {each.code for each in (*before, *after)} == {before[0].code}


def test_after_an_edited_prompt_only_its_calls_are_made_again(capsys, grid, scripted, tmp_path, monkeypatch):
    from solvent.translators import framework

    text = grid.read_text().replace('frameworks = ["cpmpy"]\n', "one_reply = false\n")
    grid.write_text(text.replace("samples = [1, 2]", 'frameworks = ["cpmpy", "smtlib"]'))
    command = ("compare", grid, "--out", tmp_path / "out", "--model", "scripted", "--base-url", scripted.url, "--json")
    first = one_object(solvent_here(capsys, *command))
    loaded = framework.load("cpmpy")
    edited = type(loaded)(**{**loaded.__dict__, "guide": loaded.guide + "\nBe brief.\n"})
    monkeypatch.setattr(framework, "load", lambda name, old=framework.load: edited if name == "cpmpy" else old(name))
    again = one_object(solvent_here(capsys, *command))
    cpmpy, smtlib = again["cells"]
    assert smtlib == first["cells"][1]
    # Only the decompositions stay as they were.
    assert again["calls"] == cpmpy["usage"]["calls"] - 3
    assert cpmpy["usage"]["reused"] == 3
    assert again["reused"] == 3 + smtlib["usage"]["calls"]
    assert len(list((tmp_path / "out" / "cells").iterdir())) == 3
