"""Defers OR-Tools' import of pandas, which it needs only for rarely used functions, until one of them is called.

Pandas would be half of a server's memory, whose page tables every fork has to copy.
"""

import contextlib
import importlib
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any


class _LazyModule(ModuleType):
    """Stands in for pandas in modules that have imported it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module("pandas"), name)


@contextlib.contextmanager
def lazy_pandas() -> Iterator[None]:
    """Defer pandas while OR-Tools is imported in the `with` block.

    If OR-Tools uses more of pandas at import time than two class names, the import fails with ImportError or
    AttributeError.
    """
    if "pandas" in sys.modules:
        yield
        return
    known = set(sys.modules)
    stand_in = ModuleType("pandas")
    vars(stand_in).update(Series=type("Series", (), {}), Index=type("Index", (), {}))
    sys.modules["pandas"] = stand_in
    try:
        yield
    finally:
        del sys.modules["pandas"]
        for name in set(sys.modules) - known:
            for inner, value in list(vars(sys.modules[name]).items()):
                if value is stand_in:
                    setattr(sys.modules[name], inner, _LazyModule("pandas"))
