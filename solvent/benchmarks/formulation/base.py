"""The first steps: formulation, verifiers, traversal; code checks what is written (AutoLogi, sections 3.1 to 3.3)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from solvent.agents.state import Usage
from solvent.benchmarks.formulation.author import TOO_LARGE, Author, Formulation, Question, Tried, Verification
from solvent.benchmarks.formulation.counting import ask_for_program
from solvent.benchmarks.formulation.crossing import Crossed, crossed, verifier_problem
from solvent.benchmarks.formulation.ledger import Entry, digest
from solvent.benchmarks.formulation.workshop import Made, Task, Workshop
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle
from solvent.benchmarks.verifiers.traversal import traverse

FORMULATION, VERIFIERS, TRAVERSAL = "formulation", "verifiers", "traversal"
ROUNDS, TRIES = 2, 3  # verifiers for each puzzle, and traversals for each verifier, as published
_DRAFTS = 2  # of a formulation, and of a verifier in each round, if the first cannot be used at all
COUNTED = "counted by a program, with a bound"


@dataclass(frozen=True)
class Base:
    """A puzzle whose verifier was checked, as it is handed from step to step.

    `wrong` are some arrangements that are no solutions, with the constraints that they break; `idle` the constraints
    that no arrangement breaks; `authors` those who wrote its parts.
    """

    puzzle: OpenPuzzle
    wrong: tuple[tuple[str, tuple[int, ...]], ...] = ()
    idle: tuple[int, ...] = ()
    authors: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The result that `base_of` reads."""
        return {
            "puzzle": self.puzzle.model_dump(mode="json"),
            "wrong": [[text, list(broken)] for text, broken in self.wrong],
            "idle": list(self.idle),
            "authors": list(self.authors),
        }


def base_of(entry: Entry) -> Base:
    """Read the puzzle of an entry that has one."""
    found = entry.result
    return Base(
        puzzle=OpenPuzzle.model_validate(found["puzzle"]),
        wrong=tuple((text, tuple(broken)) for text, broken in found["wrong"]),
        idle=tuple(found["idle"]),
        authors=tuple(found["authors"]),
    )


async def formulate(shop: Workshop, questions: Sequence[Question]) -> list[Entry]:
    """The step `formulation`: from questions to background and constraints."""

    async def work(task: Task[Question]) -> Made:
        author, spent, before = shop.author(task.id), Usage(), None
        for number in range(1, _DRAFTS + 1):
            draft = await author.formulate(task.material, before)
            spent += draft.usage
            if draft.found is not None:
                result = {"stated": draft.found.model_dump(mode="json"), "author": author.name}
                return Made(True, result, usage=spent)
            if not draft.reply:
                break
            before = Tried(number, draft.reply, draft.detail or draft.reason)
        return Made(False, reason=draft.reason, detail=draft.detail, usage=spent)

    tasks = [Task(each.id, each, digest(each, shop.author(each.id).name)) for each in questions]
    return await shop.carry_out(FORMULATION, tasks, work)


@dataclass(frozen=True)
class _Open:
    """A formulation that has no checked verifier yet, and the last one that failed."""

    id: str
    stated: Formulation
    before: Tried | None = None


async def verify(shop: Workshop, formulated: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    """The steps `verifiers` and `traversal`, in rounds: a new verifier where the last one came to nothing.

    Returns the last entry of each item in each of the two steps.
    """
    left = [_Open(each.id, Formulation.model_validate(each.result["stated"])) for each in formulated if each.ok]
    verified: dict[str, Entry] = {}
    traversed: dict[str, Entry] = {}
    for turn in range(1, ROUNDS + 1):
        written = await _verifiers(shop, left, turn)
        verified |= {each.id: each for each in written if each.ok or each.id not in verified}
        counted = await _traversals(shop, left, [each for each in written if each.ok], turn)
        traversed |= {each.id: each for each in counted}
        left = [_failed(each, written, counted) for each in left if not _is_ok(traversed.get(each.id))]
    return list(verified.values()), list(traversed.values())


def _is_ok(entry: Entry | None) -> bool:
    return entry is not None and entry.ok


def _failed(item: _Open, written: Sequence[Entry], counted: Sequence[Entry]) -> _Open:
    """The item with what is told to the author of the next verifier."""
    verifier = next(each for each in written if each.id == item.id)
    last = next((each for each in counted if each.id == item.id), verifier)
    reply = str(verifier.result.get("reply", ""))
    number = _DRAFTS * verifier.round
    return replace(item, before=Tried(number, reply, last.detail or last.reason) if reply else None)


async def _verifiers(shop: Workshop, items: Sequence[_Open], turn: int) -> list[Entry]:
    async def work(task: Task[_Open]) -> Made:
        item, author = task.material, shop.author(task.id, turn)
        return await _verifier(shop, author, item, _DRAFTS * (turn - 1))

    tasks = [
        Task(
            each.id,
            each,
            digest(each.stated, each.before.reply if each.before else "", shop.author(each.id, turn).name),
            turn,
        )
        for each in items
    ]
    return await shop.carry_out(VERIFIERS, tasks, work)


async def _verifier(shop: Workshop, author: Author, item: _Open, tried: int) -> Made:
    spent, before = Usage(), item.before
    for number in range(tried + 1, tried + _DRAFTS + 1):
        draft = await author.verify(item.stated, before)
        spent += draft.usage
        reason, detail = draft.reason, draft.detail
        if draft.found is not None:
            reason, detail = await verifier_problem(item.stated, draft.found, shop.pool)
            if not reason:
                result = {"verified": draft.found.model_dump(mode="json"), "reply": draft.reply, "author": author.name}
                return Made(True, result, usage=spent)
        if not draft.reply:
            break  # there is nothing to go on from
        before = Tried(number, draft.reply, detail or reason)
    return Made(False, reason=reason, detail=detail, usage=spent)


@dataclass(frozen=True)
class _Verified:
    id: str
    stated: Formulation
    verified: Verification
    author: str


async def _traversals(shop: Workshop, items: Sequence[_Open], written: Sequence[Entry], turn: int) -> list[Entry]:
    stated = {each.id: each.stated for each in items}
    tasks = []
    for each in written:
        verified = Verification.model_validate(each.result["verified"])
        item = _Verified(each.id, stated[each.id], verified, each.result["author"])
        limits = shop.options.traversal.model_dump(mode="json")
        tasks.append(Task(each.id, item, digest(item.stated, verified, item.author, limits), turn))

    async def work(task: Task[_Verified]) -> Made:
        return await _traversal(shop, shop.author(task.id, turn), task.material)

    return await shop.carry_out(TRAVERSAL, tasks, work)


async def _traversal(shop: Workshop, author: Author, item: _Verified) -> Made:
    """A traversal that agrees with the verifier, in a few tries; a program, where it does not end."""
    spent, before = Usage(), None
    found, counted = Crossed(), None
    for number in range(1, TRIES + 1):
        draft = await author.traverse(item.stated, item.verified, before)
        spent += draft.usage
        found = Crossed(reason=draft.reason, detail=draft.detail, unfinished=draft.reason == TOO_LARGE)
        if draft.found is not None:
            code = item.verified.code.model_copy(update={"traverse": draft.found})
            found = crossed(await traverse(code, item.verified.example, pool=shop.pool, limits=shop.options.traversal))
        if found.ok:
            puzzle = _puzzle(item, code=code, space=found.space, solutions=found.solutions)
            return Made(True, _base(item, author, puzzle, found).to_json(), *_idle(found), usage=spent)
        if found.unfinished and counted is None:
            counted, used = await ask_for_program(author, _puzzle(item), shop.pool)
            spent += used
            if counted.large:
                break
            found = replace(found, detail=f"{found.detail}; {counted.told}")
        if found.hopeless or not draft.reply:
            break
        before = Tried(number, draft.reply, found.detail or found.reason)
    if counted is not None and counted.puzzle is not None:
        base = _base(item, author, counted.puzzle, Crossed(wrong=counted.wrong))
        return Made(True, base.to_json(), COUNTED, usage=spent)
    return Made(False, reason=found.reason, detail=found.detail, usage=spent)


def _idle(found: Crossed) -> tuple[str, str]:
    """The remark on a puzzle with constraints that no arrangement breaks, for its format may say the same."""
    if not found.idle:
        return "", ""
    return "no arrangement breaks some constraint", f"constraint {', '.join(map(str, found.idle))}"


def _base(item: _Verified, author: Author, puzzle: OpenPuzzle, found: Crossed) -> Base:
    return Base(puzzle, found.wrong, found.idle, tuple(dict.fromkeys((item.author, author.name))))


def _puzzle(item: _Verified, **known: Any) -> OpenPuzzle:
    return OpenPuzzle(
        id=item.id,
        lang=item.stated.lang,
        background=item.stated.background,
        constraints=item.stated.constraints,
        format=item.verified.format,
        example=item.verified.example,
        source=item.id,
        **{"code": item.verified.code, **known},
    )
