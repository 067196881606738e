import cpmpy as cp
x = cp.intvar(0, 9)
with clue(1):
    model += x > 3
while True:
    pass
answer = {"first": x}
