"""The scene of a puzzle of relations: its world, the words for what is in it, and what is left of the text."""

from dataclasses import dataclass

from solvent.translators.rules.rough.world import Value, World


@dataclass(frozen=True)
class Scene:
    """What the introduction of a text, or its clues alone, say there is.

    `phrases` are the words for the values, in lower case and without articles, the longest first: the value as it is
    spelt, its plural, an adjective, an ordinal for a place ("first", "1", "bottom"). `nouns` are words for one of a
    category ("pet", "house") or verbs for having its values ("drink", "finish"), in their base form.
    `sentences` are what the text tells besides the scene, one sentence each, headings and bullets removed, and
    `question` what is asked, as it stands.
    """

    world: World
    phrases: tuple[tuple[tuple[str, ...], Value], ...]
    nouns: tuple[tuple[str, int], ...]
    sentences: tuple[str, ...]
    question: str
