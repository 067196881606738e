from ortools.sat.python import cp_model
x = model.new_int_var(0, 9, "x")
with clue(1):
    model.add(x == 7)
answer = {"x": labelled(x, {1: "one"})}
