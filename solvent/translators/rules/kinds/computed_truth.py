"""Truth values that are computed from others, line by line: DyVal's Boolean task.

The answer maps the name that is asked for to true or false. Every line is a clue. Lines by which a value would be
computed from itself contradict each other; a value without a line may be either.
"""

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.puzzle import Payload, Puzzle
from solvent.translators.rules.kinds.support.computed_values import Definition, Logic, truth_model
from solvent.translators.rules.kinds.support.descriptions import Said, forms, object_schema, read

KIND = "computed truth values"
ORDER = 52  # after rules, which also have lines that give a value

_IS_TRUE = r"(?P<name>NAME) is true if"
_EQUALS = r"The value of (?P<name>NAME) (?:equals|equals to|is equal to)"
_CLUES = forms(
    given=r"(?:The value of )?(?P<name>NAME) is (?P<value>[Tt]rue|[Ff]alse)",
    not_=rf"{_IS_TRUE} (?P<parts>NAME) is false, and false otherwise",
    same=rf"{_IS_TRUE} (?P<parts>NAME) is true, and false otherwise",
    and_=rf"{_IS_TRUE} (?P<parts>LIST) are (?:both|all) true, and false otherwise",
    or_=rf"{_IS_TRUE} at least one of (?P<parts>LIST) is true, and false otherwise",
    equals_not=rf"{_EQUALS} \((?:NOT|not) (?P<parts>NAME)\)",
    equals_and=rf"{_EQUALS} \((?P<parts>ANDS)\)",
    equals_or=rf"{_EQUALS} \((?P<parts>ORS)\)",
)
_OPERATIONS: dict[str, Logic] = {
    "given": "given",
    "not_": "not",
    "same": "and",
    "and_": "and",
    "or_": "or",
    "equals_not": "not",
    "equals_and": "and",
    "equals_or": "or",
}
_QUESTIONS = forms(
    result=r"(?:Compute|Determine|Find|What is) the (?:result|value|truth value) of (?P<name>NAME)",
    either=r"Is (?P<name>NAME) true or false",
)
_ASIDES = forms(
    problem=r"Here is a description of a boolean logic problem",
    words=r"Every made-up word below stands for a truth value",
    lines=r"Each line gives a truth value or says from which others it is computed",
)


class ComputedTruth(Payload, kind=KIND):
    """The lines, and the name that is asked for."""

    definitions: tuple[Definition, ...]
    asked: str


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with ComputedTruth, or None."""
    found = read(text, _CLUES, _QUESTIONS, _ASIDES)
    if found is None:
        return None
    asked = found.question.parts["name"]
    return Puzzle(
        text=text,
        kind=KIND,
        clues=found.clues,
        answer_schema=object_schema({asked: {"type": "boolean"}}),
        payload=ComputedTruth(definitions=tuple(map(_definition, found.said)), asked=asked),
    )


def preferred(_: Puzzle) -> str:
    """Prefer SMT-LIB: z3 starts fastest."""
    return "smtlib"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: no conflicts are visible without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """State the operation of every line."""
    found = puzzle.kept(ComputedTruth)
    return emit(truth_model(found.definitions, found.asked), framework)


def _definition(said: Said) -> Definition:
    parts = said.listed("parts") if "parts" in said.parts else ()
    given = int(said.parts.get("value", "").lower() == "true")
    return Definition(said.clue, said.parts["name"], _OPERATIONS[said.form], parts, given)
