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


def write_puzzle(folder: Path, gold_name: str, **files: str) -> None:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{gold_name if name == 'answers' else name}.txt").write_text(text, encoding="utf-8")
