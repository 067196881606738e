"""Harder puzzles: constraints are added that some solutions break, but not all (AutoLogi, section 3.5)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from solvent.agents.state import Usage
from solvent.benchmarks.formulation.author import Addition, Author, Tried
from solvent.benchmarks.formulation.base import Base
from solvent.benchmarks.formulation.counting import ask_for_program
from solvent.benchmarks.formulation.crossing import crossed
from solvent.benchmarks.formulation.ledger import Entry, digest
from solvent.benchmarks.formulation.workshop import Made, Task, Workshop
from solvent.benchmarks.verifiers.editing import defined, plainly_listed, with_one_more
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle
from solvent.benchmarks.verifiers.traversal import traverse

EXPANSION = "expansion"
MOST = 10  # constraints added to a puzzle, so that small steps cannot go on without end
ONE_LEFT, ATTEMPTS, ENOUGH = "one solution is left", "the attempts are used up", "enough constraints are added"
_NONE_REMOVED = "the added constraint removes no solution"


async def expand(shop: Workshop, bases: Sequence[Base]) -> list[Entry]:
    """The step `expansion`: an entry for each puzzle, whose result has the `expanded` puzzles and the `failures`.

    An added constraint is checked by the traversal or, where there is none, by a new program. It ends when one solution
    is left, or when so many attempts have failed in all as the options allow. A puzzle to which nothing was added,
    though something could be, is not ok.
    """

    async def work(task: Task[Base]) -> Made:
        return await _expanded(shop, shop.author(task.material.puzzle.source), task.material)

    tasks = [
        Task(
            each.puzzle.id,
            each,
            digest(each.puzzle, shop.author(each.puzzle.source).name, shop.options.expand, shop.options.traversal),
        )
        for each in bases
    ]
    return await shop.carry_out(EXPANSION, tasks, work)


async def _expanded(shop: Workshop, author: Author, base: Base) -> Made:
    spent, before, current = Usage(), None, base
    found: list[Base] = []
    failures: list[dict[str, Any]] = []
    while (stop := _stop(shop, current, found, failures)) == "":
        draft = await author.expand(current.puzzle, before)
        spent += draft.usage
        reason, detail = draft.reason, draft.detail
        if draft.found is not None:
            new = await _with(shop, current, draft.found, author)
            spent, reason, detail = spent + new.usage, new.reason, new.detail
            if new.base is not None:
                found.append(new.base)
                current, before = new.base, None
                continue
        failures.append({"reason": reason, "detail": detail, "constraint": draft.found and draft.found.constraint})
        before = Tried(len(failures), draft.reply, detail or reason)
    result = {"expanded": [each.to_json() for each in found], "failures": failures, "stop": stop}
    reason = stop if found or not failures else str(failures[-1]["reason"])
    detail = "" if found or not failures else str(failures[-1]["detail"])
    return Made(bool(found) or stop == ONE_LEFT, result, reason, detail, spent)


def _stop(shop: Workshop, current: Base, found: Sequence[Base], failures: Sequence[Any]) -> str:
    """Why nothing more is added; "" to go on."""
    if current.puzzle.space is not None and current.puzzle.space.valid == 1:
        return ONE_LEFT
    if len(failures) >= shop.options.expand:
        return ATTEMPTS
    return ENOUGH if len(found) >= MOST else ""


@dataclass(frozen=True)
class _Checked:
    """A puzzle with a further constraint that removes some solutions and keeps others; else a reason and detail."""

    base: Base | None = None
    reason: str = ""
    detail: str = ""
    usage: Usage = field(default_factory=Usage)


async def _with(shop: Workshop, base: Base, added: Addition, author: Author) -> _Checked:
    puzzle = _with_constraint(base.puzzle, added)
    again = sorted(defined(added.predicate) & defined(base.puzzle.code.stated))
    if again or not plainly_listed(puzzle.code.constraint_list):
        detail = f"the code may not redefine {', '.join(again) or 'constraint_list'}"
        return _Checked(None, "the added predicate cannot be used", detail)
    new = replace(base, puzzle=puzzle, authors=tuple(dict.fromkeys((*base.authors, author.name))))
    return await (_traversed(shop, base, new) if puzzle.code.traverse else _counted(shop, author, new))


async def _traversed(shop: Workshop, base: Base, new: Base) -> _Checked:
    puzzle, before = new.puzzle, base.puzzle.space
    stated = f"with the new constraint {puzzle.constraints[-1]!r}"
    found = crossed(await traverse(puzzle.code, puzzle.example, pool=shop.pool, limits=shop.options.further))
    if found.space is None or before is None:
        reason = "the added constraint leaves no solution" if found.hopeless else found.reason
        return _Checked(None, reason, f"{stated}, {found.detail}")
    if found.space.valid >= before.valid:
        return _Checked(None, _NONE_REMOVED, f"{stated}, all {before.valid} solutions are left: some must break it")
    known = puzzle.model_copy(update={"space": found.space, "solutions": found.solutions})
    return _Checked(replace(new, puzzle=known, wrong=found.wrong, idle=found.idle))


async def _counted(shop: Workshop, author: Author, new: Base) -> _Checked:
    counted, used = await ask_for_program(author, new.puzzle, shop.pool)
    if counted.puzzle is None:
        return _Checked(None, "no program agrees with the added constraint", counted.problem, used)
    sentence, number = new.puzzle.constraints[-1], len(new.puzzle.constraints)
    if all(broken != (number,) for _, broken in counted.wrong):
        return _Checked(None, _NONE_REMOVED, f"no arrangement is known that breaks {sentence!r} alone", used)
    return _Checked(replace(new, puzzle=counted.puzzle, wrong=counted.wrong), usage=used)


def _with_constraint(puzzle: OpenPuzzle, added: Addition) -> OpenPuzzle:
    number = len(puzzle.constraints) + 1
    code = with_one_more(puzzle.code.constraint_list, added.name, added.predicate)
    return puzzle.model_copy(
        update={
            "id": f"{puzzle.source}-x{number}",
            "constraints": (*puzzle.constraints, added.constraint),
            "code": puzzle.code.model_copy(update={"constraint_list": code}),
            "origin": "expanded",
            "program": None,
        }
    )
