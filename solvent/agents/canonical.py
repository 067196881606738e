"""One spelling for equal answers, so that they can be counted: the solvers' own definition of equality."""

from solvent.solvers.equality import canonical

__all__ = ["canonical"]
