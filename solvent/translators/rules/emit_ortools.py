"""Formulas to OR-Tools CP-SAT: an integer variable per value, which is the number of its row."""

import json
from collections.abc import Sequence

from solvent.solvers.program import Fragment, Program
from solvent.translators.rules.emit_python import PythonGrid, flag_name
from solvent.translators.rules.formula import All, Compare, Differ, Flag, Formula, Same, Value, atoms

# CP-SAT has no nested formulas, so the program brings the few lines that make them.
REQUIRE = """
def require(formula, *given):
    # A list holds if all of its parts do, a tuple if one of them does; anything else is a comparison.
    if isinstance(formula, list):
        for part in formula:
            require(part, *given)
    elif isinstance(formula, tuple):
        chosen = [model.new_bool_var("") for _ in formula]
        model.add_bool_or(chosen).only_enforce_if(*given)
        for literal, part in zip(chosen, formula):
            require(part, *given, literal)
    else:
        model.add(formula).only_enforce_if(*given)
"""
_QUANTITY = """
def quantity(row, values, amounts):
    # The amount of the value that is in this row.
    found = model.new_int_var(min(amounts), max(amounts), "")
    for value, amount in zip(values, amounts):
        here = model.new_bool_var("")
        model.add(value == row).only_enforce_if(here)
        model.add(value != row).only_enforce_if(~here)
        model.add(found == amount).only_enforce_if(here)
    return found"""


class OrTools(PythonGrid):
    """Emits the program of one grid."""

    RESERVED = ("cp_model", "model", "labelled", "quantity", "require")

    def program(self, clues: Sequence[tuple[int, Formula]]) -> Program:
        """The program of these clues, a fragment or more for each."""
        domain = [
            Fragment(clue=None, code=f"model.add_all_different({self._names[n]})")
            for n in range(1, len(self.categories))
        ]
        stated = [Fragment(clue=number, code=f"require({self._formula(formula)})") for number, formula in clues]
        return Program(
            framework="ortools",
            preamble=self._preamble([atom for _, formula in clues for atom in atoms(formula)]),
            fragments=(*domain, *stated),
            answer=self._answer(),
        )

    def _preamble(self, stated: list[Formula]) -> str:
        lines = ["from ortools.sat.python import cp_model", "", "model = cp_model.CpModel()"]
        lines.append("# Each value stands for the number of its row; the first category numbers the rows.")
        for number, name in enumerate(self._names):
            rows = f"list(range(1, {self.rows} + 1))"
            if number:
                label = json.dumps(name)
                rows = f"[model.new_int_var(1, {self.rows}, {label}) for _ in range({self.rows})]"
            symbols = ", ".join(self._symbols[Value(number, index)] for index in range(self.rows))
            lines += [f"{name} = {rows}", f"{symbols} = {name}"]
        flags = sorted({flag_name(atom.phrase) for atom in stated if isinstance(atom, Flag)})
        lines += [f"{flag} = model.new_bool_var({flag!r})  # which of two readings" for flag in flags]
        return "\n".join([*lines, REQUIRE, _QUANTITY])

    def _is_row_number(self, category: int) -> bool:
        return category == 0 and self.categories[0].quantities == tuple(range(1, self.rows + 1))

    def _formula(self, formula: Formula) -> str:
        if isinstance(formula, Same):
            return f"{self._symbols[formula.left]} == {self._symbols[formula.right]}"
        if isinstance(formula, Differ):
            symbols = [self._symbols[value] for value in formula.values]
            pairs = [f"{one} != {other}" for i, one in enumerate(symbols) for other in symbols[i + 1 :]]
            return pairs[0] if len(pairs) == 1 else f"[{', '.join(pairs)}]"
        if isinstance(formula, Compare):
            return self._compare(formula)
        if isinstance(formula, Flag):
            return f"{flag_name(formula.phrase)} == {int(formula.first)}"
        parts = [self._formula(part) for part in formula.parts]
        if len(parts) == 1:
            return parts[0]
        return f"[{', '.join(parts)}]" if isinstance(formula, All) else f"({', '.join(parts)})"

    def _compare(self, formula: Compare) -> str:
        left, right = (self._term(value, formula.category) for value in (formula.left, formula.right))
        if formula.relation in ("<", ">"):
            return f"{left} {formula.relation} {right}"
        if formula.relation == "difference":
            return f"{left} - {right} == {formula.amount}"
        if formula.relation == "distance":
            return f"({left} - {right} == {formula.amount}, {right} - {left} == {formula.amount})"
        return f"[{left} - {right} != {formula.amount}, {right} - {left} != {formula.amount}]"
