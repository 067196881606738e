"""Loaders and scorers: gold is accepted, everything else is refused, bad data is named."""

import json

import pytest
from handmade import LOGIC_VALUES, SOLVED, write_puzzle

from solvent.benchmarks import BenchmarkError, load, names

SETS = ["lgp", "logicsolver", "lr2bench", "zebralogic"]


def by_id(name, path):
    return {case.id: case for case in load(name).load(path)}


def test_names_are_found():
    assert set(SETS) <= set(names())
    with pytest.raises(BenchmarkError, match="no benchmark 'zebra'; choose one of ar-lsat, autologi, cp-bench"):
        load("zebra")


def test_lgp_text_and_gold(lgp):
    cases = by_id("lgp", lgp)
    assert list(cases) == ["test_na/puzzle_10", "train/puzzle_1", "train/puzzle_2"]
    case = cases["train/puzzle_1"]
    assert case.group == "train"
    assert case.text == (
        "bands: Owls, Herons, Finches\nfees: $1,500; $2,000; $2,500\nstages: hill, lake, wood\n\n"
        "Clues:\n1. The Owls earn more than the band at the lake.\n2. The Finches play in the wood.\n"
    )
    assert {"bands": "Owls", "fees": "$2,500", "stages": "hill"} in case.gold


def test_lgp_names_unusable_gold(lgp):
    case = by_id("lgp", lgp)["train/puzzle_2"]
    assert case.broken == "answerActual.txt does not fit entities.txt"
    assert not load("lgp").score(case, [{"cats": "Miso"}]).strict


def test_lgp_without_answers_is_broken_and_without_clues_an_error(lgp):
    folder = lgp / "train" / "puzzle_1"
    (folder / "answerActual.txt").unlink()
    assert by_id("lgp", lgp)["train/puzzle_1"].broken == "answerActual.txt is missing"
    (folder / "clues.txt").unlink()
    with pytest.raises(BenchmarkError, match=r"puzzle_1 has no clues\.txt; expected folders test_na/"):
        load("lgp").load(lgp)


def test_entities_that_are_no_table_are_broken(tmp_path):
    write_puzzle(tmp_path / "g" / "p", "answers", entities="a, b\nx, y\n1", clues="x is 1.", answers="x, 1\ny, 2")
    assert by_id("logicsolver", tmp_path)["g/p"].broken == "entities.txt is not a whole table"


def test_logicsolver_preamble(logicsolver):
    case = by_id("logicsolver", logicsolver)["puzzlesEasy/jars"]
    assert case.text.startswith("Two jars stand on a shelf.\n\njars: plum, fig\nweights: 25, 30\n\nClues:\n1. ")
    assert load("logicsolver").score(case, [{"jar": "fig", "g": 30}, {"jar": "plum", "g": 25}]).strict


def test_zebralogic_from_folder_or_file(zebralogic):
    cases = load("zebralogic").load(zebralogic)
    assert cases == load("zebralogic").load(zebralogic / "grid_mode" / "test.parquet")
    assert {case.group for case in cases} == {"2*2", "2*10"}
    assert cases[0].text.startswith("There are 2 huts.")
    swapped = [{"House": 1, "Name": "Bo", "Tea": "oolong"}, {"House": 2, "Name": "Kit", "Tea": "mint"}]
    score = load("zebralogic").score(cases[0], swapped)
    assert (score.strict, score.right, score.total) == (False, 2, 4)


def test_zebralogic_bad_files(tmp_path):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    bad = tmp_path / "bad.parquet"
    bad.write_bytes(b"PAR1 nothing of the sort")
    with pytest.raises(BenchmarkError, match=r"bad\.parquet is not a readable parquet file"):
        load("zebralogic").load(bad)
    pq.write_table(pa.table({"id": ["a"], "puzzle": ["b"]}), bad)
    with pytest.raises(BenchmarkError, match=r"has no column size, solution; expected .*WildEval/ZebraLogic"):
        load("zebralogic").load(tmp_path)
    masked = {"header": ["House", "Name"], "rows": [["1", "___"]]}
    row = {"id": "a", "size": "1*1", "puzzle": "p", "solution": masked}
    pq.write_table(pa.Table.from_pylist([row]), bad)
    with pytest.raises(BenchmarkError, match="are masked"):
        load("zebralogic").load(bad)


def test_lr2bench_shows_only_the_text(lr2bench):
    cases = by_id("lr2bench", lr2bench)
    words = ["crossword/2_2/c", "acrostic/easy/a"], ["cryptogram/easy/k"], ["drop/easy/1"]
    logic, sudoku = ["logic/4_4/L1"], ["sudoku/4_4_easy/7", "sudoku/4_4_easy/8"]
    assert list(cases) == [*words[0], *logic, *words[1], *sudoku, *words[2], "rebus/easy/1"]
    assert not any("secret" in case.text for case in cases.values())
    assert cases["rebus/easy/1"].unscored == "no scorer for the task rebus yet"
    assert load("lr2bench").load(lr2bench / "data") == list(cases.values())


def test_lr2bench_logic_official_takes_the_gold_by_its_letters(lr2bench):
    benchmark = load("lr2bench")
    case = by_id("lr2bench", lr2bench)["logic/4_4/L1"]
    loaves = ("rye", "spelt", "barley")
    rows = zip(LOGIC_VALUES["hours"], LOGIC_VALUES["bakers"], loaves, strict=True)
    as_text = [dict(zip(("hours", "bakers", "loaves"), row, strict=True)) for row in rows]
    score = benchmark.score(case, as_text)
    assert score.strict
    assert (score.official, score.official_right) == (False, 0)  # no row has the key "7am"
    by_letters = benchmark.score(case, case.gold)
    assert by_letters.strict
    assert by_letters.official


def test_lr2bench_sudoku(lr2bench):
    benchmark = load("lr2bench")
    case = by_id("lr2bench", lr2bench)["sudoku/4_4_easy/7"]
    wrong = [*SOLVED[:3], [4, 3, 1, 0]]
    score = benchmark.score(case, wrong)
    assert (score.strict, score.official, score.right, score.answered, score.total) == (False, False, 2, 3, 4)
    clue_changed = [[2, 2, 3, 4], *SOLVED[1:]]
    score = benchmark.score(case, clue_changed)
    assert (score.strict, score.official) == (False, True)
    assert benchmark.score(case, [[True] * 4] * 4).answered == 0


def test_lr2bench_gold_that_is_missing_or_does_not_fit_is_broken(lr2bench):
    file = lr2bench / "data" / "answer.json"
    answers = json.loads(file.read_text())
    answers["logic"][0]["answer"] = json.dumps([{"hours": "noon", "bakers": "Zed"}])
    del answers["sudoku"][0]
    file.write_text(json.dumps(answers))
    cases = by_id("lr2bench", lr2bench)
    assert cases["logic/4_4/L1"].broken == "the answer in answer.json does not fit the puzzle"
    assert cases["sudoku/4_4_easy/7"].broken == "no answer in answer.json"
    assert not cases["sudoku/4_4_easy/8"].broken


def test_lr2bench_names_file_and_line(lr2bench):
    file = lr2bench / "data" / "4-sudoku" / "4_4_easy" / "data.jsonl"
    file.write_text(file.read_text() + '{"tag": \n')
    with pytest.raises(BenchmarkError, match=r"data\.jsonl, line 3: not valid JSON"):
        load("lr2bench").load(lr2bench)
    file.write_text('{"tag": 3}\n')
    with pytest.raises(BenchmarkError, match=r"data\.jsonl, line 1: not an object with tag and example_text"):
        load("lr2bench").load(lr2bench)
    (lr2bench / "data" / "answer.json").write_text("[1]")
    with pytest.raises(BenchmarkError, match="is not an object of lists"):
        load("lr2bench").load(lr2bench)


@pytest.mark.parametrize("name", SETS)
def test_a_path_without_the_set(name, tmp_path):
    benchmark = load(name)
    with pytest.raises(BenchmarkError, match=r"nowhere does not exist; expected .* is available from"):
        benchmark.load(tmp_path / "nowhere")
    with pytest.raises(BenchmarkError, match=r"; expected .* is available from"):
        benchmark.load(tmp_path)
    (tmp_path / "file.txt").write_text("nothing")
    with pytest.raises(BenchmarkError):
        benchmark.load(tmp_path / "file.txt")
