"""Measures guesses: how often an answer that rests on them is right, and how well its share of the guesses tells.

    python tests/guesses/run.py --data DIR --seed 1 --n 500 --workers 2 --out answers.jsonl

DIR contains the development sets. Clues of puzzles that are read correctly are made unreadable (`blur.py`), so that the
rules have to guess. `--count FILE` writes the counts of right answers by pattern, as `solvent calibrate` does.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "mutation"))

import bases
import blur
import plain
import truth

from solvent import asolve
from solvent.agents.confidence import pattern
from solvent.solvers import Pool
from solvent.translators.rules import PuzzleError, decompose


def main():
    """Draw the puzzles, solve them, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with the development sets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--n", type=int, default=500, help="number of puzzles")
    parser.add_argument("--step", type=int, default=1, help="use every STEPth puzzle")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, help="file for a line of JSON on each puzzle")
    parser.add_argument("--count", type=Path, help="file for the counts by pattern")
    wanted = parser.parse_args()
    rng = random.Random(wanted.seed)
    known = bases.from_sets(wanted.data, wanted.step)
    known += plain.made_from(rng, known, len(known) // 3)
    puzzles = drawn(rng, known, wanted.n)
    started = time.monotonic()
    with ProcessPoolExecutor(wanted.workers, mp_context=get_context("spawn")) as pool:
        told = [
            each
            for part in pool.map(ask, [puzzles[n :: wanted.workers] for n in range(wanted.workers)])
            for each in part
        ]
    if wanted.out:
        wanted.out.write_text("".join(json.dumps(each) + "\n" for each in told), encoding="utf-8")
    if wanted.count:
        wanted.count.write_text(json.dumps(counted(told), indent=2) + "\n", encoding="utf-8")
    print(table(told))
    print(f"{len(known)} puzzles, {len(told)} blurred, seed {wanted.seed}, {time.monotonic() - started:.0f} s")


def drawn(rng, known, n):
    """Up to `n` blurred puzzles, of all sorts, with one to four blurred clues."""
    found = []
    for at in range(3 * n):
        sort, count = blur.SORTS[at % len(blur.SORTS)], rng.choice((1, 1, 1, 2, 2, 3, 4))
        made = blur.blurred(rng, rng.choice(known), sort, count, understood)
        if made is not None:
            found.append(made)
        if len(found) == n:
            break
    return found


def understood(text):
    """How many clues of a text are understood; -1 if it is no grid or cannot be read."""
    try:
        puzzle = decompose(text)
    except PuzzleError:
        return -1
    return sum(bool(clue.understood) for clue in puzzle.clues) if puzzle.kind == "logic grid" else -1


def ask(puzzles):
    """Solve the puzzles; a line for each."""
    return asyncio.run(_asked(puzzles))


async def _asked(puzzles):
    found = []
    async with Pool(workers=1) as pool:
        for each in puzzles:
            answer = await asolve(each.text, model="rules", pool=pool)
            source = answer.given_by
            found.append(
                {
                    "id": each.base.id,
                    "sort": each.sort,
                    "count": each.count,
                    "status": str(answer.status),
                    "pattern": pattern(answer) or "none",
                    "share": source.job.share if source else 0.0,
                    "proven": bool(source and source.proven),
                    "right": answer.answer is not None and is_right(each.base, answer.answer),
                    "seconds": round(answer.seconds, 3),
                    "guesses": answer.guesses,
                    "text": each.text,
                }
            )
    return found


def is_right(base, given):
    """Whether an answer is the one of the puzzle before its clues were blurred."""
    parts = [*base.meanings, *(clue.assumed for clue in base.clues)]
    found = truth.answers(base.shape, base.meanings)
    found = found if len(found) == 1 else truth.answers(base.shape, parts)
    return len(found) == 1 and base.is_answer(base.rows(found[0]), given)


def counted(told):
    """How many answers have each pattern, and how many of them are right."""
    counts = defaultdict(Counter)
    for each in told:
        if each["pattern"] != "none":
            counts[each["pattern"]].update(n=1, right=each["right"])
    return {name: {"n": count["n"], "right": count["right"]} for name, count in sorted(counts.items())}


def table(told):
    """Counts of right answers by sort, number of blurred clues and pattern, and the times."""
    lines = []
    for title, key in (("sort", "sort"), ("blurred clues", "count"), ("pattern", "pattern"), ("share", _band)):
        groups = defaultdict(list)
        for each in told:
            groups[key(each) if callable(key) else each[key]].append(each)
        lines.append(f"{title:<40}      n  right  guessed  right")
        for name, group in sorted(groups.items(), key=str):
            guessed = [each for each in group if each["share"] and each["proven"]]
            lines.append(f"  {name!s:<40} {len(group):5} {_share(group):6} {len(guessed):7} {_share(guessed):6}")
    seconds = sorted(each["seconds"] for each in told)
    lines.append(
        f"seconds: median {seconds[len(seconds) // 2]}, 99 % {seconds[len(seconds) * 99 // 100]}, most {seconds[-1]}"
    )
    return "\n".join(lines)


def _band(each):
    return int(each["share"] * 20) / 20 if each["share"] else "no guess"


def _share(group):
    return f"{sum(each['right'] for each in group) / len(group):.1%}" if group else "-"


if __name__ == "__main__":
    main()
