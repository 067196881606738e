"""Programs that run without Solvent, for people to read, change and run: a module in this folder is a framework.

Each writes a program in full (`text`): its declarations, each constraint below what its clue says, and what solves,
shows the answer as JSON and tells whether it is the only one.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from typing import cast

from solvent.solvers import Program
from solvent.solvers.errors import SolventError
from solvent.translators.standalone._listing import Listing, Writer

SEARCHED = "a {kind} is searched for by Solvent itself, and no {framework} program can state it."


def names() -> tuple[str, ...]:
    """The frameworks in which a program can be written out, sorted."""
    return tuple(sorted(name for _, name, _ in pkgutil.iter_modules(__path__) if not name.startswith("_")))


def written(program: Program, texts: Mapping[int, str] | None = None, title: str = "") -> str:
    """Write a program as a file that its framework's own tools run; `texts` is what its clues say, by their ids.

    Raises SolventError for a framework that cannot be written out, and for a script, which is a file of its own.
    """
    if program.framework not in names():
        raise SolventError(
            f"a program in {program.framework} runs in Solvent alone; what can be exported is {', '.join(names())}."
        )
    if program.contract == "script":
        raise SolventError(
            "the program is a script, which runs without Solvent as it is; --show program of `solvent solve` prints it."
        )
    writer = cast("Writer", importlib.import_module(f"{__name__}.{program.framework}"))
    return writer.text(Listing(program, texts or {}, title))
