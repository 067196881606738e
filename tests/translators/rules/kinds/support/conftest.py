"""Answers of models, in any framework."""

import pytest

from solvent.solvers import Status, conflict, run, second
from solvent.translators.emit import emit


@pytest.fixture(scope="session")
def answer(in_pool):
    """The answer of a model if there is no other; None if there is none, a list of two if it is open."""

    async def solved(pool, model, framework):
        program = emit(model, framework).model_copy(update={"trusted": True})
        first = await run(program, pool=pool)
        if first.status is Status.UNSATISFIABLE:
            return None
        assert first.status is Status.SATISFIED, first.message
        other = await second(program, first.answer, pool=pool)
        return first.answer if other.status is Status.UNSATISFIABLE else [first.answer, other.answer]

    return lambda model, framework="smtlib": in_pool(lambda pool: solved(pool, model, framework))


@pytest.fixture(scope="session")
def clash(in_pool):
    """The clues of a model that contradict each other."""

    async def found(pool, model, framework):
        program = emit(model, framework).model_copy(update={"trusted": True})
        return (await conflict(program, pool=pool)).conflict

    return lambda model, framework="smtlib": in_pool(lambda pool: found(pool, model, framework))
