# Optimisation, CPMpy: what to pack for a night in the hills. Try `solvent run examples/knapsack.py`.
# `model`, `clue`, `where` and `maximize` are given; the program states the problem and never solves it.
import cpmpy as cp

names = ["tent", "stove", "blanket", "lantern", "guitar", "telescope", "kettle"]
grams = cp.cpm_array([2100, 900, 1200, 400, 1800, 2500, 600])
worth = cp.cpm_array([9, 5, 6, 3, 7, 8, 2])

packed = cp.boolvar(shape=len(names), name="packed")
tent, stove, blanket, lantern, guitar, telescope, kettle = packed
weight = cp.sum(grams * packed)
total = cp.sum(worth * packed)

# The rucksack carries six kilograms.
with clue(1):
    model += weight <= 6000

# A kettle is no use without a stove, nor a telescope without a lantern.
with clue(2):
    model += kettle.implies(stove)
    model += telescope.implies(lantern)

# Somebody has to sleep: a tent or a blanket comes along, but never the guitar and the telescope together.
with clue(3):
    model += tent | blanket
    model += ~(guitar & telescope)

answer = {"packed": [where(packed[i], name) for i, name in enumerate(names)], "weight": weight, "worth": total}
objectives = [maximize(total)]
