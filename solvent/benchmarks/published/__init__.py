"""Figures published in papers, one CSV per set; metrics are in percent, `tokens` are means per case."""

import csv
from importlib.resources import files

_NO_METRICS = ("model", "task", "tokens")


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of a set as they stand in its file."""
    text = files(__name__).joinpath(f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def rows(name: str) -> dict[str, dict[str, dict[str, float | None]]]:
    """Return the published metrics of a set as shares: model -> task -> metric; None if the paper has no figure."""
    found: dict[str, dict[str, dict[str, float | None]]] = {}
    for row in table(name):
        metrics = {
            metric: float(value) / 100 if value else None for metric, value in row.items() if metric not in _NO_METRICS
        }
        found.setdefault(row["model"], {})[row["task"]] = metrics
    return found
