"""Runs the notebook of the tour again, and stores what its cells show: `python tests/run_tour.py`.

Nothing of this machine is kept but how many seconds things took.
"""

import os
import tempfile
from pathlib import Path
from unittest import mock

import nbformat
from console import EXAMPLES, environment
from nbclient import NotebookClient

TOUR = EXAMPLES / "tour.ipynb"
_FOLDERS = ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
_PYTHON = {"display_name": "Python 3", "language": "python", "name": "python3"}


def executed(
    notebook: nbformat.NotebookNode, folder: Path, client: type[NotebookClient] = NotebookClient
) -> nbformat.NotebookNode:
    """The notebook with what its cells show, from the first to the last, with a folder as working directory.

    Raises CellExecutionError for a cell that fails.
    """
    with tempfile.TemporaryDirectory() as home, mock.patch.dict(os.environ, dict.fromkeys(_FOLDERS, home)):
        client(notebook, timeout=300, resources={"metadata": {"path": str(folder)}}).execute(env=environment())
    return notebook


def bare(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The notebook without what differs from one machine to the next."""
    notebook.metadata = {"kernelspec": _PYTHON, "language_info": {"name": "python"}}
    for number, cell in enumerate(notebook.cells, 1):
        cell.id, cell.metadata = f"cell-{number}", {}
    return notebook


if __name__ == "__main__":
    found = executed(nbformat.read(TOUR, as_version=4), EXAMPLES)
    TOUR.write_text(nbformat.writes(bare(found)).rstrip("\n") + "\n", "utf-8")
