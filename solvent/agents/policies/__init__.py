"""Policies: which programs a run writes first, whose answers may win, and what to try next. Pure: nothing is called.

Each module with a `METHOD` and a `POLICY` is one and is discovered automatically; the setting `method` names it.
"""

import functools
import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from solvent.agents.settings import Settings
from solvent.agents.state import Attempt, Evidence, Job, State, Verdict
from solvent.translators import Puzzle

MODELS_OWN = "cpmpy"  # the framework that models write best, according to CP-Bench
HOTTEST = 2.0  # the highest temperature that APIs accept

Step = Literal["translate", "guess", "check", "repair", "restart", "answer"]


@dataclass(frozen=True)
class Judged:
    """The gate's findings: the chosen attempt, the evidence for it apart from other programs, and its status.

    `spent` is the budget limit that has been reached, "" for none.
    """

    chosen: Attempt | None
    facts: tuple[Evidence, ...]
    status: Verdict
    spent: str = ""


class Policy(Protocol):
    """Decides which programs a run writes and when it ends. `settings` are those of the run."""

    def first_jobs(self, settings: Settings, puzzle: Puzzle, *, generation: int = 0) -> tuple[Job, ...]:
        """The programs to start with or, in a later generation, to restart with; ids count from 0."""

    def next_step(self, settings: Settings, state: State, judged: Judged) -> tuple[Step, tuple[Job, ...]]:
        """The node that follows the gate, and the programs to write there."""

    def voters(self, attempts: Mapping[int, Attempt]) -> list[Attempt]:
        """The attempts whose answers count, in the order in which ties are broken; the default is `voting.voters`."""


def numbered(jobs: Iterable[Job], first: int) -> tuple[Job, ...]:
    """The jobs with ids from `first`."""
    return tuple(job.model_copy(update={"id": first + n}) for n, job in enumerate(jobs))


def temperature(settings: Settings, generation: int) -> float:
    """The sampling temperature of a generation: its own if the settings list it, else raised with each restart."""
    if settings.temperatures:
        return settings.temperatures[min(generation, len(settings.temperatures) - 1)]
    base = settings.temperature if settings.samples == 1 else settings.sampling_temperature
    return min(base + generation * settings.budget.warmer, HOTTEST)


@functools.cache
def _found() -> dict[str, Policy]:
    modules = (importlib.import_module(f"{__name__}.{each.name}") for each in pkgutil.iter_modules(__path__))
    return {module.METHOD: module.POLICY for module in modules if hasattr(module, "POLICY")}


def policy_of(settings: Settings) -> Policy:
    """The policy that the settings' `method` names; a test shows that every method has one."""
    return _found()[settings.method]
