from ortools.sat.python import cp_model

ann, bob, cid = (model.new_int_var(1, 5, name) for name in ("ann", "bob", "cid"))
with clue(1):
    model.add(ann != 3)
with clue(2):
    model.add(ann < bob)
with clue(3):
    model.add(bob != 1)
with clue(4):
    model.add(bob < cid)
with clue(5):
    model.add(cid < ann)
with clue(6):
    model.add(cid != 3)
answer = {"ann": ann, "bob": bob, "cid": cid}
