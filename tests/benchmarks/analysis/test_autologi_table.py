"""AutoLogi's tables: means and deviations over epochs, by constraints and by the share of valid arrangements."""

from statistics import stdev

import pytest
from made_runs import record, write_run

from solvent.benchmarks import Score
from solvent.benchmarks.analysis import report
from solvent.benchmarks.analysis.autologi import tables
from solvent.benchmarks.analysis.recorded import labels_of, read

RIGHT = {1: 20, 2: 22, 3: 18}  # of 40 cases, by epoch
SHARES = (0.5, 0.05, 0.0005, None)


def made(number, epoch, *, lang="en", official=None, **apart):
    """Case `number`: in the first RIGHT it is right; one constraint to ten, the four shares in turn."""
    right = number < RIGHT[epoch]
    score = Score(right, right if official is None else official, apart={"share": SHARES[number % 4], **apart})
    return record(number, right=right, epoch=epoch, group=f"{lang}/{1 + number % 10}", score=score)


def cells(table, row=0):
    return dict(zip(table.columns, table.rows[row], strict=True))


@pytest.fixture
def built(tmp_path):
    def build(records, benchmark="autologi", epochs=3):
        write_run(tmp_path / "run", records, benchmark=benchmark, epochs=epochs)
        runs = read([tmp_path])
        return tables(benchmark, runs, labels_of(runs))

    return build


def test_epochs_have_a_mean_and_a_deviation(built):
    paper, by_constraints, by_share = built([made(number, epoch) for epoch in RIGHT for number in range(40)])
    spread = 100 * stdev(count / 40 for count in RIGHT.values())
    assert cells(paper)["augmented EN"] == f"50.0 ± {spread:.1f} (40)"
    best = next(row for row in paper.published if row[0].startswith("GPT-4o"))
    assert best[1:] == ("72.6", "published: AutoLogi's paper")
    assert by_constraints.columns == ("run", "language", *map(str, range(1, 9)), "over 8")
    assert cells(by_constraints)["1"] == f"{700 / 12:.1f} ± {100 * stdev((0.5, 0.75, 0.5)):.1f} (4)"
    assert cells(by_constraints)["over 8"].endswith("(8)")
    assert by_share.columns == ("run", "language", ">= 10 %", "1-10 %", "< 0.1 %", "unknown")


def test_the_official_score_stands_in_the_papers_table_alone(built):
    paper, by_constraints, _ = built([made(number, 1, official=False) for number in range(40)], epochs=1)
    assert cells(paper)["augmented EN"] == "0.0 (40)"
    assert cells(by_constraints)["1"] == "50.0 (4)"


def test_languages_and_sets_of_ours(built):
    records = [made(number, 1, lang="cn" if number % 2 else "en", origin="base") for number in range(40)]
    paper, by_constraints, _ = built(records, epochs=1)
    assert paper.columns == ("run or model", "AutoLogi EN", "AutoLogi CN", "source")
    assert any("others than the paper's" in note for note in paper.notes)
    assert [row[1] for row in by_constraints.rows] == ["en", "cn"]


def test_few_cases_have_no_published_rows(built):
    (paper,) = built([record(number, right=True, group="AR_TestData") for number in range(9)], "ar-lsat", 1)
    assert (paper.columns, paper.published) == (("run or model", "AR-LSAT", "source"), ())
    assert "no run has 30 cases" in paper.notes[-1]


def test_they_are_part_of_a_report(tmp_path):
    write_run(tmp_path / "run", [made(number, 1) for number in range(40)], benchmark="autologi")
    (section,) = report.build(read([tmp_path])).sections
    asked = [part.question for part in section.parts]
    assert "How does accuracy depend on the share of valid arrangements?" in asked
