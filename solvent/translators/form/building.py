"""From a form to a model: its constraints and its answer."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from solvent.solvers.programs.program import Sense
from solvent.translators.code_extraction import ReplyError
from solvent.translators.emit import language
from solvent.translators.emit.language import (
    AllOf,
    AnyOf,
    Apart,
    Comparison,
    ConstraintModel,
    Difference,
    Expression,
    Var,
    add,
    leaves,
)
from solvent.translators.form.answers import Shown, depends
from solvent.translators.form.arithmetic import spaced
from solvent.translators.form.names import Names
from solvent.translators.form.shapes import (
    AllDifferent,
    Compare,
    Condition,
    Constraint,
    Count,
    Distance,
    EitherOr,
    Form,
    IfThen,
    Sign,
)
from solvent.translators.form.terms import Terms, Value

_OPPOSITE: dict[Sign, Sign] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_COUNTED: dict[str, Sign] = {"exactly": "==", "at least": ">=", "at most": "<="}
_NOTE = "An item of a list stands for its place in it, counted from 1."


def model(form: Form) -> ConstraintModel:
    """Build the model. Raises ReplyError, which names the place in the form."""
    return _Builder(form).model()


class _Builder:
    def __init__(self, form: Form) -> None:
        self.form = form
        self.names = Names(form)
        self.terms = Terms(self.names)

    def model(self) -> ConstraintModel:
        stated: list[tuple[int | None, language.Constraint]] = []
        for number, each in enumerate(self.form.constraints, 1):
            with _at(f"constraint {number}, of clue {each.clue}" if each.clue else f"constraint {number}"):
                for constraint in self._stated(each):
                    self.terms.spend()
                    stated.append((each.clue or None, constraint))
        objectives = self._objectives()
        answer, linked = self._answer(stated)
        background = [*self._domains(), *self.terms.definitions, *linked]
        return ConstraintModel(
            arrays=tuple(self.terms.arrays),
            constraints=(*((None, each) for each in background), *stated),
            answer=answer,
            note=_NOTE,
            objectives=objectives,
        )

    def _domains(self) -> Iterator[language.Constraint]:
        """What bounds do not say: the gaps between the numbers of a list."""
        for family in self.names.families.values():
            numbers = set(family.kind.values.values()) if family.kind else set()
            if family.array and numbers and max(numbers) - min(numbers) >= len(numbers):
                for term in family.terms:
                    yield AnyOf(tuple(Comparison(term, "==", number) for number in sorted(numbers)))

    def _stated(self, said: Constraint) -> Iterator[language.Constraint]:
        match said:
            case Compare():
                for _, (comparison,) in self._each([said]):
                    yield comparison
            case IfThen(given=given, then=then):
                for _, every in self._each([*given, *then]):
                    held = every[len(given) :]
                    opposites = map(_negated, every[: len(given)])
                    yield AnyOf((*opposites, held[0] if len(held) == 1 else AllOf(tuple(held))))
            case EitherOr(options=options):
                for _, every in self._each(options):
                    yield AnyOf(tuple(every))
            case Count():
                yield self._count(said)
            case AllDifferent(of=of):
                yield language.AllDifferent(tuple(self._various(of)))
            case Distance():
                yield from self._distances(said)

    def _count(self, said: Count) -> language.Constraint:
        found = [self._counted(comparison) for each in said.of for _, (comparison,) in self._each([each])]
        return Comparison(add(*found), _COUNTED[said.how], said.number)

    def _distances(self, said: Distance) -> Iterator[language.Constraint]:
        nodes = self.terms.parse(said.left), self.terms.parse(said.right)
        for item in self.terms.items(nodes):
            one, two = self.terms.pair(*(self.terms.value(node, item) for node in nodes))
            yield _distance(one, two, said.sign, said.number)

    def _each(self, conditions: Sequence[Compare | Condition]) -> Iterator[tuple[str | None, list[Comparison]]]:
        """The conditions, for every item that `each` stands for in them together."""
        nodes = [(self.terms.parse(each.left), each.sign, self.terms.parse(each.right)) for each in conditions]
        for item in self.terms.items([side for left, _, right in nodes for side in (left, right)]):
            yield item, [self.terms.compared(left, sign, right, item) for left, sign, right in nodes]

    def _counted(self, condition: Comparison) -> Expression:
        """A term that is 1 where the condition holds, else 0."""
        match condition:
            case Comparison(Var() as decision, "==", 1) if self.terms.range(decision) == (0, 1):
                return decision
        found = self.terms.helper(0, 1)
        self.terms.spend(4)
        holds, fails = Comparison(found, "==", 1), Comparison(found, "==", 0)
        self.terms.definitions.append(AnyOf((AllOf((condition, holds)), AllOf((_negated(condition), fails)))))
        return found

    def _various(self, texts: Sequence[str]) -> list[Expression]:
        values: list[Value] = []
        for text in texts:
            family = self.names.families.get(spaced(text))
            node = self.terms.parse(f"{text} of each" if family and family.each else text)
            values += [self.terms.value(node, item) for item in self.terms.items([node])]
        for one, two in pairwise(values):
            self.terms.pair(one, two)
        return [value.term for value in values]

    def _objectives(self) -> tuple[tuple[Sense, Expression], ...]:
        goal = self.form.objective.goal
        if self.form.expects == "unique":
            return ()  # of a single answer nothing can be better or worse
        if (goal == "none") == (self.form.expects == "optimal"):
            raise ReplyError(
                f'`expects` is {self.form.expects!r} and the goal of `objective` is {goal!r}: "optimal" needs '
                '"minimise" or "maximise", everything else needs "none".'
            )
        if goal == "none":
            return ()
        with _at("the objective"):
            node = self.terms.parse(self.form.objective.of)
            value = self.terms.value(node)
            if not depends(value.term) or value.item:
                raise ReplyError("it depends on no variable.")
            return (("minimize" if goal == "minimise" else "maximize", value.term),)

    def _answer(
        self, stated: Sequence[tuple[int | None, language.Constraint]]
    ) -> tuple[Any, list[language.Constraint]]:
        shown = Shown(self.terms, [each for _, each in stated])
        answer: dict[str, Any] = {}
        for entry in self.form.answer:
            with _at(f"the part {entry.key!r} of the answer"):
                if entry.key in answer:
                    raise ReplyError("there are two parts with this key: give them different keys.")
                if not entry.key and len(self.form.answer) > 1:
                    raise ReplyError('only an answer of one part alone may have the key "".')
                answer[entry.key] = shown.part(entry)
        found = answer.get("", answer)
        if not any(depends(leaf) for leaf in leaves(found)):
            raise ReplyError("The answer shows no variable: show what is to be found.")
        return found, shown.linked


@contextmanager
def _at(place: str) -> Iterator[None]:
    try:
        yield
    except ReplyError as error:
        raise ReplyError(f"In {place}: {error}") from None


def _negated(condition: Comparison) -> Comparison:
    return Comparison(condition.left, _OPPOSITE[condition.op], condition.right)


def _distance(one: Expression, two: Expression, sign: Sign, number: int) -> language.Constraint:
    if sign in ("==", "!="):
        return Apart(one, two, number, holds=sign == "==")
    ways = tuple(Comparison(each, sign, number) for each in (Difference(one, two), Difference(two, one)))
    return AllOf(ways) if sign in ("<", "<=") else AnyOf(ways)
