"""Scripts of attacks as processes of root or of an ordinary user, and what they print: a line of JSON for each."""

import functools
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from boxes import ORDINARY

import solvent

ROOT = Path(solvent.__file__).parent.parent
HERE = Path(__file__).parent
USERS = ("root", "ordinary") if os.name == "posix" and os.getuid() == 0 else ("ordinary",)


class Run:
    """A process of one of the scripts here, and what it said."""

    def __init__(self, user, script, **settings):
        self.secret = f"canary-{secrets.token_hex(8)}"
        command = [sys.executable, str(HERE / script), json.dumps(settings)]
        # Files, for a pipe that nobody reads fills up.
        self.said, self.errors = (tempfile.TemporaryFile("w+") for _ in range(2))  # noqa: SIM115 - read later
        self.process = subprocess.Popen(
            [*_as_user(user), *command],
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": f"{ROOT}{os.pathsep}{HERE}",
                "SOLVENT_CANARY": self.secret,
            },
            stdin=subprocess.DEVNULL,
            stdout=self.said,
            stderr=self.errors,
            text=True,
            cwd="/",
        )

    @functools.cached_property
    def found(self):
        """What was found, by attack and framework; the first line, about the process, by None."""
        try:
            self.process.wait(timeout=480)
        except subprocess.TimeoutExpired:
            self.end()
        self.said.seek(0)
        self.errors.seek(0)
        said = self.said.read()
        self.said.close()
        lines = [json.loads(line) for line in said.splitlines()]
        found = {(line["name"], line["framework"]) if "name" in line else None: line for line in lines}
        self.broken = self.errors.read()[-3000:] if self.process.returncode else ""
        self.errors.close()
        return found

    def end(self):
        """Kill it where it still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def of(self, name, framework):
        """What came of one attack."""
        assert (name, framework) in self.found, f"it ended too soon: {self.broken}"
        return self.found[name, framework]


def _as_user(user):
    """What to start a command with so that it runs as `user`.

    The interpreter may lie in root's closed home: then the ordinary user may read past the modes of files.
    """
    if user == "root" or os.getuid() != 0:
        return []
    if not shutil.which("setpriv"):
        pytest.skip("needs setpriv (util-linux) to become an ordinary user")
    change = ["setpriv", f"--reuid={ORDINARY}", f"--regid={ORDINARY}", "--clear-groups"]
    for more in (["--bounding-set=-all", "--inh-caps=-all"], ["--inh-caps=+dac_read_search"]):
        extra = [*more, "--ambient-caps=+dac_read_search"] if "+" in more[0] else more
        # It starts another one, as the pool does, which finds what this one finds.
        start = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]], check=True)"
        check = f"import pydantic, sys; sys.exit(sys.version != {sys.version!r})"
        tried = subprocess.run([*change, *extra, sys.executable, "-c", start, check], capture_output=True, check=False)
        if tried.returncode == 0:
            return [*change, *extra]
    pytest.skip("an ordinary user cannot start this interpreter")
