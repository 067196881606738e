import cpmpy as cp
x = cp.intvar(0, 9)
with clue(1):
    model += x == 7
answer = {"x": labelled(x, {1: "one"})}
