"""Exceptions. A program that fails raises none of them: its failure is an `Outcome`."""


class SolventError(Exception):
    """Base class of all errors that Solvent raises deliberately; messages say what happened and what to do next."""


class InputError(SolventError):
    """A text or file is unusable."""


class UnknownFrameworkError(SolventError):
    """No module in `frameworks` implements the framework."""


class SolverUnavailableError(SolventError):
    """The framework's solver is not installed, or does not start on this machine."""


class ServerGoneError(Exception):
    """The process that was running a program died before the program finished. Never propagates out of `solvers`."""
