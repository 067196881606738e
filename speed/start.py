"""Duration of commands from a cold start, compared with importing the graph library.

python speed/start.py [--rounds 10]

The commands alternate, so that a busy machine slows them all equally; the ratios are those of the medians.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = {
    "import langgraph.graph": ("-c", "import langgraph.graph"),
    "from solvent import solve": ("-c", "from solvent import solve"),
    "solvent --version": ("-m", "solvent.cli", "--version"),
    "solvent solve zebra": ("-m", "solvent.cli", "solve", "examples/zebra.txt"),
    "solvent solve sudoku": ("-m", "solvent.cli", "solve", "examples/sudoku.txt"),
    "solvent doctor": ("-m", "solvent.cli", "doctor"),
}


def once(command: tuple[str, ...]) -> tuple[float, float]:
    """Return the wall and CPU seconds of a command, including its children's CPU time."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True, capture_output=True)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    rounds = parser.parse_args().rounds
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    for command in COMMANDS.values():
        once(command)  # warm up: compiles bytecode and fills the page cache
    for _ in range(rounds):
        for name, command in COMMANDS.items():
            times[name].append(once(command))
    wall, cpu = ({name: statistics.median(each[n] for each in found) for name, found in times.items()} for n in (0, 1))
    first = next(iter(COMMANDS))
    print(f"{'':<28}{'wall s':>8}{'ratio':>8}{'CPU s':>8}{'ratio':>8}")
    for name in COMMANDS:
        ratios = wall[name] / wall[first], cpu[name] / cpu[first]
        print(f"{name:<28}{wall[name]:>8.2f}{ratios[0]:>8.2f}{cpu[name]:>8.2f}{ratios[1]:>8.2f}")


if __name__ == "__main__":
    main()
