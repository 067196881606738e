import cpmpy as cp
x = cp.intvar(0, 9)
with clue(1):
    model += x > (
answer = {"x": x}
