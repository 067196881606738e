"""Tables in the shape of the papers': their numbers, and when published rows stand beside them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_runs import AUTHOR, record, write_run

from solvent.agents import Settings
from solvent.agents.settings import ModelChoice
from solvent.agents.state import Usage
from solvent.benchmarks import Score, published
from solvent.benchmarks.analysis import papers
from solvent.benchmarks.analysis.costs import redundancy, replies
from solvent.benchmarks.analysis.recorded import labels_of, read

TEN = "one two three four five six seven eight nine ten"


def tables(make, *runs, **options):
    found = read(list(runs))
    return make(found, labels_of(found), **options)


def column(table, name):
    index = table.columns.index(name)
    return [row[index] for row in table.rows]


def test_repeated_ten_grams():
    assert redundancy([]) is redundancy(["too short"]) is None
    assert redundancy([TEN]) == 0
    assert redundancy([f"{TEN} " * 2]) == pytest.approx(1 / 11)  # of eleven, the last is the first again
    assert redundancy(["again " * 19]) == pytest.approx(1 - 1 / 10)
    # Counted within each reply: two equal ones repeat nothing.
    assert redundancy([TEN, TEN]) == 0


@given(st.lists(st.text("ab ", max_size=60), max_size=3))
def test_the_share_of_repeated_ten_grams_is_a_share(texts):
    found = redundancy(texts)
    assert found is None or 0 <= found < 1


def test_replies_are_the_last_messages_of_attempts():
    assert replies(record(1, right=True, reply="It is 4.")) == ["It is 4."]
    assert replies(record(1, right=True)) == []


def lr2bench(n, group, **changes):
    """Cases of four parts; of a wrong one, two are right."""
    wrong = Score(right=2, answered=3, total=4)
    return [
        record(number, right=number % 2 == 0, group=group, reply="again " * 19, total=4, **changes).model_copy(
            update={} if number % 2 == 0 else {"score": wrong}
        )
        for number in range(n)
    ]


def test_lr2bench_has_a_table_for_each_task(tmp_path):
    records = lr2bench(30, "logic/4_4") + [
        each.model_copy(update={"id": f"sudoku_{number}"})
        for number, each in enumerate(lr2bench(29, "sudoku/4_4_easy"))
    ]
    write_run(tmp_path / "model", records, benchmark="lr2bench")
    quiet = [each.model_copy(update={"usage": Usage(), "attempts": ()}) for each in records]
    write_run(tmp_path / "rules", quiet, benchmark="lr2bench", settings=Settings())
    logic, sudoku = tables(papers.word_and_grid_tasks, tmp_path)
    assert column(logic, "run or model") == ["made-up", "rules"]
    assert column(logic, "n") == ["30", "30"]
    metrics = [column(logic, f"{name} (%)")[0] for name in ("CR", "S-Acc", "EM", "PM-0.5")]
    assert metrics == ["100.0", "75.0", "50.0", "100.0"]
    assert column(logic, "tokens") == ["200", "-"]
    assert column(logic, "repeated (%)") == ["90.0", "-"]
    assert column(sudoku, "repeated (%)") == ["-", "-"]

    assert ("o1-preview", "200", "99.0", "68.8", "41.0", "68.5", "9,449", "-", "published: LR2Bench's paper") in (
        logic.published
    )
    assert len(logic.published) == 16
    assert any("no test was made" in note for note in logic.notes)
    # One case less, and they are left out.
    assert sudoku.published == ()
    assert sudoku.notes[-1] == "The rows of LR2Bench's paper are left out: no run has 30 cases here (at most 29)."


def test_logic_grids_in_the_shape_of_zps(tmp_path):
    wrong = Score(right=3, answered=12, total=12)
    records = [
        record(number, right=number < 10, total=12).model_copy(update={} if number < 10 else {"score": wrong})
        for number in range(30)
    ]
    cold = {"restarts": 0}
    for name, settings in {
        "cold": Settings(models=AUTHOR, budget=cold, frameworks=("smtlib",), decomposition=False),
        "direct": Settings(models=AUTHOR, budget=cold, frameworks=("none",)),
        "rising": Settings(models={"author": ModelChoice(name="other")}, frameworks=("smtlib",)),
        "rules": Settings(),
    }.items():
        write_run(tmp_path / name, records, settings=settings, benchmark="logicsolver")
    found = read([tmp_path])
    table = papers.logic_grids("logicsolver", found, labels_of(found))
    shown = {row[1:5] for row in table.rows}
    assert shown == {
        ("made-up", "0", "no", "smtlib"),
        ("made-up", "0", "yes", "no"),
        ("other", "0 + 0.4", "yes", "smtlib"),
        ("rules", "-", "-", "automatic"),
    }
    assert set(column(table, "mean partial score")) == {"0.500"}
    assert set(column(table, "solved")) == {"10 of 30"}
    best = next(row for row in table.published if row[1:5] == ("GPT-4", "variable", "no", "yes"))
    assert best[5:7] == ("0.761", "72 of 114")
    assert "59 puzzles of this set" in best[-1]
    assert papers.logic_grids("zebralogic", found, labels_of(found)).published == ()


def test_methods_in_the_shape_of_cp_bench(tmp_path):
    records = [record(number, right=number % 3 > 0) for number in range(30)]
    write_run(tmp_path / "a", records, benchmark="cp-bench")
    settings = Settings(models=AUTHOR, samples=10, verification=10)
    write_run(tmp_path / "b", records, benchmark="cp-bench", settings=settings)
    table = tables(papers.methods, tmp_path)
    assert column(table, "method") == ["plain", "sampling 10 + self-verification 10"]
    assert column(table, "right") == ["20 of 30", "20 of 30"]
    assert table.published[0][4:6] == ("71 of 101", "70.3")
    assert all(row[-1].startswith("published: ") for row in table.published)
    few = write_run(tmp_path / "few", records[:29], benchmark="cp-bench")
    assert tables(papers.methods, few).published == ()


@pytest.mark.parametrize("name", ["cp_bench", "lr2bench", "zps"])
def test_published_tables_are_whole(name):
    rows = published.table(name)
    assert rows
    assert all(len(row) == len(rows[0]) and None not in row and all(row.values()) for row in rows)
