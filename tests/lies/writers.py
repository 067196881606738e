"""The writers of honest programs, by framework."""

from drafts import STYLES
from write_marked import MiniZinc, SmtLib
from write_python import CpMpy, OrTools

WRITERS = {"smtlib": SmtLib, "cpmpy": CpMpy, "ortools": OrTools, "minizinc": MiniZinc}


def honest(rng, problem, framework):
    """An honest draft in a random style."""
    writer = WRITERS[framework](problem, rng.choice(STYLES), helpers=rng.random() < 0.3)
    return writer.draft(rng)
