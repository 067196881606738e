"""What another interpreter needs to do what this one could, and what is said where it cannot."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from solvent.solvers.errors import SolverUnavailableError


def import_path() -> str:
    """Where another interpreter finds what this one imports, this package first: a JSON list."""
    root = str(Path(__file__).parents[3])
    return json.dumps([root, *(entry for entry in sys.path if entry and Path(entry).is_absolute() and entry != root)])


def environment(parent: Mapping[str, str]) -> dict[str, str]:
    """The environment of a server: nothing of the user's but where programs and libraries are; one thread a library.

    Sets have the same order in every process: what is built twice is the same.
    """
    kept = {name: parent[name] for name in ("LD_LIBRARY_PATH", "PATH", "SYSTEMROOT") if name in parent}
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {"LANG": "C.UTF-8", "PYTHONHASHSEED": "0", **threads, **kept}


def unavailable(framework: str, why: str) -> SolverUnavailableError:
    return SolverUnavailableError(f"the framework {framework} cannot be used here: {why}; see its installation")
