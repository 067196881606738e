"""The rows of a grid by the programs of the rules, one reader for each framework."""

import asyncio
import json
import textwrap

from solvent import solvers


def z3_rows(program):
    """The first answer of an SMT-LIB program, and whether it is the only one."""
    import z3

    solver = z3.Solver()
    template = json.loads(program.answer)
    terms = [cell["$label"] for row in template for cell in row.values() if "$label" in cell]
    named = "\n".join(f"(declare-const cell{n} Int) (assert (= cell{n} {term}))" for n, term in enumerate(terms))
    code = "\n".join([program.preamble, *(fragment.code for fragment in program.fragments), named])
    solver.from_string(code)
    if solver.check() != z3.sat:
        return None, False
    cells = [z3.Int(f"cell{n}") for n in range(len(terms))]
    values = [solver.model().eval(cell).as_long() for cell in cells]
    left = iter(values)
    rows = [
        {key: cell["$value"] if "$value" in cell else cell["$of"][str(next(left))] for key, cell in row.items()}
        for row in template
    ]
    solver.add(z3.Or([cell != value for cell, value in zip(cells, values, strict=True)]))
    return rows, solver.check() == z3.unsat


def cpmpy_rows(program):
    """The first answer of a CPMpy program, and whether it is the only one."""
    import cpmpy

    code = "\n".join([program.preamble, *(fragment.code for fragment in program.fragments)])
    names = {}
    exec(code, names)
    cells = []

    def labelled(term, labels):
        cells.append(term)
        return term, labels

    template = eval(textwrap.dedent(program.answer), {**names, "labelled": labelled})
    model = names["model"]
    if not model.solve():
        return None, False
    values = [cell.value() for cell in cells]
    rows = [
        {key: cell if isinstance(cell, str) else cell[1][int(cell[0].value())] for key, cell in row.items()}
        for row in template
    ]
    model += cpmpy.any([cell != value for cell, value in zip(cells, values, strict=True)])
    return rows, not model.solve()


def ortools_rows(program):
    """The first answer of an OR-Tools program, and whether it is the only one."""
    from solvent.solvers import Limits, Status
    from solvent.solvers.engines.questions import ask
    from solvent.solvers.frameworks import ortools

    engine = ortools.engine(program, ortools.build(program))
    found = next(ask(lambda: engine, "run", None, Limits()))
    if not found.status.solved:
        return None, False
    other = next(ask(lambda: engine, "second", found.answer, Limits()))
    return found.answer, other.status is Status.UNSATISFIABLE


def minizinc_rows(program):
    """The first answer of a MiniZinc program, and whether it is the only one."""

    async def ask():
        async with solvers.Pool(workers=1) as pool:
            first = await solvers.run(program, pool=pool)
            if not first.status.solved:
                return None, False
            return first.answer, (await solvers.second(program, first.answer, pool=pool)).status == "unsatisfiable"

    return asyncio.run(ask())


RUN = {"smtlib": z3_rows, "cpmpy": cpmpy_rows, "ortools": ortools_rows, "minizinc": minizinc_rows}
