"""What the process of a reference says (`Pool.examine`), checked: the code of a set runs in there."""

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

GARBLED = "what its process said is not what a reference's says: its code may have written there itself"

_Record = TypeVar("_Record", bound=BaseModel)
_Number = int | Annotated[float, Field(allow_inf_nan=False)]
_Names = Annotated[tuple[str, ...], Field(strict=False)]  # JSON knows lists only


class Profile(BaseModel):
    """What a reference looks like; `variables` are nested lists of `int`, `bool` and `other` by name."""

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
    """What a reference makes of an answer: whether it is allowed, else why not, and its objective then."""

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
        raise ValueError("no kind of variable")


def record(model: type[_Record], said: Any) -> _Record | None:
    """What was said, if it has the shape of such a record."""
    try:
        return model.model_validate(said)
    except (ValidationError, RecursionError):
        return None
