"""Parts of the tiny sets that tests compare with."""

from pathlib import Path

from solvent.benchmarks.generate.generator import Sample
from solvent.solvers import load

LOGIC_GOLD = [
    {"hours": "7am", "bakers": "Ines", "loaves": "rye"},
    {"hours": "8am", "bakers": "Omar", "loaves": "Spelt"},
    {"hours": "9am", "bakers": "Tilda", "loaves": "barley"},
]
LOGIC_VALUES = {
    "hours": ["7:00am", "8:00am", "9:00am"],
    "bakers": ["Ines", "Omar", "Tilda"],
    "loaves": ["barley", "rye", "spelt"],
}
GIVEN = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [0, 0, 0, 0]]
SOLVED = [*GIVEN[:3], [4, 3, 2, 1]]
REBUS = {"tag": 1, "answer": "secret words", "example_text": "pictures"}

# By folder: a record with gold in fields that no solver may see, and the answer. Words of our own.
WORD_PUZZLES = {
    "0-crossword/2_2": (
        {"tag": "c", "grid": [["1", "2"], ["3", "?"]], "clue": "", "example_text": "two by two"},
        {"1-ACROSS": "NO", "3-ACROSS": "ON", "1-DOWN": "NO", "2-DOWN": "ON"},
    ),
    "1-acrostic/easy": (
        {"tag": "a", "puzzle": "1 2 # 3 ' 4 .", "hint": "secret words", "example_text": "numbered letters"},
        {"1": "G", "2": "O", "3": "I", "4": "M"},
    ),
    "3-cryptogram/easy": (
        {"tag": "k", "text": "QX, XQ!", "mapping": "secret words", "example_text": "cipher letters"},
        {"Q": "N", "X": "O"},
    ),
    "5-drop/easy": (
        {"tag": 1, "grid": [["1", "2", "#"], ["1", "'", "3"]], "answer": "secret words", "example_text": "columns"},
        [["G", "O", "#"], ["I", "'", "M"]],
    ),
}


def write_puzzle(folder: Path, gold_name: str, **files: str) -> None:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{gold_name if name == 'answers' else name}.txt").write_text(text, encoding="utf-8")


# Answers to tasks of DyVal.
DYVAL = [
    ("arithmetic", {"dax": 12.5}),
    ("arithmetic", {"dax": -3}),
    ("linear_equation", {"x": 0.375, "y": -2}),
    ("boolean", {"dax": False}),
    ("boolean", {"lum": True}),
    ("deductive", {"dax": "N/A"}),
    ("abductive", {"lum": False}),
    ("reachability", {"reachable": True}),
    ("max_sum_path", {"maximum": 37}),
    ("max_sum_path", {"maximum": "N/A"}),
]
_TOLERANCES = {"arithmetic": 1e-4, "max_sum_path": 1e-4, "linear_equation": 1e-3}


def sample(task, answer, text="", **more):
    """A sample of a task of DyVal, with a text and a program that say nothing of it."""
    program = load("smtlib").parse("(declare-const x Int)(assert (= x 1))")
    text = text or f"A task of the kind {task}. What is {' and '.join(answer or {})}?"
    return Sample(text, answer, f"{task}/D1", program, tolerance=_TOLERANCES.get(task), **more)
