"""The installed `minizinc`: locating it, calling it, and reading its output."""

import contextlib
import functools
import itertools
import os
import re
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.json_text import read_json
from solvent.solvers.sandbox import group_death_signal, temporary_folders

# The hyphen keeps programs from including it: only plain file names may be included.
MODEL = "the-program.mzn"
FLAT = "the-program.fzn"
DATA = "the-data.json"
LIBRARY_FILE = re.compile(r"[^/]+\.mzn$")

FLATTENED = ("--fzn", FLAT)

_FUNCTION = re.compile(r"\b(?:predicate|function|test)\b[^(;]*?(\w+)\s*\(")
# Gecode 6.2 gets this constraint wrong for Booleans, unlike equality: a second answer could repeat the first.
_NOT_EQUAL = """
predicate int_lin_ne_reif(array[int] of int: c, array[int] of var int: x, int: d, var bool: r) =
  let { var bool: equal; constraint int_lin_eq_reif(c, x, d, equal); } in bool_not(equal, r);
"""
_SOLVER = "gecode"
_START = 30.0  # seconds allowed for each call at start-up, generous for busy machines
_MOST_OUTPUT = 64 << 20  # bytes
_KEPT = 4000  # bytes of stderr to examine
_MEMORY = ("bad_alloc", "out of memory", "failed to map segment", "annot allocate memory", "std::length_error")

_GET_IT = (
    "install it with `apt-get install minizinc`, or take the bundle from https://www.minizinc.org "
    "and put its `bin` on PATH"
)


@dataclass(frozen=True)
class Run:
    """The output of one call; the exit `code` is None if the call had to be stopped."""

    output: bytes
    errors: bytes
    code: int | None

    @property
    def timed_out(self) -> bool:
        return self.code is None

    @property
    def out_of_memory(self) -> bool:
        said = self.errors[-_KEPT:].decode("utf-8", "replace")
        return self.code != 0 and any(word in said for word in _MEMORY)

    @property
    def unexplained(self) -> bool:
        """Whether it failed without a word: its solver was killed from outside."""
        told = any(message.get("type") in ("error", "solution") for message in self.messages())
        return self.code not in (0, None) and not self.errors.strip() and not told

    @property
    def last_words(self) -> str:
        lines = self.errors.decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:300] if lines else f"it ended with code {self.code} and said nothing"

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yield the messages of the JSON stream, one per line."""
        for line in self.output.split(b"\n"):
            with contextlib.suppress(ValueError, RecursionError):
                message = read_json(line)
                if isinstance(message, dict):
                    yield message

    def types(self) -> dict[str, Any] | None:
        """Return the type of each name from `--model-types-only`; None if the program does not compile."""
        try:
            found = read_json(self.output)["var_types"]["vars"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
        return found if isinstance(found, dict) else None


@dataclass(frozen=True)
class Tool:
    """A working MiniZinc: its binary, the options that it needs, and its standard library."""

    binary: str
    options: tuple[str, ...] = ()
    library: frozenset[str] = frozenset()
    amendment: str = ""  # definitions appended to every model
    data: str = ""  # a JSON object with the values of parameters
    functions: frozenset[str] = frozenset()  # predefined functions, on which the harness's own constraints rely

    def has(self, file: str) -> bool:
        """Whether the standard library has a file of that name."""
        return file in self.library

    def run(self, text: str, options: list[str], seconds: float) -> Run:
        """Run MiniZinc on a model, which is written to the working directory, for at most `seconds`.

        With the options `FLATTENED` it also leaves the compiled model there. A failure without any explanation is tried
        once more.
        """
        until = time.monotonic() + seconds
        Path(FLAT).unlink(missing_ok=True)
        Path(MODEL).write_text(text + self.amendment, encoding="utf-8")
        if self.data:
            Path(DATA).write_text(self.data, encoding="utf-8")
        run = self._call(options, seconds)
        left = until - time.monotonic()
        return self._call(options, left) if run.unexplained and left > 0 else run

    def _call(self, options: Iterable[str], seconds: float) -> Run:
        files = [MODEL, DATA] if self.data else [MODEL]
        # -O0: version 2.6.4 loses the values of variables that its optimiser has unified.
        return call([self.binary, "--solver", _SOLVER, "-O0", *self.options, *options, *files], seconds)

    def flat(self, seconds: float) -> str | None:
        """Return the last model as FlatZinc; None if compiling it took too long or failed."""
        if not Path(FLAT).exists():  # some versions do not keep it when solving
            self._call(["-c", *FLATTENED], seconds)
        try:
            return Path(FLAT).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None


def call(command: list[str], seconds: float) -> Run:
    """Run a command and collect its output; stop it when time runs out or there is too much output."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"TMPDIR": str(Path.cwd()), "LANG": "C.UTF-8", "HOME": str(Path.cwd()), **_loader()},
        pass_fds=group_death_signal.to_be_inherited(),
    )
    output, errors, ended = _hear(process, time.monotonic() + seconds)
    if not ended:
        _stop(process)
    for pipe in filter(None, (process.stdout, process.stderr)):
        pipe.close()
    return Run(output, errors, process.wait() if ended else None)


def _loader() -> dict[str, str]:
    return {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}


def _hear(process: subprocess.Popen[bytes], until: float) -> tuple[bytes, bytes, bool]:
    """Read both outputs until the deadline; return them, and whether both were closed by then."""
    assert process.stdout is not None  # noqa: S101  # it is a pipe
    assert process.stderr is not None  # noqa: S101
    heard = {process.stdout.fileno(): bytearray(), process.stderr.fileno(): bytearray()}
    poll = select.poll()  # permitted by the sandbox, unlike the epoll of `selectors`
    for pipe in heard:
        poll.register(pipe, select.POLLIN | select.POLLHUP)
    still_open = set(heard)
    while still_open and (left := until - time.monotonic()) > 0:
        for pipe, _ in poll.poll(left * 1000):
            data = os.read(pipe, 1 << 16)
            heard[pipe] += data
            if not data:
                poll.unregister(pipe)
                still_open.discard(pipe)
        if sum(map(len, heard.values())) > _MOST_OUTPUT:
            break
    output, errors = (bytes(text) for text in heard.values())
    return output, errors, not still_open


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Stop the process and its solver. The sandbox forbids signals, but there the whole group is killed soon after."""
    with contextlib.suppress(PermissionError, subprocess.TimeoutExpired):
        process.send_signal(signal.SIGTERM)  # MiniZinc then kills its solver, which is in its own process group
        process.wait(0.2)
    with contextlib.suppress(PermissionError):
        process.kill()


@functools.cache
def find() -> Tool:
    """Find the installed MiniZinc. Raises SolverUnavailableError."""
    binary = shutil.which("minizinc", path=os.environ.get("PATH") or os.defpath)
    if binary is None:
        raise SolverUnavailableError(f"MiniZinc is not installed: no `minizinc` on PATH; {_GET_IT}")
    with temporary_folders.temporary() as folder:
        return _examined(str(Path(binary).resolve()), folder)


def _examined(binary: str, folder: Path) -> Tool:
    """Determine by trial which options this MiniZinc needs. Raises SolverUnavailableError."""
    told = "\n".join(_said(binary, folder, ["--config-dirs"]))
    folder_of_library = _library(binary, told)
    library = frozenset(path.name for path in folder_of_library.glob("*.mzn"))
    functions = frozenset(_functions(folder_of_library))
    # Gecode's versions of global constraints can be older than the standard library (Debian 12): then use the latter's.
    for options, amendment in itertools.product(((), ("-G", "std")), (_NOT_EQUAL, "")):
        model = f'include "globals.mzn";\nvar 0..0: x;\nsolve satisfy;\n{amendment}'
        (folder / MODEL).write_text(model, encoding="utf-8")
        said = _said(binary, folder, ["--solver", _SOLVER, *options, "--json-stream", "--time-limit", "20000", MODEL])
        if any('"solution"' in line for line in said):
            return Tool(binary, options, library, amendment, functions=functions)
    raise SolverUnavailableError(f"{binary} does not solve with {_SOLVER}: {' '.join(said)[-300:]}; {_GET_IT}")


def _said(binary: str, folder: Path, options: list[str]) -> list[str]:
    try:
        done = subprocess.run(
            [binary, *options], cwd=folder, capture_output=True, check=False, timeout=_START, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SolverUnavailableError(f"{binary} does not start: {error}; {_GET_IT}") from None
    return (done.stdout + done.stderr).decode("utf-8", "replace").splitlines()


def _functions(library: Path) -> Iterator[str]:
    """Yield the names of all functions in the files that MiniZinc includes automatically."""
    for pattern in ("stdlib.mzn", "stdlib/*.mzn", "flatzinc_builtins.mzn", "builtins.mzn", "redefinitions*.mzn"):
        for path in library.glob(pattern):
            yield from _FUNCTION.findall(path.read_text(encoding="utf-8", errors="replace"))


def _library(binary: str, told: str) -> Path:
    """Return the folder of the standard library: the one that MiniZinc reports, or else next to its binary."""
    try:
        told_folder = Path(str(read_json(told)["mznStdlibDir"]))
    except (ValueError, KeyError, TypeError):
        told_folder = Path(binary).parents[1] / "share" / "minizinc"
    return told_folder / "std"
