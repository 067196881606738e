"""One pool for all tests, and the example programs of every framework.

A framework takes part in the contract tests by having its programs in `example_programs/<framework>/`.
"""

from pathlib import Path

import pytest
import pytest_asyncio

from solvent import solvers

PROGRAMS = Path(__file__).parent / "example_programs"
FRAMEWORKS = sorted(folder.name for folder in PROGRAMS.iterdir())


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def pool():
    async with solvers.Pool(workers=2) as warm:
        yield warm


@pytest.fixture(params=FRAMEWORKS)
def framework(request):
    return request.param


@pytest.fixture
def example(framework):
    """Reads an example program of the framework by its name."""

    def read(name):
        return solvers.load(framework).parse(text_of(framework, name))

    return read


def text_of(framework, name):
    (path,) = (PROGRAMS / framework).glob(f"{name}.*")
    return path.read_text(encoding="utf-8")


def pytest_collection_modifyitems(items):
    """Starting a server takes a second, so tests share a pool, and therefore a loop."""
    for item in items:
        if "pool" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
