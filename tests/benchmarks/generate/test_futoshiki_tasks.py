"""Futoshikis, read back from the drawing or the list, and solved by trying row after row."""

import itertools
import re

import pytest
from drawn_samples import samples
from pydantic import ValidationError

from solvent.benchmarks.generate import UnusableSettingsError, futoshiki
from solvent.benchmarks.generate.futoshiki import FutoshikiSettings


def read(text):
    """The given digits by cell, and pairs of cells whose first has the smaller number."""
    drawn = "points to" in text
    board = (text.partition("\n\n")[2] if drawn else text.split("\n\n")[1]).split("\n")
    rows = [line.split() for line in board] if not drawn else [re.findall(r"[.\d]", line) for line in board[::2]]
    givens = {(i, j): int(cell) for i, row in enumerate(rows) for j, cell in enumerate(row) if cell != "."}
    smaller = []
    for i, j, sign, k, m in re.findall(r"r(\d)c(\d) ([<>]) r(\d)c(\d)", text):
        pair = (int(i) - 1, int(j) - 1), (int(k) - 1, int(m) - 1)
        smaller.append(pair if sign == "<" else pair[::-1])
    for y, line in enumerate(board if drawn else []):
        for x, sign in enumerate(line):
            cell = (y // 2, x // 4)
            other = (y // 2 + 1, x // 4) if y % 2 else (y // 2, x // 4 + 1)
            if sign in "<^>v":
                smaller.append((cell, other) if sign in "<^" else (other, cell))
    return len(rows), givens, smaller


def solutions(text):
    size, givens, smaller = read(text)

    def further(rows):
        if len(rows) == size:
            yield [list(row) for row in rows]
            return
        for row in itertools.permutations(range(1, size + 1)):
            known = {(i, j): number for i, line in enumerate([*rows, row]) for j, number in enumerate(line)}
            if (
                all(len(set(column)) == len(column) for column in zip(*rows, row, strict=True))
                and all(known.get(cell, number) == number for cell, number in givens.items())
                and all(known[a] < known[b] for a, b in smaller if a in known and b in known)
            ):
                yield from further([*rows, row])

    yield from further([])


@pytest.mark.parametrize(
    "settings", [{"size": 5}, {"size": 4, "minimal": True}, {"size": 2}, {"size": 4, "signs": 0}], ids=str
)
def test_the_answer_is_the_only_way_to_read_the_text(in_pool, settings):
    for sample in samples(in_pool, "futoshiki", 2, **settings):
        assert list(solutions(sample.text)) == [sample.answer]
        _, givens, smaller = read(sample.text)
        assert len(sample.program.clues) == len(givens) + len(smaller)


def test_both_notations_are_drawn(in_pool):
    listed = {
        "r1c1" in sample.text or " r" in sample.text.split("\n\n")[-1] for sample in samples(in_pool, "futoshiki", 6)
    }
    assert listed == {True, False}


def test_the_numbers_of_signs_and_digits(in_pool):
    for sample in samples(in_pool, "futoshiki", 3, size=4, signs=9, givens=3):
        _, givens, smaller = read(sample.text)
        assert (len(givens), len(smaller)) == (3, 9)


@pytest.mark.parametrize("flaw", ["ambiguous", "contradictory"])
def test_flaws(in_pool, flaw):
    for sample in samples(in_pool, "futoshiki", 3, size=4, flaw=flaw):
        found = list(itertools.islice(solutions(sample.text), 2))
        assert len(found) == (2 if flaw == "ambiguous" else 0)
        assert (sample.status, sample.answer) == (flaw, None)
        assert re.search(r"(r\dc\d [<>] r\dc\d|Row \d, column \d is \d\.)$", sample.flaw)


def test_no_clue_of_a_minimal_puzzle_can_go(in_pool):
    for sample in samples(in_pool, "futoshiki", 4, size=4, minimal=True):
        before, _, board = sample.text.partition("\n\n")
        if "points to" in before:  # drawn
            for at, sign in enumerate(board):
                if sign in "123456789<>^v":
                    rest = board[:at] + ("." if sign.isdecimal() else " ") + board[at + 1 :]
                    assert len(list(itertools.islice(solutions(f"{before}\n\n{rest}"), 2))) == 2


@pytest.mark.parametrize(
    "settings",
    [{"size": 1}, {"size": 10}, {"size": 3, "signs": 13}, {"size": 3, "givens": 10}, {"size": 3, "givens": -1}],
)
def test_impossible_settings(settings):
    with pytest.raises(ValidationError, match=f"--{list(settings)[-1]} is {list(settings.values())[-1]}"):
        FutoshikiSettings(**settings)


def test_a_minimal_puzzle_decides_how_many_clues_it_has():
    with pytest.raises(ValidationError, match="--minimal decides"):
        FutoshikiSettings(minimal=True, givens=3)


def test_a_search_without_success_says_what_was_tried(in_pool, monkeypatch):
    monkeypatch.setattr(futoshiki, "_TRIES", 2)
    with pytest.raises(UnusableSettingsError, match=r"2 tries with .*--givens"):
        samples(in_pool, "futoshiki", 1, size=5, signs=0, givens=1)
