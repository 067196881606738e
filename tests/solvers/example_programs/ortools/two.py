from ortools.sat.python import cp_model

a, b = model.new_int_var(0, 9, "a"), model.new_int_var(0, 9, "b")
hidden = model.new_int_var(0, 9, "hidden")
with clue(1):
    model.add(a == 3)
with clue(2):
    model.add(b > 0)
    model.add(b < 5)
    model.add_modulo_equality(0, b, 2)
with clue(3):
    model.add(hidden > 2)
answer = {"a": a, "b": b}
