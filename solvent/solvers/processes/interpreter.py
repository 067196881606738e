"""The import path and environment of another Python interpreter, and the error if it is unusable."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from solvent.solvers.errors import SolverUnavailableError


def import_path() -> str:
    """Return the import path for another interpreter, this package first, as a JSON list."""
    root = str(Path(__file__).parents[3])
    return json.dumps([root, *(entry for entry in sys.path if entry and Path(entry).is_absolute() and entry != root)])


def environment(parent: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a server: only the user's search paths for executables and libraries are kept.

    Numeric libraries get one thread each. A fixed hash seed gives sets the same order in every process, so that
    building a program twice gives the same model.
    """
    kept = {name: parent[name] for name in ("LD_LIBRARY_PATH", "PATH", "SYSTEMROOT") if name in parent}
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {"LANG": "C.UTF-8", "PYTHONHASHSEED": "0", **threads, **kept}


def unavailable(framework: str, why: str) -> SolverUnavailableError:
    return SolverUnavailableError(f"the framework {framework} cannot be used here: {why}; see how to install it")
