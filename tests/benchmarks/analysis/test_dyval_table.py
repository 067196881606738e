"""DyVal's table: means and standard errors over runs with other seeds and orders, published rows beside them."""

from statistics import stdev

from made_runs import AUTHOR, record
from recorded import run_record

from solvent.agents import Settings
from solvent.benchmarks.analysis import report
from solvent.benchmarks.analysis.dyval import tasks_by_level
from solvent.benchmarks.analysis.recorded import read
from solvent.benchmarks.generate.dyval.tasks import TASKS
from solvent.benchmarks.records import DataRecord
from solvent.benchmarks.runs.folder import RunFolder

ORDERS = ("topological", "reversed", "random")


def write(folder, right, *, settings=None, seed=1, n=10, **options):
    """Write a run with `n` cases of each group, of which so many are right."""
    settings = settings or Settings()
    data = DataRecord(
        path="", sha256=f"{seed}{options}", cases=n * len(right), selection=str(folder), seed=seed, generated=True,
        options=options,
    )  # fmt: skip
    with RunFolder(folder, run_record(benchmark="dyval", settings=settings, data=data)) as opened:
        for group, count in right.items():
            for number in range(n):
                opened.append(record(f"{group}/{seed}/{options}/{number}", right=number < count, group=group))


def rows(table):
    return {row[:2]: dict(zip(table.columns[2:], row[2:], strict=True)) for row in table.rows}


def test_means_and_standard_errors_over_seeds_and_orders(tmp_path):
    counts = [7, 9, 4, 6, 8, 10, 5, 7, 7]
    for number, count in enumerate(counts):
        seed, order = 1 + number // 3, ORDERS[number % 3]
        write(tmp_path / str(number), {"arithmetic/D1": count, "boolean/D2": 10}, seed=seed, order=order)
    table = tasks_by_level(read([tmp_path]))
    found = rows(table)
    assert found.keys() == {("rules", "D1"), ("rules", "D2")}
    error = 10 * stdev(counts) / 3
    assert found["rules", "D1"]["arithmetic"] == f"70.0 ± {error:.1f}"
    assert (found["rules", "D1"]["runs"], found["rules", "D1"]["n"]) == ("9", "90")
    assert found["rules", "D1"]["boolean"] == found["rules", "D2"]["arithmetic"] == "-"
    assert found["rules", "D2"]["boolean"] == "100.0 ± 0.0"
    # Of the published rows, those of the same levels.
    assert {row[1] for row in table.published} == {"D1", "D2"}
    best = next(row for row in table.published if row[:2] == ("GPT4", "D1"))
    assert best[4:] == ("99.0", "57.0", "100.0", "94.5", "89.3", "87.2", "31.6", "published: DyVal's paper")
    assert any("no test was made" in note for note in table.notes)


def test_settings_have_rows_of_their_own_and_all_levels_a_mean(tmp_path):
    by_level = {f"max_sum_path/D{level}": 2 * level for level in (1, 2, 3, 4)}
    write(tmp_path / "rules", by_level)
    write(tmp_path / "model", {"max_sum_path/D4": 1}, settings=Settings(models=AUTHOR))
    table = tasks_by_level(read([tmp_path]))
    found = rows(table)
    assert {key: row["max_sum_path"] for key, row in found.items() if key[0] == "rules"} == {
        ("rules", "D1"): "20.0", ("rules", "D2"): "40.0", ("rules", "D3"): "60.0", ("rules", "D4"): "80.0",
        ("rules", "all"): "50.0",
    }  # fmt: skip
    assert [(key[1], row["max_sum_path"]) for key, row in found.items() if key[0] != "rules"] == [("D4", "10.0")]
    # With 10 cases, published rows say nothing.
    assert table.published == ()
    assert "no run has 30 cases" in table.notes[-1]


def test_other_sizes_are_told_by_their_level_and_have_no_published_rows(tmp_path):
    for depth in (5, 6, 10):
        write(tmp_path / str(depth), {f"boolean/depth {depth}, width 2": 3}, n=40, depth=depth, width=2)
    table = tasks_by_level(read([tmp_path]))
    assert [row[:4] for row in table.rows] == [("rules", f"depth {n}, width 2", "1", "40") for n in (5, 6, 10)]
    assert (table.published, len(table.notes)) == ((), 1)


def test_a_report_has_one_section_for_all_seeds(tmp_path):
    for seed in (1, 2):
        for order in ORDERS:
            right = dict.fromkeys((f"{task}/D1" for task in TASKS), seed)
            write(tmp_path / f"{seed}-{order}", right, seed=seed, order=order)
    (section,) = report.build(read([tmp_path])).sections
    first, *tables = [part for part in section.parts if hasattr(part, "question")]
    assert "DyVal: how many problems of each task and level are solved?" in [table.question for table in tables]
    assert [row[0] for row in first.rows] == [
        f"seed {seed}, order {order}" for order in sorted(ORDERS) for seed in (1, 2)
    ]
