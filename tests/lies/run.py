"""Measures whether the gate can be fooled, by sending lying and honest programs through the whole agent.

    python tests/lies/run.py --seed 1 --each 10 --honest 2000 --workers 2 --out wrong.jsonl

Both the problems, whose true answers are found by trying all assignments, and the programs are generated. Both programs
for a problem tell the same lie; with `--alone` only the first lies, and the second is honest.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path

import fooling

from solvent import asolve
from solvent.solvers import Pool

_TRIES = 40  # problems that are tried for one where the lie is applicable


def main():
    """Generate the cases, run the agent on them, and print the counts."""
    wanted = _arguments()
    started = time.monotonic()
    cases = [(kind, name, n) for kind in wanted.kinds for name in fooling.FRAMEWORKS for n in range(wanted.each)
             if name in fooling.KINDS[kind].frameworks]  # fmt: skip
    cases += [("honest", fooling.FRAMEWORKS[n % len(fooling.FRAMEWORKS)], n) for n in range(wanted.honest)]
    # Dealt out in turns, so that every process gets as many slow cases.
    parts = [(cases[at :: wanted.workers], wanted.seed, at, wanted.alone) for at in range(wanted.workers)]
    if wanted.workers == 1:
        found = _part(parts[0])
    else:
        with ProcessPoolExecutor(wanted.workers, mp_context=get_context("spawn")) as pool:
            found = [verdict for part in pool.map(_part, parts) for verdict in part]
    if wanted.out:
        _write(found, wanted.out)
    _print(found, wanted.kinds)
    print(f"seed {wanted.seed}, {time.monotonic() - started:.0f} s")


def _print(found, kinds):
    lies = [each for each in found if each.kind != "honest"]
    lies.sort(key=lambda each: kinds.index(each.kind))
    for beyond, title in (
        (False, "Lies that were verified"),
        (True, "Lies that were verified, but cannot be detected without reading the clues"),
    ):
        mine = [each for each in lies if fooling.KINDS[each.kind].beyond is beyond]
        if mine:
            count = sum(each.fooled for each in mine)
            print(f"{title}: {count} of {len(mine)}\n\n{fooling.table(mine)}\n")
    honest = [each for each in found if each.kind == "honest"]
    if honest:
        print(f"{fooling.refused(honest)}\n")


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=10, help="lies of each kind in each framework")
    parser.add_argument("--honest", type=int, default=2_000, help="number of honest pairs of programs")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", default=list(fooling.KINDS), choices=list(fooling.KINDS), metavar="KIND")
    parser.add_argument("--alone", action="store_true", help="only the first program lies")
    parser.add_argument("--out", type=Path, help="file for lies that were verified and honest programs that were not")
    return parser.parse_args()


def _part(given):
    return asyncio.run(_asked(*given))


async def _asked(cases, seed, part, alone):
    rng = random.Random(f"{seed} {part}")
    problems = fooling.problems(rng, 70)
    found = []
    async with Pool(workers=1) as pool:
        for number, (kind, framework, _) in enumerate(cases, 1):
            told = _told(rng, problems, kind, framework, alone)
            if told:
                found.append(told.judged(await asolve(told.problem.text, pool=pool, **told.options)))
            if number % 200 == 0:
                print(f"{number} of {len(cases)}", file=sys.stderr)
                problems = fooling.problems(rng, 70)
    return found


def _told(rng, problems, kind, framework, alone):
    if kind == "honest":
        return fooling.honestly(rng, rng.choice(problems), framework)
    tried = (fooling.lying(rng, problem, framework, kind, alone=alone) for problem in rng.choices(problems, k=_TRIES))
    return next((told for told in tried if told), None)


def _write(found, file):
    wrong = [each for each in found if (each.status != "verified" if each.kind == "honest" else each.fooled)]
    file.write_text("".join(json.dumps(asdict(each)) + "\n" for each in wrong), encoding="utf-8")


if __name__ == "__main__":
    main()
