"""Errors for users and for us. A program that fails is no error: it is an `Outcome`."""


class SolventError(Exception):
    """Root of everything that Solvent raises on purpose; its text says what happened and what to do next."""


class InputError(SolventError):
    """A text or file that cannot be used."""


class UnknownFrameworkError(SolventError):
    """A framework that no file of this room serves."""


class SolverUnavailableError(SolventError):
    """A framework whose solver is not installed or does not start here."""


class ServerGoneError(Exception):
    """What ran a program ended before the program did. Never leaves this room."""
