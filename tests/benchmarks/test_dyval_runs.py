"""`solvent bench dyval` and comparisons of it, from the seed to the report; nothing here needs a solved problem."""

import json
import tomllib

import pytest
from console import EXAMPLES, check_refusal, one_object, solvent_here

from solvent.benchmarks import load
from solvent.benchmarks.cases import Wanted
from solvent.benchmarks.dyval import LEVELS
from solvent.benchmarks.generate.dyval.tasks import TASKS
from solvent.benchmarks.runs.grid import read_grid
from solvent.solvers import Pool

GRIDS = sorted((EXAMPLES / "comparison").glob("dyval*.toml"))


def drawn(capsys, *options):
    return one_object(solvent_here(capsys, "bench", "dyval", "--model", "rules", *options, "--json"))


def test_the_rules_read_what_is_generated(capsys):
    groups = ("boolean/D2", "deductive/D3", "abductive/D2", "reachability/D2", "max_sum_path/D1", "arithmetic/D1")
    options = [part for group in groups for part in ("--group", group)]
    found = drawn(capsys, "--seed", "11", "--limit", "12", *options)
    assert set(found["groups"]) == set(groups)
    assert found["metrics"]["accuracy"] == found["metrics"]["official"] == found["metrics"]["verified_share"] == 1


@pytest.mark.parametrize("flaw", ["ambiguous", "contradictory"])
def test_a_planted_flaw_is_what_has_to_be_found(capsys, flaw):
    found = drawn(capsys, "--limit", "2", "--group", "boolean/D2", "--set", f"flaw={flaw}")
    assert found["metrics"]["accuracy"] == 1
    assert found["metrics"]["verified_share"] == 0


def test_a_generated_file_is_a_set_of_puzzles_of_ones_own(capsys, tmp_path):
    file = tmp_path / "own.jsonl"
    options = ("--seed", "2", "--n", "2", "--task", "arithmetic", "--level", "D2", "--out", file)
    assert solvent_here(capsys, "generate", "dyval", *options).returncode == 0
    found = one_object(solvent_here(capsys, "bench", "puzzles", "--model", "rules", "--data", file, "--json"))
    assert found["groups"]["arithmetic/D2"]["accuracy"] == 1
    # The same seed, task and level are the same problems.
    texts = [json.loads(line)["text"] for line in file.read_text().splitlines()]
    again = drawn(capsys, "--seed", "2", "--limit", "2", "--group", "arithmetic/D2", "--out", tmp_path / "out")
    assert again["n"] == 2
    records = [json.loads(line) for line in (tmp_path / "out" / "cases.jsonl").read_text().splitlines()]
    assert sorted(record["problem"] for record in records) == sorted(texts)


async def test_an_order_shuffles_the_lines_of_the_same_problems():
    found = []
    async with Pool(workers=2) as pool:
        for order in ("topological", "reversed", "random"):
            wanted = Wanted(seed=3, groups=("arithmetic/D3", "max_sum_path/D1"), limit=6, options={"order": order})
            found.append((await load("dyval").generate(wanted, pool)).cases)
    for cases in zip(*found, strict=True):
        assert len({case.text for case in cases}) == len({case.id for case in cases}) == 3
        assert len({tuple(sorted(case.text.splitlines())) for case in cases}) == 1
        assert all(case.gold == cases[0].gold for case in cases)


@pytest.mark.parametrize(
    ("options", "groups"),
    [
        (["--limit", "28"], {f"{task}/{level}" for task in TASKS for level in LEVELS}),
        (["--limit", "4", "--group", "reachability"], {f"reachability/{level}" for level in LEVELS}),
        (["--limit", "1", "--group", "abductive/D4", "--set", "descriptions=1"], {"abductive/D4, descriptions 1"}),
        (
            ["--limit", "2", "--set", "nodes=5", "--set", "links=2"],
            {"reachability/nodes 5, links 2", "max_sum_path/nodes 5, links 2"},
        ),
        (["--limit", "1", "--group", "boolean", "--set", "depth=5"], {"boolean/depth 5, width 2"}),
    ],
)
def test_groups_and_settings(capsys, options, groups):
    found = drawn(capsys, *options)
    assert set(found["groups"]) == groups
    assert found["n"] == len(groups)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--set", "order=upwards"], "order: Input should be 'topological', 'reversed' or 'random'"),
        (["--set", "order"], "'order' is not KEY=VALUE"),
        (["--set", "colour=red"], "there is no setting 'colour'"),
        (["--set", "level=D1"], "level cannot be set here; choose tasks and levels as groups"),
        (["--set", "width=0"], "width has to be at least 1"),
        (["--set", "depth=3", "--group", "reachability"], "has no such sizes"),
        (["--group", "geometry"], "there is no group 'geometry' in this data; it has abductive/D1"),
        (["--data", "x.jsonl"], "dyval is generated, and reads no data: leave out x.jsonl"),
    ],
)
def test_what_cannot_be_generated_is_refused(capsys, options, words):
    refused = solvent_here(capsys, "bench", "dyval", "--model", "rules", *options)
    assert words in refused.stderr
    check_refusal(refused, 2)


def test_sets_that_are_read_still_need_their_data(capsys):
    refused = solvent_here(capsys, "bench", "lgp")
    assert "error: the following arguments are required: --data" in refused.stderr
    check_refusal(refused, 2)


def test_a_finished_run_goes_on_with_the_same_seed_only(capsys, tmp_path):
    options = ("--limit", "3", "--group", "deductive/D1", "--out", tmp_path / "out")
    first = drawn(capsys, "--seed", "4", *options)
    again = drawn(capsys, "--seed", "4", *options)
    assert again["groups"] == first["groups"]
    (run,) = [json.loads((tmp_path / "out" / "run.json").read_text())]
    assert run["data"] | {"seed": 4, "generated": True, "path": ""} == run["data"]
    refused = solvent_here(capsys, "bench", "dyval", "--model", "rules", "--seed", "5", *options)
    assert "holds a run with other" in refused.stderr
    check_refusal(refused, 2)


@pytest.mark.parametrize("file", GRIDS, ids=lambda file: file.stem)
def test_the_grids_are_plans_of_the_paper(capsys, tmp_path, file):
    """Every cell can be planned, with fewer cases."""
    grid = read_grid(file, {"name": "m"})
    text = file.read_text().replace(f"limit = {grid.data.limit}", "limit = 1")
    cells = len(grid.cells)
    assert cells == {"dyval": 9, "dyval-ablations": 17, "dyval-prompting": 6}[file.stem]
    few = tmp_path / file.name
    few.write_text(text)
    options = ("--out", tmp_path / "out", "--model", "m", "--base-url", "http://127.0.0.1:1/v1", "--plan", "--json")
    found = one_object(solvent_here(capsys, "compare", few, *options))
    assert [cell["of"] for cell in found["cells"]] == [1] * cells
    assert not (tmp_path / "out").exists()


GRID = """
[data]
benchmark = "dyval"
groups = ["arithmetic/D1", "boolean/D1"]
limit = 2
{more}
[grid]
{grid}
"""
VARIED = '"data.seed" = [1, 2]\n"data.set.order" = ["random", "reversed"]'


def test_cells_vary_the_cases_and_the_report_has_one_row_for_them(capsys, tmp_path):
    pytest.importorskip("matplotlib", reason="a report needs solvent[bench]")
    file = tmp_path / "grid.toml"
    file.write_text(GRID.format(grid=VARIED, more=""))
    done = one_object(solvent_here(capsys, "compare", file, "--out", tmp_path / "runs", "--json"))
    assert [cell["varied"] for cell in done["cells"]] == [
        {"data.seed": seed, "data.set.order": order} for seed in (1, 2) for order in ("random", "reversed")
    ]
    assert len({cell["folder"] for cell in done["cells"]}) == 4
    again = one_object(solvent_here(capsys, "compare", file, "--out", tmp_path / "runs", "--json"))
    assert [cell["folder"] for cell in again["cells"]] == [cell["folder"] for cell in done["cells"]]
    assert solvent_here(capsys, "report", tmp_path / "runs", "--out", tmp_path / "report").returncode == 0
    report = (tmp_path / "report" / "report.md").read_text()
    assert report.count("\n## ") == 1
    assert "| rules | D1 | 4 | 4 |" in report


@pytest.mark.parametrize(
    ("varied", "more", "words"),
    [
        (
            '"data.colour" = [1]',
            "",
            "cannot vary 'data.colour'; there are data.groups",
        ),
        ('"data.seed" = ["one"]', "", "[data] seed: Input should be a valid integer"),
        ('"data.seed" = 1', "", "data.seed should be a list"),
        ('"data.seed" = [1, 1]', "", "two cells of the grid have the same settings"),
        ('"data.set" = [{order = [1]}]', "", "[data] set"),
        (VARIED, 'path = "x"', "dyval is generated, and reads no data"),
        ('"data.set" = [{width = 0}]', "", "width has to be at least 1"),
    ],
)
def test_grids_that_cannot_be_used(capsys, tmp_path, varied, more, words):
    file = tmp_path / "grid.toml"
    file.write_text(GRID.format(grid=varied, more=more))
    refused = solvent_here(capsys, "compare", file, "--out", tmp_path / "out")
    assert words in refused.stderr
    check_refusal(refused, 2)


def test_the_ablations_are_those_of_the_paper():
    table = tomllib.loads((EXAMPLES / "comparison" / "dyval-ablations.toml").read_text())["grid"]["data.set"]
    sizes = {(each["depth"], each["width"]) for each in table}
    assert sizes == {*((depth, 2) for depth in range(2, 7)), *((3, width) for width in range(2, 7))}
    for name in ("extra_links", "descriptions"):
        assert [each for each in table if name in each] == [{"depth": 4, "width": 2, name: n} for n in (1, 2, 3, 4)]
