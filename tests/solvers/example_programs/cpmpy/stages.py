import cpmpy as cp

x, y = cp.intvar(0, 6, shape=2)
with clue(2):
    model += x + y <= 9
objectives = [maximize(x + y), minimize(x)]
answer = {"x": x, "y": y}
