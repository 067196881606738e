"""What every test may use: a scripted model server, warm solvers, and no network beyond this machine."""

import asyncio
import os
import shutil
import socket

import installed
import pytest
from hypothesis import HealthCheck, settings
from loopback import Loopback
from patience import unhurried

from solvent import asolve
from solvent.solvers import Pool

# A busy machine is slow; that says nothing of the code.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

LOCAL = ("localhost", "127.0.0.1", "::1")


def pytest_configure(config):
    """Give solvers time, and hide what SOLVENT_TESTS_HIDE names, before any module of tests is read."""
    unhurried()
    config.addinivalue_line("markers", "needs(*names): what has to be installed: a framework, wordnet or chromium")
    names = os.environ.get("SOLVENT_TESTS_HIDE", "").replace(",", " ").split()
    if names and not hasattr(config, "workerinput"):  # workers inherit the environment
        folder = installed.hide(names, os.environ)
        config.add_cleanup(lambda: shutil.rmtree(folder))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Skip what this machine has no solver or data for: decided here, for all tests."""
    installed.skip_without(item)


@pytest.fixture(scope="session")
def in_pool():
    """Await what a function of a pool returns, in a pool that stays up for all tests: starting one takes longer."""
    with asyncio.Runner() as runner:
        running = Pool(workers=2)
        runner.run(running.__aenter__())
        yield lambda use: runner.run(use(running))
        runner.run(running.__aexit__(None, None, None))


@pytest.fixture(scope="session")
def solve(in_pool):
    """`solvent.solve` in the pool of all tests."""
    return lambda text, **options: in_pool(lambda pool: asolve(text, pool=pool, **options))


@pytest.fixture(scope="session", autouse=True)
def _offline():
    """Take the user's API settings out of the environment, and refuse connections to other machines."""
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ:
            if name.startswith(("OPENAI_", "SOLVENT_MODEL")) or name.lower().endswith("_proxy"):
                patch.delenv(name)
        patch.setattr(socket.socket, "connect", _guarded(socket.socket.connect))
        patch.setattr(socket.socket, "connect_ex", _guarded(socket.socket.connect_ex))
        resolve = socket.getaddrinfo

        def getaddrinfo(host, *rest, **options):
            if host is not None and _text(host) not in LOCAL:
                raise socket.gaierror(socket.EAI_NONAME, f"tests look up no names of other machines: {host}")
            return resolve(host, *rest, **options)

        patch.setattr(socket, "getaddrinfo", getaddrinfo)
        yield


@pytest.fixture
def loopback():
    """A model server that answers as scripted; a request that nothing was scripted for fails the test."""
    server = Loopback()
    yield server
    server.close()
    assert not server.unexpected, f"{len(server.unexpected)} requests that nothing was scripted for"


def _guarded(connect):
    def guarded(sock, address):
        if sock.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in LOCAL:
            raise OSError(f"tests connect to no other machine: {address}")
        return connect(sock, address)

    return guarded


def _text(host):
    return host.decode() if isinstance(host, bytes) else host
