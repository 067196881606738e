"""A changed text, read anew: only a change that means what it should, and nothing else, is worth suggesting."""

from collections.abc import Sequence

from solvent.explanations.meanings import Marked
from solvent.explanations.subject import Subject
from solvent.solvers import Program
from solvent.translators import rules
from solvent.translators.rules.clues.formula import Formula
from solvent.translators.rules.kinds import grid


def reread(
    subject: Subject, text: str, added: Sequence[Formula | None] = (), without: frozenset[int] = frozenset()
) -> Program | None:
    """The program of a changed text, in which the clues in `without` are missing and others were `added` at the end.

    None unless the rules read the text, take the other clues to mean what they did, and the new ones what they should.
    """
    try:
        puzzle = rules.decompose(text)
    except rules.PuzzleError:
        return None
    if puzzle.kind != subject.puzzle.kind or puzzle.entities != subject.puzzle.entities:
        return None
    if len(puzzle.conventions) != len(subject.puzzle.conventions) or subject.way >= rules.ways(puzzle):
        return None
    meanings = {id_: said for id_, said in Marked(subject, ()).meanings.items() if id_ not in without}
    found = dict(grid.stated(puzzle, subject.reading, subject.way))
    new = [found[id_] for id_ in sorted(found.keys() - meanings.keys())]
    understood = rules.understands(puzzle) or not rules.understands(subject.puzzle)
    if not understood or new != list(added) or any(found.get(id_) != said for id_, said in meanings.items()):
        return None
    return rules.translate(puzzle, subject.program.framework, subject.reading, subject.way)
