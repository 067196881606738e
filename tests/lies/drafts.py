"""Drafts: programs in parts, before they become texts; honest writers make them, and lies change them."""

import json
from dataclasses import dataclass, field

from problems import names_in

STYLES = ("names", "arrays", "booleans", "rows")
MOST_BOOLEANS = 6  # values of an unknown that get a Boolean each


@dataclass
class Draft:
    """`parts` holds the lines of each clue, `first` lines before everything, `last` lines at the end."""

    writer: "Writer"
    expects: str
    declared: list
    background: list
    parts: dict
    answer: object
    goals: list
    first: list = field(default_factory=list)
    answer_first: bool = False
    last: list = field(default_factory=list)

    @property
    def problem(self):
        return self.writer.problem

    @property
    def text(self):
        return self.writer.text(self)


class Writer:
    """Writes for one framework. `style` is how unknowns are encoded, `helpers` whether clues name what they compare."""

    framework = ""
    sign = "#"

    def __init__(self, problem, style="names", *, helpers=False):
        self.problem, self.style, self.helpers = problem, style, helpers
        self._fresh = 0

    def draft(self, rng=None):
        """The honest program."""
        declared, background = self.declare()
        background += [line for names in self.problem.groups.values() for line in self.all_different(names)]
        background += [line for formula in self.problem.background for line in self.state(formula)]
        parts = {}
        for number, clue in enumerate(self.problem.clues, 1):
            told = [f"{self.sign} {clue.text}"] if rng and rng.random() < 0.5 else []
            parts[number] = told + (self.with_helpers(clue.means) if self.helpers else self.state(clue.means))
        answer, more = self.answer(self.problem.answer)
        goals, helping = self.goals(self.problem.goal)
        return Draft(self, self.problem.expects, declared, [*background, *more, *helping], parts, answer, goals)

    def with_helpers(self, formula):
        """A comparison of something compound names it first."""
        match formula:
            case ("=" | "!=" | "<" | "<=" as sign, (_, *_) as term, right) if term[0] in ("+", "-", "*", "abs"):
                name = self.fresh("amount")
                lines = self.define(name, term)
                return [*lines, *self.state((sign, ("code", name), right))]
        return self.state(formula)

    def fresh(self, stem):
        self._fresh += 1
        return f"{stem}_{self._fresh}"

    def kind(self, name):
        """How an unknown is encoded in this style: names, arrays, booleans or rows."""
        unknown = self.unknown(name)
        if self.style == "booleans" and unknown.high - unknown.low >= MOST_BOOLEANS:
            return "names"
        if self.style == "rows" and not (unknown.group and self.problem.kind == "logic grid"):
            return "names"
        if self.style == "arrays" and len(self.place(name)[2]) == 1:
            return "names"
        return self.style

    def unknown(self, name):
        return next(each for each in self.problem.unknowns if each.name == name)

    def blocks(self):
        """Unknowns that belong in one array: those of a group, and those of no group with the same bounds."""
        found = {}
        for each in self.problem.unknowns:
            found.setdefault((each.group, each.low, each.high), []).append(each.name)
        return {group or f"values{low}_{high}": names for (group, low, high), names in found.items()}

    def place(self, name):
        """The name of an unknown's block, its index in the block, and the names in the block."""
        return next((block, names.index(name), names) for block, names in self.blocks().items() if name in names)

    def bounds(self, term):
        """A lower and an upper bound of a term."""
        match term:
            case int():
                return term, term
            case str():
                return self.unknown(term).low, self.unknown(term).high
            case ("code", *_):
                return -1000, 1000
            case ("when", _, amount):
                return min(0, amount), max(0, amount)
            case ("index", names, _):
                return 1, len(names)
            case ("abs", part):
                low, high = self.bounds(part)
                return 0, max(abs(low), abs(high))
        ranges = [self.bounds(part) for part in term[1:]]
        low, high = ranges[0]
        for a, b in ranges[1:]:
            ends = {"+": (low + a, high + b), "-": (low - b, high - a)}.get(term[0])
            low, high = ends or (min(low * a, low * b, high * a, high * b), max(low * a, low * b, high * a, high * b))
        return low, high

    def values(self, name):
        unknown = self.unknown(name)
        return range(unknown.low, unknown.high + 1)


def is_product(term):
    """Whether a term multiplies unknowns with each other."""
    return term[0] == "*" and sum(bool(names_in(part)) for part in term[1:]) > 1


def comment(text, sign):
    """Lines of JSON as comment lines."""
    return [f"{sign} {line}" for line in text.splitlines()]


class Marked(Writer):
    """SMT-LIB and MiniZinc: comments mark the parts, the template is JSON."""

    def text(self, draft):
        lines = [f"{self.sign} expects: {draft.expects}", *draft.first, *draft.declared, *draft.background]
        for number, part in draft.parts.items():
            lines += [f"{self.sign} clue {number}", *part]
        lines += [f"{self.sign} {sense} {term}" for sense, term in draft.goals]
        lines += draft.last
        shown = draft.answer if isinstance(draft.answer, str) else json.dumps(draft.answer)
        return "\n".join([*lines, f"{self.sign} answer", *comment(shown, self.sign)]) + "\n"

    def answer(self, shape):
        """The template as JSON."""
        return self._leaf(shape), []

    def _leaf(self, shape):
        match shape:
            case ("term", term):
                return self.term(term)
            case ("name", term, labels):
                shown = self.enumerated(term, labels)
                return shown or {"$label": self.term(term), "$of": {str(key): label for key, label in labels.items()}}
            case ("where", formula, label):
                return {"$where": self.formula(formula), "$item": {"$value": label}}
            case str():
                return {"$value": shape}
            case dict():
                return {key: self._leaf(part) for key, part in shape.items()}
            case list():
                return [self._leaf(part) for part in shape]
        return shape

    def enumerated(self, term, labels):
        """In the style of rows, the variable of a named type that a leaf shows by its own labels."""
        if term[0] != "index" or self.kind(term[1][0]) != "rows" or list(labels.values()) != self.labels(term[1]):
            return None
        return self.row(term[1], term[2])

    def row(self, names, row):
        return f"{self.unknown(names[0]).group}_in_{row}"

    def goals(self, goal):
        return ([(goal[0], self.term(goal[1]))] if goal else []), []

    def labels(self, names):
        """The labels of a group's members."""
        return [name.split("_", 1)[1] for name in names]
