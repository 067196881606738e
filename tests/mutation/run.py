"""Measures whether `verified` can be trusted, by solving mutants of complete puzzles with the rules.

    python tests/mutation/run.py --data DIR --seed 1 --n 10000 --keep 2000 --workers 2 --out wrong.jsonl

DIR contains the development sets. The rules under test read the meaning of the unmutated clues; to measure another
version on the same mutants, save the puzzles with `--write-bases FILE` and pass them to it with `--bases FILE`.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path

import bases
import measure
import mutate
import plain

from solvent import asolve
from solvent.solvers import Pool


def main():
    """Draw the mutants, solve them, and print the counts."""
    wanted = _arguments()
    rng = random.Random(wanted.seed)
    known = bases.kept(wanted.bases) if wanted.bases else bases.from_sets(wanted.data)
    if not wanted.bases:
        known += plain.made_from(rng, known, len(known) // 3)
    if wanted.write_bases:
        bases.write(known, wanted.write_bases)
    mutants = mutate.changed(rng, known, wanted.n, wanted.classes) + mutate.kept(rng, known, wanted.keep)
    mutants += mutate.unmutated(known)
    started = time.monotonic()
    verdicts = ask(mutants, wanted.workers)
    if wanted.out:
        _write(verdicts, wanted.out, everything=wanted.everything)
    print(table(verdicts))
    print(f"{len(known)} puzzles, {len(mutants)} texts, seed {wanted.seed}, {time.monotonic() - started:.0f} s")


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="folder with the development sets")
    parser.add_argument("--bases", type=Path, help="puzzles saved by --write-bases, instead of --data")
    parser.add_argument("--write-bases", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--n", type=int, default=10_000, help="number of mutants that mean something else")
    parser.add_argument("--keep", type=int, default=2_000, help="number of mutants that mean the same")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--classes", nargs="+", default=tuple(mutate.CLASSES), choices=tuple(mutate.CLASSES))
    parser.add_argument("--out", type=Path, help="file for the wrong cases, one line of JSON each")
    parser.add_argument("--everything", action="store_true", help="write right cases to --out, too")
    wanted = parser.parse_args()
    if not wanted.data and not wanted.bases:
        parser.error("give --data or --bases")
    return wanted


def ask(mutants, workers=1):
    """The verdicts on mutants, without those whose true answers are too hard to find."""
    if workers == 1:
        return _part(mutants)
    # Texts are dealt out in turns, so that every process gets as many hard ones.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        parts = list(pool.map(_part, [mutants[at::workers] for at in range(workers)]))
    return [verdict for part in parts for verdict in part]


def _part(mutants):
    return asyncio.run(_asked(mutants))


async def _asked(mutants):
    async with Pool(workers=1) as pool:
        found = []
        for number, mutant in enumerate(mutants, 1):
            found.append(await measure.asked(mutant, lambda text: asolve(text, pool=pool)))
            if number % 500 == 0:
                print(f"{number} of {len(mutants)}", file=sys.stderr)
    return [verdict for verdict in found if verdict]


def _write(verdicts, file, *, everything):
    wrong = [each for each in verdicts if everything or each.wrong or each.right is False]
    file.write_text("".join(json.dumps(asdict(each)) + "\n" for each in wrong), encoding="utf-8")


def table(verdicts):
    """Per class and subclass: the number of texts, how many were verified, verified wrongly, and judged rightly."""
    groups = defaultdict(list)
    for each in verdicts:
        groups[each.kind, ""].append(each)
        groups[each.kind, each.sub].append(each)
        if each.kind not in ("keeping", "unmutated"):
            groups["all mutants", ""].append(each)
            if each.known:
                groups["known words", ""].append(each)
    lines = [f"{'class':34}{'n':>7}{'verified':>16}{'wrong':>15}{'right verdict':>21}"]
    for (kind, sub), group in sorted(groups.items()):
        judged = [each.right for each in group if each.right is not None]
        cells = [
            _share(sum(each.status == "verified" for each in group), len(group)),
            _share(sum(each.wrong for each in group), len(group), digits=2),
            _share(sum(judged), len(judged)),
        ]
        lines.append(f"{'  ' + sub if sub else kind:34}{len(group):7}{cells[0]:>16}{cells[1]:>15}{cells[2]:>21}")
    return "\n".join(lines)


def _share(part, whole, digits=1):
    return f"{part} = {100 * part / whole:.{digits}f} %" if whole else "-"


if __name__ == "__main__":
    main()
