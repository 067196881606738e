"""What the Python frameworks on CP-SAT have in common: all but the module that executes their programs."""

import contextlib
import importlib
from dataclasses import dataclass
from typing import Any

from solvent.solvers import plain, python_file, python_program
from solvent.solvers.engine import Engine
from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.late_pandas import late_pandas
from solvent.solvers.program import Program

_SAMPLE = "answer = [1]\n"


@dataclass(frozen=True)
class PythonFramework:
    """The functions of a framework's file; `packages` are what pip has to install, `modules` what else it imports."""

    name: str
    packages: str
    modules: tuple[str, ...] = ()

    def parse(self, text: str) -> Program:
        """Read a program file; a text that is no Python becomes a program whose `run` says where it breaks."""
        return python_file.parse(self.name, text)

    def render(self, program: Program) -> str:
        """Write a program as one file."""
        return python_file.render(program)

    def warm(self) -> None:
        """Import the libraries, and have them complete what they put off until the first model is made."""
        with contextlib.suppress(ImportError, AttributeError), late_pandas():
            importlib.import_module("ortools.sat.python.cp_model")
        try:
            self.engine(self.parse(""), self._builder().build(_SAMPLE))
            for module in self.modules:
                importlib.import_module(f"solvent.solvers.{module}")
        except ImportError as error:
            raise SolverUnavailableError(f"{error}; pip install {self.packages}") from error

    def build(self, program: Program) -> bytes:
        """Execute a program's code; its plain model. Raises ProgramError."""
        built: bytes = self._builder().build(self.render(program))
        return built

    def engine(self, program: Program, model: bytes) -> Engine:  # noqa: ARG002  # the code has done its part
        """Load a plain model. Raises ProgramError."""
        from solvent.solvers._cpsat import CpsatEngine

        return CpsatEngine(plain.load(model))

    def script(self, program: Program) -> int:
        """Run a script, which solves and prints; its exit status."""
        return python_program.run_as_script(program.preamble)

    def _builder(self) -> Any:
        return importlib.import_module(f"solvent.solvers._{self.name}")
