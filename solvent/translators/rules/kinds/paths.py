"""Paths in a directed graph: DyVal's reachability and maximum-sum tasks.

The answer is `{"reachable": true}` or false, or `{"maximum": 23}`, or "N/A" for no path. Every line is a clue: it says
where the links of a node lead, all of them, or what a node is worth, or both. What no line says is open. The greatest
sum is only read for a graph without a cycle on the way, since a path that may go round one is another matter.
"""

from collections.abc import Iterable

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.puzzle import Clue, Payload, Puzzle, PuzzleError
from solvent.translators.rules.kinds.support.descriptions import Said, forms, object_schema, read
from solvent.translators.rules.kinds.support.paths import Links, Worth, cycle_between, maximum_sum, reachability

KIND = "paths in a graph"
ORDER = 53
_MOST = 5_000  # the greatest sum of all values: the answer's template has a label for each
_MOST_NODES = 400  # each of which may be linked to each

_CLUES = forms(
    points=r"(?P<node>NAME) points to: \((?:None|(?P<targets>LIST))\)",
    leads=r"(?P<node>NAME) leads (?:nowhere|to (?P<targets>LIST))",
    worth=r"(?:The value of )?(?P<node>NAME) is (?P<worth>\d{1,6})",
    both=r"(?P<node>NAME) is worth (?P<worth>\d{1,6}) and leads (?:nowhere|to (?P<targets>LIST))",
)
_QUESTIONS = forms(
    reached=r"Can (?P<end>NAME) be reached (?:starting )?from (?P<start>NAME)",
    gets=r"Can one get from (?P<start>NAME) to (?P<end>NAME)",
    maximum=r"What(?:'s| is) the maximum sum path from (?P<start>NAME) to (?P<end>NAME)",
    greatest=r"What is the greatest sum of the values on a path from (?P<start>NAME) to (?P<end>NAME), "
    r"both ends included",
)
_ASIDES = forms(
    graph=r"Given a directed graph(?: with values assigned to each node)?",
    places=r"Every made-up word below stands for a place(?: with a value)?",
    lines=r"Each line says (?:what a place is worth and )?to which places one can go directly from (?:a place|it)",
    example=r"For ex[a-z]{4,6}, the value of the path A->B->C is obtained by summing the values of nodes A, B, and C",
    no_path=r"If there is no path, the answer is N/A",
)


class Paths(Payload, kind=KIND):
    """The lines, whether the greatest sum is asked for, and between which nodes."""

    links: tuple[Links, ...]
    worths: tuple[Worth, ...]
    summed: bool
    start: str
    end: str


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with Paths, or None.

    Raises:
        PuzzleError: there are too many nodes, or their values are too large.

    """
    found = read(text, _CLUES, _QUESTIONS, _ASIDES)
    if found is None:
        return None
    links = tuple(_links(said) for said in found.said if said.form != "worth")
    worths = tuple(
        Worth(said.clue, said.parts["node"], int(said.parts["worth"])) for said in found.said if "worth" in said.parts
    )
    start, end = found.question.parts["start"], found.question.parts["end"]
    summed = found.question.form in ("maximum", "greatest")
    if not links or (worths and not summed):
        return None
    nodes = {start, end, *(name for each in links for name in (each.node, *each.targets))}
    if len(nodes) > _MOST_NODES:
        raise PuzzleError(f"The graph has {len(nodes)} nodes; those of up to {_MOST_NODES} are read without a model.")
    clues = found.clues
    if summed:
        if sum(each.value for each in worths) > _MOST:
            raise PuzzleError(f"The values of the nodes add up to more than {_MOST}; name a model for such numbers.")
        circular = cycle_between(links, start, end)
        clues = tuple(_checked(clues, links, circular))
        links = tuple(each for each in links if each.node not in circular)
    shown = {"maximum": {"type": ["integer", "string"]}} if summed else {"reachable": {"type": "boolean"}}
    return Puzzle(
        text=text,
        kind=KIND,
        clues=clues,
        answer_schema=object_schema(shown),
        payload=Paths(links=links, worths=worths, summed=summed, start=start, end=end),
    )


def preferred(_: Puzzle) -> str:
    """Prefer SMT-LIB: z3 starts fastest."""
    return "smtlib"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: no conflicts are visible without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """State the links and values, and what a path is."""
    found = puzzle.kept(Paths)
    if found.summed:
        return emit(maximum_sum(found.links, found.worths, found.start, found.end), framework)
    return emit(reachability(found.links, found.start, found.end), framework)


def _links(said: Said) -> Links:
    return Links(said.clue, said.parts["node"], said.listed("targets") if "targets" in said.parts else ())


def _checked(clues: Iterable[Clue], links: Iterable[Links], circular: set[str]) -> Iterable[Clue]:
    """Mark the clues that make up cycles as not understood."""
    nodes = {each.clue: each.node for each in links}
    for clue in clues:
        if nodes.get(clue.id) in circular:
            reason = "its links are part of a cycle, and whether a path may go round that is not said"
            yield clue.model_copy(update={"understood": False, "reason": reason})
        else:
            yield clue
