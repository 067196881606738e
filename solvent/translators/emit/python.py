"""Writes models in Python: what the emitters for CPMpy and OR-Tools share."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from solvent.solvers import Fragment, Objective, Program
from solvent.translators.emit.language import (
    Array,
    Chosen,
    Constant,
    Constraint,
    ConstraintModel,
    Difference,
    Expression,
    Labels,
    Lookup,
    Product,
    Sum,
    Var,
)
from solvent.translators.emit.names import PYTHON, Names

# What a program is given by the harness, and the functions that its own code calls.
_GIVEN = ("clue", "labelled", "where", "minimize", "maximize", "data", "answer", "objectives")
_CALLED = ("abs", "isinstance", "list", "max", "min", "range", "sum", "tuple", "zip")
_RESERVED = ("cp", "cp_model", "model", *_GIVEN, *_CALLED)


class PythonWriter(ABC):
    """Writes one model in Python.

    HEAD creates an empty model. HELPERS maps names to functions, of which a program includes those that it calls;
    `quantity(row, values, amounts)` returns the amount of the value that is in a row.
    """

    FRAMEWORK: ClassVar[str]
    HEAD: ClassVar[tuple[str, ...]]
    HELPERS: ClassVar[dict[str, str]]

    def __init__(self, model: ConstraintModel) -> None:
        self.model = model
        self.names = Names(model, PYTHON, [*_RESERVED, *self.HELPERS])
        self._arrays: dict[tuple[Expression, ...], str] = {
            array.variables: self.symbol(array) for array in model.arrays if len(array.shape) == 1
        }
        self._labels: dict[tuple[tuple[int, int | str], ...], str] = {}

    @abstractmethod
    def declared(self, array: Array) -> str:
        """Return the code that creates the variables of an array."""

    @abstractmethod
    def chosen(self, name: str) -> str:
        """Return the code that creates the variable of a choice."""

    @abstractmethod
    def stated(self, constraint: Constraint) -> str:
        """Return the code that adds a constraint to the model."""

    def program(self) -> Program:
        """Write the whole program."""
        fragments = tuple(Fragment(clue=clue, code=self.stated(each)) for clue, each in self.model.constraints)
        answer = self._shown(self.model.answer, "")
        lines = [*self.HEAD, *([f"# {self.model.note}"] if self.model.note else [])]
        for array in self.model.arrays:
            lines.append(f"{self.symbol(array)} = {list(array.constants) or self.declared(array)}")
            if array.members:
                members = ", ".join(map(self.term, array.variables))
                lines.append(f"{members}{',' * (len(array.members) == 1)} = {self.symbol(array)}")
        lines += [f"{symbol} = {self.chosen(name)}" for name, symbol in self.names.choices.items()]
        lines += [f"{name} = {dict(labels)!r}" for labels, name in self._labels.items()]
        objectives = tuple(Objective(sense=sense, term=self.term(term)) for sense, term in self.model.objectives)
        code = "\n".join([answer, *(each.term for each in objectives), *(fragment.code for fragment in fragments)])
        lines += [text for name, text in self.HELPERS.items() if f"{name}(" in code]
        return Program(
            framework=self.FRAMEWORK,
            preamble="\n".join(lines).rstrip(),
            fragments=fragments,
            answer=answer,
            objectives=objectives,
        )

    def term(self, expression: Expression) -> str:
        """Write an expression."""
        match expression:
            case Var(array, index):
                indexed = f"{array}[{', '.join(map(str, index))}]" if index else array
                return self.names.variables.get(expression, indexed)
            case Lookup(table, row):
                return f"quantity({self.term(row)}, {self.symbol(table.array)}, {list(table.amounts)})"
            case Sum(items):
                return f"({' + '.join(map(self.term, items))})"
            case Difference(left, right):
                return f"({self.term(left)} - {self.term(right)})"
            case Product(items):
                return self.product(items)
        return str(expression)

    def product(self, items: Sequence[Expression]) -> str:
        """Write the product of some terms."""
        return " * ".join(f"({item})" if isinstance(item, int) and item < 0 else self.term(item) for item in items)

    def listed(self, items: tuple[Expression, ...]) -> str:
        """Write terms as a list; if they are an array, as its name."""
        return self._arrays.get(items) or f"[{', '.join(map(self.term, items))}]"

    def symbol(self, array: Array) -> str:
        """Return the symbol of an array, or of the list of its members."""
        return self.names.arrays.get(array.name, array.name)

    def _shown(self, node: Any, indent: str) -> str:
        """Write the answer template, in the notation of Solvent's programs."""
        match node:
            case dict():
                return "{" + ", ".join(f"{key!r}: {self._shown(item, indent)}" for key, item in node.items()) + "}"
            case list() if any(isinstance(item, list | dict) for item in node):
                rows = (f"{indent}    {self._shown(item, indent + '    ')},\n" for item in node)
                return "[\n" + "".join(rows) + f"{indent}]"
            case list():
                return "[" + ", ".join(self._shown(item, indent) for item in node) + "]"
            case Labels(term, labels):
                if labels not in self._labels:
                    self._labels[labels] = self.names.new("labels")
                return f"labelled({self.term(term)}, {self._labels[labels]})"
            case Constant(text):
                return repr(text)
            case Chosen(choice, text):
                return f"where({self.names.choices[choice]}, {text!r})"
        return self.term(node)
