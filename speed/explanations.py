"""Time of explanations and first hints in a warm pool, beside the time to solve, compared with z3 alone.

python speed/explanations.py [--count 10] [--seed 1]
"""

import argparse
import asyncio
import random
import statistics
import time

from pipeline import solved, z3_alone
from puzzles import grid, sudoku

from solvent.agents import Answer
from solvent.solvers import Limits, Pool

Times = dict[str, list[float]]


async def explained(answer: Answer, pool: Pool, most: int | None = None) -> float:
    started = time.perf_counter()
    found = await answer.aexplain(most=most, pool=pool, limits=Limits(seconds=60))
    if not found.complete:
        raise RuntimeError(found.reason)
    return time.perf_counter() - started


def row(name: str, times: Times) -> str:
    cells = [name]
    for what in ("all steps", "first hint"):
        wall = sorted(1000 * took for took in times[what])
        cells += [f"{statistics.median(wall):.0f}", f"{wall[round(0.95 * (len(wall) - 1))]:.0f}"]
    for other in ("solve", "z3 alone"):
        ratios = [a / b for a, b in zip(times["all steps"], times[other], strict=True)] if times[other] else []
        cells.append(f"{statistics.median(ratios):.1f}" if ratios else "")
    return "  ".join(f"{cell:>12}" for cell in cells)


async def measured(text: str, pool: Pool, times: Times) -> None:
    """Solve, explain and give a hint for one puzzle, in turn, and note the seconds of each."""
    answer, took = await solved(text, pool)
    times["solve"].append(took)
    times["all steps"].append(await explained(answer, pool))
    times["first hint"].append(await explained(answer, pool, most=1))
    if answer.program and answer.program.framework == "smtlib":
        times["z3 alone"].append(z3_alone(answer.program))


async def measure(count: int, seed: int) -> None:
    rng = random.Random(seed)
    print("milliseconds, median and 95th percentile; how often the time of solve, and of z3 alone, all steps take")
    print("  ".join(f"{head:>12}" for head in ("puzzle", "all steps", "95 %", "first hint", "95 %", "/ solve", "/ z3")))
    async with Pool(workers=1) as pool:
        await solved(await sudoku(rng, pool), pool)
        for size in (3, 4, 5, 6):
            times: Times = {name: [] for name in ("solve", "all steps", "first hint", "z3 alone")}
            for _ in range(count):
                await measured(await grid(size, rng, pool), pool, times)
            print(row(f"grid {size}x{size}", times), flush=True)
        times = {name: [] for name in ("solve", "all steps", "first hint", "z3 alone")}
        for _ in range(count):
            await measured(await sudoku(rng, pool), pool, times)
        print(row("Sudoku 9x9", times))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10, help="puzzles of each kind")
    parser.add_argument("--seed", type=int, default=1, help="seed of the generated puzzles")
    options = parser.parse_args()
    asyncio.run(measure(options.count, options.seed))


if __name__ == "__main__":
    main()
