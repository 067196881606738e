"""Figures published in papers, one CSV per set: model, task, then metrics in percent."""

import csv
from importlib.resources import files

_NO_METRICS = ("model", "task")


def rows(name: str) -> dict[str, dict[str, dict[str, float | None]]]:
    """Return the published metrics of a set as shares: model -> task -> metric; None if the paper has no figure."""
    text = files(__name__).joinpath(f"{name}.csv").read_text(encoding="utf-8")
    found: dict[str, dict[str, dict[str, float | None]]] = {}
    for row in csv.DictReader(text.splitlines()):
        metrics = {
            metric: float(value) / 100 if value else None for metric, value in row.items() if metric not in _NO_METRICS
        }
        found.setdefault(row["model"], {})[row["task"]] = metrics
    return found
