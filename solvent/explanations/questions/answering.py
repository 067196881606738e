"""Answers questions about a puzzle: what a solver finds for each kind, and how that is told."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from solvent import solvers
from solvent.explanations.questions import telling
from solvent.explanations.questions.claims import MOST, Claim, NotSupportedError, Theory
from solvent.explanations.questions.grammar import Options
from solvent.explanations.questions.reply import Kind, Reply
from solvent.explanations.questions.wording import Supposition
from solvent.explanations.subject import Subject
from solvent.solvers import Limits, Outcome, Pool


@dataclass(frozen=True)
class Asking:
    """A question that was understood, about what `theory` states; `given` is what it supposes."""

    subject: Subject
    theory: Theory
    pool: Pool
    limits: Limits | None = None
    given: Supposition = field(default_factory=Supposition)

    async def about(self, kind: Kind, claim: Claim) -> Reply:
        """Whether a claim must, could or cannot be true."""
        if kind == "could":
            found = await self.theory.possible(claim)
            return self._reply("could", found.status.solved, found, claim)
        if kind == "cannot":
            found = await self.theory.possible(claim)
            return self._reply("cannot", not found.status.solved, found, claim)
        other = await self.theory.refuted(claim)
        if not other.status.solved:
            return self._reply("must", True, other, claim)
        excluded = await self.theory.possible(claim)
        if excluded.status is solvers.Status.UNSATISFIABLE:
            return self._reply("must", False, excluded, claim)
        return self._reply("must", False, other, claim)

    def _reply(self, kind: Kind, reply: bool, found: Outcome, claim: Claim) -> Reply:
        if not found.status.decided:
            return Reply(reply=None, kind=kind, text=telling.not_found_out(found), read_as=claim.said)
        text = telling.about(kind, reply, claim, found)
        witness = found.answer if found.status.solved else None
        proof = "witness" if found.status.solved else "core"
        return Reply(
            reply=reply,
            kind=kind,
            clues=found.conflict,
            text=text,
            proof=proof,  # type: ignore[arg-type]  # one of the two
            witness=witness,
            read_as=claim.said,
        )

    async def why(self, claim: Claim) -> Reply:
        """The clues from which a claim follows."""
        return await self.about("must", claim)

    async def why_not(self, claim: Claim) -> Reply:
        """The clues that exclude a claim; if they do not, whether it must be true."""
        found = await self.theory.possible(claim)
        if not found.status.solved:
            if not found.status.decided:
                return Reply(reply=None, kind="why_not", text=telling.not_found_out(found), read_as=claim.said)
            text = telling.excluded(claim, found.conflict)
            reply: Any = list(found.conflict)
            return Reply(reply=reply, kind="why_not", clues=found.conflict, text=text, proof="core", read_as=claim.said)
        forced = await self.theory.refuted(claim)
        if forced.status is solvers.Status.UNSATISFIABLE:
            text = f"But it is so: {telling.follows(claim, forced.conflict)}"
            return Reply(
                reply=None, kind="why_not", clues=forced.conflict, text=text, proof="core", witness=found.answer,
                read_as=claim.said,
            )  # fmt: skip
        text = f"Nothing excludes it: there is an answer in which {claim.said}."
        return Reply(reply=None, kind="why_not", text=text, proof="witness", witness=found.answer, read_as=claim.said)

    async def counted(self, claim: Claim | None) -> Reply:
        """How many answers there are in which a claim is true."""
        found = await self.theory.counted(*([claim] if claim else []))
        number = found.answer if found.status.solved else None
        text = telling.counted(number, claim, found)
        if number == 0 and claim is not None:
            why = await self.theory.possible(claim)
            return Reply(reply=0, kind="count", clues=why.conflict, text=text, proof="core", read_as=claim.said)
        return Reply(
            reply=number, kind="count", text=text, proof="count" if number is not None else "none",
            read_as=claim.said if claim else "",
        )  # fmt: skip

    async def who(self, options: Options, modal: Kind) -> Reply:
        """Which of some values it is: the one that it must be, or all that it can be."""
        claims = dict(options.claims)
        outcomes = await asyncio.gather(*map(self.theory.possible, claims.values()))
        found = dict(zip(claims, outcomes, strict=True))
        unknown = next((each for each in outcomes if not each.status.decided), None)
        said = f"{options.about}: {options.claims[0][1].said}, ..."
        if unknown is not None:
            return Reply(reply=None, kind="who", text=telling.not_found_out(unknown), read_as=said)
        can = [value for value, each in found.items() if each.status.solved]
        if modal == "cannot":
            never = [value for value in found if value not in can]
            clues = sorted({clue for value in never for clue in found[value].conflict})
            text = telling.never(never, clues)
            return Reply(reply=never, kind="who", clues=tuple(clues), text=text, proof="core", read_as=said)
        must, clues = await self._forced(claims, can)
        if modal == "could":
            text = telling.possible(can)
            shown = found[can[0]].answer if can else None
            return Reply(reply=can, kind="who", text=text, proof="witness", witness=shown, read_as=said)
        text = telling.who(can, must, clues)
        reply: Any = can[0] if can == must and len(can) == 1 else can
        known = can == must
        if not can:
            reply, clues = None, sorted({clue for each in outcomes for clue in each.conflict})
        return Reply(
            reply=reply, kind="who", clues=tuple(clues) if known else (), text=text, read_as=said,
            proof="core" if known else "witness", witness=None if known or not can else found[can[0]].answer,
        )  # fmt: skip

    async def _forced(self, claims: dict[str, Claim], can: Sequence[str]) -> tuple[list[str], list[int]]:
        """The values for which the claim must be true, and the clues from which that follows."""
        replies = await asyncio.gather(*(self.theory.refuted(claims[value]) for value in can))
        must = [v for v, reply in zip(can, replies, strict=True) if reply.status is solvers.Status.UNSATISFIABLE]
        clues = {clue for reply in replies if reply.status is solvers.Status.UNSATISFIABLE for clue in reply.conflict}
        return must, sorted(clues)

    async def redundant(self, clue: int | None, *, idle: bool) -> Reply:
        """Which clues leave the same answers when they alone are dropped, or the ones which do not."""
        program, answer = self.theory.stating(), self.subject.answer
        found = await solvers.without(program, _complete(self.subject), pool=self.pool, limits=self.limits)
        replies = found.answer if found.status.solved and isinstance(found.answer, dict) else {}
        undecided = [number for number in self.subject.stated if str(number) not in replies]
        if undecided or answer is None:
            text = f"It was not found out of {telling.named(undecided)}: {found.message or found.status}."
            return Reply(reply=None, kind="redundant", text=text)
        spare = [number for number in self.subject.stated if replies[str(number)] is None]
        if clue is not None:
            text = telling.one_clue(clue, needed=clue not in spare)
            shown = replies[str(clue)]
            return Reply(
                reply=(clue in spare) == idle, kind="redundant", text=text, witness=shown,
                proof="witness" if shown is not None else "core",
                clues=() if shown is not None else tuple(n for n in self.subject.stated if n != clue),
            )  # fmt: skip
        kept = await self._enough()
        listed = [number for number in self.subject.stated if (number in spare) == idle]
        return Reply(
            reply=listed, kind="redundant", clues=kept, text=telling.redundant(spare, kept, self.subject.stated),
            proof="core",
        )  # fmt: skip

    async def _enough(self) -> tuple[int, ...]:
        """A minimal set of clues that leave the puzzle's only answer; empty if it has several."""
        answer = _complete(self.subject)
        found = await solvers.needed(self.theory.stating(), answer, minimal=True, pool=self.pool, limits=self.limits)
        return tuple(found.answer) if found.status.solved else ()

    async def changed(self) -> Reply:
        """How many answers what is supposed leaves, and one that the puzzle does not have without it."""
        found = await self.theory.counted()
        number = found.answer if found.status.solved else None
        example = await self._another()
        other = example is not None or (bool(number) and number != await self._before())
        text = telling.changed(self.given, number, other, self.subject.status, found)
        if number == 0:
            why = await self.theory.possible()
            text = telling.contradicted(text, why.conflict)
            return Reply(reply=0, kind="without", clues=why.conflict, text=text, proof="core")
        proof = "count" if number is not None else "witness" if example is not None else "none"
        return Reply(reply=number, kind="without", text=text, proof=proof, witness=example)  # type: ignore[arg-type]

    async def _before(self) -> Any:
        """How many answers the puzzle has without what is supposed; None if that was not found out."""
        found = await solvers.count(self.subject.program, most=MOST, pool=self.pool, limits=self.limits)
        return found.answer if found.status.solved else None

    async def _another(self) -> Any:
        """An answer that the puzzle does not have; None if none was found."""
        program, known = self.theory.stating(), _complete(self.subject)
        first = await solvers.run(program, pool=self.pool, limits=self.limits)
        if not first.status.solved:
            return None
        candidates = [first.answer]
        if known is not None:
            more = await solvers.second(program, known, pool=self.pool, limits=self.limits)
            candidates += [more.answer] if more.status.solved else []
        allowed = await solvers.allows(self.subject.program, candidates, pool=self.pool, limits=self.limits)
        old = allowed.answer if allowed.status.solved else [True] * len(candidates)
        return next((each for each, is_old in zip(candidates, old, strict=True) if is_old is False), None)


def _complete(subject: Subject) -> Any:
    """An answer without gaps: the puzzle's own or, if only some of its cells are known, an alternative."""
    if subject.alternatives and subject.status == "verified":
        return subject.alternatives[0]
    return subject.answer


__all__ = ["MOST", "Asking", "NotSupportedError"]
