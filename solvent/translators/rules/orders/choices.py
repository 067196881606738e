"""Answers to choose from, below a question about an order: names or places, or statements of which one fits."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from solvent.translators.rules.orders.introduction import Part
from solvent.translators.rules.orders.scene import Scene
from solvent.translators.rules.text.options import inline, lettered

_ASKS = re.compile(r"[?:]\W*$")
_LEAST = 2


@dataclass(frozen=True)
class Choices:
    """The lettered answers at the end of a text, and the numbers of the parts that they take up."""

    at: frozenset[int] = frozenset()
    options: tuple[tuple[str, str], ...] = ()

    def are_replies(self, scene: Scene) -> bool:
        """Whether each of them only names a thing or a place."""
        known = {re.sub("^the ", "", each.lower()) for each in (*scene.names, *scene.labels)}
        plain = [re.sub("^the ", "", text.strip(" .;").lower()) for _, text in self.options]
        return all(each in known or (each.isdecimal() and 1 <= int(each) <= scene.size) for each in plain)


def choices(parts: Sequence[Part]) -> Choices:
    """Return the answers to choose from: on the last lines of a text, after a question, from the letter A on."""
    if len(parts) < _LEAST:
        return Choices()
    lead, *on_a_line = inline(parts[-1].raw.strip()) or [""]
    if on_a_line and not lead and _ASKS.search(parts[-2].text):
        return _made(on_a_line, range(len(parts) - 1, len(parts)))
    at = len(parts)
    while at and lettered(parts[at - 1].raw.strip()):
        at -= 1
        if lettered(parts[at].raw.strip())[0] == "A":  # type: ignore[index]
            break
    if at == 0 or not _ASKS.search(parts[at - 1].text):
        return Choices()
    return _made([part.raw.strip() for part in parts[at:]], range(at, len(parts)))


def _made(lines: Sequence[str], at: range) -> Choices:
    found = [option for line in lines if (option := lettered(line)) is not None]
    letters = [letter for letter, _ in found]
    if len(found) < max(_LEAST, len(lines)) or letters != list("ABCDEFGH")[: len(letters)]:
        return Choices()
    return Choices(frozenset(at), tuple(found))
