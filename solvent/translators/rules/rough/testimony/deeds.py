"""Sentences about who did it that name nothing else: "it was not #1 who took it", "#1 or #2"."""

import re
from typing import TYPE_CHECKING

from solvent.translators.rules.rough.testimony.wording import IT_WAS
from solvent.translators.rules.statements.language import Statement, denied

if TYPE_CHECKING:
    from solvent.translators.rules.rough.testimony.reader import Reader


class Deeds:
    """Reads sentences about who did it, for a reader of statements."""

    def __init__(self, reader: "Reader") -> None:
        self.reader = reader
        self.scene = reader.scene

    def bare(self, text: str) -> Statement | None:
        """Read "#1 or #2": they did it, or hold what is looked for."""
        if self.scene.world not in ("deed", "place") or self.reader.speaker is None:
            return None
        noun = (
            self.reader.noun(re.sub(r"^(?:in|behind|under) ", "", text))
            if "#" in text or text in ("me", "you")
            else None
        )
        return noun.said_of(lambda unit: self.scene.did(unit) if unit >= 0 else None) if noun and noun.members else None

    def it_was(self, text: str) -> Statement | None:
        """Read "it was not #1 who took it"; "it" is whoever did it."""
        match = IT_WAS.match(text)
        scene = self.scene
        if match is None or scene.world not in ("deed", "place"):
            return None
        if (
            match["what"]
            and self.reader.predicate(match["what"]) is None
            and re.search(r"[#$]|\b(?:not|if|or|and)\b", match["what"])
        ):
            return None
        if re.match(r"(?:he|she|that|this|it)\b", text) and not re.search(
            r"#\d|\b(?:me|i|us|you|him|her|one of|nobody|someone)\b", match["who"]
        ):
            return None
        noun = self.reader.noun(re.sub(r"^in |^behind |^under ", "", match["who"]))
        if noun is None:
            return None
        found = noun.said_of(lambda unit: scene.did(unit) if unit >= 0 else None)
        return found if found is None or not match["not"] else denied(found)
