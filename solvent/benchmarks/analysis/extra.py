"""The libraries of the extra `bench`, imported when they are needed."""

import importlib

from solvent.benchmarks.cases import BenchmarkError


def require(what: str, *names: str) -> None:
    """Import some libraries. Raises BenchmarkError, which says how to install them."""
    try:
        for name in names:
            importlib.import_module(name)
    except ImportError as error:
        raise BenchmarkError(f"{what} needs {error.name or names[0]}: pip install 'solvent[bench]'") from error
