"""Logic grids: categories of equal size whose values are matched up in rows."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Any

from solvent.solvers import Program, SolventError
from solvent.translators.emit import emit
from solvent.translators.puzzle import Clue, Payload, Puzzle, PuzzleError
from solvent.translators.rules.clues import unlisted
from solvent.translators.rules.clues.clause_form import Clause, ClauseError, Vocabulary, told
from solvent.translators.rules.clues.conventions import (
    MOST_WAYS,
    Open,
    Orders,
    odd_beside,
    orders,
    settings,
    settles,
    without_conventions,
)
from solvent.translators.rules.clues.formula import CompareQuantities, Flag, Formula, Some, atoms, both
from solvent.translators.rules.clues.grammar import Meaning
from solvent.translators.rules.clues.guessing import Candidate, candidates
from solvent.translators.rules.clues.interpret import Survey, interpret, survey
from solvent.translators.rules.clues.mentions import Lexicon, find, lexicon, names_value
from solvent.translators.rules.clues.namesakes import about_namesakes, namesakes
from solvent.translators.rules.clues.plain_reading import Interpretation
from solvent.translators.rules.clues.shared_values import told_apart
from solvent.translators.rules.clues.values import Category, Order, category, is_lined_up, is_position
from solvent.translators.rules.kinds.support.grid_model import model
from solvent.translators.rules.text.dialogue import in_statements
from solvent.translators.rules.text.genre import without_genre
from solvent.translators.rules.text.grid_layouts import read
from solvent.translators.rules.text.grid_places import numbered_by_us
from solvent.translators.rules.text.places_in_row import is_race
from solvent.translators.rules.text.sorting import doubted, posed, sort
from solvent.translators.rules.text.telling import Knowledge
from solvent.translators.rules.text.tokens import tokenise

KIND = "logic grid"
ORDER = 100
TOLD = True
TOLD_APART = ("distinct", "alike")  # readings that also decide which category a shared value belongs to


class LogicGrid(Payload, kind=KIND):
    """What a text says about its categories (the puzzle's entities): their descriptions, and which are positions.

    `ways` are the interpretations of what the text leaves open, each with the order of the categories it concerns;
    `read` holds the clauses that a model read, by the id of the clue; `guessed` what clues that are not understood are
    taken to mean, as numbers of `guesses`: any one of these.
    """

    descriptions: Mapping[str, str]
    positions: tuple[str, ...]
    ways: tuple[Mapping[str, Order], ...] = ({},)
    read: Mapping[int, Clause] = {}
    guessed: Mapping[int, tuple[int, ...]] = {}


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with a LogicGrid, or None.

    Raises:
        PuzzleError: the categories have unequal sizes, or a value occurs twice in one category; or no list gives the
            values, and those in the clues are too few or too many.

    """
    plain = in_statements(text)
    grid, problem = unlisted.read(plain)
    grid = grid or read(plain, _naming)
    if grid is None or not grid.categories:
        if problem:
            raise PuzzleError(problem)
        return None
    ranked = is_race(text)
    positions = grid.positions + [
        name
        for name, each in grid.categories.items()
        if (is_position(name, each) and not ranked) or is_lined_up(name, each, text)
    ]
    puzzle = Puzzle(
        text=text,
        kind=KIND,
        answer_schema=_schema(grid.categories),
        entities={name: tuple(values) for name, values in grid.categories.items()},
        inferred=grid.inferred,
        payload=LogicGrid(descriptions=grid.descriptions, positions=tuple(dict.fromkeys(positions))),
    )
    known = lexicon(categories_of(puzzle))
    found = sort(grid.parts, _knowledge(known))
    if not (found.clues or grid.declared):
        return None
    texts = tuple(clue for _, clue in found.clues)
    rows = len(next(iter(grid.categories.values())))
    passages = found.passages if grid.declared or posed(grid.parts, found.passages) else doubted(found.passages, rows)
    puzzle = puzzle.model_copy(update={"background": tuple(found.background), "passages": tuple(passages)})
    told = [*found.told, *numbered_by_us(grid, [each.text for each in passages if each.role != "category"])]
    puzzle = _with_ways(puzzle, orders(known.categories, told, texts, known), texts)
    clues = tuple(
        Clue(
            id=number,
            text=clue,
            understood=read_as.meaning is not None and not read_as.guesses,
            reason=read_as.reason,
            guesses=read_as.guesses,
            partly=read_as.partly,
        )
        for (number, clue), read_as in zip(found.clues, _interpretations(puzzle, texts), strict=True)
    )
    return puzzle.model_copy(update={"clues": clues})


def _naming(categories: dict[str, list[str]]) -> Callable[[str], bool]:
    known = lexicon(tuple(category(name, values) for name, values in categories.items()))
    return lambda sentence: names_value(sentence, known) or namesakes(sentence, known) is not None


def _knowledge(known: Lexicon) -> Knowledge:
    """Return what sorting the text's sentences needs to know about the categories."""

    def mentioned(sentence: str) -> str:
        named = find(tokenise(sentence), known, frozenset())
        if not named and about_namesakes(sentence, known):
            return known.categories[0].values[0]
        return known.name(named[0].candidates[0]) if named else ""

    rows = len(known.categories[0].values)
    topics = frozenset(word for category in known.categories for word in category.words)
    return Knowledge(
        rows=rows,
        mentioned=mentioned,
        settles=lambda sentence: settles(sentence, known),
        without=lambda sentence: without_conventions(sentence, known),
        topics=topics,
        odd=lambda sentence: odd_beside(sentence, known, lambda rest: without_genre(rest, rows, topics)),
    )


def _with_ways(puzzle: Puzzle, left_open: Orders, texts: tuple[str, ...]) -> Puzzle:
    """Add the interpretations of what the text leaves open, as far as they change the meaning of some clue."""

    def taken(choices: Sequence[Open], ways: Iterable[int]) -> Puzzle:
        chosen = tuple(settings(Orders(left_open.decided, list(choices)), way, puzzle.entities) for way in ways)
        return puzzle.model_copy(update={"payload": puzzle.kept(LogicGrid).model_copy(update={"ways": chosen})})

    def meant(choices: Sequence[Open], way: int) -> list[Any]:
        chosen = taken(choices, [way])
        meanings = [each.meaning for each in _interpretations(chosen, texts)]
        parts = (atom for meaning in meanings if meaning for atom in atoms(meaning.literal))
        compared = {atom.category for atom in parts if isinstance(atom, CompareQuantities)}
        return [*meanings, *(categories_of(chosen)[number].quantities for number in sorted(compared))]

    usual = meant(left_open.open, 0) if left_open.open else []
    matter = [
        choice
        for choice in left_open.open
        if any(
            meant([choice, *(other for other in left_open.open if other is not choice)], way) != usual
            for way in range(1, len(choice.settings))
        )
    ]
    rest = [choice for choice in left_open.open if choice not in matter]
    count = prod(len(choice.settings) for choice in matter)
    conventions = tuple(choice.convention for choice in matter)
    return taken([*matter, *rest], range(min(count, MOST_WAYS))).model_copy(update={"conventions": conventions})


def preferred(_: Puzzle) -> str:
    """Prefer SMT-LIB: z3 starts fastest."""
    return "smtlib"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: conflicts between clues are rarely visible without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, reading: str, way: int = 0) -> Program:
    """Translate the clues that are understood, and those that were guessed if the reading accepts guesses."""
    return emit(model(categories_of(puzzle, way), stated(puzzle, reading, way)), framework)


def stated(puzzle: Puzzle, reading: str, way: int = 0) -> list[tuple[int, Formula]]:
    """Return what the clues say under a reading, as pairs of id and formula; those not understood are left out."""
    found = [
        (clue.id, formula)
        for clue, read_as in zip(puzzle.clues, interpretations(puzzle, way), strict=True)
        if (formula := _formula(_as_read(puzzle, clue, read_as), reading)) is not None
    ]
    return told_apart(found, by_manner=reading == "alike") if reading in TOLD_APART else found


def further(puzzle: Puzzle, way: int = 0) -> Survey:
    """Return what reads further sentences about the puzzle in the sense that its clues give to their words."""
    texts = tuple(clue.text for clue in puzzle.clues)
    return survey(categories_of(puzzle, way), texts, "\n".join(puzzle.background))


def reads(puzzle: Puzzle, sentence: str) -> bool:
    """Return whether a further sentence would be understood as a clue."""
    read_as = further(puzzle).further(sentence)
    return read_as.meaning is not None and not read_as.guesses


def readings(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the readings that differ for this puzzle, the strictest first."""
    found = interpretations(puzzle)
    meanings = [reading.meaning for reading in found if reading.meaning]
    flags = any(isinstance(atom, Flag) for meaning in meanings for atom in atoms(meaning.literal))
    differ = {
        "literal": True,
        "implied": any(meaning.implied for meaning in meanings),
        "guessed": bool(guesses(puzzle)),
        "distinct": flags,
        "alike": flags,
    }
    return tuple(name for name, different in differ.items() if different)


def open_clues(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the ids of the clues that the grammar did not understand."""
    return tuple(clue.id for clue in puzzle.clues if not clue.understood)


def clause_schema(puzzle: Puzzle, clue: Clue) -> dict[str, Any]:
    """Return the JSON schema of a clause about the puzzle's values, or those of them that the clue names."""
    return _vocabulary(puzzle).schema(_named(puzzle, clue))


def clause(puzzle: Puzzle, clue: Clue, data: Any) -> Clause | None:
    """Return the clause in a reply to `clause_schema`, which is untrusted; None if it cannot be what the clue says."""
    known = _vocabulary(puzzle)
    # A number may be part of an amount, and a word that stands for two values may name either.
    plain = {name for name in _named(puzzle, clue, settled=True) if not known.ordered(name)}
    try:
        return known.read(data, plain)
    except ClauseError:
        return None


def clauses_about(puzzle: Puzzle, clue: Clue) -> tuple[Clause, ...]:
    """Return all clauses that relate what a clue names, and nothing else."""
    return _vocabulary(puzzle).clauses(_named(puzzle, clue))


def with_readings(
    puzzle: Puzzle, readings: Mapping[int, Clause], reader: str, supposed: Collection[int] = ()
) -> Puzzle:
    """Return the puzzle with a model's readings of open clues, which remain marked as not understood.

    Of the clues in `supposed`, nobody gave that reading.

    Raises SolventError for a clue that is not open, or a clause that is not about the puzzle.
    """
    known, unread = _vocabulary(puzzle), open_clues(puzzle)
    try:
        for read in readings.values():
            known.formula(read)
    except ClauseError as error:
        raise SolventError(f"A clause does not fit the puzzle: {error}.") from error
    if not readings.keys() <= {*unread}:
        raise SolventError("Only clues that the grammar did not understand may be read by a model.")

    def marked(clue: Clue) -> Clue:
        if clue.id not in readings:
            return clue
        said = told(readings[clue.id])
        if clue.id in supposed:
            return clue.model_copy(update={"reason": f"supposed to say, so that one answer is left: {said}"})
        return clue.model_copy(update={"reader": reader, "reason": f"{reader} took it to say: {said}"})

    clues = tuple(map(marked, puzzle.clues))
    payload = puzzle.kept(LogicGrid).model_copy(update={"read": dict(readings)})
    return puzzle.model_copy(update={"clues": clues, "payload": payload})


def guesses(puzzle: Puzzle) -> dict[int, tuple[Candidate, ...]]:
    """Return what each clue that is not understood may mean, the likeliest first; not of one that says too little."""
    texts, attested = tuple(clue.text for clue in puzzle.clues), "\n".join(puzzle.background)
    categories = categories_of(puzzle)
    return {
        clue.id: found
        for number, clue in enumerate(puzzle.clues)
        if not clue.understood and (found := candidates(categories, texts, attested, number))
    }


def with_guesses(puzzle: Puzzle, chosen: Mapping[int, tuple[int, ...]]) -> Puzzle:
    """Return the puzzle with its open clues taken to mean one of some `guesses`, in readings that accept guesses.

    The clues remain marked as not understood.
    """
    possible = guesses(puzzle)

    def marked(clue: Clue) -> Clue:
        words = tuple(possible[clue.id][number].assumed for number in chosen.get(clue.id, ()))
        return clue.model_copy(update={"guesses": words}) if words else clue

    payload = puzzle.kept(LogicGrid).model_copy(update={"guessed": dict(chosen)})
    return puzzle.model_copy(update={"clues": tuple(map(marked, puzzle.clues)), "payload": payload})


def _vocabulary(puzzle: Puzzle) -> Vocabulary:
    return Vocabulary.of(categories_of(puzzle))


def _named(puzzle: Puzzle, clue: Clue, *, settled: bool = False) -> tuple[str, ...]:
    """Return the names of the values that a clue mentions in the puzzle's own words."""
    names = {value: name for name, value in _vocabulary(puzzle).values.items()}
    mentions = find(tokenise(clue.text), lexicon(categories_of(puzzle)), frozenset())
    meant = (value for each in mentions if each.settled or not settled for value in each.candidates)
    return tuple(dict.fromkeys(map(names.__getitem__, meant)))


def ways(puzzle: Puzzle) -> int:
    """Return how many interpretations the text leaves open."""
    return len(puzzle.kept(LogicGrid).ways)


def interpretations(puzzle: Puzzle, way: int = 0) -> tuple[Interpretation, ...]:
    """Return the meaning of each clue, under one interpretation of what the text leaves open; results are cached."""
    return _interpretations(puzzle, tuple(clue.text for clue in puzzle.clues), way)


def _interpretations(puzzle: Puzzle, texts: tuple[str, ...], way: int = 0) -> tuple[Interpretation, ...]:
    return interpret(categories_of(puzzle, way), texts, "\n".join(puzzle.background))


def _as_read(puzzle: Puzzle, clue: Clue, read_as: Interpretation) -> Interpretation:
    """Return a model's reading of a clue, or what it was guessed to mean, in place of the grammar's reading."""
    kept = puzzle.kept(LogicGrid)
    if clue.id in kept.read:
        return Interpretation(Meaning(_vocabulary(puzzle).formula(kept.read[clue.id])))
    if clue.id not in kept.guessed:
        return read_as
    possible = guesses(puzzle)[clue.id]
    ways = tuple(possible[number].formula for number in kept.guessed[clue.id])
    return Interpretation(Meaning(ways[0] if len(ways) == 1 else Some(ways)), clue.reason, clue.guesses)


def _formula(read_as: Interpretation, reading: str) -> Formula | None:
    if read_as.meaning is None or (read_as.guesses and reading in ("literal", "implied")):
        return None
    if reading != "literal" and read_as.meaning.implied:
        return both(read_as.meaning.literal, *read_as.meaning.implied)
    return read_as.meaning.literal


def categories_of(puzzle: Puzzle, way: int = 0) -> tuple[Category, ...]:
    """Return the categories of a puzzle, under one interpretation of what its text leaves open."""
    kept = puzzle.kept(LogicGrid)
    plain = Order()
    return tuple(
        _category(
            name, values, kept.descriptions.get(name, ""), name in kept.positions, kept.ways[way].get(name, plain)
        )
        for name, values in puzzle.entities.items()
    )


@lru_cache(maxsize=1024)
def _category(name: str, values: tuple[str, ...], description: str, position: bool, order: Order) -> Category:
    return category(name, values, description, position=position, order=order)


def _schema(categories: dict[str, list[str]]) -> dict[str, Any]:
    """Return the JSON schema of the answer: one object per value of the first category."""
    size = len(next(iter(categories.values())))
    return {
        "type": "array",
        "minItems": size,
        "maxItems": size,
        "items": {
            "type": "object",
            "properties": {name: {"enum": values} for name, values in categories.items()},
            "required": list(categories),
            "additionalProperties": False,
        },
    }
