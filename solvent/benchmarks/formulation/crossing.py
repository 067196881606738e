"""Checks the parts of a puzzle against each other: the verifier by its example and the traversal by the verifier."""

from collections import Counter
from dataclasses import dataclass, field

from solvent.benchmarks.formulation.author import Formulation, Verification
from solvent.benchmarks.verifiers.editing import plainly_listed
from solvent.benchmarks.verifiers.literals import LiteralError, read_literal, write_literal
from solvent.benchmarks.verifiers.puzzle import Space
from solvent.benchmarks.verifiers.traversal import Traversal
from solvent.benchmarks.verifiers.verifier import judge
from solvent.solvers import Pool

_SHOWN = 300  # characters


@dataclass(frozen=True)
class Crossed:
    """What a traversal shows of a verifier: counts and samples or, with a `reason`, what is wrong.

    It is `hopeless` if another traversal cannot help, since the verifier is at fault.
    """

    space: Space | None = None
    solutions: tuple[str, ...] = ()
    wrong: tuple[tuple[str, tuple[int, ...]], ...] = field(default=(), repr=False)
    idle: tuple[int, ...] = ()
    reason: str = ""
    detail: str = ""
    unfinished: bool = False
    hopeless: bool = False

    @property
    def ok(self) -> bool:
        """Whether traversal and verifier agree, and there are solutions and others."""
        return self.space is not None


async def verifier_problem(stated: Formulation, verified: Verification, pool: Pool) -> tuple[str, str]:
    """Say what is wrong with a verifier as it stands: a reason to count by, and the detail; both empty if nothing."""
    try:
        example = read_literal(verified.example)
    except LiteralError as error:
        return "the example is no literal", f"EXAMPLE has to be a Python literal, but {error}"
    if write_literal(example) != verified.example:
        return "the example is no literal", "EXAMPLE has to be a plain Python literal"
    code, wanted = verified.code, len(stated.constraints)
    if code.size is None or not plainly_listed(code.constraint_list):
        detail = "assign constraint_list once, a plain list of the names of the predicates, and use it nowhere else"
        return "the code has no plain constraint_list", detail
    if code.size != wanted:
        detail = (
            f"constraint_list has {code.size} predicates, but there are {wanted} constraints: one for each, in order"
        )
        return "predicates and constraints are not of the same number", detail
    (said,) = await judge(code, [example], pool=pool)
    if said.problem:
        return "the verifier fails on its own example", f"on EXAMPLE, {said.problem[:_SHOWN]}"
    if not said.form:
        return (
            "the verifier refuses its own example",
            "inputs_check says False of EXAMPLE, which has to have the format",
        )
    return "", ""


def crossed(found: Traversal) -> Crossed:
    """Say what a traversal shows."""
    if found.problem:
        reason = "the traversal did not end" if found.unfinished else "traversal and verifier do not agree"
        if not found.unfinished and found.problem.startswith("the traversal failed"):
            reason = "the traversal fails"
        return Crossed(reason=reason, detail=found.problem, unfinished=found.unfinished)
    if not all(map(_is_literal, (*found.solutions, *(text for text, _ in found.wrong)))):
        detail = "the traversal has to build arrangements of plain lists, sets, dicts, texts and numbers"
        return Crossed(reason="the arrangements are no literals", detail=detail)
    if found.missed:
        detail = (
            f"inputs_check accepts {found.missed[:_SHOWN]}, but the traversal does not come to it: if it is possible "
            "by the background, the traversal has to; else inputs_check has to refuse it"
        )
        return Crossed(reason="the traversal leaves out arrangements", detail=detail)
    if not found.valid:
        common = Counter(number for _, broken in found.wrong for number in broken)
        always = sorted(number for number, times in common.items() if times == len(found.wrong))
        detail = f"none of the {found.total} arrangements satisfies all constraints"
        detail += f"; constraint {', '.join(map(str, always))} is broken by all that were looked at" if always else ""
        return Crossed(reason="no arrangement is a solution", detail=detail, hopeless=True)
    if found.valid == found.total:
        detail = (
            f"all of the {found.total} arrangements that the traversal comes to are valid: it has to come to those "
            "that break constraints as well, and each predicate has to be able to say no"
        )
        return Crossed(reason="every arrangement is a solution", detail=detail)
    space = Space(valid=found.valid, total=found.total)
    return Crossed(space, found.solutions, found.wrong, found.idle)


def _is_literal(text: str) -> bool:
    try:
        return write_literal(read_literal(text)) == text
    except LiteralError:
        return False
