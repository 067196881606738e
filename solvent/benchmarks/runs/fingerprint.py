"""What identifies the origin of results: hashes of prompts, code and data, and the versions of what was installed."""

import ast
import hashlib
import json
import os
import platform
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import solvent
from solvent.agents.examples import read_examples
from solvent.agents.prompt_texts import prompt_texts
from solvent.agents.settings import Settings
from solvent.benchmarks.cases import Case
from solvent.benchmarks.records import Fingerprint

_LIBRARIES = (
    "solvent", "bm25s", "cpmpy", "inspect-ai", "langgraph", "numpy", "openai", "ortools", "pydantic", "ray",
    "z3-solver",
)  # fmt: skip
_ROOMS = ("agents", "translators", "solvers", "benchmarks")
_NO_RESULTS = ("analysis", "runs")  # subpackages of benchmarks that decide no result
_PROMPT = 80  # characters; longer texts in a translator's code are parts of prompts, which are hashed as rendered


def fingerprint(settings: Settings) -> Fingerprint:
    """Hash the prompts that a run with these settings may use, with the file of their examples, and the code."""
    parts = [*prompt_texts(settings)]
    if settings.examples and settings.examples_from is not None:
        parts += [each.model_dump_json() for each in read_examples(Path(settings.examples_from))]
    return Fingerprint(prompts=_digest(parts), code=_code())


def versions() -> dict[str, str]:
    """The versions of Python and of the libraries that decide results; those that are not installed are left out."""
    found = {"python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def machine() -> dict[str, str | int]:
    """The kind of machine, without its name."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return {"system": f"{platform.system()} {platform.release()}", "processor": platform.machine(), "cores": cores}


def data_hash(path: Path) -> str:
    """Hash a data set's file, or all files below a folder with their names."""
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.relative_to(path) if file != path else ''}\0{file.stat().st_size}\0".encode())
        with file.open("rb") as opened:
            while block := opened.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()


def generated_hash(name: str, seed: int, options: Mapping[str, Any]) -> str:
    """Hash what generated cases follow from, apart from the code: the set, the seed and the options."""
    told = json.dumps([name, seed, {key: str(value) for key, value in options.items()}], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()


def selection_hash(cases: Iterable[Case]) -> str:
    """Hash the ids and texts of the selected cases."""
    return _digest(part for case in cases for part in (case.id, case.text))


@cache
def _code() -> str:
    root = Path(solvent.__file__).parent
    files = (file for room in _ROOMS for file in sorted((root / room).rglob("*.py")))
    kept = (file for file in files if not (file.parent.name in _NO_RESULTS and file.parent.parent.name == "benchmarks"))
    return _digest(part for file in kept for part in (str(file.relative_to(root)), _without_prompts(file)))


def _without_prompts(file: Path) -> str:
    """The code of a module; in translators without long texts, so that editing a guide changes only the prompts."""
    text = file.read_text(encoding="utf-8")
    if file.parent.name != "translators":
        return text
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) > _PROMPT:
            node.value = ""
    return ast.dump(tree)


def _digest(parts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(f"{len(raw)}:".encode() + raw)
    return digest.hexdigest()[:16]
