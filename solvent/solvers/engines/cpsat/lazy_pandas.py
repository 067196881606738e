"""OR-Tools imports pandas for functions that few programs call: here it comes when one of them is called.

It is half of what a server would have in memory, and each fork copies the tables of that.
"""

import contextlib
import importlib
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any


class _LazyModule(ModuleType):
    """Stands for pandas in a module that has imported it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module("pandas"), name)


@contextlib.contextmanager
def lazy_pandas() -> Iterator[None]:
    """While OR-Tools is imported. Where it wants more of pandas than its two classes, ImportError or AttributeError."""
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
