"""The common part of the Python frameworks on CP-SAT: everything but the module that executes their programs."""

import contextlib
import importlib
import keyword
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solvent.solvers.engines.cpsat import model_wire_format, python_program
from solvent.solvers.engines.cpsat.lazy_pandas import lazy_pandas
from solvent.solvers.engines.engine import Engine
from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.programs import python_file
from solvent.solvers.programs.program import Program

_SAMPLE = "answer = [1]\n"


@dataclass(frozen=True)
class PythonFramework:
    """Implements the functions of a framework module.

    `builder` is the module that executes its programs, `packages` the pip packages that it requires, `modules` further
    modules for the server to import, `known` the usual names of its library.
    """

    name: str
    builder: str
    packages: str
    modules: tuple[str, ...] = ()
    known: tuple[str, ...] = ()

    def parse(self, text: str) -> Program:
        """Parse a program file; text that is not valid Python becomes a program whose `run` reports the error."""
        return python_file.parse(self.name, text)

    def render(self, program: Program) -> str:
        """Render a program as the text of a file."""
        return python_file.render(program)

    def reserved(self, program: Program) -> frozenset[str]:
        """Return the names that the program's data may not have."""
        words = (*keyword.kwlist, *python_program.GIVEN, "model", "clue", "answer", "objectives", "data", *self.known)
        return frozenset(words) | python_file.imported(program)

    def used_data(self, program: Program) -> frozenset[str]:
        """Return the names of the data on which constraints and objectives may depend."""
        return python_file.used_data(program)

    def warm(self) -> None:
        """Import the libraries, and trigger the initialisation that they defer until the first model.

        Raises SolverUnavailableError.
        """
        with contextlib.suppress(ImportError, AttributeError), lazy_pandas():
            importlib.import_module("ortools.sat.python.cp_model")
        try:
            self.engine(self.parse(""), self._build(_SAMPLE, {}))
            for module in self.modules:
                importlib.import_module(module)
        except ImportError as error:
            raise SolverUnavailableError(f"{error}; pip install {self.packages}") from error

    def build(self, program: Program) -> bytes:
        """Execute a program's code and return its plain model. Raises ProgramError."""
        return self._build(self.render(program), program.data)

    def engine(self, program: Program, model: bytes) -> Engine:  # noqa: ARG002  # its code is no longer needed
        """Load a plain model. Raises ProgramError."""
        from solvent.solvers.engines.cpsat.cpsat_engine import CpsatEngine

        return CpsatEngine(model_wire_format.load(model))

    def script(self, program: Program) -> int:
        """Run a script, which solves and prints; return its exit status."""
        return python_program.run_as_script(program.preamble)

    def _build(self, text: str, data: Mapping[str, Any]) -> bytes:
        built: bytes = importlib.import_module(self.builder).build(text, data)
        return built
