"""From an explanation to scenes: the state after each step, arranged as the kind of answer asks for."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from solvent.explanations.facts import Explanation, Fact, Step
from solvent.explanations.layout import leaves, parts
from solvent.explanations.pictures import boards, grids, sums
from solvent.explanations.pictures.scene import Deductions, Part, Scene, Table, said
from solvent.explanations.pictures.states import State, state_after
from solvent.explanations.subject import Subject
from solvent.explanations.wording import Wording

_GIVEN = ("given",)
_MOST_TOLD = 8
_OPEN = "What else is known"
NAME = "Explanation"


def scene_of(subject: Subject, explanation: Explanation, number: int | None = None) -> Scene:
    """What is known after the first `number` steps, with the last of them highlighted; None: at the end.

    Raises LookupError if there are fewer steps.
    """
    steps = explanation.steps
    if number is not None and not 0 <= number <= len(steps):
        raise LookupError(f"there is no step {number}: the explanation has {len(steps)}")
    if number:
        return _scene(subject, explanation, number, steps[number - 1], f"Step {number} of {len(steps)}")
    if number == 0:
        return _scene(subject, explanation, 0, Step(), "The start")
    return _scene(
        subject, explanation, len(steps), Step(), "The answer" if _whole(subject, explanation) else "What follows"
    )


def _whole(subject: Subject, explanation: Explanation) -> bool:
    """Whether the steps lead to the only answer; a hint does not."""
    if subject.answer is None or subject.alternatives or not explanation.complete:
        return False
    held = state_after(explanation, subject.layout, len(explanation.steps), Step()).held
    names = subject.layout.shape == "grid" and subject.layout.columns[0]
    return all(place in held or parts(place)[-1] == names for place, _ in leaves(subject.answer))


def scenes_of(subject: Subject, explanation: Explanation) -> Iterator[Scene]:
    """The start, each step with as much of the picture as it concerns, and the end.

    Steps that only repeat what the puzzle gives are put together.
    """
    yield scene_of(subject, explanation, 0)
    number = 0
    for given, run in groupby(explanation.steps, lambda step: step.rules == _GIVEN):
        steps = list(run)
        for step in [_together(steps)] if given else steps:
            first, number = number + 1, number + (len(steps) if given else 1)
            which = f"Step {number}" if first == number else f"Steps {first} to {number}"
            scene = _scene(subject, explanation, number, step, f"{which} of {len(explanation.steps)}")
            yield replace(scene, parts=_concerned(scene.parts))
    yield scene_of(subject, explanation)


def _scene(subject: Subject, explanation: Explanation, number: int, step: Step, title: str) -> Scene:
    """The state after so many steps, with what a step uses and derives highlighted."""
    state = state_after(explanation, subject.layout, number, step)
    return Scene(
        title=title,
        text=_text(step),
        quotes=tuple(_quotes(subject, step)),
        inner=tuple(_inner(Wording(subject), step)),
        parts=parts_of(subject, state),
        described=_described(state, step),
    )


def _together(steps: list[Step]) -> Step:
    """Steps without a reason as one."""
    if len(steps) == 1:
        return steps[0]
    derived = tuple(fact for step in steps for fact in step.derives)
    return Step(rules=_GIVEN, derives=derived, text=" ".join(map(_text, steps)))


def summary_of(explanation: Explanation) -> str:
    """An explanation in one line: how long and how hard it is, and whether it is all there is to be said."""
    count = len(explanation.steps)
    said_of = [f"{count} step{'s'[: count != 1]}"]
    if explanation.difficulty is not None:
        most = explanation.difficulty.clues_at_once
        said_of += [
            f"difficulty: {said(explanation.difficulty.grade)}",
            f"at most {most} clue{'s'[: most != 1]} at once",
        ]
    told = f"{'; '.join(said_of)}."
    reason = said(explanation.reason)
    return f"{told} {reason[0].upper()}{reason[1:].rstrip('.')}." if reason else told


def parts_of(subject: Subject, state: State) -> tuple[Part, ...]:
    """The pictures of a state: what they are depends on the answer's layout and on the kind of puzzle."""
    return (*_pictures(subject, state), *grids.lost(state))


def _pictures(subject: Subject, state: State) -> tuple[Part, ...]:
    if subject.layout.shape == "grid":
        return grids.parts(subject, state)
    if subject.layout.shape == "board":
        return (boards.board(subject, state),)
    chess = boards.chess_board(subject, state)
    if chess is not None:
        return (chess,)
    drawn = sums.sums(subject, state)
    if not drawn:
        return (grids.table(subject, state),)
    crossed = [place for place in state.crossed if place not in state.held]
    return (*drawn, grids.table(subject, state, crossed, title=_OPEN)) if crossed else drawn


def fact_text(fact: Fact) -> str:
    """A fact in a few words, such as "Ada, pets: not cat"."""
    place = said(fact.path) if fact.path is not None else f"{said(fact.row)}, {said(fact.column)}"
    if isinstance(fact.row, int) and isinstance(fact.column, int):
        place = f"row {fact.row}, column {fact.column}"
    return f"{place}: {'' if fact.holds else 'not '}{said(fact.value)}"


def _concerned(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The categories of a deduction grid that a step used or derived something in; boards and sums are shown whole."""
    if not isinstance(parts[0], Deductions):
        return parts
    marked = tuple(block for block in parts[0].blocks if block.marked)
    others = tuple(part for part in parts[1:] if not (isinstance(part, Table) and part.title == grids.ANSWER))
    return (replace(parts[0], blocks=marked), *others) if marked else parts


def _text(step: Step) -> str:
    if step.text or not step.derives:
        return said(step.text)
    return f"It follows: {'; '.join(map(fact_text, step.derives))}."


def _quotes(subject: Subject, step: Step) -> Iterator[str]:
    """The clues that a step uses, in their own words, unless its text has them already."""
    for clue in step.clues:
        words = said(subject.texts.get(clue, ""))
        if words and words.rstrip(".") not in said(step.text):
            yield f"Clue {clue}: {words}"


def _inner(wording: Wording, step: Step, depth: int = 0) -> Iterator[tuple[int, str]]:
    """The reasoning inside a step, by contradiction."""
    if step.supposes is not None:
        yield depth, f"Suppose that {wording.facts([step.supposes])}."
    for inner in step.steps:
        yield depth + 1, _text(inner)
        yield from _inner(wording, inner, depth + 1)


def _described(state: State, step: Step) -> str:
    """In words: how much is known, and what is new."""
    places = "1 place is" if len(state.held) == 1 else f"{len(state.held)} places are"
    crosses = sum(map(len, state.crossed.values()))
    known = f"{places} known, {crosses} values crossed out."
    if not step.derives:
        return known
    told = [fact for fact in step.derives if fact.holds or len(step.derives) <= _MOST_TOLD]
    more = len(step.derives) - len(told)
    return f"{known} New: {'; '.join([*map(fact_text, told), *([f'{more} values crossed out'] if more else [])])}."
