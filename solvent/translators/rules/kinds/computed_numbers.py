"""Numbers that are computed from others, line by line, and linear equations in x and y with such a number in them.

These are DyVal's arithmetic and linear-equation tasks. The answer maps the name that is asked for, or x and y, to its
value. Every line is a clue, and so is an equation. Lines by which a number would be computed from itself contradict
each other; a number without a line may be any.
"""

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.puzzle import Payload, Puzzle
from solvent.translators.rules.kinds.support.computed_values import (
    Arithmetic,
    Definition,
    Equation,
    equations_model,
    number_model,
)
from solvent.translators.rules.kinds.support.descriptions import Said, forms, object_schema, read

KIND = "computed numbers"
ORDER = 50
FRAMEWORKS = ("smtlib",)  # no other has real numbers

_GETS = r"(?P<name>NAME) gets its value by"
_VALUE = r"(?:the )?values? of"
_CLUES = forms(
    given=r"(?:The value of )?(?P<name>NAME) is (?P<number>NUMBER)",
    sum=r"(?P<name>NAME) is the sum of (?P<parts>LIST)",
    difference=r"(?P<name>NAME) is (?P<first>NAME) minus (?:(?P<parts>NAME)|the sum of (?P<several>LIST))",
    product=r"(?P<name>NAME) is the product of (?P<parts>LIST)",
    quotient=r"(?P<name>NAME) is (?P<first>NAME) divided by (?:(?P<parts>NAME)|the product of (?P<several>LIST))",
    root=r"(?P<name>NAME) is the square root of (?P<first>NAME)",
    square=r"(?P<name>NAME) is the square of (?P<first>NAME)",
    gets_sum=rf"{_GETS} adding together {_VALUE} (?P<parts>ANDS)",
    gets_difference=rf"{_GETS} subtracting (?:{_VALUE} (?P<parts>NAME)|the sum of {_VALUE} (?P<several>ANDS))"
    rf" from {_VALUE} (?P<first>NAME)",
    gets_product=rf"{_GETS} multiplying together {_VALUE} (?P<parts>ANDS)",
    gets_quotient=rf"{_GETS} dividing {_VALUE} (?P<first>NAME) by "
    rf"(?:(?:those of|that of|{_VALUE}) (?P<parts>NAME)|the product of {_VALUE} (?P<several>ANDS))",
    gets_root=rf"{_GETS} taking the square root of the value that (?P<first>NAME) has",
    gets_square=rf"{_GETS} squaring the value that (?P<first>NAME) has",
    equation=r"(?:(?P<x>-|NUMBER|NAME(?= )) ?)?x (?:(?P<sign>[+-]) (?:(?P<y>NUMBER) ?)?|\+ (?P<named>NAME) )y"
    r" = (?P<right>NUMBER|NAME)",
)
_QUESTIONS = forms(
    value=r"(?:Compute|Calculate|Determine|Find|What is) the (?:result|value) of (?P<name>NAME)",
    unknowns=r"(?:Compute|Calculate|Determine|Find|What are) (?:the values of )?x and y",
)
_ASIDES = forms(
    problem=r"Here is a description of an arithmetic problem",
    system=r"Given the following linear equation system with two variables",
    defined=r"The calculation of NAME is defined as",
    words=r"Every made-up word below stands for a number",
    lines=r"Each line gives a number or says from which others it is computed",
    unknowns=r"The unknowns x and y satisfy both of these equations",
    coefficient=r"Here NAME is a number that follows from the lines below, "
    r"in which every made-up word stands for a number",
)


class ComputedNumbers(Payload, kind=KIND):
    """The lines and equations, and the name that is asked for; "" if that is x and y."""

    definitions: tuple[Definition, ...]
    equations: tuple[Equation, ...]
    asked: str


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with ComputedNumbers, or None."""
    found = read(text, _CLUES, _QUESTIONS, _ASIDES)
    if found is None:
        return None
    equations = tuple(_equation(said) for said in found.said if said.form == "equation")
    definitions = tuple(_definition(said) for said in found.said if said.form != "equation")
    asked = found.question.parts.get("name", "")
    if bool(asked) == bool(equations):
        return None
    return Puzzle(
        text=text,
        kind=KIND,
        clues=found.clues,
        answer_schema=object_schema({name: {"type": "number"} for name in ([asked] if asked else ["x", "y"])}),
        payload=ComputedNumbers(definitions=definitions, equations=equations, asked=asked),
    )


def preferred(_: Puzzle) -> str:
    """Return the only framework."""
    return "smtlib"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: no conflicts are visible without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """State the operation of every line, and the equations."""
    found = puzzle.kept(ComputedNumbers)
    if found.equations:
        return emit(equations_model(found.definitions, found.equations), framework)
    return emit(number_model(found.definitions, found.asked), framework)


def _definition(said: Said) -> Definition:
    operation: Arithmetic = said.form.removeprefix("gets_")  # type: ignore[assignment]
    first = (said.parts["first"],) if "first" in said.parts else ()
    parts = [name for key in ("parts", "several") if key in said.parts for name in said.listed(key)]
    return Definition(said.clue, said.parts["name"], operation, (*first, *parts), int(said.parts.get("number", 0)))


def _equation(said: Said) -> Equation:
    y = said.parts.get("named") or int(said.parts.get("y", 1)) * (-1 if said.parts.get("sign") == "-" else 1)
    return Equation(said.clue, _number(said.parts.get("x", "1")), y, _number(said.parts["right"]))


def _number(word: str) -> int | str:
    return -1 if word == "-" else word if word[0].isalpha() else int(word)
