"""The first node: it reads the text, by the grammar or with a model, and plans the first programs."""

from textwrap import shorten
from typing import Any

from langgraph.runtime import Runtime

from solvent import solvers
from solvent.agents import clauses, word_puzzles
from solvent.agents.context import Context
from solvent.agents.decomposition import as_grid, sorted_out
from solvent.agents.models.client import ModelError
from solvent.agents.models.faults import OUTAGES, OutageError
from solvent.agents.state import Attempt, Job, State, Usage, Writer
from solvent.solvers import Outcome
from solvent.translators import Puzzle, rules, without_comments
from solvent.translators.sentences import pieces

Update = dict[str, Any]


async def decompose(state: State, runtime: Runtime[Context]) -> Update:
    """Read the text (kind, clues, categories, expected answer) and plan the first programs."""
    update, schema = await _decomposed(state, runtime), runtime.context.answer_schema
    update |= await _examples(update, runtime.context)
    if schema is None or runtime.context.settings.plain:
        return update
    return {**update, "puzzle": update["puzzle"].model_copy(update={"answer_schema": schema})}


async def _examples(update: Update, context: Context) -> Update:
    """The examples for this problem, once in a run, and their cost; a model error becomes the state's `flaw`."""
    if context.examples is None or not context.models or update["step"] != "translate":
        return {"examples": ()}
    text, most = update["puzzle"].text, context.settings.examples
    try:
        chosen, usage = await context.examples.choose(text, most, context.seconds_left())
    except ModelError as error:
        if context.raise_outages and isinstance(error, OUTAGES):
            raise OutageError(error) from error
        return {"examples": (), "flaw": str(error), "usage": update["usage"] + error.usage, "step": "gate"}
    return {"examples": chosen, "usage": update["usage"] + usage}


async def _decomposed(state: State, runtime: Runtime[Context]) -> Update:
    context, text = runtime.context, without_comments(state["text"])
    nothing: Update = {"flaw": "", "attempts": {}, "winner": None, "evidence": (), "usage": Usage()}
    nothing |= {"reviews": {}, "checker": None, "check": None}
    puzzle, flaw = rules.unread(text), ""
    if context.settings.rules:
        try:
            puzzle = rules.decompose_once(state["text"])
        except rules.PuzzleError as error:
            flaw = shorten(str(error), 400, placeholder=" ...")
    spent = Usage()
    if context.models and context.settings.clauses and clauses.readable(puzzle):
        jobs, spent = await _clause_by_clause(puzzle, runtime)
        if jobs:
            return nothing | {"puzzle": puzzle, "usage": spent, "jobs": jobs, "step": "translate"}
    if puzzle.kind and (not context.models or _mostly_read(puzzle)):
        more: Update = {"puzzle": puzzle}
        if context.models and rules.slots(puzzle):
            more = await _with_candidates(puzzle, runtime)
        jobs = context.policy.first_jobs(context.settings, puzzle)
        return nothing | {"jobs": jobs, "step": "translate", "usage": spent} | more
    if not context.models:
        return nothing | {"puzzle": puzzle, "flaw": flaw, "step": "gate"}
    return nothing | {"puzzle": puzzle} | await _read_by_model(text, spent, runtime)


async def _read_by_model(text: str, spent: Usage, runtime: Runtime[Context]) -> Update:
    """Have a model decompose the text, and write the first program if one reply gives both; `spent` is so far."""
    context = runtime.context
    try:
        puzzle, attempt, usage = await _composed(text, runtime)
        spent += usage
        if puzzle is None:
            puzzle, usage = await _cut_by_model(text, runtime)
            spent += usage
    except ModelError as error:
        return {"flaw": str(error), "usage": spent + error.usage, "step": "gate"}
    read = {"puzzle": puzzle, "usage": spent}
    if attempt is not None:
        return read | {"attempts": {attempt.job.id: attempt}, "jobs": (), "step": "run"}
    return read | {"jobs": context.policy.first_jobs(context.settings, puzzle), "step": "translate"}


async def _composed(text: str, runtime: Runtime[Context]) -> tuple[Puzzle | None, Attempt | None, Usage]:
    """The text decomposed and the first program, from one reply; None for what it does not give."""
    context = runtime.context
    if not context.settings.composes:
        return None, None, Usage()
    (job,) = context.policy.first_jobs(context.settings, sorted_out(text, pieces(text), {}))
    return await context.modeller("author", runtime.stream_writer).compose(text, job, context.answer_schema)


async def _clause_by_clause(puzzle: Puzzle, runtime: Runtime[Context]) -> tuple[tuple[Job, ...], Usage]:
    """Programs in which a model has read the clues that the rules did not understand; none if that settles nothing."""
    context, settings = runtime.context, runtime.context.settings
    try:
        found, usage = await clauses.read_clauses(
            puzzle,
            lambda sample: context.modeller("author", runtime.stream_writer, sample),
            context.pool,
            context.bounds(),
            settings.clauses,
            settings.sampling_temperature,
        )
    except ModelError as error:
        return (), error.usage
    return clauses.jobs(found, Writer.of(settings, "author"), rules.preferred(puzzle)), usage


async def _cut_by_model(text: str, runtime: Runtime[Context]) -> tuple[Puzzle, Usage]:
    """Decompose the text with a model; if decomposition is off, every sentence is a clue and no model is called."""
    settings = runtime.context.settings
    if settings.method == "zps":
        said, usage = "", Usage()
        if settings.decomposition:
            said, usage = await runtime.context.modeller("author", runtime.stream_writer).take_apart(text)
        return as_grid(text, pieces(text), said), usage
    if not settings.decomposition or settings.plain:
        return sorted_out(text, pieces(text), {}), Usage()
    return await runtime.context.modeller("author", runtime.stream_writer).decompose(
        text, runtime.context.answer_schema
    )


def _mostly_read(puzzle: Puzzle) -> bool:
    """Whether the rules' division into clues is worth keeping; if they understood little, it is a guess."""
    if any(passage.blocks for passage in puzzle.passages):
        return False  # it may be a clue, which a program has to state
    return 2 * sum(bool(clue.understood) for clue in puzzle.clues) >= len(puzzle.clues)


async def _with_candidates(puzzle: Puzzle, runtime: Runtime[Context]) -> Update:
    """The puzzle with candidate words from the model, and their cost; a model error becomes the state's `flaw`."""
    context = runtime.context

    async def fill(proposed: Puzzle) -> Outcome:
        program = rules.translate(proposed, rules.preferred(proposed))
        return await solvers.run(program, pool=context.pool, limits=context.bounds())

    try:
        puzzle, usage = await word_puzzles.propose(puzzle, context.modeller("author", runtime.stream_writer), fill)
    except ModelError as error:
        return {"puzzle": puzzle, "flaw": str(error), "usage": error.usage}
    return {"puzzle": puzzle, "usage": usage}
