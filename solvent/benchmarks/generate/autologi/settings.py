"""The settings of the AutoLogi generator."""

import random
import re
from typing import Literal

from pydantic import Field, field_validator, model_validator

from solvent.benchmarks.generate.generator import GeneratorSettings
from solvent.benchmarks.generate.zebra.settings import Mix, ZebraSettings

_MOST = 12  # constraints of a puzzle
_SHAPES: tuple[Literal["line", "circle", "plain"], ...] = ("line", "circle", "plain")


class AutologiSettings(GeneratorSettings):
    """What open-ended puzzles are wanted."""

    size: str = Field(
        default="4x3",
        description="rows times categories, from 2x2 to 8x8; places in a row or circle are a category (default 4x3)",
    )
    constraints: str | None = Field(
        default=None,
        description=f"how many constraints, from 1 to {_MOST}, such as 3, or 2-5 for any of these, drawn anew for each "
        "puzzle (default: from 1 to the sum of rows and categories less 1)",
    )
    language: Literal["english", "chinese", "mixed"] = Field(
        default="english", description="language, or either of them (default english)"
    )
    theme: str | None = Field(default=None, description="theme, or several with commas; default: any of the language")
    shape: Literal["line", "circle", "plain"] | None = Field(
        default=None, description="places in a row or around a table, or no places; default: any of them"
    )
    clues: Mix = Field(
        default="mixed",
        description="what most constraints say: where somebody is, or rather who is not who (default mixed)",
    )
    wording: Literal["varied", "plain"] = Field(
        default="varied",
        description="each constraint in one of several ways, or always in the same one (default varied)",
    )

    @field_validator("constraints")
    @classmethod
    def _is_range(cls, constraints: str | None) -> str | None:
        match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", constraints or "1")
        if not match or not 1 <= int(match[1]) <= int(match[2] or match[1]) <= _MOST:
            raise ValueError(f"{constraints!r} should be a number from 1 to {_MOST}, or a range such as 2-5")
        return constraints

    @model_validator(mode="after")
    def _fits_together(self) -> "AutologiSettings":
        if self.language == "mixed" and self.theme is not None:
            raise ValueError(
                "a theme belongs to one language: leave out --theme, or choose a --language other than mixed"
            )
        for shape in self.shapes:
            self._grid("english" if self.language == "mixed" else self.language, shape)
        return self

    @property
    def shapes(self) -> tuple[Literal["line", "circle", "plain"], ...]:
        """The shapes to draw from; a small circle, in which everybody is next to everybody, is none of them."""
        if self.shape is not None:
            return (self.shape,)
        return _SHAPES if not self.size.startswith(("2x", "3x")) else ("line", "plain")

    @property
    def fewest_and_most(self) -> tuple[int, int]:
        """How many constraints there may be."""
        if self.constraints is None:
            rows, categories = map(int, self.size.split("x"))
            return 1, min(_MOST, rows + categories - 1)
        low, _, high = self.constraints.partition("-")
        return int(low), int(high or low)

    def drawn(self, rng: random.Random) -> ZebraSettings:
        """Return the settings of one grid."""
        language = rng.choice(("english", "chinese")) if self.language == "mixed" else self.language
        return self._grid(language, rng.choice(self.shapes))

    def _grid(self, language: str, shape: str) -> ZebraSettings:
        return ZebraSettings.model_validate(
            {
                "size": self.size,
                "language": language,
                "theme": self.theme,
                "shape": shape,
                "clues": self.clues,
                "wording": self.wording,
            }
        )
