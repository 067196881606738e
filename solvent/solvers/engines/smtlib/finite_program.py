"""A whole program over finite domains, for a SAT solver."""

from collections.abc import Sequence

import z3

from solvent.solvers.engines.deduction.circuit import Circuit
from solvent.solvers.engines.deduction.places import leaves_of
from solvent.solvers.engines.deduction.sat_oracle import SatOracle
from solvent.solvers.engines.smtlib.finite_domains import FiniteDomains, NotFiniteError
from solvent.solvers.programs.template import Node


def oracle(
    context: z3.Context, text: str, stated: Sequence[int | None], template: Node, deadline: float
) -> SatOracle | None:
    """Return the program in `text`, whose assertions belong to the clues in `stated`; None if it is not finite."""
    leaves = list(leaves_of(template))
    asked = "".join(f"(assert (= {leaf.term} {leaf.term}))" for leaf in leaves)
    try:
        asserted = list(z3.parse_smt2_string(text + asked, ctx=context))
        found = FiniteDomains(Circuit(), (term for term, clue in zip(asserted, stated, strict=False) if clue is None))
        gates = [found.gate(term) for term in asserted[: len(stated)]]
        terms = [term.children()[0] for term in asserted[len(stated) :]]
        values = [
            {True: (gate := found.gate(term)), False: -gate} if z3.is_bool(term) else found.values(term)
            for term in terms
        ]
    except (NotFiniteError, z3.Z3Exception, RecursionError):
        return None
    of_clue: dict[int | None, list[int]] = {}
    for clue, gate in zip(stated, gates, strict=True):
        of_clue.setdefault(clue, []).append(gate)
    background = of_clue.pop(None, [])
    clues = {clue: found.circuit.all_of(some) for clue, some in of_clue.items() if clue is not None}
    return SatOracle(found.circuit, background, clues, list(zip(leaves, values, strict=True)), deadline)
