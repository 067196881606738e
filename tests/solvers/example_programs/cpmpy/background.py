import cpmpy as cp

n = cp.intvar(0, 9)
model += n > 3
model += n < 3
with clue(1):
    model += n == 2
answer = {"n": n}
