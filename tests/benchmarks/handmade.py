"""Parts of the tiny sets that tests compare with."""

from pathlib import Path

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
