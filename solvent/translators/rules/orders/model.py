"""States an order as a constraint model: a place for each thing, the clues, and what is asked."""

from collections.abc import Sequence
from typing import Any

from solvent.translators.emit.language import (
    AllDifferent,
    Array,
    Choice,
    Chosen,
    Constraint,
    ConstraintModel,
    Labels,
    Var,
    add,
)
from solvent.translators.rules.orders.relations import PLACE, place
from solvent.translators.rules.orders.scene import Scene
from solvent.translators.rules.orders.whole import Asked
from solvent.translators.rules.statements.language import Fact, Statement, alike, constraint, denied, every, fact, some

NOBODY = "nobody"
EMPTY = "empty"


def model(
    scene: Scene, clues: Sequence[tuple[int, Constraint]], asked: Sequence[Asked], *, tied: bool
) -> ConstraintModel:
    """State the places, the clues, and an answer; with `tied`, things may share a place on a scale."""
    names = scene.names if scene.vacant is None else (*scene.names, EMPTY)  # an empty place is a thing, too
    count = len(names)
    arrays = [Array(PLACE, (count,), 1, scene.size, names)]
    stated: list[tuple[int | None, Constraint]] = []
    if not tied:
        stated.append((None, AllDifferent(tuple(map(place, range(count))))))
    if scene.circular and not scene.numbered:  # turning a circle changes nothing
        stated.append((None, fact(place(0), "==", 1).constraint))
    stated += clues
    found = [_answer(scene, number, each, tied=tied) for number, each in enumerate(asked, 1)]
    for _, more, extra in found:
        arrays += more
        stated += [(None, each) for each in extra]
    answer: Any = (
        found[0][0] if len(asked) == 1 else {each.key: leaf for each, (leaf, _, _) in zip(asked, found, strict=True)}
    )
    note = "The places count from the first to the last; on a scale, from the least to the greatest."
    return ConstraintModel(tuple(arrays), tuple(stated), answer, note)


Piece = tuple[Any, list[Array], list[Constraint]]


def _answer(scene: Scene, number: int, asked: Asked, *, tied: bool) -> Piece:
    """Return the leaf of an answer with the variables and constraints that it needs."""
    things = range(len(scene.names))
    match asked.what:
        case "place":
            return shown_place(scene, asked.thing), [], []
        case "places":
            return {name: shown_place(scene, each) for each, name in zip(things, scene.names, strict=True)}, [], []
        case "order":
            return _in_order(scene, number, asked, tied=tied)
    said_of = asked.holds or (lambda _: some(()))
    holds = {each: said_of(each) for each in things}
    if asked.what == "number":
        counted = Array(f"counted{number}", (len(things),), 0, 1, scene.names)
        said = [alike(fact(var, "==", 1), holds[each]) for each, var in zip(things, counted.variables, strict=True)]
        return add(*counted.variables), [counted], [constraint(each) for each in said]
    if asked.what == "all":
        names = {each: f"asked{number}_{each}" for each in things}
        said = [alike(Fact(Choice(names[each], holds=True)), holds[each]) for each in things]
        return [Chosen(names[each], scene.names[each]) for each in things], [], [constraint(each) for each in said]
    return _who(scene, number, asked, holds)


def _who(scene: Scene, number: int, asked: Asked, holds: dict[int, Statement]) -> Piece:
    """Return the one thing that is asked for; if there is none, nobody: that there is one is nowhere stated."""
    things = asked.among or tuple(holds)
    one = Array(f"asked{number}", (), 0, len(scene.names), ())
    var = Var(one.name)
    said = [some((fact(var, "!=", each), holds[each])) for each in things]
    said += [fact(var, "!=", each) for each in holds if each not in things]
    said.append(some((fact(var, "!=", len(scene.names)), every(denied(holds[each]) for each in things))))
    names = (*enumerate(scene.names), (len(scene.names), NOBODY))
    return Labels(var, names), [one], [constraint(each) for each in said]


def shown_place(scene: Scene, thing: int) -> Labels | Var:
    """Return a thing's place as the text names places: by name or number."""
    return Labels(place(thing), tuple(enumerate(scene.labels, 1))) if scene.labels else place(thing)


def _in_order(scene: Scene, number: int, asked: Asked, *, tied: bool) -> Piece:
    """Return all things in their order; things that share a place may come in either order."""
    count, size = len(scene.names), scene.size
    held = Array(f"at{number}", (size,), 0, count if size > count else count - 1)
    at = held.variables
    extra: list[Constraint] = []
    arrays = [held]
    places: list[Any] = [place(each) for each in range(count)]
    if tied:
        ranks = Array(f"rank{number}", (count,), 1, count, scene.names)
        arrays.append(ranks)
        places = list(ranks.variables)
        extra.append(AllDifferent(tuple(places)))
        for one in range(count):
            for other in range(count):
                if one != other:
                    lower = fact(place(one), "<", place(other))
                    extra.append(constraint(some((denied(lower), fact(places[one], "<", places[other])))))
    start = place(asked.thing)
    for each in range(count):
        for spot in range(size):
            here: Statement = fact(places[each], "==", spot + 1)
            if scene.circular:  # so many places clockwise of where the list begins, if need be once around
                turned = add(start, spot)
                here = some((fact(places[each], "==", turned), fact(add(places[each], size), "==", turned)))
            extra.append(constraint(alike(here, fact(at[spot], "==", each))))
    names = (*enumerate(scene.names), *(((count, EMPTY),) if size > count else ()))
    leaves: list[Any] = [Labels(var, names) for var in at]
    if scene.labels and not asked.plain:
        return dict(zip(scene.labels, leaves, strict=True)), arrays, extra
    return (leaves[::-1] if asked.turned else leaves), arrays, extra
