"""Time for solvers in tests: a busy machine is slow, and that says nothing of the code."""

from solvent.solvers import Limits


def unhurried() -> None:
    """Let a question to a solver take long by default; who tries out a limit, gives it."""
    Limits.model_fields["seconds"].default = 30.0
    Limits.model_rebuild(force=True)
