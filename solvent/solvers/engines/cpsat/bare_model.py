"""OR-Tools' model without its deprecated names in camel case: to add them takes longer than to solve a small puzzle."""

from typing import Any

from ortools.sat.python import cp_model


class BareModel(cp_model.CpModel):  # type: ignore[misc]  # OR-Tools has no types
    """A model for our own use; programs get the complete one."""

    def _add_pre_pep8_methods(self) -> None:
        pass


def copy_of(proto: Any) -> BareModel:
    """Return a model with the variables and constraints of another."""
    model = BareModel()
    model.proto.copy_from(proto)
    return model
