import cpmpy as cp
x = cp.intvar(0, 9)
with clue(1):
    model += x > 1
if model.solve(): print(x.value())
answer = {"x": x}
