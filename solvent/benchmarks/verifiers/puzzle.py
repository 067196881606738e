"""An open-ended puzzle with its verifier, as it is written to files and shown to solvers."""

import tomllib
from importlib import resources
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from solvent.benchmarks.verifiers.literals import read_literal, schema_like
from solvent.benchmarks.verifiers.verifier import Verifier

Lang = Literal["en", "cn"]  # as the public layout spells it
Origin = Literal["base", "reduced", "expanded"]

_TEXTS = tomllib.loads(resources.files(__package__).joinpath("texts.toml").read_text(encoding="utf-8"))


class Space(BaseModel):
    """How many arrangements of the right form there are (`total`), and how many of them are valid.

    Where `exact` is false, there are at least so many `valid` ones; the `total` is exact, or None. Where `told` is
    true, the total was not counted to its end, but given by the author as a product or the like.
    """

    model_config = ConfigDict(frozen=True)

    valid: int
    total: int | None
    exact: bool = True
    told: bool = False

    @property
    def share(self) -> float | None:
        """Valid arrangements as a share of all: the smaller, the harder; None if it is not known."""
        return self.valid / self.total if self.total and self.exact else None


class OpenPuzzle(BaseModel):
    """A puzzle that asks for any arrangement which satisfies all constraints.

    `format` describes arrangements in words, `example` is one as a literal. Constraint N is predicate N of the
    verifier. `solutions` are some valid arrangements, as literals. `source` is the id of the question that the
    puzzle was made from, `origin` says how: as it is, or with constraints left out or added. `program` (`framework`,
    `code`) states the same puzzle for a solver, with the constraints as clues; its answer is an arrangement as
    `to_json` writes it.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    lang: Lang = "en"
    background: str
    constraints: tuple[str, ...]
    format: str
    example: str
    code: Verifier
    space: Space | None = None
    solutions: tuple[str, ...] = ()
    source: str = ""
    origin: Origin = "base"
    program: dict[str, str] | None = None

    @property
    def question(self) -> str:
        """The puzzle without the format of arrangements."""
        stated = "\n".join(f"({number}) {each}" for number, each in enumerate(self.constraints, 1))
        return f"{self.background}\n\n{_TEXTS[self.lang]['ask']}\n{stated}"

    @property
    def prompt(self) -> str:
        """All that a solver is shown."""
        texts = _TEXTS[self.lang]
        return (
            f"{self.question}\n\n{texts['form']}\n{self.format}\n\n{texts['example']}\n```python\n{self.example}\n```\n"
        )

    @property
    def schema_of_answers(self) -> dict[str, Any]:
        """The JSON schema of arrangements as `to_json` writes them. Raises `LiteralError`."""
        return schema_like(read_literal(self.example))

    def record(self, number: int) -> dict[str, Any]:
        """Return the puzzle as a line of a file: the fields of the public layout, then the others."""
        fields = self.model_dump(mode="json", by_alias=True, exclude={"code", "lang", "id"})
        return {
            "idx": number,
            "id": self.id,
            "prompt": self.prompt,
            "code": self.code.model_dump(by_alias=True),
            "lang": self.lang,
            **fields,
        }
