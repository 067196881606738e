"""Plants right and wrong answers to puzzles, whose truth comes from a program, never from the verifier."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from solvent.benchmarks.verifiers.literals import from_json, to_json, write_literal
from solvent.benchmarks.verifiers.posed import Posed
from solvent.solvers import Limits, Pool, Program, UnknownFrameworkError, allows, load, others, run, without

Kind = Literal[
    "solution", "one clue broken", "two values swapped", "a value repeated", "a key missing", "a value of no domain",
    "a list for a set", "a key renamed",
]  # fmt: skip

_LIMITS = Limits(seconds=20)
_FOREIGN = "Zzyzx"  # no puzzle's value
_TRIES = 60  # changed solutions that the program judges; as many as are needed are planted
_HARD: tuple[Kind, ...] = ("two values swapped", "a value repeated")  # the others break the form in any puzzle
_MALFORMED = ("a list for a set",)  # wrong by the format alone: JSON, which the program judges, has no sets

Path = tuple[Any, ...]


@dataclass(frozen=True)
class Planted:
    """An answer, a literal's value, with its truth; `clue` is the one that a wrong answer breaks, if just one."""

    kind: Kind
    value: Any
    right: bool
    clue: int | None = None


@dataclass(frozen=True)
class Planting:
    """The answers that were planted for a puzzle; `problem` says why there are none."""

    planted: tuple[Planted, ...] = ()
    problem: str = ""


async def plant(puzzle: Posed, n: int, seed: int, pool: Pool) -> Planting:
    """Plant up to `n` different answers: half of them solutions, where there are so many, and wrong ones of each kind.

    The same seed changes the same solutions in the same way; which solutions these are is up to the solver.
    """
    shape = puzzle.shape
    if puzzle.program is None:
        return Planting(problem="no second truth: the record has no program")
    if shape is None:
        return Planting(problem="no example of an arrangement")
    try:
        program = load(puzzle.program["framework"]).parse(puzzle.program["code"])
    except (UnknownFrameworkError, KeyError) as error:
        return Planting(problem=f"its program cannot be used: {error}")
    first = await run(program, pool=pool, limits=_LIMITS)
    if not first.status.solved:
        return Planting(problem=f"its program gives no answer: {first.status} {first.message}".strip())
    more = await others(program, first.answer, pool=pool, limits=_LIMITS)
    found = [first.answer, *(more.answer if more.status.solved else [])]
    rng = random.Random(f"{seed}/{puzzle.id}")  # noqa: S311 - a sample, no secret
    rng.shuffle(found)
    solutions = [from_json(each, shape) for each in found]
    rights = [Planted("solution", value, right=True) for value in solutions[: max(1, n // 2)]]
    broken = await _broken(program, first.answer, shape, pool)
    rng.shuffle(broken)
    changed = list(_mixed(await _changed(program, solutions, rng, pool)))
    # A clue that a verifier lacks shows in no other answers than those that break it alone.
    return Planting(tuple(_distinct([*rights, *_mixed([broken, changed])], n)))


def _mixed(kinds: list[list[Planted]]) -> Iterator[Planted]:
    """One of each kind in turn."""
    for place in range(max(map(len, kinds), default=0)):
        yield from (kind[place] for kind in kinds if place < len(kind))


def _distinct(planted: Iterable[Planted], n: int) -> list[Planted]:
    found: dict[str, Planted] = {}
    for each in planted:
        found.setdefault(write_literal(each.value), each)
    return list(found.values())[:n]


async def _broken(program: Program, answer: Any, shape: Any, pool: Pool) -> list[Planted]:
    """Answers that the program allows only without a certain clue."""
    found = await without(program, answer, pool=pool, limits=_LIMITS)
    said = found.answer if found.status.solved else {}
    return [
        Planted("one clue broken", from_json(value, shape), right=False, clue=int(clue))
        for clue, value in said.items()
        if value is not None
    ]


async def _changed(program: Program, solutions: list[Any], rng: random.Random, pool: Pool) -> list[list[Planted]]:
    """Solutions that were changed, by kind; the program says which of them are solutions all the same."""
    tried: list[tuple[Kind, Any]] = []
    for _ in range(_TRIES // len(_CHANGES)):
        for kind, change in _CHANGES.items():
            value = change(rng.choice(solutions), rng)
            if value is not None:
                tried.append((kind, value))
    outcome = await allows(program, [to_json(value) for _, value in tried], pool=pool, limits=_LIMITS)
    truths = outcome.answer if outcome.status.solved else [None] * len(tried)
    found: dict[Kind, list[Planted]] = {}
    for (kind, value), allowed in zip(tried, truths, strict=True):
        right = False if kind in _MALFORMED else allowed
        if right is not None:
            found.setdefault(kind, []).append(Planted(kind, value, right=right))
    easy = [kind for kind in found if kind not in _HARD]
    rng.shuffle(easy)
    return [found[kind] for kind in (*_HARD, *easy) if kind in found]


def _swapped(value: Any, rng: random.Random) -> Any:
    """Exchange two values of one kind."""
    pair = _pair(value, rng)
    if pair is None:
        return None
    (here, one), (there, two) = pair
    return _with(_with(value, here, two), there, one)


def _repeated(value: Any, rng: random.Random) -> Any:
    """Put one value in the place of another one of its kind."""
    pair = _pair(value, rng)
    return None if pair is None else _with(value, pair[0][0], pair[1][1])


def _without_key(value: Any, rng: random.Random) -> Any:
    path = _some(value, dict, rng)
    return None if path is None else _with(value, path, lambda given: _less(given, rng.choice(list(given))))


def _renamed(value: Any, rng: random.Random) -> Any:
    path = _some(value, dict, rng)
    if path is None:
        return None

    def renamed(given: dict[Any, Any]) -> dict[Any, Any]:
        key = rng.choice(list(given))
        return {**_less(given, key), _FOREIGN: given[key]}

    return _with(value, path, renamed)


def _foreign(value: Any, rng: random.Random) -> Any:
    leaves = list(_leaves(value))
    if not leaves:
        return None
    path, old = rng.choice(leaves)
    return _with(value, path, 10**6 + 1 if isinstance(old, int) and not isinstance(old, bool) else _FOREIGN)


def _listed(value: Any, rng: random.Random) -> Any:
    path = _some(value, set, rng)
    return None if path is None else _with(value, path, lambda given: sorted(given, key=write_literal))


_CHANGES: dict[Kind, Callable[[Any, random.Random], Any]] = {
    "two values swapped": _swapped,
    "a value repeated": _repeated,
    "a key missing": _without_key,
    "a key renamed": _renamed,
    "a value of no domain": _foreign,
    "a list for a set": _listed,
}


def _less(given: dict[Any, Any], key: Any) -> dict[Any, Any]:
    return {each: value for each, value in given.items() if each != key}


def _nodes(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All parts of a value, with the way to each: keys of dictionaries, places in what else holds values."""
    yield path, value
    inside = value.items() if isinstance(value, dict) else enumerate(_members(value))
    for key, each in inside:
        yield from _nodes(each, (*path, key))


def _members(value: Any) -> list[Any]:
    """What a list, tuple or set holds, in an order that is always the same."""
    if isinstance(value, set):
        return sorted(value, key=write_literal)
    return list(value) if isinstance(value, list | tuple) else []


def _leaves(value: Any) -> Iterator[tuple[Path, Any]]:
    return (each for each in _nodes(value) if not isinstance(each[1], dict | list | tuple | set))


def _pair(value: Any, rng: random.Random) -> tuple[tuple[Path, Any], tuple[Path, Any]] | None:
    """Two different leaves of one type; None if there are none."""
    leaves = list(_leaves(value))
    pairs = [(one, two) for one in leaves for two in leaves if type(one[1]) is type(two[1]) and one[1] != two[1]]
    return rng.choice(pairs) if pairs else None


def _some(value: Any, kind: type, rng: random.Random) -> Path | None:
    """The way to one of the parts of a kind that hold something; None if there is none."""
    found = [path for path, each in _nodes(value) if isinstance(each, kind) and each]
    return rng.choice(found) if found else None


def _with(value: Any, path: Path, new: Any) -> Any:
    """The value with another part in one place; a function makes it of the old one."""
    if not path:
        return new(value) if callable(new) else new
    key, *rest = path
    if isinstance(value, dict):
        return {each: _with(old, tuple(rest), new) if each == key else old for each, old in value.items()}
    parts = [_with(old, tuple(rest), new) if place == key else old for place, old in enumerate(_members(value))]
    return type(value)(parts)
