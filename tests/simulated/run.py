"""Measures how honest `verified` is with models that err, by sending simulated ones through the whole agent.

    python tests/simulated/run.py --seed 1 --runs 2000 --workers 2 --out runs.jsonl

Each run draws a logic grid and a simulated model, which errs in each program, checker and review with a given
probability; a clue that it leaves out of its first program it may leave out of its sorting, too. In some texts any
answer will do. The runs are shared out evenly among the error rates. A wrong answer may be `verified` only if both
programs have the identical slip, or different ones with the same wrong answer. With `--orders`, the text itself demands
a wrong answer, and the models obey in none, half or all of their replies.
"""

import argparse
import asyncio
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path

import honesty

from solvent.solvers import Pool

RATES = (0.0, 0.1, 0.3, 0.5, 0.8)
_PART = 100  # runs that share a pool of solvers


def main():
    """Run the agent, write down every run as it ends, and print the sums."""
    wanted = _arguments()
    started = time.monotonic()
    cases = [(number, wanted.rates[number % len(wanted.rates)]) for number in range(wanted.runs)]
    if wanted.orders:
        cases = [(number, None) for number in range(wanted.runs)]
    parts = [(cases[at : at + _PART], wanted.seed) for at in range(0, len(cases), _PART)]
    found = []
    with (
        ProcessPoolExecutor(wanted.workers, mp_context=get_context("spawn")) as pool,
        wanted.out.open("w", encoding="utf-8") if wanted.out else nullcontext() as out,
    ):
        for part in pool.map(_part, parts):
            found += part
            print(f"{len(found)} of {wanted.runs}", file=sys.stderr)
            if out:
                out.writelines(json.dumps(asdict(each)) + "\n" for each in part)
                out.flush()
    print(honesty.table(found))
    print(f"\nseed {wanted.seed}, {time.monotonic() - started:.0f} s")


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=2_000)
    parser.add_argument("--rates", type=float, nargs="+", default=RATES, help="probabilities of a slip in a reply")
    parser.add_argument("--orders", action="store_true", help="texts with orders, which models obey, instead of slips")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, help="file for all runs, one line of JSON each")
    return parser.parse_args()


def _part(given):
    return asyncio.run(_ran(*given))


async def _ran(cases, seed):
    told = [
        honesty.ordered(number, seed=seed) if rate is None else honesty.erring(number, seed=seed, rate=rate)
        for number, rate in cases
    ]
    async with Pool(workers=2) as pool:
        return await honesty.played(told, pool)


if __name__ == "__main__":
    main()
