"""Running programs without a fork server, as on macOS and Windows: each stage gets a new process.

There is no sandbox in this case, only resource limits where the system has them, so programs that Solvent did not write
are refused unless the user allows them. The process reads its job from standard input, imports its libraries (which
does not count towards the time limit) and does what a server's child does.
"""

import asyncio
import contextlib
import dataclasses
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.solvers.errors import ServerGoneError, SolverUnavailableError
from solvent.solvers.frameworks import served
from solvent.solvers.processes.child import ChildSetting, lead_nowhere, run_child
from solvent.solvers.processes.child_output import ChildOutput
from solvent.solvers.processes.interpreter import environment, import_path, unavailable
from solvent.solvers.processes.job import Job
from solvent.solvers.sandbox import layers, temporary_folders

if TYPE_CHECKING:
    from solvent.solvers.sandbox.seccomp import Profile

_START = 60.0  # seconds allowed for the imports on a busy machine
_CHUNK = 65536

# Start-up code. The process receives its import path explicitly, so no user-controlled directory is searched.
_BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from solvent.solvers.processes.single_process import main; main(sys.argv[2])"
)


class SingleProcess:
    """Has the same interface as the connection to a framework's server."""

    alive = True

    def __init__(self, framework: str) -> None:
        self.framework = framework
        self._running: set[asyncio.subprocess.Process] = set()

    async def ask(self, _number: int, job: Job, most: int, seconds: float) -> tuple[dict[str, Any], bytes]:
        """Run a job and return its report; each question may print `most` bytes and take `seconds`.

        Raises SolverUnavailableError, ServerGoneError.
        """
        with temporary_folders.temporary() as folder:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-P", "-s", "-c", _BOOT, import_path(), self.framework),
                env=environment(os.environ),
                cwd=folder,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=sys.platform != "win32",
            )
            self._running.add(process)
            output = ChildOutput(seconds=seconds, most=most, then=job.patience, spent=job.spent)
            try:
                await self._hear(output, process, job)
            finally:
                _kill(process)
                await process.wait()
                self._running.discard(process)
            code = process.returncode or 0
            return output.report(max(0, -code), max(0, code), await _complaint(process))

    async def _hear(self, output: ChildOutput, process: asyncio.subprocess.Process, job: Job) -> None:
        """Send the job and read output until the process ends or exceeds a limit."""
        assert process.stdin is not None  # noqa: S101  # it is a pipe
        assert process.stdout is not None  # noqa: S101
        with contextlib.suppress(ConnectionError):
            process.stdin.write(job.packed())
            await process.stdin.drain()
            process.stdin.close()
        try:
            async with asyncio.timeout(_START):
                first = await process.stdout.readline()
        except TimeoutError:
            raise ServerGoneError from None
        if first.startswith(b'{"unavailable"'):
            raise unavailable(self.framework, json.loads(first)["unavailable"])
        output.started = time.monotonic() - job.spent  # its libraries are loaded
        output.hear(first)
        while True:
            try:
                async with asyncio.timeout(max(0.0, output.deadline - time.monotonic())):
                    data = await process.stdout.read(_CHUNK)
            except TimeoutError:
                output.end = "timeout"
                return
            output.hear(data)
            if output.too_long:
                output.end = "output"
            if not data or output.end:
                return

    async def close(self) -> None:
        """Kill the running processes."""
        for process in self._running:
            with contextlib.suppress(ProcessLookupError):
                process.kill()


def _kill(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGKILL)  # including its subprocesses; the group exists from the start
        else:
            process.kill()


async def _complaint(process: asyncio.subprocess.Process) -> bytes:
    assert process.stderr is not None  # noqa: S101  # it is a pipe
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(1):  # a subprocess that left the process group may hold it open
            return await process.stderr.read(_CHUNK)
    return b""


def main(name: str) -> None:
    """Run the job given on standard input, for the framework `name`."""
    body = sys.stdin.buffer.read()
    result, errors, folder = os.dup(1), os.dup(2), Path.cwd()
    lead_nowhere()
    try:
        framework = served(name)
        framework.warm()
    except (ImportError, SolverUnavailableError) as error:
        os.write(result, json.dumps({"unavailable": str(error)}).encode() + b"\n")
        return
    profile: Profile = getattr(framework, "PROFILE", "program")
    gap = f"all layers: the sandbox needs Linux and a fork server, this is a plain process on {sys.platform}"
    report = dataclasses.replace(layers.available(), layers=frozenset(), missing=(gap,))
    job = Job.unpacked(body)
    total = job.limits.model_copy(update={"seconds": job.limits.seconds * job.times})
    workdir = folder if profile == "minizinc" else None
    run_child(ChildSetting(framework, profile, report), None, (result, errors), total, body, workdir, sandboxed=False)
