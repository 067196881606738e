"""Cryptarithms: sums of words, column by column from the right, with what each column carries to the next."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from solvent.explanations.layout import pointer
from solvent.explanations.numbers.board import Candidate, Move, Rules, State, Unit, Writes, bits, listed, narrowed
from solvent.translators.rules.kinds.cryptarithm import Cryptarithm, Side

_NAMES = ("units", "tens", "hundreds", "thousands", "ten-thousands", "hundred-thousands", "millions")
_MOST = 20_000  # ways to fill a column; a column with more says nothing yet


@dataclass(frozen=True)
class Column:
    """The letters of a column, with the sign and number of times that each is added, and the digits written in it."""

    name: str
    weights: tuple[tuple[int, int], ...]
    constant: int
    said: str


@dataclass(frozen=True)
class Columns:
    """An equation of words that are added and subtracted: column for column, from the units."""

    columns: tuple[Column, ...]
    base: int
    letters: str
    clues: tuple[int, ...]

    def moves(self, state: State) -> Iterator[Move]:
        """What one column excludes, given what the others can carry; a column that tells a digit comes first."""
        yield from sorted(self._moves(state), key=lambda move: not move.ticks)

    def _moves(self, state: State) -> Iterator[Move]:
        carries = self._carries(state)
        for at, column in enumerate(self.columns):
            fillings, totals = self._fillings(state, column)
            fit = {total for total in totals if any(self._out(total + c) in carries[at + 1] for c in carries[at])}
            kept = [0] * len(column.weights)
            for digits, total in fillings:
                if total in fit:
                    for place, digit in enumerate(digits):
                        kept[place] |= 1 << digit
            cells = [cell for cell, _ in column.weights]
            crosses = [
                candidate
                for cell, numbers in zip(cells, kept, strict=True)
                for candidate in state.open((cell,), state.rules.everything & ~numbers)
            ]
            if crosses:
                yield self._move(state, column, carries[at], dict(zip(cells, kept, strict=True)), crosses)

    def _move(
        self, state: State, column: Column, carry: frozenset[int], left: Mapping[int, int], crosses: Sequence[Candidate]
    ) -> Move:
        rules = state.rules
        needs = state.grounds(state.excluded(range(len(self.letters)), rules.everything))
        known = [f"{self.letters[cell]} = {state.ticks[cell]}" for cell, _ in column.weights if cell in state.ticks]
        carried = "" if carry == {0} else f", with {listed([str(some) for some in sorted(carry)], 'or')} carried to it"
        text = f"The {column.name} ({column.said}{carried}){f' and {listed(known)}' if known else ''}: "
        if not all(left.values()):
            return Move("column sum", f"{text}no digits fit: a contradiction.", needs, clues=self.clues)
        cells = dict.fromkeys(cell for cell, _ in crosses)
        ticks = tuple((cell, left[cell].bit_length() - 1) for cell in cells if left[cell].bit_count() == 1)
        said = listed(
            [narrowed(rules, self.letters[cell], left[cell], state.left[cell] & ~left[cell]) for cell in cells]
        )
        rule = f"column sum in the {column.name}"
        return Move(rule, f"{text}{said} (column sum).", needs, ticks, tuple(crosses), self.clues)

    def _carries(self, state: State) -> list[frozenset[int]]:
        """What can be carried into each column: from the right, then without what the left cannot take."""
        totals = [self._fillings(state, column)[1] for column in self.columns]
        found = [frozenset({0})]
        for sums in totals:
            out = {self._out(total + carry) for total in sums for carry in found[-1]}
            found.append(frozenset(carry for carry in out if carry is not None))
        found[-1] &= {0}
        for at in range(len(totals) - 1, 0, -1):
            fit = found[at + 1]
            found[at] = frozenset(
                carry for carry in found[at] if any(self._out(total + carry) in fit for total in totals[at])
            )
        return found

    def _out(self, total: int) -> int | None:
        """What a column with this total carries to the next; None if its digits do not come out even."""
        return None if total % self.base else total // self.base

    @staticmethod
    def _fillings(state: State, column: Column) -> "_Fillings":
        return _fillings(column, tuple(state.left[cell] for cell, _ in column.weights))

    def write(self, solver: Writes) -> None:
        """State it column by column: each way of carrying is a case."""
        chosen = solver.selected(self.clues[0])
        before: dict[int, list[int]] = {0: []}
        for at, column in enumerate(self.columns):
            last = at == len(self.columns) - 1
            after: dict[int, list[int]] = {}
            for carry, reached in before.items():
                self._case(solver, column, carry, [*chosen, *reached], after, last=last)
            before = after

    def _case(
        self, solver: Writes, column: Column, carry: int, head: list[int], after: dict[int, list[int]], *, last: bool
    ) -> None:
        """What follows from the carry to a column: partial sums, then the carry from it; each is a variable."""
        sums: dict[int, list[int]] = {column.constant + carry: []}
        for cell, weight in column.weights:
            following: dict[int, list[int]] = {}
            for partial, reached in sums.items():
                for digit in range(solver.numbers):
                    new = partial + weight * digit
                    node = following.setdefault(new, [])
                    if not node:
                        node.append(-solver.new())
                    solver.add([*head, *reached, -solver.literal(cell, digit), -node[0]])
            sums = following
        for total, reached in sums.items():
            out, rest = divmod(total, self.base)
            if rest or (last and out):
                solver.add([*head, *reached])
            elif not last:
                node = after.setdefault(out, [])
                if not node:
                    node.append(-solver.new())
                solver.add([*head, *reached, -node[0]])


_Fillings = tuple[tuple[tuple[tuple[int, ...], int], ...], frozenset[int]]


@lru_cache(maxsize=256)
def _fillings(column: Column, left: tuple[int, ...]) -> _Fillings:
    """The ways to give a column's letters different digits, each with the total; and all totals."""
    weights = [weight for _, weight in column.weights]
    found = [
        (digits, column.constant + sum(weight * digit for weight, digit in zip(weights, digits, strict=True)))
        for digits in product(*map(tuple, map(bits, left)))
        if len(set(digits)) == len(digits)
    ]
    return tuple(found), frozenset(total for _, total in found)


def rules_of(found: Cryptarithm) -> Rules | None:
    """The rules of a cryptarithm, or None if words are multiplied or divided in it."""
    words = [_signed(sides) for sides in found.equations.values()]
    if not found.equations or any(equation is None for equation in words):
        return None
    letters = "".join(found.letters)
    cells = tuple(range(len(letters)))
    first = {word[0] for equation in words for _, word in equation or () if len(word) > 1 and word[0] in letters}
    equations = [
        Columns(_columns(equation or [], letters, found.base), found.base, letters, (clue,))
        for clue, equation in zip(found.equations, words, strict=True)
    ]
    givens = [given for equation in equations if (given := _given(equation)) is not None]
    told = {clue for clue, _, _ in givens}
    equations = [equation for equation in equations if equation.clues[0] not in told]
    if any(_large(column, found.base) for equation in equations for column in equation.columns):
        return None
    leading = () if found.leading_zeros else tuple((letters.index(letter), 0) for letter in sorted(first))
    return Rules(
        game="a cryptarithm",
        noun="digit",
        cells=tuple(letters),
        short=tuple(letters),
        places=tuple(pointer(letter) for letter in letters),
        values=tuple(range(found.base)),
        units=(Unit("letters", "the letters", cells, full=len(letters) == found.base),),
        constraints=tuple(equations),
        givens=tuple(givens),
        excluded=leading,
        why="no number starts with zero",
        whole=True,
    )


def _signed(sides: tuple[Side, Side]) -> list[tuple[int, str]] | None:
    """The words of an equation with their signs, as if all were on the left; None if there is more than words."""
    found = []
    for side, sign in zip(sides, (1, -1), strict=True):
        for term in side:
            if len(term.factors) != 1 or term.divisors:
                return None
            found.append((-sign if term.negative else sign, term.factors[0]))
    return found


def _columns(words: Sequence[tuple[int, str]], letters: str, base: int) -> tuple[Column, ...]:
    columns = []
    for at in range(max(len(word) for _, word in words)):
        weights: dict[int, int] = {}
        constant = 0
        for sign, word in words:
            if at < len(word):
                symbol = word[-1 - at]
                if symbol in letters:
                    weights[letters.index(symbol)] = weights.get(letters.index(symbol), 0) + sign
                else:
                    constant += sign * int(symbol, base)
        used = tuple((cell, weight) for cell, weight in weights.items() if weight)
        name = f"{_NAMES[at]} column" if base == 10 and at < len(_NAMES) else f"{at + 1}. column from the right"
        columns.append(Column(name, used, constant, _said(words, at)))
    return tuple(columns)


def _given(equation: Columns) -> tuple[int, int, int] | None:
    """The clue, letter and digit of an equation such as A = 4; None if it is another one."""
    if len(equation.columns) != 1 or len(equation.columns[0].weights) != 1:
        return None
    ((cell, weight),), constant = equation.columns[0].weights, equation.columns[0].constant
    digit = -constant * weight
    return (equation.clues[0], cell, digit) if abs(weight) == 1 and 0 <= digit < equation.base else None


def _said(words: Sequence[tuple[int, str]], at: int) -> str:
    """A column as a sum: "D + E = Y"."""
    plus = [word[-1 - at] for sign, word in words if sign > 0 and at < len(word)]
    minus = [word[-1 - at] for sign, word in words if sign < 0 and at < len(word)]
    return f"{' + '.join(plus) or '0'} = {' + '.join(minus) or '0'}"


def _large(column: Column, base: int) -> bool:
    return bool(base ** len(column.weights) > _MOST)
