import cpmpy as cp

take = cp.boolvar(shape=4)
with clue(1):
    model += cp.sum(take * [4, 3, 2, 1]) <= 6
objectives = [maximize(cp.sum(take * [9, 6, 5, 1]))]
answer = [where(taken, name) for taken, name in zip(take, ["axe", "bag", "can", "die"])]
