from ortools.sat.python import cp_model

x, y = model.new_int_var(0, 6, "x"), model.new_int_var(0, 6, "y")
with clue(2):
    model.add(x + y <= 9)
objectives = [maximize(x + y), minimize(x)]
answer = {"x": x, "y": y}
