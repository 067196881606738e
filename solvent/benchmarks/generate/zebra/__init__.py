"""Logic grids ("zebra puzzles"): who lives where, drinks what, and paid how much."""

from solvent.benchmarks.generate.generator import Generator
from solvent.benchmarks.generate.zebra.making import draw
from solvent.benchmarks.generate.zebra.settings import ZebraSettings

_CARD = """\
Logic grids: categories of equal size, whose values are to be matched up by clues in plain sentences. A solution is
drawn first, then clues that are true of it, and a solver (CP-SAT) picks so many of them that no other solution is
left; another solver (z3) confirms that from the program. A puzzle may be flawed on purpose: `ambiguous` (a needed clue
is left out), `contradictory` (a false clue is added) or `negated` (a clue says the opposite, chosen so that no answer,
or more than one, is left). `flaw` says which clue it is.

`clues` gives the kind of each clue, and the wording that it follows; `red_herrings` the numbers of sentences among the
clues that say nothing. `difficulty` is a level, from the number of grids (`log10_assignments`) and the share of clues
of kinds that say little by themselves (`indirect`).
"""

GENERATOR = Generator(
    name="zebra",
    about="logic grids, with clues in plain English or Chinese",
    card=_CARD,
    settings=ZebraSettings,
    draw=draw,
)
