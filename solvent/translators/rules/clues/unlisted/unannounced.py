"""Attributes that no introduction announces: the clues show their values by a common frame ("drinks __").

They may stay without values: which values go together is decided by the numbers of all of them.
"""

from collections import defaultdict
from collections.abc import Sequence

from solvent.translators.rules.clues import link_words
from solvent.translators.rules.clues.link_words import verb_stem
from solvent.translators.rules.clues.unlisted.announced import is_of_people
from solvent.translators.rules.clues.unlisted.attributes import Attribute, Introduction
from solvent.translators.rules.clues.unlisted.frames import ROW, Frame, Sentence
from solvent.translators.rules.clues.unlisted.labels import verbs_of
from solvent.translators.rules.clues.unlisted.sharing import admissible
from solvent.translators.rules.text.tokens import Token
from solvent.translators.rules.text.words import is_english, listed, stem

_FEWEST = 2  # values with a common frame
_ARTICLES = frozenset(listed("the a an his her its their"))
_GENERAL = frozenset(map(verb_stem, listed("have own possess get belong live stand sit stay be come go find use")))
_VERBS = frozenset[str]().union(*(frame.verbs for frame in link_words.FRAMES)) - _GENERAL

# What people have, whatever it is called.
ANYTHING = Attribute("thing", frozenset(), frozenset(), frozenset(), needed=False)


def with_more(told: Introduction, said: Sequence[Sequence[Token]]) -> None:
    """Add to an introduction the attributes that it does not announce, and the verbs of all its attributes."""
    announced = frozenset[str]().union(*(verbs_of(attribute) for attribute in told.attributes))
    told.verbs = announced | _spoken(said)
    _add_heads(told, said)
    shown: dict[Frame, set[str]] = defaultdict(set)
    for tokens in said:
        sentence = Sentence(tokens, told, told.verbs)
        for chunk in sentence.chunks:
            for frame in chunk.frames:
                shown[frame].add(sentence.words(chunk).lower())
    for frame, values in shown.items():
        if len(values) >= _FEWEST and admissible(frame, told.attributes) is None:
            _add(told, frame)
    told.__dict__.pop("names", None)
    told.__dict__.pop("counted", None)


def _add_heads(told: Introduction, said: Sequence[Sequence[Token]]) -> None:
    """Add an attribute for each noun that several words modify: "the lime door", "the amber door"."""
    heads: dict[str, set[str]] = defaultdict(set)
    for tokens in said:
        sentence = Sentence(tokens, told, told.verbs)
        for chunk in sentence.chunks:
            last = tokens[chunk.end - 1]
            if chunk.end - chunk.start > 1 and is_english(last.norm) and not last.capitalised:
                heads[last.norm].add(tokens[chunk.end - 2].key)
    for noun, modifiers in heads.items():
        if len(modifiers) > _FEWEST:
            name = noun.removesuffix("s")
            told.attributes.append(Attribute(name, frozenset(), frozenset({stem(noun)}), frozenset(), needed=False))


def _spoken(said: Sequence[Sequence[Token]]) -> frozenset[str]:
    """The verbs of having this or that which occur in an inflected form."""
    return frozenset(
        verb_stem(token.norm)
        for tokens in said
        for at, token in enumerate(tokens)
        if verb_stem(token.norm) in _VERBS
        and (token.norm in link_words.IRREGULAR or token.norm.endswith(("s", "ed", "ing")))
        and not (at and tokens[at - 1].norm in _ARTICLES)
    )


def _add(told: Introduction, frame: Frame) -> None:
    """Add an attribute for a frame; verbs that English uses for one sort of thing go together."""
    verb, _, preposition = frame.word.partition(" ")
    if frame.kind == "before" and frame.word == ROW:
        new = Attribute("colour", frozenset({stem("colour")}), frozenset(), frozenset(), needed=False, placed=True)
    elif frame.kind == "before":
        new = Attribute(frame.word, frozenset(), frozenset({frame.word}), frozenset(), needed=False)
    elif frame.kind == "verb" and (preposition or verb in _VERBS):
        new = Attribute(verb, frozenset(), frozenset(), frozenset({verb}), needed=False)
    elif frame.kind == "doer" and not any(map(is_of_people, told.attributes)):
        new = Attribute("person", frozenset(), frozenset(), frozenset(), needed=False)
    else:
        return
    if any(each.name == new.name for each in told.attributes):
        return
    told.attributes.append(new)
