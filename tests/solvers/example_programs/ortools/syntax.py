from ortools.sat.python import cp_model
x = model.new_int_var(0, 9, "x")
with clue(1):
    model.add(x > (
answer = {"x": x}
