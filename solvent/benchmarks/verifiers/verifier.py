"""A puzzle's verifier, and its verdict on arrangements: each in a process of its own, in the sandbox."""

import ast
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from solvent.benchmarks.verifiers.literals import write_literal
from solvent.solvers import Limits, Pool, check

LIMITS = Limits(seconds=20)  # for one arrangement, as published
_CHECKER = """
from ast import literal_eval as _read

if {size} not in (None, len(constraint_list)):
    raise ValueError(f"constraint_list has {{len(constraint_list)}} predicates, but the code lists {size}")

def fits(answer):
    return bool(inputs_check(_read(answer)))

def _stated(number):
    return lambda answer: bool(constraint_list[number](_read(answer)))

for _number in range(len(constraint_list)):
    globals()[f"clue_{{_number + 1}}"] = _stated(_number)

def clue_0(answer):
    return all(constraint(_read(answer)) for constraint in constraint_list)
"""
_NAME = "constraint_list"
_ALL = 0  # the predicate for all constraints, where their number is not known


class Verifier(BaseModel):
    """The code of a verifier, under the names of the public layout.

    `inputs_check(inputs)` says whether an arrangement has the right form, `constraint_list` holds a predicate for each
    constraint, and `count_valid_arrangements()` returns how many arrangements are valid, and how many there are.
    """

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    inputs_check: str = Field(alias="Inputs_Check_code")
    constraint_list: str = Field(alias="Constraint_List_code")
    traverse: str = Field(default="", alias="Traverse_code")

    @property
    def size(self) -> int | None:
        """The number of constraints, if the code says it plainly."""
        return listed(self.constraint_list)

    @property
    def stated(self) -> str:
        """The code that defines `inputs_check` and `constraint_list`."""
        return f"{self.inputs_check}\n\n{self.constraint_list}\n"


@dataclass(frozen=True)
class Judgement:
    """A verifier's verdict on an arrangement: whether its form is right, and which constraints it breaks.

    `broken` are their numbers, from 1 (0 stands for some of them). `problem` says what went wrong where the verifier
    gave no verdict, which counts as a no.
    """

    form: bool
    broken: tuple[int, ...] = ()
    problem: str = ""

    @property
    def right(self) -> bool:
        """Whether the verifier accepts the arrangement."""
        return self.form and not self.broken and not self.problem


async def judge(verifier: Verifier, arrangements: Sequence[Any], *, pool: Pool) -> list[Judgement]:
    """Have a verifier judge arrangements, which are values of literals, each with its own time limit."""
    if not arrangements:
        return []
    limits = LIMITS.model_copy(update={"seconds": LIMITS.seconds * len(arrangements)})
    size = verifier.size
    numbers = tuple(range(1, size + 1)) if size is not None else (_ALL,)
    texts = [write_literal(each) for each in arrangements]
    code = f"{verifier.stated}\n{_CHECKER.format(size=size)}"
    outcome = await check(code, texts, clues=numbers, pool=pool, limits=limits)
    if not outcome.status.solved:
        return [Judgement(form=False, problem=f"{outcome.status}: {outcome.message}")] * len(texts)
    return [_judgement(each) for each in outcome.answer]


def _judgement(said: dict[str, Any]) -> Judgement:
    form = said["fits"]
    if form is not True:  # what predicates make of another form means nothing
        return Judgement(form=False, problem="" if form is False else f"inputs_check: {form}")
    failed = [f"constraint {number}: {each}" for number, each in said["clues"].items() if not isinstance(each, bool)]
    broken = tuple(int(number) for number, each in said["clues"].items() if each is False)
    return Judgement(form=True, broken=broken, problem="; ".join(failed))


@lru_cache(256)
def listed(code: str) -> int | None:
    """Return the length of the list that is assigned to `constraint_list` in a text; None if there is no plain one."""
    found = names(code)
    return None if found is None else len(found)


def names(code: str) -> list[str] | None:
    """Return the elements of that list, as source code.

    None if outside functions something else is done with it as well, for that may change it.
    """
    try:
        tree = parsed(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    told = [each for each in tree.body if not isinstance(each, ast.FunctionDef)]
    met = [each for each in told if any(isinstance(node, ast.Name) and node.id == _NAME for node in ast.walk(each))]
    match met:
        case [ast.Assign(targets=[ast.Name()], value=ast.List(elts=elements))]:
            starred = any(isinstance(each, ast.Starred) for each in elements)  # these may stand for several
            return None if starred else [ast.unparse(each) for each in elements]
    return None


def parsed(code: str) -> ast.Module:
    """Parse code. Raises SyntaxError, ValueError, RecursionError or MemoryError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of escapes that mean nothing
        return ast.parse(code)
