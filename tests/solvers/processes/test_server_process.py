"""A server that was started ahead serves the first pool that asks, and ends with its process where nobody does."""

import os
import subprocess
import sys

import pytest

from solvent.solvers import Pool, UnknownFrameworkError, load, run, start_ahead
from solvent.solvers.processes import server_process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there are no servers elsewhere")

PROGRAM = '(declare-const x Int)\n; clue 1\n(assert (= x 3))\n; answer\n; ["x"]\n'
ALONE = """
from solvent.solvers import start_ahead
from solvent.solvers.processes import server_process
start_ahead("smtlib")
start_ahead("smtlib")
print(*(server.process.pid for server in server_process._ahead.values()))
"""


async def test_the_first_pool_takes_it(monkeypatch):
    monkeypatch.setattr(server_process, "_ahead", {})  # commands that other tests ran here may have left some
    start_ahead("smtlib")
    (server,) = server_process._ahead.values()
    async with Pool(workers=1) as first, Pool(workers=1) as other:
        for pool in (first, other):
            assert (await run(load("smtlib").parse(PROGRAM), pool=pool)).answer == [3]
        assert first._connections["smtlib"].process is server.process
        assert other._connections["smtlib"].process is not server.process
    assert not server_process._ahead
    assert server.process.poll() is not None


def test_it_ends_with_a_process_that_never_asks():
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True, timeout=60)
    (pid,) = map(int, done.stdout.split())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_there_is_none_for_what_is_no_framework():
    with pytest.raises(UnknownFrameworkError, match="prolog"):
        start_ahead("prolog")
