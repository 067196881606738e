"""The tasks, one file each: a module here that defines `TASK` is one, discovered automatically."""

import importlib
import pkgutil

from solvent.benchmarks.generate.dyval.task import Task


def _found() -> dict[str, Task]:
    modules = (importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__))
    return {task.name: task for module in modules if (task := getattr(module, "TASK", None))}


TASKS = _found()
