"""Orders: people or things in a line, a circle, a race, on floors or days, or by age, height, price.

The answer is what the text asks: a name, a place, a number, or the whole order. A text that asks nothing gets the order
from the first place to the last. Only what is asked has to be the same in every order that the clues allow.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.puzzle import Convention, Payload, Puzzle
from solvent.translators.rules.orders.axes import turned
from solvent.translators.rules.orders.introduction import introduction
from solvent.translators.rules.orders.model import EMPTY, NOBODY, model
from solvent.translators.rules.orders.places import Places
from solvent.translators.rules.orders.questions import Questions
from solvent.translators.rules.orders.reading import Reader
from solvent.translators.rules.orders.scene import Scene, conventional
from solvent.translators.rules.orders.whole import Asked
from solvent.translators.rules.statements.language import Statement, constraint, leaves_open
from solvent.translators.rules.statements.options import expected, modelled

KIND = "order"
ORDER = 90
TOLD = True
REPLIES = True
_IMPLIED = "implied"
_SURE = {False: 0.5, True: 0.67}  # of the clues are understood in a text of this kind; more if no list names the things


class Ordering(Payload, kind=KIND):
    """Where the things stand, and the questions as they are asked; none asks for the whole order.

    `open` are the points that the text leaves open: "ties", "between", "numbers", "pronouns".
    """

    scene: Scene
    questions: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    latter: tuple[tuple[int, str], ...] = ()  # clues in which "he" may be whoever was named last, with that name
    options: tuple[tuple[str, str], ...] = ()  # statements to choose from, as `asked`
    asked: str = ""


_CONVENTIONS = {
    "ties": Convention(
        ways=("no two are alike", "two may be alike"), decided=("No two are alike.", "Some may be alike.")
    ),
    "between": Convention(
        ways=("'between' means somewhere between", "'between' means next to both"),
        decided=("Between means somewhere between.", "Between means directly between."),
    ),
    "pronouns": Convention(
        ways=("'he', 'she' or 'it' is the one that the sentence is about", "it is the one named last"),
        decided=("A pronoun means the one that the sentence is about.", "A pronoun means the one named last."),
    ),
    "numbers": Convention(
        ways=("the numbers count from left to right", "the numbers count from right to left"),
        decided=("They are numbered from left to right.", "They are numbered from right to left."),
    ),
}


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with an Ordering, or None."""
    told = introduction(text)
    if told is None:
        return None
    reader = Reader(told)
    if reader.understood < max(1, _SURE[told.listing is None] * len(reader.clues)):
        return None
    scene = told.scene
    left_open = [
        name
        for name, is_open in (
            ("ties", scene.tied == "maybe"),
            ("between", reader.between),
            ("numbers", conventional(scene, text)),
            ("pronouns", bool(reader.latter)),
        )
        if is_open
    ]
    options = reader.choices.options if reader.asked else ()
    payload = Ordering(
        scene=scene,
        questions=tuple(reader.questions),
        open=tuple(left_open),
        latter=reader.latter if "pronouns" in left_open else (),
        options=options,
        asked=reader.asked,
    )
    return Puzzle(
        text=text,
        kind=KIND,
        clues=tuple(reader.clues),
        answer_schema={"enum": [letter for letter, _ in options]}
        if options
        else _schema(scene, _asked(scene, payload.questions)),
        expects=expected(reader.asked) or "unique",
        entities={told.called: scene.names},
        inferred={told.called: ""} if scene.inferred else {},
        payload=payload,
        passages=tuple(reader.passages),
        conventions=tuple(_CONVENTIONS[name] for name in left_open),
    )


def preferred(_: Puzzle) -> str:
    """Prefer SMT-LIB: z3 starts fastest."""
    return "smtlib"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: conflicts between clues are rarely visible without solving."""
    return ()


def ways(puzzle: Puzzle) -> int:
    """Return how many interpretations the text leaves open."""
    return 1 << len(puzzle.kept(Ordering).open)


def readings(puzzle: Puzzle) -> tuple[str, ...]:
    """Return "implied", too, if a clue says "either ... or" or "two of them"."""
    found = _meanings(puzzle, 0)
    return ("literal", _IMPLIED) if any(leaves_open(each) for _, each in found) else ("literal",)


def translate(puzzle: Puzzle, framework: str, reading: str, way: int = 0) -> Program:
    """State the understood clues under one reading and one interpretation of what is left open."""
    scene, chosen = _way(puzzle, way)
    exclusive = reading != "literal"
    stated = [(clue, constraint(meaning, exclusive=exclusive)) for clue, meaning in _meanings(puzzle, way)]
    kept = puzzle.kept(Ordering)
    tied = scene.tied == "yes" or bool(chosen.get("ties"))
    if not kept.options:
        return emit(model(scene, stated, _asked(scene, kept.questions), tied=tied), framework)
    touching = bool(chosen.get("between"))
    said = Reader.meanings(scene, tuple(enumerate(text for _, text in kept.options)), touching=touching)
    options = [(letter, meaning) for (letter, _), (_, meaning) in zip(kept.options, said, strict=True)]
    array, defined, shown = modelled(kept.asked, options, exclusive=exclusive)
    base = model(scene, stated, (), tied=tied)
    whole = replace(base, arrays=(*base.arrays, array), constraints=(*base.constraints, *defined), answer=shown)
    return emit(whole, framework)


def _way(puzzle: Puzzle, way: int) -> tuple[Scene, dict[str, bool]]:
    """Return the scene and the choices of an interpretation."""
    kept = puzzle.kept(Ordering)
    chosen = {}
    for name in kept.open:
        way, at = divmod(way, 2)
        chosen[name] = bool(at)
    scene = kept.scene
    if chosen.get("numbers"):
        scene = replace(scene, axis=turned(scene.axis))
    if "ties" in chosen and not chosen["ties"]:
        scene = replace(scene, tied="")
    return scene, chosen


def _meanings(puzzle: Puzzle, way: int) -> list[tuple[int, Statement]]:
    scene, chosen = _way(puzzle, way)
    latter = dict(puzzle.kept(Ordering).latter) if chosen.get("pronouns") else {}
    sentences = tuple((clue.id, latter.get(clue.id, clue.text)) for clue in puzzle.clues if clue.understood)
    return list(_read(scene, sentences, touching=bool(chosen.get("between"))))


@lru_cache(maxsize=64)
def _read(scene: Scene, sentences: tuple[tuple[int, str], ...], *, touching: bool) -> tuple[tuple[int, Statement], ...]:
    return Reader.meanings(scene, sentences, touching=touching)


@lru_cache(maxsize=64)
def _asked(scene: Scene, questions: tuple[str, ...]) -> tuple[Asked, ...]:
    """Return what is asked; the whole order if nothing is, a scale's greatest first."""
    reader = Questions(Places(scene), " ".join(questions))
    found = [asked for question in questions for asked in reader.read(question)[0]]
    return tuple(found) or (Asked("order", turned=scene.axis.scale),)


def _schema(scene: Scene, asked: Sequence[Asked]) -> dict[str, Any]:
    found = [_schema_of(scene, each) for each in asked]
    if len(found) == 1:
        return found[0]
    keys = [each.key for each in asked]
    return {
        "type": "object",
        "properties": dict(zip(keys, found, strict=True)),
        "required": keys,
        "additionalProperties": False,
    }


def _schema_of(scene: Scene, asked: Asked) -> dict[str, Any]:
    names = list(scene.names)
    spot: dict[str, Any] = {"enum": list(scene.labels)} if scene.labels else {"type": "integer", "minimum": 1}
    held: dict[str, Any] = {"enum": [*names, EMPTY]}
    match asked.what:
        case "who":
            return {"enum": [*names, NOBODY]}
        case "all":
            return {"type": "array", "items": {"enum": names}}
        case "number":
            return {"type": "integer", "minimum": 0}
        case "place":
            return spot
        case "places":
            return _object(names, spot)
    by_label = scene.labels and not asked.plain
    return _object(scene.labels, held) if by_label else {"type": "array", "items": held}


def _object(keys: Sequence[str], value: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict.fromkeys(keys, value),
        "required": list(keys),
        "additionalProperties": False,
    }
