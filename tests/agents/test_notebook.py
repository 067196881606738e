"""Progress of a run in a notebook: one output in the right cell, updated in place."""

import asyncio
import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from console import ROOT
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from run_tour import executed

from solvent import asolve, solve
from solvent import notebook as module
from solvent.notebook import Progress

GRID = """\
friends: Nora, Otis, Petra
herbs: basil, mint, thyme
1. Nora grows mint.
2. Otis does not grow thyme.
"""
CELLS = (
    f"from solvent import asolve, solve\nfrom solvent.notebook import Progress\nGRID = {GRID!r}\nprogress = Progress()",
    "for _ in range(3):\n    answer = solve(GRID, on_event=progress)",
    "print('before')\nanswer = await asolve(GRID, on_event=progress)\nprint('after')",
    """
import asyncio
class Lost:
    name = "lost"
    async def complete(self, *messages, **options):
        await asyncio.sleep(1.5)
        raise RuntimeError("lost")
try:
    solve("Which of my aunts is taller?", model=Lost(), on_event=Progress())
except Exception:
    pass""",
)


@pytest.fixture(scope="module")
def seen():
    """The cells, run in a kernel, and the messages about displays that each of them got."""
    found = {}

    class Client(NotebookClient):
        def process_message(self, msg, cell, cell_index):
            if msg["msg_type"].endswith("display_data"):
                found.setdefault(cell_index, []).append((msg["msg_type"], msg["content"]))
            return super().process_message(msg, cell, cell_index)

    done = executed(new_notebook(cells=[new_code_cell(cell) for cell in CELLS]), ROOT, Client)
    return done.cells, found


def test_the_runs_of_a_cell_share_an_output_which_ends_with_their_status(seen):
    (output,) = seen[0][1].outputs
    assert output.data["text/plain"].startswith("verified: 1 program, 0 model calls, ")
    assert output.data["text/plain"].endswith(" s (run 3; before: 2 verified)")
    assert ET.fromstring(output.data["text/html"]).get("open") is None
    assert seen[0][0].outputs == []


def test_it_is_one_display_that_is_updated(seen):
    (first, content), *others = seen[1][1]
    assert first == "display_data"
    assert {kind for kind, _ in others} == {"update_display_data"}
    assert {each["transient"]["display_id"] for _, each in others} == {content["transient"]["display_id"]}
    assert content["data"]["text/plain"].startswith("decompose: 0 programs")
    assert ET.fromstring(content["data"]["text/html"]).get("open") == ""


def test_a_later_cell_gets_an_output_of_its_own_in_its_place(seen):
    before, output, after = seen[0][2].outputs
    assert (before.text, after.text) == ("before\n", "after\n")
    assert "run" not in output.data["text/plain"]
    assert output.data["text/plain"].startswith("verified: 1 program")
    assert seen[1][2][0][0] == "display_data"


def test_a_run_that_fails_is_not_left_at_work_and_the_time_goes_on_until_then(seen):
    (output,) = seen[0][3].outputs
    assert output.data["text/plain"].startswith("stopped: 0 programs")
    times = [content["data"]["text/plain"] for _, content in seen[1][3]]
    assert any(re.fullmatch(r"decompose: .* [1-9]\.\d s", told) for told in times)


def test_outside_a_kernel_nothing_is_shown(capsys):
    progress = Progress()
    assert repr(progress) == "no run yet"
    assert solve(GRID, on_event=progress).status == "verified"
    assert repr(progress).startswith("verified: 1 program, 0 model calls, ")
    assert capsys.readouterr() == ("", "")


class Shell:
    """Stands for a kernel's shell."""

    kernel = True
    execution_count = 1


class Handle:
    """Counts how often a display is updated, and when."""

    def __init__(self):
        self.times = []

    def update(self, _):
        self.times.append(asyncio.get_running_loop().time())


async def test_many_events_make_few_updates(monkeypatch):
    handle = Handle()
    monkeypatch.setattr(module, "_shell", Shell)
    monkeypatch.setattr("IPython.display.display", lambda *_, **__: handle)
    progress, events = Progress(), []
    await asolve(GRID, on_event=events.append)
    progress(events[0])
    for _ in range(300):
        await asyncio.sleep(0.001)
        progress({"event": "call", "time": 0.0})
    assert len(handle.times) > 1
    assert all(later - earlier > 0.09 for earlier, later in pairwise(handle.times))
    assert progress.walk.calls == 300
    for event in events[1:]:
        progress(event)
    shown = len(handle.times)
    await asyncio.sleep(1.2)
    assert len(handle.times) == shown  # nothing goes on once the run is over
    assert repr(progress).startswith("verified: 1 program, 300 model calls")
