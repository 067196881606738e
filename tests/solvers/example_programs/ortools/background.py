from ortools.sat.python import cp_model

n = model.new_int_var(0, 9, "n")
model.add(n > 3)
model.add(n < 3)
with clue(1):
    model.add(n == 2)
answer = {"n": n}
