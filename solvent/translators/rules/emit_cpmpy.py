"""Formulas to CPMpy: an integer variable per value, which is the number of its row."""

import json
from collections.abc import Sequence

from solvent.solvers.program import Fragment, Program
from solvent.translators.rules.emit_python import PythonGrid, flag_name
from solvent.translators.rules.formula import All, Compare, Differ, Flag, Formula, Same, Value, atoms


class CpMpy(PythonGrid):
    """Emits the program of one grid."""

    RESERVED = ("cp", "model", "labelled", "quantity")

    def program(self, clues: Sequence[tuple[int, Formula]]) -> Program:
        """The program of these clues, a fragment or more for each."""
        domain = [
            Fragment(clue=None, code=f"model += cp.AllDifferent({self._names[n]})")
            for n in range(1, len(self.categories))
        ]
        stated = [Fragment(clue=number, code=f"model += {self._formula(formula)}") for number, formula in clues]
        return Program(
            framework="cpmpy",
            preamble=self._preamble([atom for _, formula in clues for atom in atoms(formula)]),
            fragments=(*domain, *stated),
            answer=self._answer(),
        )

    def _preamble(self, stated: list[Formula]) -> str:
        compared = {atom.category for atom in stated if isinstance(atom, Compare)}
        phrases = sorted({atom.phrase for atom in stated if isinstance(atom, Flag)})
        lines = ["import cpmpy as cp", "", "model = cp.Model()"]
        lines.append("# Each value stands for the number of its row; the first category numbers the rows.")
        for number, name in enumerate(self._names):
            row_numbers = f"list(range(1, {self.rows} + 1))"
            if number:
                row_numbers = f"cp.intvar(1, {self.rows}, shape={self.rows}, name={json.dumps(name)})"
            symbols = ", ".join(self._symbols[Value(number, index)] for index in range(self.rows))
            lines += [f"{name} = {row_numbers}", f"{symbols} = {name}"]
        for phrase in phrases:
            lines.append(f"{flag_name(phrase)} = cp.boolvar(name={json.dumps(phrase)})  # which of two readings")
        if any(not self._is_row_number(number) for number in compared):
            lines += [
                "",
                "def quantity(row, values, amounts):",
                "    return sum(amount * (value == row) for value, amount in zip(values, amounts))",
            ]
        return "\n".join(lines)

    def _formula(self, formula: Formula) -> str:
        if isinstance(formula, Same):
            return f"({self._symbols[formula.left]} == {self._symbols[formula.right]})"
        if isinstance(formula, Differ):
            return self._differ([self._symbols[value] for value in formula.values])
        if isinstance(formula, Compare):
            return self._compare(formula)
        if isinstance(formula, Flag):
            return f"({flag_name(formula.phrase)} == {int(formula.first)})"
        parts = [self._formula(part) for part in formula.parts]
        function = "all" if isinstance(formula, All) else "any"
        return parts[0] if len(parts) == 1 else f"cp.{function}([{', '.join(parts)}])"

    def _differ(self, symbols: list[str]) -> str:
        return f"({symbols[0]} != {symbols[1]})" if len(symbols) == 2 else f"cp.AllDifferent([{', '.join(symbols)}])"

    def _compare(self, formula: Compare) -> str:
        left, right = (self._term(value, formula.category) for value in (formula.left, formula.right))
        if formula.relation in ("<", ">"):
            return f"({left} {formula.relation} {right})"
        if formula.relation == "difference":
            return f"({left} - {right} == {formula.amount})"
        sign = "==" if formula.relation == "distance" else "!="
        return f"(abs({left} - {right}) {sign} {formula.amount})"

    def _index(self, category: int, row: int) -> str:
        return f"sum(n * (value == {row}) for n, value in enumerate({self._names[category]}))"
