"""Writes formulas over the terms of a program as SMT-LIB."""

from dataclasses import dataclass
from typing import Any

from solvent.solvers.engines.smtlib import s_expressions
from solvent.solvers.engines.smtlib.introduced_symbols import plain_name
from solvent.solvers.engines.smtlib.number_comparison import compare_numbers, width_of
from solvent.solvers.programs.equality import number, numeric
from solvent.solvers.programs.term_formulas import And, Compare, Count, Formula, HasValue, Holds, Not, Or, Scalar


@dataclass(frozen=True)
class FormulaWriter:
    """Writes formulas, given what is known about the terms.

    `samples` holds a value of each term, which reveals its sort; `conditions` the condition under which a partial term
    is defined; `siblings`, for each enumeration constant, the symbols of its sort by name.
    """

    samples: dict[str, Any]
    conditions: dict[str, str]
    siblings: dict[str, dict[str, str]]

    def write(self, formula: Formula) -> str:
        match formula:
            case Compare(term, op, value):
                return self._guarded(term, self._compare(term, op, value))
            case Holds(term):
                return self._guarded(term, str(term))
            case HasValue(term):
                return self._guarded(term, "true")
            case Not(part):
                return f"(not {self.write(part)})"
            case And(parts):
                return f"(and true {' '.join(map(self.write, parts))})"
            case Or(parts):
                return f"(or false {' '.join(map(self.write, parts))})"
            case Count(parts, wanted):
                ones = " ".join(f"(ite {self.write(part)} 1 0)" for part in parts)
                return f"(= {wanted} (+ 0 0 {ones}))"

    def _guarded(self, term: str, formula: str) -> str:
        return f"(and {self.conditions[term]} {formula})" if term in self.conditions else formula

    def _compare(self, term: str, op: str, value: Scalar) -> str:
        """Write a comparison in the sort of `term`; false if that sort has no such value."""
        sample = self.samples[term]
        width = width_of(sample)
        exact = numeric(value) if width is not None or s_expressions.rational(sample) is not None else None
        if exact is not None:
            return compare_numbers(term, op, exact, width, real="." in str(sample))
        if op != "==" or value is None:
            return "false"
        if sample in ("true", "false"):
            truth = number(value)
            return {1: str(term), 0: f"(not {term})"}.get(int(truth), "false") if truth in (0, 1) else "false"
        if isinstance(sample, str) and isinstance(value, str):
            if sample.startswith('"'):
                literal = s_expressions.quote(value)
                return f"(= {term} {literal})" if literal else "false"
            symbol = self.siblings.get(plain_name(sample), {}).get(value)
            return f"(= {term} {symbol})" if symbol else "false"
        return "false"
