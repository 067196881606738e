"""Validates what a reference's process reports (`Pool.examine`), since it runs the data set's own code."""

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

GARBLED = "its process returned a malformed report, which its code may have written itself"

_Record = TypeVar("_Record", bound=BaseModel)
_Number = int | Annotated[float, Field(allow_inf_nan=False)]
_Names = Annotated[tuple[str, ...], Field(strict=False)]  # JSON has lists only


class Profile(BaseModel):
    """The profile of a reference; `variables` maps names to `int`, `bool` or `other`, or nested lists of these."""

    model_config = ConfigDict(strict=True, frozen=True)

    variables: dict[str, Any]
    late: _Names
    listed: _Names
    objective: _Number | None
    proven: bool

    @field_validator("variables")
    @classmethod
    def _kinds(cls, variables: dict[str, Any]) -> dict[str, Any]:
        for kind in variables.values():
            _check_kind(kind)
        return variables


class Checked(BaseModel):
    """The check of an answer: whether the reference allows it, why not, and the objective if it does.

    If the reference itself was solved first (`whole`), `before` is the objective that it found.
    """

    model_config = ConfigDict(strict=True, frozen=True)

    allowed: bool
    why: str = ""
    objective: _Number | None = None
    before: _Number | None = None
    whole: bool = False


def _check_kind(kind: Any) -> None:
    if isinstance(kind, list):
        for inner in kind:
            _check_kind(inner)
    elif kind not in ("int", "bool", "other"):
        raise ValueError("not a kind of variable")


def record(model: type[_Record], said: Any) -> _Record | None:
    """Return the report as such a record, or None if it has another shape."""
    try:
        return model.model_validate(said)
    except (ValidationError, RecursionError):
        return None
