"""The settings of the zebra generator, and which of them contradict each other."""

import re
from typing import Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from solvent.benchmarks.generate.generator import GeneratorSettings
from solvent.benchmarks.generate.zebra.theme import themes

SMALLEST, LARGEST = 2, 8
_SMALLEST_CIRCLE = 4  # of three people around a table, everybody is next to everybody
_MENTIONS = 4  # the values that one clue names at most
_MEASURES = 2  # the topics with quantities that a theme has at most
_HERRINGS = 4  # a theme has at least so many for any choice of its topics

Flaw = Literal["ambiguous", "contradictory", "negated"]
Mix = Literal["mixed", "direct", "indirect"]


class ZebraSettings(GeneratorSettings):
    """What logic grids are wanted."""

    size: str = Field(
        default="5x5",
        description="rows times categories, from 2x2 to 8x8; places in a row or circle are a category (default 5x5)",
    )
    language: Literal["english", "chinese"] = Field(default="english", description="language (default english)")
    theme: str | None = Field(default=None, description="theme, or several with commas; default: any of the language")
    shape: Literal["line", "circle", "plain"] = Field(
        default="line", description="places in a row or around a table, or no places (default line)"
    )
    clues: Mix = Field(
        default="mixed", description="what most clues say: where somebody is, or rather who is not who (default mixed)"
    )
    wording: Literal["varied", "plain"] = Field(
        default="varied", description="each clue in one of several ways, or always in the same one (default varied)"
    )
    minimal: bool = Field(default=False, description="no clue can go without leaving another answer")
    most_clues: int | None = Field(default=None, ge=1, description="at most so many clues")
    red_herrings: int = Field(
        default=0,
        ge=0,
        le=_HERRINGS,
        description=f"so many sentences among the clues that say nothing (0 to {_HERRINGS})",
    )
    flaw: Flaw | None = Field(
        default=None, description="a flaw on purpose: a clue is left out, a false one is added, one clue is negated"
    )

    @field_validator("size")
    @classmethod
    def _is_size(cls, size: str) -> str:
        match = re.fullmatch(r"([0-9]+)x([0-9]+)", size)
        if not match or not all(SMALLEST <= int(part) <= LARGEST for part in match.groups()):
            raise ValueError(f"{size!r} should be rows times categories, from 2x2 to 8x8, such as 4x5")
        return f"{int(match[1])}x{int(match[2])}"

    @field_validator("theme")
    @classmethod
    def _is_theme(cls, theme: str | None, info: ValidationInfo) -> str | None:
        known = themes(info.data.get("language", "english"))
        unknown = [name for name in (theme or "").split(",") if theme is not None and name not in known]
        if unknown:
            raise ValueError(f"there is no theme {', '.join(map(repr, unknown))}; choose from {', '.join(known)}")
        return theme

    @model_validator(mode="after")
    def _fits_together(self) -> "ZebraSettings":
        if self.shape == "circle" and self.rows < _SMALLEST_CIRCLE:
            raise ValueError(f"a circle needs at least {_SMALLEST_CIRCLE} rows; choose another size or shape")
        # Of a category, two values that no clue names could change places. (Quantities are also compared, unnamed.)
        least = -(-(self.rows - 1) * max(0, self.topics - _MEASURES) // _MENTIONS)
        if self.most_clues is not None and self.most_clues < least:
            raise ValueError(
                f"a grid of {self.size} with one answer needs more than {self.most_clues} clues, at least {least}, "
                "since all values but one of a category have to be named: allow more, or choose a smaller size"
            )
        return self

    @property
    def rows(self) -> int:
        return int(self.size.split("x")[0])

    @property
    def topics(self) -> int:
        """The number of categories other than the places."""
        return int(self.size.split("x")[1]) - (self.shape != "plain")
