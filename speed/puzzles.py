"""Puzzles and programs for the speed benchmarks, generated reproducibly from a seed."""

import random
from collections.abc import Iterator

from solvent.agents import Verdict, asolve
from solvent.solvers import Pool, Program
from solvent.solvers.frameworks import cpmpy, ortools, smtlib

NAMES = ["Ada", "Ben", "Cleo", "Dirk", "Ella", "Finn", "Gwen", "Hugo"]
CATEGORIES = {
    "hobby": ("The {} fan", "chess rowing pottery archery knitting fencing"),
    "fruit": ("The person who likes {}", "plums apples figs cherries melons grapes"),
    "pet": ("The person who keeps the {}", "parrot beagle iguana ferret hamster goldfish"),
    "colour": ("The person whose favourite colour is {}", "teal amber ivory crimson violet olive"),
    "trade": ("The {}", "baker potter florist tailor glazier mason"),
}
INTRODUCED = {
    "hobby": "Each person enjoys a different hobby",
    "fruit": "Each person likes a different fruit",
    "pet": "People keep unique pets",
    "colour": "Everyone has a unique favourite colour",
    "trade": "Each person follows a different trade",
}

Thing = tuple[int, str]  # its position, from 0, and how clues refer to it


def _true_clues(things: list[Thing], rng: random.Random) -> Iterator[str]:
    """Yield true statements about pairs of things, without end."""
    while True:
        (here, one), (there, other) = rng.sample(things, 2)
        other = other[0].lower() + other[1:] if other.startswith("The ") else other
        if here == there:
            yield f"{one} is {other}."
        elif abs(here - there) == 1:
            left = f"{one} is directly left of {other}." if here < there else f"{one} is directly right of {other}."
            yield rng.choice([left, f"{one} and {other} are next to each other."])
        elif here < there:
            yield f"{one} is somewhere to the left of {other}."
        else:
            yield rng.choice([f"{one} is somewhere to the right of {other}.", f"{one} is not {other}."])


async def grid(size: int, rng: random.Random, pool: Pool) -> str:
    """Generate a logic grid puzzle with a unique answer: `size` houses and `size` categories (at most 6)."""
    chosen = list(CATEGORIES)[: size - 1]
    lines = [f"There are {size} houses, numbered 1 to {size} from left to right. Each house has a different owner."]
    names = rng.sample(NAMES[:size], size)
    lines.append(" - Each person has a unique name: " + ", ".join(f"`{name}`" for name in sorted(names)))
    things: list[Thing] = list(enumerate(names))
    for category in chosen:
        mention, all_values = CATEGORIES[category]
        values = rng.sample(all_values.split()[:size], size)
        lines.append(f" - {INTRODUCED[category]}: " + ", ".join(f"`{value}`" for value in sorted(values)))
        things += [(place, mention.format(value)) for place, value in enumerate(values)]
    source = _true_clues(things, rng)
    clues = [next(source) for _ in range(3 * size)]  # fewer are rarely enough
    while True:
        clues += [next(source) for _ in range(size)]
        numbered = [f"{n}. {clue}" for n, clue in enumerate(dict.fromkeys(clues), 1)]
        text = "\n".join([*lines, "", "## Clues:", *numbered])
        answer = await asolve(text, pool=pool)
        if answer.status is Verdict.VERIFIED:
            return text
        if answer.status is not Verdict.AMBIGUOUS:
            raise RuntimeError(f"a puzzle of true clues is {answer.status}: {answer.reason}\n{text}")


def _solved_sudoku(rng: random.Random) -> list[list[int]]:
    def lines() -> list[int]:
        return [3 * band + line for band in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)]

    digits = rng.sample(range(1, 10), 9)
    columns = lines()
    return [[digits[(3 * (row % 3) + row // 3 + column) % 9] for column in columns] for row in lines()]


async def sudoku(rng: random.Random, pool: Pool, givens: int = 34) -> str:
    """Generate a 9x9 Sudoku with a unique answer and at least `givens` given digits."""
    solved = _solved_sudoku(rng)
    cells = rng.sample(range(81), 81)
    for shown in range(givens, 83, 2):
        rows = ["".join(str(solved[r][c]) if 9 * r + c in cells[:shown] else "." for c in range(9)) for r in range(9)]
        text = "Solve this 9x9 Sudoku.\n\n" + "\n".join(rows)
        answer = await asolve(text, pool=pool)
        if answer.status is Verdict.VERIFIED:
            return text
        if answer.status is not Verdict.AMBIGUOUS:
            raise RuntimeError(f"a Sudoku of true digits is {answer.status}: {answer.reason}\n{text}")
    raise AssertionError


def trivial(number: int) -> Program:
    """Return a trivial CPMpy program, a different one for each number."""
    return cpmpy.parse(
        f"import cpmpy as cp\nx, y = cp.intvar(0, {9 + number}, shape=2)\nwith clue(1): model += x + y == 7\n"
        'with clue(2): model += x > y + 4\nanswer = {"x": x, "y": y}\n'
    )


def script(number: int) -> str:
    """Return the same model as `trivial`, as a stand-alone script."""
    return (
        f"import cpmpy as cp\nmodel = cp.Model()\nx, y = cp.intvar(0, {9 + number}, shape=2)\n"
        "model += x + y == 7\nmodel += x > y + 4\nassert model.solve()\nprint(x.value(), y.value())\n"
    )


def mixed(count: int, rng: random.Random) -> list[Program]:
    """Return distinct programs of small and medium size in three frameworks; most have an answer."""
    return [_MIXED[i % len(_MIXED)](rng, i) for i in range(count)]


def seats(rng: random.Random, number: int) -> Program:
    size = rng.randint(3, 8)
    names = [f"seat{n}" for n in range(size)]
    code = [
        f"; {number}",
        *(f"(declare-const {name} Int)\n(assert (<= 1 {name} {size + number % 5}))" for name in names),
    ]
    code += [f"(assert (distinct {' '.join(names)}))", f"; clue 1\n(assert (< {names[0]} {names[-1]}))"]
    code.append("; answer\n; [" + ", ".join(f'"{name}"' for name in names) + "]")
    return smtlib.parse("\n".join(code) + "\n")


def _cpmpy_square(rng: random.Random, number: int) -> Program:
    size = rng.randint(3, 6)
    return cpmpy.parse(
        f"import cpmpy as cp\nx = cp.intvar(1, {size}, shape=({size}, {size}))  # {number}\n"
        f"for i in range({size}):\n    model += cp.AllDifferent(x[i])\n    model += cp.AllDifferent(x[:, i])\n"
        f"with clue(1): model += x[0, 0] == {rng.randint(1, size)}\nanswer = x\n"
    )


def _ortools_pack(rng: random.Random, number: int) -> Program:
    sizes = [rng.randint(2, 20) for _ in range(rng.randint(5, 12))]
    return ortools.parse(
        f"take = [model.new_bool_var('') for _ in range({len(sizes)})]  # {number}\n"
        f"total = sum(s * t for s, t in zip({sizes}, take))\nwith clue(1): model.add(total <= {sum(sizes) // 2})\n"
        "objectives = [maximize(total)]\nanswer = {'taken': take, 'total': total}\n"
    )


def _clash(rng: random.Random, number: int) -> Program:
    """Return an unsatisfiable program, in one of two frameworks."""
    low = rng.randint(3, 9)
    if number % 2:
        return cpmpy.parse(
            f"import cpmpy as cp\nx, y = cp.intvar(0, 9, shape=2)  # {number}\nwith clue(1): model += x > {low}\n"
            f"with clue(2): model += x + y < {low}\nanswer = [x, y]\n"
        )
    return smtlib.parse(
        f"(declare-const x Int)\n; clue 1\n(assert (> x {low}))\n; clue 2\n(assert (< x {low}))\n; {number}\n"
        '; answer\n; ["x"]\n'
    )


def _broken(rng: random.Random, number: int) -> Program:
    """Return a program with a syntax error or a runtime error."""
    if number % 2:
        return smtlib.parse(f'(declare-const x Int)\n(assert (> x y))\n; {number}\n; answer\n; ["x"]\n')
    return ortools.parse(
        f"x = model.new_int_var(0, 9, 'x')  # {number}\n"
        + rng.choice(["model.add(x > [1, 2][2])\n", "model.add(x >\n"])
        + "answer = [x]\n"
    )


_MIXED = (seats, _cpmpy_square, _ortools_pack, seats, _cpmpy_square, _ortools_pack, _clash, _ortools_pack, _broken)
