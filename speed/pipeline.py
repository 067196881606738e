"""Time from puzzle text to verified answer through a warm pool, compared with z3 alone.

python speed/pipeline.py [--count 20] [--seed 1]
"""

import argparse
import asyncio
import json
import random
import re
import statistics
import time

import z3
from puzzles import grid, sudoku

from solvent.agents import Answer, Verdict, asolve
from solvent.solvers import Pool, Program


def z3_alone(program: Program) -> float:
    """Return the seconds that z3 needs, in this process, to solve a finished program and prove its answer unique."""
    code = "\n".join([program.preamble, *(fragment.code for fragment in program.fragments)])
    terms = sorted(set(re.findall(r'"\$label": ("(?:[^"\\]|\\.)*")', json.dumps(json.loads(program.answer)))))
    named = [f"(declare-const leaf{n} Int)(assert (= leaf{n} {json.loads(term)}))" for n, term in enumerate(terms)]
    started = time.perf_counter()
    context = z3.Context()
    solver = z3.Solver(ctx=context)
    solver.from_string(code + "\n" + "\n".join(named))
    first = solver.check()
    leaves = [z3.Int(f"leaf{n}", context) for n in range(len(terms))]
    model = solver.model()
    solver.add(z3.Or([leaf != model.eval(leaf) for leaf in leaves]))
    second = solver.check()
    took = time.perf_counter() - started
    if (first, second) != (z3.sat, z3.unsat):
        raise RuntimeError(f"z3 alone says {first}, then {second}")
    return took


async def solved(text: str, pool: Pool) -> tuple[Answer, float]:
    started = time.perf_counter()
    answer = await asolve(text, pool=pool)
    took = time.perf_counter() - started
    if answer.status is not Verdict.VERIFIED:
        raise RuntimeError(f"{answer.status}: {answer.reason}")
    return answer, took


def row(name: str, times: list[float], alone: list[float]) -> str:
    wall = sorted(1000 * took for took in times)
    cells = [name, f"{statistics.median(wall):.1f}", f"{wall[int(0.9 * (len(wall) - 1))]:.1f}"]
    if alone:
        ratios = [took / other for took, other in zip(times, alone, strict=True)]
        cells += [f"{1000 * statistics.median(alone):.1f}", f"{statistics.median(ratios):.2f}"]
    return "  ".join(f"{cell:>12}" for cell in cells)


async def measure(count: int, seed: int) -> None:
    rng = random.Random(seed)
    print("milliseconds, median and 90th percentile; z3 alone: parsing, finding the answer and proving it unique")
    print("  ".join(f"{head:>12}" for head in ("puzzle", "median", "90 %", "z3 alone", "ratio")))
    async with Pool(workers=1) as pool:
        for size in (3, 4, 5, 6):
            texts = [await grid(size, rng, pool) for _ in range(count)]
            times, alone = [], []
            for text in texts:
                answer, took = await solved(text, pool)
                times.append(took)
                if answer.program and answer.program.framework == "smtlib":
                    alone.append(z3_alone(answer.program))
            print(row(f"grid {size}x{size}", times, alone), flush=True)
        texts = [await sudoku(rng, pool) for _ in range(count)]
        # The pool caches the models of recent programs, which must not speed up the measured runs.
        async with Pool(workers=1) as fresh:
            await solved(await sudoku(rng, pool), fresh)
            print(row("Sudoku 9x9", [(await solved(text, fresh))[1] for text in texts], []))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20, help="puzzles of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    asyncio.run(measure(options.count, options.seed))


if __name__ == "__main__":
    main()
