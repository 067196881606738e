"""Solves cryptarithms digit by digit from the right, like a sum on paper: no solver is asked."""

from collections.abc import Iterator, Sequence

Digits = dict[str, int]


def solutions(operands: Sequence[str], result: str, *, product: bool) -> Iterator[Digits]:
    """Yield the digits of the letters for which the sum (or product, of two) of the operands is the result.

    Different letters are different digits, and no number of several digits starts with 0. The result must be at least
    as long as any operand, and as both together less one if it is their product.
    """
    columns = _Columns(operands, result, product=product)
    if product or len(result) == max(map(len, operands)):
        yield from columns.solved(0, 0)
        return
    for first in range(1, len(operands)):  # only a carry can be there
        columns.digits[result[0]] = first
        yield from columns.solved(0, 0)
        del columns.digits[result[0]]


class _Columns:
    def __init__(self, operands: Sequence[str], result: str, *, product: bool) -> None:
        self.operands, self.result, self.product = [word[::-1] for word in operands], result[::-1], product
        self.not_zero = {word[0] for word in (*operands, result) if len(word) > 1}
        self.digits: Digits = {}

    def solved(self, column: int, carry: int) -> Iterator[Digits]:
        """Yield the ways to fill the columns from this one on, counted from the right."""
        if column == len(self.result):
            if not carry:
                yield dict(self.digits)
            return
        letters = dict.fromkeys(word[column] for word in self.operands if column < len(word))
        yield from self._with([letter for letter in letters if letter not in self.digits], column, carry)

    def _with(self, letters: Sequence[str], column: int, carry: int) -> Iterator[Digits]:
        """Fill in the letters of a column's operands, and then the letter of the result, which they determine."""
        if letters:
            for digit in self._free(letters[0]):
                self.digits[letters[0]] = digit
                yield from self._with(letters[1:], column, carry)
                del self.digits[letters[0]]
            return
        more, digit = divmod(carry + self._total(column), 10)
        letter = self.result[column]
        if letter in self.digits:
            if self.digits[letter] == digit:
                yield from self.solved(column + 1, more)
        elif digit in self._free(letter):
            self.digits[letter] = digit
            yield from self.solved(column + 1, more)
            del self.digits[letter]

    def _free(self, letter: str) -> list[int]:
        used = self.digits.values()
        return [digit for digit in range(int(letter in self.not_zero), 10) if digit not in used]

    def _total(self, column: int) -> int:
        digits = self.digits
        if not self.product:
            return sum(digits[word[column]] for word in self.operands if column < len(word))
        one, other = self.operands
        first, last = max(0, column - len(other) + 1), min(column, len(one) - 1)
        return sum(digits[one[at]] * digits[other[column - at]] for at in range(first, last + 1))
