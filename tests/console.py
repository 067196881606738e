"""Runs the command line as a user does: another process, with nothing of this environment that changes what it does.

It is forked off one that has imported everything, where that can be done; `test_cli_scarce`, `test_cli_interrupt` and
`test_readme` start it anew. Or it runs in this process, where it does not matter who starts it.
"""

import functools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import pytest
from warm_console import WarmConsole

from solvent.cli import main

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
COMMAND = (sys.executable, "-m", "solvent.cli")
EXIT = {"verified": 0, "unverified": 10, "ambiguous": 11, "contradictory": 12, "failed": 13}
WARM = sys.platform == "linux"
MESSAGE = 600  # characters; a longer message is not read


def environment(**extra: str) -> dict[str, str]:
    """Give the environment of a command: this one without keys, models and debugging, finding this source tree."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("SOLVENT_", "OPENAI_"))}
    path = os.pathsep.join(filter(None, (str(ROOT), kept.get("PYTHONPATH"))))
    return kept | {"PYTHONPATH": path} | extra


def solvent(
    *args: str | bytes | Path,
    stdin: bytes = b"",
    cwd: Path = ROOT,
    console: WarmConsole | None = None,
    started: Callable[[int], None] = lambda _: None,
    **extra: str,
) -> subprocess.CompletedProcess[str]:
    """Run `solvent ARGS`; `extra` goes into its environment. `started` is told the process that is forked for it."""
    argv = [os.fsdecode(arg) for arg in args]
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        # Python reads its own settings when it starts, and the command reads all others when it is called.
        if console or (WARM and not any(name.startswith("PYTHON") for name in extra)):
            streams = (given.fileno(), out.fileno(), err.fileno())
            code = (console or warm()).call(argv, streams, str(cwd), environment(**extra), started)
        else:
            own = environment(**extra)
            with subprocess.Popen([*COMMAND, *argv], stdin=given, stdout=out, stderr=err, cwd=cwd, env=own) as process:
                started(process.pid)
                try:
                    code = process.wait(timeout=120)
                finally:
                    process.kill()
        for file in (out, err):
            file.seek(0)
        return subprocess.CompletedProcess(argv, code, out.read().decode(), err.read().decode())


@functools.cache
def warm() -> WarmConsole:
    """Give the console of all tests of this process."""
    return WarmConsole(environment())


def solvent_here(capsys: pytest.CaptureFixture[str], *args: object) -> subprocess.CompletedProcess[str]:
    """Run `solvent ARGS` in this process."""
    argv = [str(arg) for arg in args]
    try:
        code = main(argv)
    except SystemExit as left:  # argparse's way
        code = left.code if isinstance(left.code, int) else 1
    return subprocess.CompletedProcess(argv, code, *capsys.readouterr())


def one_object(result: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """Give what `--json` printed; fails where that is not one object."""
    found = json.loads(result.stdout)
    assert isinstance(found, dict), result.stdout
    return found


def check_refusal(result: subprocess.CompletedProcess[str], *codes: int) -> None:
    """Check that a command ended with one of the codes, and said why in a few words and with no traceback."""
    assert result.returncode in codes, (result.returncode, result.stdout[-MESSAGE:], result.stderr[-MESSAGE:])
    assert "Traceback" not in result.stderr
    assert 0 < len(result.stderr) < MESSAGE, result.stderr
    if result.returncode == 2:
        assert result.stdout == ""
