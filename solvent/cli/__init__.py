"""The command line: the only room that prints. A command is a module with a function `register`."""

import argparse
import atexit
import errno
import gc
import importlib
import os
import pkgutil
import sys
from typing import Any, NoReturn

from solvent.cli._streams import patient
from solvent.cli.options import EXIT_FAULT, EXIT_INTERRUPTED, EXIT_USAGE, UsageError, say
from solvent.explanations.visible import shown

_FILES, _PROCESSES, _SPACE = "raise `ulimit -n`", "raise `ulimit -u`, or end some programs", "make room on the disk"
_SCARCE = {
    errno.EMFILE: _FILES,
    errno.ENFILE: _FILES,
    errno.EAGAIN: _PROCESSES,
    errno.ENOMEM: "end some programs",
    errno.ENOSPC: _SPACE,
    errno.EDQUOT: _SPACE,
}


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    # Imports create hardly any garbage, yet collecting takes a tenth of their time, and a third of a second at exit.
    gc.set_threshold(100_000, 20, 20)
    atexit.register(gc.freeze)
    with patient() as failed:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")  # a terminal may not support every character of an answer
        code = _run(argv)
    for error in failed:
        if not isinstance(error, BrokenPipeError):  # the reader closed the pipe, and knows
            with patient():
                say(f"the result could not be written to standard output: {error.strerror or error}.")
        return EXIT_FAULT
    return code


def _run(argv: list[str] | None) -> int:
    try:
        options = _parser().parse_args(argv)
        return int(options.command(options))
    except SystemExit as left:  # argparse has already printed the message
        return left.code if isinstance(left.code, int) else EXIT_FAULT
    except KeyboardInterrupt:
        say("interrupted")
        return EXIT_INTERRUPTED
    except UsageError as error:
        say(str(error))
        return EXIT_USAGE
    except Exception as error:  # noqa: BLE001  # users get a message; SOLVENT_DEBUG shows the traceback
        return _fault(error)


def _fault(error: Exception) -> int:
    if os.environ.get("SOLVENT_DEBUG"):
        raise error
    from solvent.solvers import SolventError

    if isinstance(error, SolventError):
        say(str(error))
        return EXIT_USAGE
    if isinstance(error, OSError) and error.errno in _SCARCE:
        say(f"the system has run out of resources: {error.strerror}; {_SCARCE[error.errno]}.")
        return EXIT_FAULT
    if isinstance(error, RuntimeError) and "start new thread" in str(error):
        say(f"the system has run out of resources: {error}; {_PROCESSES}.")
        return EXIT_FAULT
    say(
        f"internal error: {type(error).__name__}: {error}\n"
        "This is a bug in Solvent. Set SOLVENT_DEBUG=1 for the traceback, and please report it with the input."
    )
    return EXIT_FAULT


class _Parser(argparse.ArgumentParser):
    """Reports an error without listing every option."""

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_USAGE, shown(f"{self.prog}: error: {message}\nSee `{self.prog} --help`.\n"))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="solvent", description="Solve puzzles given in plain language, with evidence for every answer."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith("_"):
            register = getattr(importlib.import_module(f"{__name__}.{module.name}"), "register", None)
            if register is not None:
                register(commands)
    return parser


class _Version(argparse.Action):
    """Looks up the version only when it is requested."""

    def __call__(self, *_: Any) -> None:
        from importlib.metadata import version

        print(f"solvent {version('solvent')}")
        sys.exit(0)
