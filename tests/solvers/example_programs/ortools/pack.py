from ortools.sat.python import cp_model

take = [model.new_bool_var(name) for name in "abcd"]
with clue(1):
    model.add(cp_model.LinearExpr.weighted_sum(take, [4, 3, 2, 1]) <= 6)
objectives = [maximize(cp_model.LinearExpr.weighted_sum(take, [9, 6, 5, 1]))]
answer = [where(taken, name) for taken, name in zip(take, ["axe", "bag", "can", "die"])]
