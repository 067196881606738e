"""Rules that say what is true if a condition is met, and nothing otherwise: DyVal's deductive and abductive tasks.

The answer maps the statement that is asked for to true, false or "N/A": what does not follow, from one rule to the
next. Every line is a clue, and so is the supposition of a question ("Suppose that a is false. What is then ..."), from
which conclusions are drawn against the direction of the rules. Of a statement without any line nothing follows, so it
is N/A: a line that is left out leaves nothing open.
"""

import re

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.puzzle import Payload, Puzzle, PuzzleError
from solvent.translators.rules.kinds.support.descriptions import Said, forms, object_schema, read
from solvent.translators.rules.kinds.support.one_way_rules import Connective, Fact, Rule, abduction, deduction, is_plain

KIND = "one-way rules"
ORDER = 51

_VALUE = r"(?P<value>[Tt]rue|[Ff]alse)"
_THEN = r"then (?P<name>NAME) is true"
_RULES = {
    "if_not": rf"If (?P<parts>NAME) is false, {_THEN}",
    "if_": rf"If (?P<parts>NAME) is true, {_THEN}",
    "if_and": rf"If (?P<parts>LIST) are (?:both|all) true, {_THEN}",
    "if_or": rf"If at least one of (?P<parts>LIST) is true, {_THEN}",
    "arrow_not": r"\((?:NOT|not) (?P<parts>NAME)\) -> (?P<name>NAME)",
    "arrow_and": r"\((?P<parts>ANDS)\) -> (?P<name>NAME)",
    "arrow_or": r"\((?P<parts>ORS)\) -> (?P<name>NAME)",
}
_CONNECTIVES: dict[str, Connective] = {
    "if_not": "not",
    "if_": "and",
    "if_and": "and",
    "if_or": "or",
    "arrow_not": "not",
    "arrow_and": "and",
    "arrow_or": "or",
}
_SUPPOSED = re.compile(r"\b(?:Suppose that|Given) ")
_DEDUCED = forms(**_RULES, fact=rf"(?P<name>NAME) is {_VALUE}")
_ABDUCED = forms(**_RULES, supposed=rf"(?:Suppose|Given)(?: that)? (?P<name>NAME) is {_VALUE}")
_VALUES = r"(?:: true, false or N/A)?"
_WHAT_FOLLOWS = forms(value=rf"(?:Deduce|What is) the (?:result|value) of (?P<name>NAME){_VALUES}")
_WHAT_THEN = forms(value=rf"[Ww]hat is (?:then )?the value of (?P<name>NAME){_VALUES}")
_WORDS = r"Every made-up word below stands for a statement"
_OPEN = r"Where a statement does not follow to be true or false, its value is N/A"
_MET = r"A rule says that a statement is true if its condition is met; "
_ARROW = r"The symbol '->' represents a deductive relationship, e\.g\., A -> B implies that"
_FORWARD = forms(
    problem=r"Here is a description of a deductive logic problem",
    words=_WORDS,
    open=_OPEN,
    rule=rf"{_MET}if the condition is not met, the rule says nothing",
    arrow=rf"{_ARROW} if A is true, then B is true",
    otherwise=r"If A is false, B's truth value remains undetermined \(N/A\)",
)
_BACKWARD = forms(
    problem=r"Here is a description of an abductive logic problem",
    words=_WORDS,
    open=_OPEN,
    rule=rf"{_MET}so if the statement is false, the condition is not met",
    arrow=rf"{_ARROW} if B is false, then A is false",
    otherwise=r"If B is true, A's truth value remains undetermined \(N/A\)",
)


class OneWayRules(Payload, kind=KIND):
    """The rules, the facts or what is supposed instead, and the statement that is asked for."""

    rules: tuple[Rule, ...]
    facts: tuple[Fact, ...]
    supposed: Fact | None
    asked: str


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with OneWayRules, or None.

    Raises:
        PuzzleError: plain logic says more of the statement than the rules do step by step.

    """
    if _SUPPOSED.search(text):
        found = read(text, _ABDUCED, _WHAT_THEN, _BACKWARD)
    else:
        found = read(text, _DEDUCED, _WHAT_FOLLOWS, _FORWARD)
    rules = tuple(_rule(said) for said in found.said if said.form in _CONNECTIVES) if found else ()
    supposed = [_fact(said) for said in found.said if said.form == "supposed"] if found else []
    if found is None or not rules or len(supposed) > 1:
        return None
    asked = found.question.parts["name"]
    facts = tuple(_fact(said) for said in found.said if said.form == "fact")
    if not is_plain([*facts, *supposed], rules, asked, backward=bool(supposed)):
        raise PuzzleError(
            f"What is known of '{asked}' follows from a distinction of cases or from rules against their direction, "
            "not just from one rule after the other. Name a model for such a text."
        )
    return Puzzle(
        text=text,
        kind=KIND,
        clues=found.clues,
        answer_schema=object_schema({asked: {"enum": [True, False, "N/A"]}}),
        payload=OneWayRules(
            rules=rules,
            facts=facts,
            supposed=supposed[0] if supposed else None,
            asked=asked,
        ),
    )


def preferred(_: Puzzle) -> str:
    """Prefer SMT-LIB: z3 starts fastest."""
    return "smtlib"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: no conflicts are visible without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """State what each rule lets follow, in the direction that the question is about."""
    found = puzzle.kept(OneWayRules)
    if found.supposed is None:
        return emit(deduction(found.facts, found.rules, found.asked), framework)
    return emit(abduction(found.supposed, found.rules, found.asked), framework)


def _rule(said: Said) -> Rule:
    return Rule(said.clue, said.parts["name"], _CONNECTIVES[said.form], said.listed("parts"))


def _fact(said: Said) -> Fact:
    return Fact(said.clue, said.parts["name"], said.parts["value"].lower() == "true")
