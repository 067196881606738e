"""`ask`: from a question in words to a reply that a solver proved."""

import difflib
from collections.abc import Awaitable, Callable, Iterable, Sequence

from solvent.explanations.questions import telling
from solvent.explanations.questions.answering import Asking
from solvent.explanations.questions.cells import CellReader
from solvent.explanations.questions.claims import CellTheory, Claim, GridTheory, NotSupportedError, Theory
from solvent.explanations.questions.grammar import GridReader, Read
from solvent.explanations.questions.reply import NotUnderstoodError, Reply, UnknownValueError
from solvent.explanations.questions.wording import Wording, taken_apart
from solvent.explanations.subject import NotExplainedError, Subject
from solvent.solvers import Limits, Pool, Program
from solvent.translators.puzzle import Puzzle
from solvent.translators.rules.kinds.grid import LogicGrid, stated
from solvent.translators.rules.kinds.sudoku import Sudoku, open_program

Reword = Callable[[Subject, str], Awaitable[Sequence[Wording]]]
"""Says a question that the grammar does not read in its words; none if it cannot."""

WORDINGS = """\
could Ada have the cat? must Ada live in house 1? is the red house next to the blue one? can't Ada have the cat?
who has the cat? what does Ada drink? where does Ada live? who could have the cat?
how many answers are there (in which Ada has the cat)? which clues are redundant? is clue 4 needed?
what would change if clue 4 were dropped? what if clue 4 were false? why can't Ada have the cat? why does Ada drink tea?
in other puzzles: could row 3 column 5 be 7? what is M?"""
_LONGEST = 500  # characters


async def ask(
    subject: Subject, question: str, *, pool: Pool, limits: Limits | None = None, reword: Reword | None = None
) -> Reply:
    """Answer a question about a puzzle, in words over the puzzle's own values.

    With `reword`, a model may say what the grammar does not understand in other words; it never answers.

    Raises:
        NotUnderstoodError: the question cannot be read, or nothing can be said of it.
        NotExplainedError: the clues contradict each other, so that anything would follow.
        UnknownValueError: it names something that the puzzle does not have.

    """
    if len(question) > _LONGEST:
        raise NotUnderstoodError(f"the question is longer than {_LONGEST} characters; ask one thing at a time.")
    _check(subject, question)
    asker = _Asker(subject, pool, limits)
    try:
        reply = await asker.answer(taken_apart(question))
    except (NotUnderstoodError, UnknownValueError):
        if reword is None:
            raise
        reply = await asker.answer(await reword(subject, question))
        told = f"{reply.kind}{f', {reply.read_as}' if reply.read_as else ''}"
        reply = reply.model_copy(update={"text": f"{reply.text} (A model took the question to ask this: {told}.)"})
    reply = reply.model_copy(update={"question": question, "text": _with_doubt(subject, reply.text)})
    return reply.quoting(subject.texts)


def _check(subject: Subject, question: str) -> None:
    """Nothing but what would repair it can be asked about a contradictory puzzle."""
    contradictory = subject.status == "contradictory" or (subject.answer is None and bool(subject.conflict))
    if contradictory and not any(wording.given for wording in taken_apart(question)):
        ids = ", ".join(map(str, subject.conflict))
        raise NotExplainedError(
            f"the clues contradict each other ({ids or 'even without naming any'}), so that anything would follow from "
            'them; ask what would change without one of them ("what if clue N were dropped?").'
        )


def _with_doubt(subject: Subject, text: str) -> str:
    """The text, with a word on clues that the program does not state."""
    open_clues = [clue for clue in subject.texts if clue not in subject.stated]
    if not open_clues:
        return text
    return f"{text} (Clues that were not understood are left out: {', '.join(map(str, open_clues))}.)"


class _Asker:
    def __init__(self, subject: Subject, pool: Pool, limits: Limits | None) -> None:
        self.subject, self.pool, self.limits = subject, pool, limits
        self.reader: GridReader | CellReader
        self.theory: Theory
        if is_grid(subject.puzzle) and subject.reading:
            self.reader = GridReader(subject.puzzle, subject.way)
            said = tuple(stated(subject.puzzle, subject.reading, subject.way))
            self.theory = GridTheory(subject.puzzle, subject.program.framework, said, subject.way, pool, limits)
        else:
            self.reader = cells = CellReader(subject)
            shape = subject.answer if subject.answer is not None else next(iter(subject.alternatives), None)
            self.theory = CellTheory(_program(subject), pool, limits, shape, cells.near(subject.texts))

    async def answer(self, wordings: Iterable[Wording]) -> Reply:
        """The reply to the first of these wordings that can be read."""
        failed: list[Read] = []
        for wording in wordings:
            try:
                reply = await self._one(wording, failed)
            except NotSupportedError as error:
                raise NotUnderstoodError(f"{error} cannot be asked about this puzzle.") from error
            if reply is not None and wording.given and reply.kind != "without":
                return reply.model_copy(update={"text": f"{telling.supposed(wording.given)}: {reply.text}"})
            if reply is not None:
                return reply
        known = {value.lower() for values in self.subject.puzzle.entities.values() for value in values}
        named = (read.unknown for read in failed if read.unknown and read.unknown.lower() not in known)
        unknown = next(named, "")
        if unknown:
            raise UnknownValueError(self._unknown(unknown))
        reason = next((read.reason for read in failed if read.reason), "")
        raise NotUnderstoodError(
            f"the question was not understood{f': {reason}' if reason else ''}. Wordings that work:\n{WORDINGS}"
        )

    async def _one(self, wording: Wording, failed: list[Read]) -> Reply | None:
        asking = self._supposing(wording, failed)
        if asking is None:
            return None
        if wording.kind == "without":
            return await asking.changed()
        if wording.kind == "redundant":
            self._known([wording.clue] if wording.clue is not None else [])
            return await asking.redundant(wording.clue, idle=wording.idle)
        if wording.kind == "who":
            options = self.reader.options(wording.asked)
            if options is None:
                failed.append(self.reader.failure(wording.asked))
                return None
            return _guessing(await asking.who(options, wording.modal), guessed=options.guessed)
        if wording.kind == "count" and not wording.said:
            return await asking.counted(None)
        read = self.reader.claim(wording.said)
        if read.claim is None:
            failed.append(read)
            return None
        return _guessing(await self._about(asking, wording, read.claim), guessed=read.guessed)

    async def _about(self, asking: Asking, wording: Wording, claim: Claim) -> Reply:
        if wording.kind == "why_not":
            return await asking.why_not(claim)
        if wording.kind == "count":
            return await asking.counted(claim)
        return await asking.about(wording.kind, claim)

    def _supposing(self, wording: Wording, failed: list[Read]) -> Asking | None:
        """The question in the theory that it supposes; None if what it supposes was not understood."""
        given, theory = wording.given, self.theory
        self._known([*given.dropped, *given.opposed])
        if given.dropped:
            theory = theory.without(given.dropped)
        if given.opposed:
            theory = theory.opposed(given.opposed)
        if given.said:
            read = self.reader.claim(given.said)
            if read.claim is None:
                failed.append(read)
                return None
            theory = theory.supposing([read.claim])
        return Asking(self.subject, theory, self.pool, self.limits, given)

    def _known(self, clues: Sequence[int]) -> None:
        """Raises UnknownValueError for a clue that does not exist or that the program does not state."""
        for clue in clues:
            if clue not in self.subject.stated:
                known = ", ".join(map(str, self.subject.stated))
                what = "was not understood" if clue in self.subject.texts else "does not exist"
                raise UnknownValueError(f"clue {clue} {what}; the clues that can be asked about are {known}.")

    def _unknown(self, word: str) -> str:
        values = [value for values in self.subject.puzzle.entities.values() for value in values]
        if isinstance(self.reader, CellReader):
            near = self.reader.similar(word)
        else:
            lower = {value.lower(): value for value in values}
            close = difflib.get_close_matches(word.lower(), lower, n=3, cutoff=0.6)
            near = [lower[each] for each in close] or [v for v in values if word.lower() in v.lower()][:3]
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        known = "; ".join(f"{name}: {', '.join(values)}" for name, values in self.subject.puzzle.entities.items())
        return f"'{word}' is no value of the puzzle{hint or '.'}{f' It has {known}.' if known and not near else ''}"


def _guessing(reply: Reply, *, guessed: bool) -> Reply:
    """A reply that rests on a word which nothing in the puzzle shows to link its values says how it was taken."""
    if not guessed:
        return reply
    return reply.model_copy(update={"text": f"{reply.text} (Taken to ask whether {reply.read_as.rstrip('.')}.)"})


def _program(subject: Subject) -> Program:
    """The program, in which every place of the answer can be asked about."""
    if subject.reading and isinstance(subject.puzzle.payload, Sudoku):
        return open_program(subject.puzzle, subject.program.framework)
    return subject.program


def is_grid(puzzle: Puzzle) -> bool:
    """Whether the rules read the puzzle as a logic grid."""
    return isinstance(puzzle.payload, LogicGrid)
