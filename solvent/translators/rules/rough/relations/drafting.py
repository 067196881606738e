"""The rough reading of a puzzle of relations: the best of the scenes that the text may set."""

import re
from collections.abc import Sequence
from dataclasses import replace

from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.relations.questions import ask
from solvent.translators.rules.rough.relations.scene import Scene
from solvent.translators.rules.rough.relations.scenery import named_only, scenes
from solvent.translators.rules.rough.relations.sentences import told
from solvent.translators.rules.rough.relations.sentences.speech import somebody_lies
from solvent.translators.rules.rough.relations.sentences.stating import ODD
from solvent.translators.rules.rough.relations.sentences.tokens import tokens
from solvent.translators.rules.rough.world import Value
from solvent.translators.rules.statements.language import constraint, fact

_CONDITION = re.compile(
    r",? (?:if|given that|knowing that|assuming(?: that)?) (?P<told>[^?.!]{5,200})[?.!]", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[.?!:])\s+")
_TELLS = re.compile(
    r"(?!.*\?$)(?!\W*(?:please|list|give|name|find|write|put|sort|rank|arrange|match|work|determine|tell|state|"
    r"fill|say|"
    r"show|complete|start|begin|figure|identify|can|who|what|which|where|when|how|in (?:what|which)|order|place)\b)",
    re.IGNORECASE,
)
_THINGS_AND_PLACES = 2  # categories
_LONGEST = 300  # characters of a question


def _whole(scene: Scene) -> bool:
    """Whether every category but the places has a value for each row."""
    world = scene.world
    sizes = {len(each.values) for number, each in enumerate(world.categories) if each.once and number != world.place}
    return len(sizes) == 1


def draft(text: str) -> Draft | None:
    """Return the rough reading of a text as a puzzle of relations; None if it sets no scene."""
    if somebody_lies(text):
        return None
    scene = _best([scene for scene in scenes(text) if _whole(scene)], text)
    if scene is None:
        return None
    fuller = _best([each for each in named_only(text) if _has_more(each, scene)], text)
    return drafted(fuller or scene, text)[0]


def named_order(text: str) -> Draft | None:
    """Return the rough reading of a text as an order of all the names in it, or of all that it compares."""
    scene = None if somebody_lies(text) else _best(named_only(text), text)
    return None if scene is None else drafted(scene, text)[0]


def _best(found: Sequence[Scene], text: str) -> Scene | None:
    """The scene that fits a text best, with its question; the first of several."""

    def fit(scene: Scene) -> tuple[float, float]:
        read, fits = drafted(scene, text)
        return fits, read.share

    return max((_with_question(each, text) for each in found), key=fit, default=None)


def _has_more(one: Scene, other: Scene) -> bool:
    """Whether an order is of all that another is of, and more."""
    if other.world.place is None or len(other.world.categories) != _THINGS_AND_PLACES:
        return False
    sets = [
        {value.lower() for value in each.world.categories[1 - (each.world.place or 0)].values} for each in (one, other)
    ]
    return sets[0] > sets[1]


def _with_question(scene: Scene, text: str) -> Scene:
    """The scene; if it has no question, the last sentence of the text is one."""
    scene = _with_condition(scene)
    asked = _SENTENCE.split(scene.question)
    told = [
        each
        for each in asked
        if _TELLS.match(each) and len([token for token in tokens(each, scene) if token.kind == "MENTION"]) > 1
    ]
    if told:
        rest = " ".join(each for each in asked if each not in told)
        return replace(scene, question=rest, sentences=(*scene.sentences, *told))
    last = _SENTENCE.split(text.strip())[-1]
    if scene.question or len(last) > _LONGEST:
        return scene
    return replace(scene, question=last, sentences=tuple(each for each in scene.sentences if each.strip() != last))


def _with_condition(scene: Scene) -> Scene:
    """The scene; "... if Ann is older than Bo?" in its question is told besides."""
    found = _CONDITION.search(scene.question)
    if found is None or sum(token.kind == "MENTION" for token in tokens(found["told"], scene)) < 2:
        return scene
    question = f"{scene.question[: found.start()]}?{scene.question[found.end() :]}"
    return replace(scene, question=question, sentences=(*scene.sentences, found["told"]))


def drafted(scene: Scene, text: str) -> tuple[Draft, float]:
    """The draft of a scene, and how well the scene fits what the text says."""
    found = told(scene, text)
    asked = ask(scene, found.memory)
    world = scene.world
    rules = list(world.rules())
    anchored = any(value.category == world.place for value in found.named)
    if world.circular and not anchored and not asked.anchored:  # turning a circle changes nothing
        rules.append(constraint(fact(world.row(next(world.values(0))), "==", 1)))
    read = Draft(
        (*world.arrays(), *asked.arrays),
        tuple(rules),
        found.said,
        asked.answer,
        asked.schema,
        question=scene.question,
        defined=tuple(asked.defined),
        lost=found.lost,
    )
    unused = world.place is not None and not anchored and not found.compared
    odd = sum(ODD in meaning.told for said in found.said for meaning in said.meanings[:1])
    return read, read.share - 0.1 * _idle(scene, found.named) - 0.05 * (unused + odd + found.bare)


def _idle(scene: Scene, named: frozenset[Value]) -> int:
    """How many values no sentence names, beyond the one in each category that may be left over."""
    world = scene.world
    silent = [
        sum(value not in named for value in world.values(number))
        for number in range(len(world.categories))
        if number != world.place
    ]
    return sum(max(0, each - 1) for each in silent)
