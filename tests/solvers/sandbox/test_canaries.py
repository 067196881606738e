"""What one program was, answered or was asked is unknown to every other: `canaries.py` searches, as either user."""

import json
import sys

import pytest
from attack_runs import USERS, Run

from solvent.solvers.sandbox import layers

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not layers.available().full,
    reason="; ".join(layers.available().missing) or "not Linux",
)
SEARCHERS = ("cpmpy", "ortools", "script")


@pytest.fixture(scope="module")
def found():
    """What was found, by user and settings; each is run when it is first asked for."""
    runs = {}

    def of(user, framework, **settings):
        key = user, json.dumps(settings)
        if key not in runs:
            runs[key] = Run(user, "canaries.py", **settings)
        return runs[key].of("canary", framework)

    yield of
    for run in runs.values():
        run.end()


@pytest.mark.parametrize("framework", SEARCHERS)
@pytest.mark.parametrize("user", USERS)
def test_a_program_finds_nothing_but_its_own(found, user, framework):
    line = found(user, framework, open=False, leaky=False)
    assert line["others"] == [], line
    assert line["found"] == [f"own_{framework}"], line
    assert line["mib"] > 50, line
    assert layers.available().required - {"uid"} <= set(line["isolation"])


@pytest.mark.parametrize("framework", SEARCHERS)
def test_even_without_the_sandbox_there_is_nothing_in_its_memory(found, framework):
    line = found(USERS[-1], framework, open=True, leaky=False)
    assert line["isolation"] == []
    assert line["found"] == [f"own_{framework}"], line


@pytest.mark.parametrize("framework", SEARCHERS)
def test_what_a_server_keeps_would_be_found(found, framework):
    """The control: the same search, confined, of a server that reads what it hands on."""
    line = found(USERS[0], framework, open=False, leaky=True)
    own = "cpmpy" if framework == "cpmpy" else "ortools"
    assert {"asleep", "complaint", "question", f"{own}_text", f"{own}_answer"} <= set(line["others"]), line
    # These were in a server of their own.
    assert not {"reference", "request"} & set(line["others"])
