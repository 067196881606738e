"""Programs in, outcomes out: frameworks, the pool that runs programs, and the five questions."""

from solvent.solvers.asking import (
    accepts,
    allows,
    bearing,
    check,
    conflict,
    could,
    count,
    disagrees,
    improve,
    must,
    needed,
    others,
    run,
    run_on,
    run_then,
    samples,
    second,
    without,
)
from solvent.solvers.errors import SolventError, SolverUnavailableError, UnknownFrameworkError
from solvent.solvers.frameworks import Framework, framework_of, load, names, used_data
from solvent.solvers.pool import Pool, start_ahead
from solvent.solvers.programs.outcome import Limits, Outcome, Search, Status
from solvent.solvers.programs.program import Fragment, Objective, Program
from solvent.solvers.programs.question import FollowUp, patience

__all__ = [
    "FollowUp",
    "Fragment",
    "Framework",
    "Limits",
    "Objective",
    "Outcome",
    "Pool",
    "Program",
    "Search",
    "SolventError",
    "SolverUnavailableError",
    "Status",
    "UnknownFrameworkError",
    "accepts",
    "allows",
    "bearing",
    "check",
    "conflict",
    "could",
    "count",
    "disagrees",
    "framework_of",
    "improve",
    "load",
    "must",
    "names",
    "needed",
    "others",
    "patience",
    "run",
    "run_on",
    "run_then",
    "samples",
    "second",
    "start_ahead",
    "used_data",
    "without",
]
