"""Puzzles with gold answers, scores, and the loop that measures a solver on them.

To add a set, add one module that defines `BENCHMARKS`, a tuple of `Benchmark`; it is discovered automatically.
"""

import importlib
import pkgutil

from solvent.benchmarks.cases import Benchmark, BenchmarkError, Case, Score

__all__ = ["Benchmark", "BenchmarkError", "Case", "Score", "load", "names"]


def _found() -> dict[str, Benchmark]:
    modules = (importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__))
    return {benchmark.name: benchmark for module in modules for benchmark in getattr(module, "BENCHMARKS", ())}


def names() -> list[str]:
    """Return the names of the benchmarks, in alphabetical order."""
    return sorted(_found())


def load(name: str) -> Benchmark:
    """Return the benchmark of that name. Raises `BenchmarkError` if there is none."""
    found = _found()
    if name not in found:
        raise BenchmarkError(f"there is no benchmark {name!r}; choose one of {', '.join(sorted(found))}")
    return found[name]
