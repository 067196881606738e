import cpmpy as cp

a, b = cp.intvar(0, 9), cp.intvar(0, 9)
hidden = cp.intvar(0, 9)
with clue(1):
    model += a == 3
with clue(2):
    model += [0 < b, b < 5, b % 2 == 0]
with clue(3):
    model += hidden > 2
answer = {"a": a, "b": b}
