"""What verifiers make of replies, and which puzzles can be used at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from solvent.benchmarks.training.recorded import SampledReply
from solvent.benchmarks.verifiers.literals import LiteralError, read_literal
from solvent.benchmarks.verifiers.posed import Posed
from solvent.benchmarks.verifiers.puzzle import Space
from solvent.benchmarks.verifiers.replies import strict_reading
from solvent.benchmarks.verifiers.traversal import LIMITS, traverse
from solvent.benchmarks.verifiers.verifier import Judgement, judge
from solvent.solvers import Pool

Kind = Literal["right", "constraint broken", "wrong form", "no literal", "cut off", "no reply", "no verdict"]
WRONG: tuple[Kind, ...] = ("constraint broken", "wrong form", "no literal", "cut off")  # the most telling first

_TRAVERSAL = LIMITS.model_copy(update={"seconds": 20})  # of a puzzle whose record has no counts
_NO_ARRANGEMENT: tuple[Any, ...] = (None, "", -1, ["?"])  # what no form of arrangements allows


@dataclass(frozen=True)
class Judged:
    """A reply with its verdict. `broken` are numbers of constraints; `why` says more of other verdicts."""

    reply: SampledReply
    kind: Kind
    broken: tuple[int, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class JudgedPuzzle:
    """A puzzle with its replies, in order."""

    puzzle: Posed
    replies: tuple[Judged, ...]

    def of(self, *kinds: Kind) -> list[Judged]:
        """The replies of some kinds, kind by kind, none twice but for white space."""
        found = {same(each.reply.text): each for kind in kinds for each in reversed(self.replies) if each.kind == kind}
        return sorted(found.values(), key=lambda each: (kinds.index(each.kind), each.reply.number))


def same(text: str) -> str:
    """A text but for its white space."""
    return " ".join(text.split())


async def judged(puzzle: Posed, replies: Sequence[SampledReply], pool: Pool) -> JudgedPuzzle:
    """Have a puzzle's verifier judge replies."""
    literals: dict[int, str] = {}
    without: dict[int, Judged] = {}
    values: dict[str, Any] = {}
    for reply in replies:
        try:
            text = _arrangement(reply, puzzle.shape)
        except LiteralError as error:
            without[reply.number] = Judged(reply, _unread(reply), why=str(error))
        else:
            literals[reply.number] = text
            values[text] = read_literal(text)
    said = dict(zip(values, await judge(puzzle.code, list(values.values()), pool=pool), strict=True))
    found = (
        without[reply.number] if reply.number in without else _verdict(reply, said[literals[reply.number]])
        for reply in replies
    )
    return JudgedPuzzle(puzzle, tuple(found))


def _arrangement(reply: SampledReply, like: Any) -> str:
    """The arrangement in a reply, a literal of the type of the example. Raises `LiteralError`."""
    if reply.finish != "stop":  # what it says so far may be no more than a thought
        raise LiteralError(f"the reply did not end by itself ({reply.finish})")
    found = strict_reading(reply.text, like)
    if found is None:
        raise LiteralError("the reply has no literal of the kind that the puzzle asks for")
    return found


def _unread(reply: SampledReply) -> Kind:
    if not reply.text.strip() or reply.finish not in ("stop", "length"):
        return "no reply"
    return "cut off" if reply.finish == "length" else "no literal"


def _verdict(reply: SampledReply, said: Judgement) -> Judged:
    if said.right:
        return Judged(reply, "right")
    if said.problem:
        return Judged(reply, "no verdict", said.broken, said.problem)
    return Judged(reply, "constraint broken", said.broken) if said.form else Judged(reply, "wrong form")


async def _space(puzzle: Posed, pool: Pool) -> Space | None:
    """How many arrangements are valid, as the record says or its traversal counts; None if neither does."""
    if puzzle.space is not None or not puzzle.code.traverse.strip():
        return puzzle.space
    found = await traverse(puzzle.code, pool=pool, limits=_TRAVERSAL)
    return None if found.problem else Space(valid=found.valid, total=found.total)


async def flaw(puzzle: Posed, pool: Pool) -> str:
    """Why a puzzle's verifier cannot be used, found without a model; "" if nothing is wrong with it."""
    space = await _space(puzzle, pool)
    if space is not None and space.exact and space.valid == 0:
        return "its verifier accepts no arrangement"
    if space is not None and space.exact and space.valid == space.total:
        return "its verifier accepts every arrangement"
    shown = [puzzle.shape] if puzzle.shape is not None else []
    said = await judge(puzzle.code, [*shown, *_NO_ARRANGEMENT], pool=pool)
    if all(each.form for each in said[len(shown) :]):
        return "its verifier accepts any form"
    # On other values than arrangements a check may well fail; on the example that it was written for, it should not.
    if said[0].problem and (shown or all(each.problem for each in said)):
        return f"its verifier fails: {said[0].problem}"
    return ""
