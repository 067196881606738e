"""Open-ended puzzles with verifiers, in the layout of AutoLogi, from the structures of logic grids."""

from solvent.benchmarks.generate.autologi.making import draw
from solvent.benchmarks.generate.autologi.settings import AutologiSettings
from solvent.benchmarks.generate.generator import Generator

_CARD = """\
Open-ended puzzles on logic grids, in the layout of AutoLogi: any arrangement is right that satisfies all constraints,
and `code` has the verifier that says so. A solution is drawn first, then constraints that are true of it; each rules
out arrangements that the others leave. `answer` is the solution that was drawn, one of several; it is right, and so is
every other one that the verifier accepts.

The truth of a puzzle was found more than once: by enumerating all grids by the meaning of the constraints, by the
traversal that comes with the verifier, and by a solver from the program (z3), which counts the solutions up to a bound.
For each constraint, an arrangement that breaks this one alone is refused by the program as well. Domains of more than
20,000 arrangements are not traversed: then `space.valid` is what the solver counted up to the bound.

`prompt` is the text again, `lang`, `background`, `constraints`, `format` and `example` are its parts; `space` says how
many arrangements are valid, and of how many; `solutions` has some of them as Python literals. `clues` gives the kind of
each constraint.
"""

GENERATOR = Generator(
    name="autologi",
    about="open-ended puzzles with verifiers, in English or Chinese",
    card=_CARD,
    settings=AutologiSettings,
    draw=draw,
    bench="autologi",
    fields={
        "answer": "a right answer, one of several: any other that the verifier accepts is right as well",
        "status": "`verified`: the answer was confirmed in several ways",
    },
)
