"""Explains every verified grid of the public sets, checks every step, and prints statistics; it takes long.

python tests/explanations/check_all_steps.py DATA [SET...]

DATA holds the sets in their public layouts: zebralogic, lgp, logicsolver, lr2bench.
"""

import asyncio
import statistics
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from step_checker import StepChecker

from solvent.agents import asolve
from solvent.benchmarks import load
from solvent.solvers import Limits, Pool

SETS = ("zebralogic", "lgp", "logicsolver", "lr2bench")
READ = ("logic", "sudoku")  # groups of lr2bench that have steps


@dataclass
class Explained:
    """One grid: seconds, the number of clues of each step, its grade, and what the checker says."""

    whole: float
    hint: float
    clues: list[int]
    grade: str
    problems: list[str]


async def explained(text: str, pool: Pool) -> Explained | None:
    answer = await asolve(text, pool=pool)
    if answer.status != "verified":
        return None
    started = time.perf_counter()
    found = await answer.aexplain(pool=pool, limits=Limits(seconds=20))
    whole = time.perf_counter() - started
    await answer.aexplain(most=1, pool=pool)
    hint = time.perf_counter() - started - whole
    subject = answer.subject
    problems = [] if found.complete else [found.reason]
    if subject.layout.shape == "grid":
        problems += StepChecker(subject).problems(found)
    grade = found.difficulty.grade if found.difficulty else "none"
    return Explained(whole, hint, [len(step.clues) for step in found.steps], grade, problems)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[round(share * (len(values) - 1))]


def row(name: str, some: list[Explained]) -> str:
    whole, hint = [each.whole for each in some], [each.hint for each in some]
    steps = Counter(min(number, 3) for each in some for number in each.clues)
    shares = " ".join(f"{100 * steps[n] / max(1, steps.total()):5.1f}" for n in range(4))
    times = f"{statistics.median(whole):6.2f} {percentile(whole, 0.95):6.2f} {1000 * statistics.median(hint):6.0f}"
    grades = ", ".join(f"{grade} {count}" for grade, count in Counter(each.grade for each in some).most_common())
    return f"{name:24} {len(some):4} {times} {steps.total():6} {shares}  {grades}"


async def main(data: Path, names: list[str]) -> int:
    print("seconds for all steps (median, 95 %), ms for a hint; steps, and % of them with 0, 1, 2, more clues; grades")
    wrong = 0
    async with Pool(1) as pool:
        for name in names:
            groups: dict[str, list[Explained]] = defaultdict(list)
            for case in load(name).load(data / name):
                if name == "lr2bench" and not case.group.startswith(READ):
                    continue
                found = await explained(case.text, pool)
                if found is not None:
                    groups[case.group].append(found)
                    wrong += bool(found.problems)
                    for problem in found.problems:
                        print(f"{name} {case.id}: {problem}", flush=True)
            for group, some in sorted(groups.items()):
                print(row(f"{name} {group}", some), flush=True)
    print(f"{wrong} explanations with problems")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]), sys.argv[2:] or list(SETS))))
