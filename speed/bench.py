"""What a recorded run on Inspect costs beside a bare loop of `asolve`, per case.

python speed/bench.py [--count 12] [--rounds 4]

A scripted model on loopback answers at once, so that nothing but the machinery is measured. The two take turns.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "tests" / "benchmarks"), str(Path(__file__).parents[1] / "tests")]

from scripted_model import serve

from solvent.agents import OpenAIModel, Settings, asolve
from solvent.agents.settings import Budget, ModelChoice
from solvent.benchmarks import load
from solvent.benchmarks.runs.folder import RunFolder
from solvent.benchmarks.runs.run import Plan, Session
from solvent.solvers import Pool

EXAMPLES = Path(__file__).parents[1] / "examples" / "comparison" / "puzzles.jsonl"


async def measure(file: Path, settings: Settings, url: str, pool: Pool, work: Path) -> dict[str, float]:
    """Seconds per case of the bare loop, of a run without a folder, and of a recorded one."""
    plan = await Plan.of(load("puzzles"), settings, file, pool=pool)
    took = {}
    model = OpenAIModel("scripted", url)
    started = time.perf_counter()
    for case in plan.cases:
        await asolve(case.text, settings=settings, model=model, pool=pool)
    took["bare loop"] = time.perf_counter() - started
    started = time.perf_counter()
    await Session(plan, pool).run(1)
    took["on Inspect"] = time.perf_counter() - started
    started = time.perf_counter()
    with RunFolder(Path(tempfile.mkdtemp(dir=work)), plan.record()) as folder:
        await Session(plan, pool, folder=folder).run(1)
    took["on Inspect, recorded"] = time.perf_counter() - started
    return {name: seconds / len(plan.cases) for name, seconds in took.items()}


async def main() -> None:
    """Measure and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    rows = [json.loads(line) for line in EXAMPLES.read_text().splitlines()]
    text = next(row["text"] for row in rows if row["id"] == "small")
    server = serve([text], mistakes=0.0)
    with tempfile.TemporaryDirectory() as work:
        file = Path(work) / "cases.jsonl"
        file.write_text("".join(json.dumps({"id": n, "text": text, "answer": 0}) + "\n" for n in range(options.count)))
        author = ModelChoice(name="scripted", url=server.url)
        settings = Settings(models={"author": author}, rules=False, budget=Budget(actions=1, restarts=0))
        rounds = []
        async with Pool(1) as pool:
            for number in range(options.rounds + 1):
                found = await measure(file, settings, server.url, pool, Path(work))
                if number:  # the first imports everything
                    rounds.append(found)
        base = statistics.median(each["bare loop"] for each in rounds)
        for name in rounds[0]:
            median = statistics.median(each[name] for each in rounds)
            print(f"{name:<22} {1000 * median:7.1f} ms per case, {median / base:5.2f} x the bare loop")
    server.close()


asyncio.run(main())
