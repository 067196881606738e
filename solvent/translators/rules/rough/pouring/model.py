"""The walk of a pouring puzzle, move by move."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import permutations
from math import gcd, prod

from solvent.translators.emit.language import (
    AllOf,
    AnyOf,
    Array,
    Comparison,
    Constraint,
    ConstraintModel,
    Var,
    add,
    times,
)


@dataclass(frozen=True)
class Pouring:
    """The sizes of the vessels, what they hold first and last, and whether they may be filled and emptied (`tap`).

    The `goal` has an amount for each vessel, None where it does not matter, or is one amount for any one vessel.
    """

    sizes: tuple[int, ...]
    start: tuple[int, ...]
    goal: tuple[int | None, ...] | int
    tap: bool


def model(found: Pouring) -> ConstraintModel:
    """State a walk that is long enough for the goal; once it is reached, nothing moves."""
    most, vessels = _horizon(found), range(len(found.sizes))
    held = [[Var(f"vessel{one}", (step,)) for one in vessels] for step in range(most + 1)]
    moved = [Var("moved", (step,)) for step in range(most)]
    stated: list[tuple[int | None, Constraint]] = [
        (None, Comparison(var, "==", amount)) for var, amount in zip(held[0], found.start, strict=True)
    ]
    for step in range(most):
        now, then = held[step], held[step + 1]
        still = [Comparison(after, "==", before) for before, after in zip(now, then, strict=True)]
        moves = [AllOf((Comparison(moved[step], "==", 1), *each)) for each in _moves(found, now, then)]
        stated.append((1, AnyOf((AllOf((Comparison(moved[step], "==", 0), *still)), *moves))))
        if step:
            stated.append((None, Comparison(moved[step - 1], ">=", moved[step])))
    # All amounts are multiples of the common divisor: a solver alone does not see that in time.
    part = reduce(gcd, (*found.sizes, *found.start))
    stated += [(None, Comparison(end, "==", times(part, Var("parts", (one,))))) for one, end in enumerate(held[-1])]
    stated.append((2, _reached(found, held[-1])))
    arrays = [Array(f"vessel{one}", (most + 1,), 0, found.sizes[one]) for one in vessels]
    steps = add(*moved)
    return ConstraintModel(
        (*arrays, Array("moved", (most,), 0, 1), Array("parts", (len(vessels),), 0, max(found.sizes))),
        tuple(stated),
        steps,
        note="what each vessel holds after each move; moved: whether there is a further move",
        objectives=(("minimize", steps),),
    )


def _horizon(found: Pouring) -> int:
    """How many moves are enough, by breadth-first search; 1 if no number is."""
    seen, last = {found.start}, [found.start]
    for moves in range(1, 2 * prod(found.sizes)):
        last = list({after for before in last for after in _after(found, before)} - seen)
        seen.update(last)
        if any(_at_goal(found, each) for each in last):
            return moves
        if not last:
            break
    return 1


def _after(found: Pouring, held: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    def put(amounts: dict[int, int]) -> tuple[int, ...]:
        return tuple(amounts.get(at, amount) for at, amount in enumerate(held))

    vessels = range(len(held))
    for one in vessels if found.tap else ():
        yield put({one: found.sizes[one]})
        yield put({one: 0})
    for one, other in permutations(vessels, 2):
        poured = min(held[one], found.sizes[other] - held[other])
        yield put({one: held[one] - poured, other: held[other] + poured})


def _at_goal(found: Pouring, held: tuple[int, ...]) -> bool:
    if isinstance(found.goal, int):
        return found.goal in held
    return all(wanted is None or wanted == amount for wanted, amount in zip(found.goal, held, strict=True))


def _reached(found: Pouring, ends: list[Var]) -> Constraint:
    if isinstance(found.goal, int):
        return AnyOf(tuple(Comparison(end, "==", found.goal) for end in ends))
    return AllOf(
        tuple(Comparison(end, "==", amount) for end, amount in zip(ends, found.goal, strict=True) if amount is not None)
    )


def _moves(found: Pouring, now: list[Var], then: list[Var]) -> Iterator[tuple[Constraint, ...]]:
    """Yield what each kind of move says of the vessels before and after it."""
    vessels = range(len(now))

    def kept(*moved: int) -> list[Constraint]:
        return [Comparison(then[one], "==", now[one]) for one in vessels if one not in moved]

    for one in vessels if found.tap else ():
        yield (*kept(one), Comparison(then[one], "==", found.sizes[one]))
        yield (*kept(one), Comparison(then[one], "==", 0))
    for one, other in permutations(vessels, 2):
        total = add(now[one], now[other])
        poured = (*kept(one, other), Comparison(add(then[one], then[other]), "==", total))
        yield *poured, Comparison(then[one], "==", 0), Comparison(total, "<=", found.sizes[other])
        yield *poured, Comparison(then[other], "==", found.sizes[other]), Comparison(total, ">=", found.sizes[other])
