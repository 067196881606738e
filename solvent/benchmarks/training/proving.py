"""Checks the steps of explanations with a solver that did not find them: z3, of a fresh program for each step."""

import re
from collections.abc import Iterable

from solvent.explanations.facts import Explanation, Fact, Step
from solvent.explanations.layout import Layout, leaves, parts
from solvent.explanations.subject import Subject
from solvent.solvers import Fragment, Pool, Program, Status, run
from solvent.solvers.programs.equality import same
from solvent.solvers.programs.json_template import JsonTemplate
from solvent.solvers.programs.template import Const, Labelled, Node, Row, Table, Term
from solvent.translators.rules.kinds.sudoku import Sudoku, open_program

_TEMPLATE = JsonTemplate(lambda term: term, "SMT-LIB", "; answer", rounds=True)
_WIDTH = re.compile(r"\(_ BitVec (\d+)\)")


class UnwrittenError(Exception):
    """A fact is about a place of the answer that no single term stands for."""


async def fault(subject: Subject, explanation: Explanation, pool: Pool) -> str:
    """Why an explanation must not be taught, found without the code that made it; "" if nothing is wrong with it.

    Every step has to follow from the rules, its clues and the facts that it uses, which earlier steps derived; in the
    end all of the answer has to be known. Raises SolventError if the rules cannot write the puzzle in SMT-LIB.
    """
    sudoku = isinstance(subject.puzzle.payload, Sudoku) and bool(subject.reading)
    program = open_program(subject.puzzle, "smtlib") if sudoku else subject.written_in("smtlib")
    template = _TEMPLATE.read(program.answer)
    known: set[Fact] = set()
    for step in explanation.steps:
        if not known.issuperset(step.uses):
            return "a step uses what was not derived before"
        try:
            question = _question(program, template, subject.layout, step)
        except UnwrittenError:
            return "a step is about a part of the answer that cannot be checked by itself"
        if (await run(question, pool=pool)).status is not Status.UNSATISFIABLE:
            return "a step does not follow, as another solver finds"
        known.update(step.derives)
    held = {fact.place: fact.value for fact in known if fact.holds}
    for place, value in leaves(subject.answer):
        given = isinstance(_at(template, place), Const)
        if not given and not same(held.get(subject.layout.fact(place, value).place), value):
            return "the steps do not lead to the answer"
    return ""


def _question(program: Program, template: Node, layout: Layout, step: Step) -> Program:
    """A program without solutions if a step follows: its clues, what it uses, and not all that it derives."""
    width = _WIDTH.search(program.preamble)

    def stated(facts: Iterable[Fact]) -> list[str]:
        return [_formula(fact, _at(template, layout.place(fact)), width[1] if width else "") for fact in facts]

    facts = [f"(assert {each})" for each in stated(step.uses)]
    facts.append(f"(assert (not (and true {' '.join(stated(step.derives))})))")
    kept = [part for part in program.fragments if part.clue is None or part.clue in step.clues]
    added = Fragment(clue=None, code="\n".join(facts))
    return program.model_copy(update={"fragments": (*kept, added), "objectives": ()})


def _at(node: Node, place: str) -> Node:
    """The part of a template at a place. Raises UnwrittenError."""
    for key in parts(place):
        match node:
            case Table(items) if key in dict(items):
                node = dict(items)[key]
            case Row(items) if not node.conditional:
                found = items[int(key)]
                node = found if isinstance(found, Node) else Const(None)
            case _:
                raise UnwrittenError
    return node


def _formula(fact: Fact, node: Node, width: str) -> str:
    """Write a fact; the rules' terms are whole numbers, or bit-vectors of one width. Raises UnwrittenError."""
    match node:
        case Const(value):
            formula = "true" if same(value, fact.value) else "false"
        case Labelled(term, labels):
            numbers = [number for number, label in labels if isinstance(number, int) and same(label, fact.value)]
            formula = f"(or false {' '.join(f'(= {term} {_number(number, width)})' for number in numbers)})"
        case Term(term) if isinstance(fact.value, int):
            formula = f"(= {term} {_number(fact.value, width)})"
        case _:
            raise UnwrittenError
    return formula if fact.holds else f"(not {formula})"


def _number(number: int, width: str) -> str:
    if width:
        return f"(_ bv{number} {width})"
    return str(number) if number >= 0 else f"(- {-number})"
