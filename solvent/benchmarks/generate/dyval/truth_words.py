"""The words of AND, OR and NOT, for the tasks on truth values."""

from collections.abc import Sequence

from solvent.benchmarks.generate.dyval.description import listed
from solvent.benchmarks.generate.dyval.task import Line

UNARY = frozenset({"not"})


def condition(line: Line) -> str:
    """Write when an operation on statements is met."""
    if line.operation == "not":
        return f"{line.parts[0]} is false"
    if line.operation == "or":
        return f"at least one of {listed(line.parts)} is true"
    return f"{listed(line.parts)} are {'both' if len(line.parts) == 2 else 'all'} true"


def known(names: Sequence[str], values: Sequence[str]) -> str:
    """Write what is known of the parts of a line."""
    return listed([f"{name} is {value}" for name, value in zip(names, values, strict=True)])
