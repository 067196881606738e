"""Generators of tasks, reproducible from a seed, every truth checked by a solver.

Static sets leak into training data; generated ones do not. To add a generator, add one module or package that defines
`GENERATOR`; it is discovered automatically.
"""

import importlib
import pkgutil

from solvent.benchmarks.generate.generator import Generator, UnusableSettingsError

__all__ = ["load", "names"]


def _found() -> dict[str, Generator]:
    modules = (importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__))
    found = (getattr(module, "GENERATOR", None) for module in modules)
    return {generator.name: generator for generator in found if generator is not None}


def names() -> list[str]:
    """Return the names of the generators, in alphabetical order."""
    return sorted(_found())


def load(name: str) -> Generator:
    """Return the generator of that name. Raises `UnusableSettingsError` if there is none."""
    found = _found()
    if name not in found:
        raise UnusableSettingsError(f"there is no generator {name!r}; choose one of {', '.join(sorted(found))}")
    return found[name]
