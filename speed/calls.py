"""What a call to a model costs: CPU of this process per call, beside bare requests, and of the solvers per puzzle.

python speed/calls.py [--puzzles 200] [--batch 40] [--size 3] [--connections 32] [--seconds 0.05] [--profile FILE]

A scripted model in a process of its own answers each request after some milliseconds, with right programs. After each
batch of puzzles, the same conversations are posted again with a bare HTTP client, so that the cost is a ratio, too.
Solver CPU is that of the fork servers and their children.
"""

import argparse
import asyncio
import cProfile
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from pool import cpu_of, servers
from puzzles import grid

from solvent.agents import OpenAIModel, Verdict, asolve
from solvent.solvers import Pool

SERVER = Path(__file__).parents[1] / "tests" / "benchmarks" / "scripted_model.py"


@dataclass
class Listening:
    """A model that keeps the body of every request, to be posted again."""

    model: OpenAIModel
    bodies: list[dict[str, Any]] = field(default_factory=list)

    async def complete(self, messages: Sequence[Mapping[str, str]], **options: Any) -> Any:
        self.bodies.append({"model": "scripted", "messages": messages, "temperature": options["temperature"]})
        return await self.model.complete(messages, **options)


@contextmanager
def scripted(texts: list[str], seconds: float) -> Iterator[str]:
    """Serve a model that knows these texts and makes no mistakes; give its address."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "texts.jsonl"
        file.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts), encoding="utf-8")
        command = [sys.executable, str(SERVER), str(file), str(seconds), "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                yield (process.stdout or sys.stdin).readline().strip()
            finally:
                process.kill()


async def solve_all(texts: list[str], model: Listening, pool: Pool) -> tuple[float, float]:
    """Return the CPU seconds of this process and of the solvers for a batch of puzzles."""
    solvers, own = sum(map(cpu_of, servers(pool))), time.process_time()
    answers = await asyncio.gather(*(asolve(text, model=model, use_rules=False, pool=pool) for text in texts))
    own = time.process_time() - own
    for answer in answers:
        if answer.status is not Verdict.VERIFIED:
            raise RuntimeError(f"{answer.status}: {answer.reason}")
    return own, sum(map(cpu_of, servers(pool))) - solvers


async def post_all(bodies: list[dict[str, Any]], client: httpx2.AsyncClient) -> float:
    """Return the CPU seconds of this process for posting the bodies and reading the replies."""
    own = time.process_time()
    for reply in await asyncio.gather(*(client.post("chat/completions", json=body) for body in bodies)):
        if not reply.json()["choices"]:
            raise RuntimeError(reply.text)
    return time.process_time() - own


async def measure(options: argparse.Namespace) -> None:
    """Measure and print the medians over all batches but the first, which imports everything."""
    rng = random.Random(options.seed)
    async with Pool(workers=2) as pool:
        texts = [await grid(options.size, rng, pool) for _ in range(options.puzzles + options.batch)]
    batches = [texts[first : first + options.batch] for first in range(0, len(texts), options.batch)]
    bounds = httpx2.Limits(max_connections=options.connections)
    profile = cProfile.Profile(time.process_time) if options.profile else None
    rows = []
    with scripted(texts, options.seconds) as url:
        async with Pool(workers=2) as pool, httpx2.AsyncClient(base_url=url, limits=bounds, timeout=60) as client:
            model = Listening(OpenAIModel("scripted", url, max_connections=options.connections))
            for number, batch in enumerate(batches):
                model.bodies.clear()
                with profile if profile and number else nullcontext():
                    own, solvers = await solve_all(batch, model, pool)
                bare = await post_all(model.bodies, client)
                calls = len(model.bodies)
                rows.append((own / calls, bare / calls, own / bare, solvers / len(batch), calls / len(batch)))
    if profile:
        profile.dump_stats(options.profile)
    own, bare, ratio, solvers, calls = map(statistics.median, zip(*rows[1:], strict=True))
    print(f"own CPU per call        {1000 * own:7.2f} ms, {ratio:.1f} x that of a bare request ({1000 * bare:.2f} ms)")
    print(f"solver CPU per puzzle   {1000 * solvers:7.1f} ms, {calls:.1f} calls per puzzle")


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--puzzles", type=int, default=200)
    parser.add_argument("--batch", type=int, default=40, help="puzzles that are solved at the same time")
    parser.add_argument("--size", type=int, default=3, help="houses and categories of a puzzle")
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=0.05, help="latency of the model")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", help="a file for cProfile's statistics of this process")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
