"""`solvent serve` as a user starts it: another process, on a free port, in a folder of its own."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
from console import environment

PATIENCE = 120.0  # seconds until a test gives up waiting
ADDRESS = re.compile(r"^solvent: open (http://\S+)", re.MULTILINE)


class Site:
    """A running server. `url` is the address that it printed, `errors` all that it wrote to standard error."""

    def __init__(self, folder: Path, *options: str, **extra: str) -> None:
        self.folder = folder / "cwd"
        self.folder.mkdir(parents=True)
        self._written = folder / "stderr"
        command = (sys.executable, "-m", "solvent.cli", "serve", "--port", "0", *options)
        with self._written.open("wb") as errors:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, cwd=self.folder,
                env=environment(**extra), start_new_session=True,
                # Where the tests run in the background of a script, they were told to ignore it.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
            )  # fmt: skip
        try:
            self.url = self._printed()
        except BaseException:
            self.kill()
            raise
        self.port = int(re.search(r":(\d+)/", self.url)[1])
        self.origin = f"http://127.0.0.1:{self.port}"

    @property
    def errors(self) -> str:
        return self._written.read_text("utf-8")

    def get(self, path: str = "/", **options) -> httpx.Response:
        """Answer of a GET, from this machine, whatever the address that was printed."""
        return httpx.get(self.origin + path, timeout=PATIENCE, **options)

    def end(self, how: int = signal.SIGINT) -> tuple[int, str, str]:
        """Send a signal; give the exit code, what was printed, and what was written after the address."""
        self.process.send_signal(how)
        out, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out.decode(), self.errors

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def _printed(self) -> str:
        end = time.monotonic() + PATIENCE
        while not (found := ADDRESS.search(self.errors)):
            assert self.process.poll() is None, f"ended with {self.process.returncode}: {self.errors}"
            assert time.monotonic() < end, f"no address within {PATIENCE} s: {self.errors}"
            time.sleep(0.02)
        return found[1]
