"""How long the rules read a text of each kind, texts that are no puzzles, and hostile ones, beside `re` over the text.

python speed/reading.py [--rounds 5] [--profile NAME]

All texts are read in turn, round after round, in a warm interpreter; a row gives the best CPU time in milliseconds, and
how many times as long as finding all words of the text it took. `--profile` prints where the time of one text goes.
"""

import argparse
import cProfile
import pstats
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from solvent.translators import rules
from solvent.translators.rules import PuzzleError

ROOT = Path(__file__).parents[1]
LENGTH = rules.LONGEST  # characters of the hostile texts
PROSE = "The old harbour was quiet that morning, and nobody on the quay had seen where the boats had gone. "
ALLOWED = 100  # milliseconds for a text of the length of a puzzle
WORDS = re.compile(r"\w+")


def examples() -> dict[str, str]:
    """The examples of all kinds, and what the tests know to be no puzzles."""
    found = {file.name: file.read_text(encoding="utf-8") for file in sorted((ROOT / "examples").glob("*.txt"))}
    no_puzzles = (ROOT / "tests/translators/rules/not_puzzles.txt").read_text(encoding="utf-8")
    for part in re.split(r"^=== ", no_puzzles, flags=re.MULTILINE)[1:]:
        name, _, text = part.partition("\n")
        found[f"not: {name}"] = text
    return found


def hostile() -> dict[str, str]:
    """Long texts of one thing, and a megabyte of prose."""
    units = {
        "commas": ",", "quotes": "\"'", "brackets": "([{", "closing": ")]}", "digits": "7", "one word": "a",
        "capitals": "A", "line breaks": "\n", "lines": "x\n", "spaces": " ", "dots": ".", "questions": "Who? ",
        "options": "(a) x ", "pluses": "A+", "equals": "=", "ands": "and ", "prose": PROSE,
        "lines of prose": f"{PROSE}\n", "names": "Ada, ", "clues": "1. Ada has the cat.\n", "pipes": "|a|b|\n",
        "colons": "a: b, c\n", "signs": "\u2603",
    }  # fmt: skip
    found = {f"{LENGTH // 1000}k of {name}": unit * (LENGTH // len(unit)) for name, unit in units.items()}
    return {**found, "1 MB of prose": PROSE * (1_000_000 // len(PROSE))}


def read(text: str) -> str:
    with suppress(PuzzleError):
        return rules.decompose(text).kind or "-"
    return "refused"


def measured(texts: Mapping[str, str], rounds: int) -> dict[str, tuple[float, float]]:
    """The best CPU seconds of reading each text and of finding its words; read in turn."""
    best = dict.fromkeys(texts, (float("inf"), float("inf")))
    for _ in range(rounds):
        for name, text in texts.items():
            started = time.process_time()
            read(text)
            between = time.process_time()
            WORDS.findall(text)
            taken = between - started, time.process_time() - between
            best[name] = min(best[name][0], taken[0]), min(best[name][1], taken[1])
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--profile", metavar="NAME", help="a part of the name of a text")
    args = parser.parse_args()
    texts = {**examples(), **hostile()}
    for text in examples().values():
        read(text)  # loads the dictionaries
    if args.profile:
        name, text = next((name, text) for name, text in texts.items() if args.profile in name)
        with cProfile.Profile() as profile:
            read(text)
        print(name)
        pstats.Stats(profile).sort_stats("cumulative").print_stats(35)
        return
    print(f"{'text':40} {'characters':>10} {'kind':14} {'ms':>9} {'/ words':>8}")
    for name, (own, words) in measured(texts, args.rounds).items():
        slow = " SLOW" if own * 1000 > ALLOWED * max(1, len(texts[name]) / LENGTH * 10) else ""
        ratio = f"{own / words:8.0f}" if words else ""
        print(f"{name:40} {len(texts[name]):10} {read(texts[name]):14} {own * 1000:9.1f} {ratio}{slow}")


if __name__ == "__main__":
    main()
