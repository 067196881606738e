"""Writes formulas over the terms of a program as MiniZinc."""

from collections.abc import Collection
from typing import Any

from solvent.solvers.engines.minizinc.values import Enums, Kind, compare, holds
from solvent.solvers.programs.term_formulas import And, Compare, Count, Formula, HasValue, Holds, Not, Or


class FormulaWriter:
    """Writes formulas using operators and library functions, which a program cannot redefine.

    `names` maps terms to the variables declared for them; `partial` are the terms that may be undefined.
    """

    def __init__(self, names: dict[str, str], kinds: dict[str, Kind], enums: Enums, partial: Collection[str]) -> None:
        self.names = names
        self.kinds = kinds
        self.enums = enums
        self.partial = partial

    def write(self, formula: Formula) -> str:
        match formula:
            case Compare(term, op, value):
                return self.compared(term, op, value)
            case HasValue(term):
                return f"{self.names[term]}has" if term in self.partial else "true"
            case Holds(term):
                return holds(self.names[term], self.kinds[term])
            case Not(part):
                return f"(not {self.write(part)})"
            case And(parts) | Or(parts):
                operator, empty = (" /\\ ", "true") if isinstance(formula, And) else (" \\/ ", "false")
                return f"({operator.join(map(self.write, parts))})" if parts else empty
            case Count(parts, times):
                # In a sum, Booleans are coerced to 0 and 1.
                return f"({' + '.join(['0', *map(self.write, parts)])} = {times})"

    def compared(self, term: str, op: str, value: Any) -> str:
        name, kind = self.names[term], self.kinds[term]
        if term not in self.partial:
            return compare(name, op, value, kind, self.enums)
        if value is None and not kind.optional:
            return "false"
        return f"({name}has /\\ {compare(name, op, value, kind.perhaps, self.enums)})"
