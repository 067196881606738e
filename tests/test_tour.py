"""The notebook of the tour: it runs, and what is stored is what its cells show."""

import re
import sys
import tempfile
from pathlib import Path

import nbformat
import pytest
from console import EXAMPLES, ROOT
from run_tour import TOUR, bare, executed

TIME = re.compile(r"\b\d+\.\d+(?= s\b)|(?<=seconds=)\d+\.\d+")
MOST_BYTES = 300_000


def shown(notebook):
    """What each cell shows, without times."""
    return [[_plain(output) for output in cell.get("outputs", [])] for cell in notebook.cells]


def _plain(output):
    texts = {"text": output.text} if output.output_type == "stream" else output.data
    return output.output_type, {kind: TIME.sub("#", text) for kind, text in texts.items()}


@pytest.mark.parametrize("folder", [EXAMPLES, ROOT], ids=["examples", "root"])
def test_the_tour_shows_what_is_stored(folder):
    """If this fails because an output has changed for good, `python tests/run_tour.py` stores it anew."""
    stored = nbformat.read(TOUR, as_version=4)
    assert shown(executed(nbformat.read(TOUR, as_version=4), folder)) == shown(stored)


def test_what_is_stored_is_small_and_says_nothing_of_the_machine():
    text = TOUR.read_text("utf-8")
    assert len(text) < MOST_BYTES
    assert not [place for place in (ROOT, Path.home(), tempfile.gettempdir(), sys.prefix) if str(place) in text]
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    assert nbformat.writes(bare(notebook)).rstrip("\n") + "\n" == text
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert all(output.get("name") != "stderr" for cell in code for output in cell.outputs)
