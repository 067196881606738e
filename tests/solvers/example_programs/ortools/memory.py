from ortools.sat.python import cp_model
x = model.new_int_var(0, 9, "x")
with clue(1):
    model.add(x > 3)
hoard = []
while True:
    hoard.append(bytearray(10_000_000))
answer = {"a": x}
