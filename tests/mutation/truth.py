"""The true answers of a mutant, by a search over all assignments to the grid; nothing here comes from the rules.

A formula is a nested tuple. A value is (category, index), a row the index of a value of category 0, and

    ("same", a, b)                          both values are in one row
    ("differ", (a, b, ...))                 no two of them are
    ("compare", a, b, category, how, n)     quantities of two rows: "<", ">", a - b = n ("difference"),
                                            |a - b| = n ("distance"), |a - b| != n ("not distance")
    ("cyclic", a, b, category, how, n)      the same on a circle, where only differences and distances are meaningful
    ("all", (f, ...)), ("some", (f, ...)), ("not", f)
"""

from dataclasses import dataclass
from itertools import product

NOTHING = ("all", ())
_MOST_STEPS = 4_000  # choices in one search; grids that are nearly determined need fewer


class TooHardError(Exception):
    """The search took too many steps; the mutant is discarded."""


@dataclass(frozen=True)
class Shape:
    """A grid's number of rows and of categories, and per category the integers that its values stand for, if any."""

    rows: int
    categories: int
    quantities: tuple[tuple[int, ...], ...]


def frozen(found):
    """Nested lists, as read from JSON, as tuples."""
    return tuple(map(frozen, found)) if isinstance(found, list | tuple) else found


def values(formula):
    """The values that a formula names, each once, in order."""
    match formula:
        case ("same", a, b) | ("compare" | "cyclic", a, b, _, _, _):
            found = [a, b]
        case ("differ", named):
            found = list(named)
        case ("not", part):
            found = values(part)
        case (_, parts):
            found = [value for part in parts for value in values(part)]
    return list(dict.fromkeys(found))


def substitute(formula, old, new):
    """The formula with one value replaced by another."""
    if formula == old:
        return new
    return tuple(substitute(part, old, new) for part in formula) if isinstance(formula, tuple) else formula


def answers(shape, formulas, most=2):
    """Up to `most` ways to fill the grid: tuples of rows, each the index of its value per category."""
    everywhere = (1 << shape.rows) - 1
    domains = {(c, i): everywhere if c else 1 << i for c in range(shape.categories) for i in range(shape.rows)}
    search = _Search(shape, [formula for formula in formulas if formula != NOTHING], most)
    if not any(holds(formula, domains, shape) is False for formula in formulas):
        search.go(domains, set(domains))
    return search.found


class _Search:
    """Backtracking search: each value has a domain of rows, as bits, which propagation shrinks before branching."""

    def __init__(self, shape, formulas, most):
        self.shape, self.most, self.found, self.steps = shape, most, [], 0
        self.scopes = [(formula, values(formula), _scope(formula, shape)) for formula in formulas]

    def go(self, domains, changed):
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise TooHardError
        if len(self.found) >= self.most or not self._shrink(domains, changed):
            return
        open_values = [value for value, rows in domains.items() if rows & (rows - 1)]
        if not open_values:
            self.found.append(self._rows(domains))
            return
        value = min(open_values, key=lambda each: domains[each].bit_count())
        for row in _bits(domains[value]):
            self.go({**domains, value: row}, {value})

    def _rows(self, domains):
        at = {(c, rows.bit_length() - 1): i for (c, i), rows in domains.items()}
        return tuple(tuple(at[c, row] for c in range(self.shape.categories)) for row in range(self.shape.rows))

    def _shrink(self, domains, changed):
        """Remove impossible rows until a fixed point; False if a domain becomes empty."""
        while changed:
            before = dict(domains)
            if not self._each_row_once(domains):
                return False
            changed |= {value for value in domains if domains[value] != before[value]}
            before = dict(domains)
            for formula, named, scope in self.scopes:
                if not scope.isdisjoint(changed) and not self._prune(formula, named, domains):
                    return False
            changed = {value for value in domains if domains[value] != before[value]}
        return True

    def _each_row_once(self, domains):
        everywhere = (1 << self.shape.rows) - 1
        for category in range(1, self.shape.categories):
            mine = [(category, index) for index in range(self.shape.rows)]
            for value in mine:
                others = [domains[other] for other in mine if other != value]
                fixed = sum({rows for rows in others if not rows & (rows - 1)})
                elsewhere = 0
                for rows in others:
                    elsewhere |= rows
                only_here = everywhere & ~elsewhere
                domains[value] &= (only_here or everywhere) & ~fixed
                if not domains[value] or only_here & (only_here - 1):
                    return False
        return True

    def _prune(self, formula, named, domains):
        verdict = holds(formula, domains, self.shape)
        if verdict is not None:
            return verdict
        for value in named:
            rows = kept = domains[value]
            if not rows & (rows - 1):
                continue
            for row in _bits(rows):
                domains[value] = row
                if holds(formula, domains, self.shape) is False:
                    kept &= ~row
            domains[value] = kept
            if not kept:
                return False
        return True


def _scope(formula, shape):
    """The values on whose rows a formula depends; a comparison depends on all values of its category."""
    found = set(values(formula))
    for category in _compared(formula):
        found |= {(category, index) for index in range(shape.rows)}
    return found


def _compared(formula):
    match formula:
        case ("compare" | "cyclic", _, _, category, _, _):
            return {category}
        case ("not", part):
            return _compared(part)
        case ("all" | "some", parts):
            return set().union(*map(_compared, parts))
    return set()


def _bits(rows):
    while rows:
        yield rows & -rows
        rows &= rows - 1


def holds(formula, domains, shape):
    """Whether a formula is true for all remaining rows (True), for none (False), or undecided (None)."""
    match formula:
        case ("same", a, b):
            return _same(domains[a], domains[b]) if a[0] != b[0] else a == b
        case ("differ", named):
            pairs = [(a, b) for at, a in enumerate(named) for b in named[at + 1 :]]
            verdicts = [_negated(_same(domains[a], domains[b])) for a, b in pairs if a[0] != b[0] or a == b]
            return _every(verdicts)
        case ("compare" | "cyclic", a, b, category, how, amount):
            round_table = shape.rows if formula[0] == "cyclic" else 0
            return _compare(
                _amounts(a, category, domains, shape), _amounts(b, category, domains, shape), how, amount, round_table
            )
        case ("all", parts):
            return _every([holds(part, domains, shape) for part in parts])
        case ("some", parts):
            return _negated(_every([_negated(holds(part, domains, shape)) for part in parts]))
        case ("not", part):
            return _negated(holds(part, domains, shape))
    raise ValueError(formula)


def _same(a, b):
    if not a & b:
        return False
    return True if a == b and not a & (a - 1) else None


def _negated(verdict):
    return None if verdict is None else not verdict


def _every(verdicts):
    if False in verdicts:
        return False
    return None if None in verdicts else True


def _amounts(value, category, domains, shape):
    if value[0] == category:
        return [shape.quantities[category][value[1]]]
    rows = domains[value]
    return [amount for at, amount in enumerate(shape.quantities[category]) if domains[category, at] & rows]


def _compare(left, right, how, amount, round_table):
    seen = {_relates(a - b, how, amount, round_table) for a, b in product(left, right)}
    return seen.pop() if len(seen) == 1 else None if seen else False


def _relates(apart, how, amount, round_table):
    if round_table and how in "<>":
        return True  # on a circle, everybody sits to the left of everybody
    if round_table and how == "difference":
        return (apart - amount) % round_table == 0
    if round_table:
        near = min(apart % round_table, -apart % round_table) == min(amount % round_table, -amount % round_table)
        return near == (how == "distance")
    match how:
        case "<":
            return apart < 0
        case ">":
            return apart > 0
        case "difference":
            return apart == amount
        case "distance":
            return abs(apart) == amount
    return abs(apart) != amount
