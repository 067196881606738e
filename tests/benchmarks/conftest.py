"""Tiny sets in the public layouts, in words of our own."""

import json

import pytest
from console import EXAMPLES
from exam_questions import write_logiqa, write_lsat
from handmade import DYVAL, GIVEN, LOGIC_GOLD, LOGIC_VALUES, REBUS, SOLVED, WORD_PUZZLES, sample, write_puzzle
from open_puzzles import BOATS, STALLS, write_records

from solvent.benchmarks.dyval import case_of


@pytest.fixture
def lgp(tmp_path):
    root = tmp_path / "lgp"
    write_puzzle(
        root / "train" / "puzzle_1",
        "answerActual",
        entities="bands, fees, stages\n\nOwls, Herons, Finches\n$1,500, $2,000, $2,500\nhill, lake, wood\n",
        clues="The Owls earn more than the band at the lake.\n\nThe Finches play in the wood.\n",
        answers="owls, 2500, hill\nfinches, 2000, Wood,\nherons, 1500, lake\n\n",
    )
    write_puzzle(
        root / "train" / "puzzle_2",
        "answerActual",
        entities="cats, ages, meals\nMiso, Pip, Rolo\n2, 3, 4\nham, cod, eel\n",
        clues="Pip is older than Rolo.",
        answers="miso, 3 years, eel\npip, 4 years, \nrolo, 2 years, ham\n",
    )
    write_puzzle(
        root / "test_na" / "puzzle_10",
        "answerActual",
        entities="dogs, ribbons\nBasil, Juno\n1st, 2nd",
        clues="Juno did not come 1st.",
        answers="Juno, 2\nBasil, 1",
    )
    return root


@pytest.fixture
def logicsolver(tmp_path):
    root = tmp_path / "logicsolver"
    write_puzzle(
        root / "puzzlesEasy" / "jars",
        "answers",
        entities="jars, weights\nplum, fig\n25, 30\n",
        clues="The fig jar weighs 30 grams.\n",
        answers="plum, 25 grams\nfig, 30 grams\n",
        preamble="Two jars stand\non a shelf.\n",
    )
    return root


@pytest.fixture
def zebralogic(tmp_path):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    folder = tmp_path / "zebralogic" / "grid_mode"
    folder.mkdir(parents=True)
    rows = [
        {
            "id": f"z-{size}-{n}",
            "size": size,
            "puzzle": "There are 2 huts.\n - People have a tea: `mint`, `oolong`\n",
            "solution": {"header": ["House", "Name", "Tea"], "rows": [["1", "Bo", "mint"], ["2", "Kit", "oolong"]]},
        }
        for size in ("2*2", "2*10")
        for n in range(3)
    ]
    pq.write_table(pa.Table.from_pylist(rows), folder / "test.parquet")
    return folder.parent


@pytest.fixture
def lr2bench(tmp_path):
    root = tmp_path / "lr2bench"
    logic = {"tag": "L1", "value": LOGIC_VALUES, "clue": {}, "example_text": "three bakers"}
    sudoku = {"tag": 7, "grid": GIVEN, "example_text": "a small grid"}
    levels = {"2-logic/4_4": [logic], "4-sudoku/4_4_easy": [sudoku, {**sudoku, "tag": 8}], "9-rebus/easy": [REBUS]}
    levels |= {folder: [record] for folder, (record, _) in WORD_PUZZLES.items()}
    for name, records in levels.items():
        folder = root / "data" / name
        folder.mkdir(parents=True)
        (folder / "data.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    gold = json.dumps({"grid": GIVEN, "answer": SOLVED})
    answers = {
        "logic": [{"tag": "L1", "level": "4_4", "answer": json.dumps(LOGIC_GOLD)}],
        "sudoku": [{"tag": tag, "level": "4_4_easy", "answer": gold} for tag in (7, 8)],
    }
    for name, (record, answer) in WORD_PUZZLES.items():
        task, level = name.partition("-")[2].split("/")
        answers[task] = [{"tag": record["tag"], "level": level, "answer": json.dumps(answer)}]
    (root / "data" / "answer.json").write_text(json.dumps(answers))
    return root


@pytest.fixture
def autologi(tmp_path):
    return write_records(tmp_path / "autologi.jsonl", [STALLS, BOATS])


@pytest.fixture
def ar_lsat(tmp_path):
    return write_lsat(tmp_path / "ar-lsat")


@pytest.fixture
def logiqa(tmp_path):
    return write_logiqa(tmp_path / "logiqa")


@pytest.fixture
def cp_bench():
    return EXAMPLES / "cp_bench" / "problems.jsonl"


@pytest.fixture
def dyval():
    return [case_of(f"{task}/{n}", f"{task}/D1", sample(task, answer)) for n, (task, answer) in enumerate(DYVAL)]


@pytest.fixture
def puzzles():
    return EXAMPLES / "comparison" / "puzzles.jsonl"
