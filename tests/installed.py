"""What this machine has besides Python packages: the one place where tests are skipped for want of it.

A test that has a parameter `framework` needs that framework; another says `@pytest.mark.needs("minizinc")`, or
`wordnet` or `chromium`. With SOLVENT_TESTS_HIDE=minizinc,wordnet,chromium in the environment neither the tests nor the
code under test see any of them, wherever they are installed, as on a machine that has just been set up.
"""

import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from solvent import solvers
from solvent.solvers.wordplay import wordnet

# Binaries by which a framework is found. What is a Python package is never optional: without it, tests fail.
BINARIES = {"minizinc": ("minizinc", "fzn-gecode")}
# The browser goes by several names; the first that is found is driven.
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@functools.cache
def missing(name):
    """Why tests that need a framework, `wordnet` or `chromium` cannot run here; empty where they can."""
    if name == "wordnet":
        return "" if wordnet.folder() else f"needs {wordnet.INSTALL}"
    if name == "chromium":
        return _without_browser(browser())
    if name not in BINARIES:
        return ""
    try:
        solvers.load(name).warm()
    except solvers.SolverUnavailableError as error:
        return str(error)
    return ""


def browser():
    """Give the path of a Chromium, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def _without_browser(path):
    if path is None:
        return "needs Chromium (Debian: apt install chromium)"
    try:
        subprocess.run([path, "--version"], check=True, capture_output=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        return f"needs a Chromium that starts: {error}"
    return ""


def needed(item):
    """Give the names of what a test needs."""
    yield from (name for mark in item.iter_markers("needs") for name in mark.args)
    framework = getattr(item, "callspec", None) and item.callspec.params.get("framework")
    yield from (framework,) if isinstance(framework, str) else framework or ()


def skip_without(item):
    """Skip a test that needs what is not here."""
    for reason in filter(None, map(missing, needed(item))):
        pytest.skip(reason)


def hide(names, environment):
    """Change an environment so that nobody who goes by it finds these; the folder with what stays, to be removed."""
    folder = Path(tempfile.mkdtemp(prefix="solvent-hidden-"))
    if "wordnet" in names:
        environment["WNSEARCHDIR"] = str(folder / "nowhere")
    binaries = BINARIES | {"chromium": BROWSERS}
    hidden = {binary for name in names for binary in binaries.get(name, ())}
    places = environment.get("PATH", os.defpath).split(os.pathsep)
    environment["PATH"] = os.pathsep.join(_without(Path(place), hidden, folder) for place in places)
    for binary in hidden:
        assert shutil.which(binary, path=environment["PATH"]) is None, f"{binary} could not be hidden"
    return folder


def _without(place, hidden, folder):
    """Give a folder of PATH itself or, if it holds what is to be hidden, one of links to all else that is in there."""
    if not any((place / name).exists() for name in hidden):
        return str(place)
    shadow = folder / str(len(list(folder.iterdir())))
    shadow.mkdir()
    for path in place.iterdir():
        if path.name not in hidden:
            (shadow / path.name).symlink_to(path)
    folder.chmod(0o755)  # other users run tests, too
    return str(shadow)
