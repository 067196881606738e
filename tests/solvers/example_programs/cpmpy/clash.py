import cpmpy as cp

ann, bob, cid = people = cp.intvar(1, 5, shape=3)
with clue(1):
    model += ann != 3
with clue(2):
    model += ann < bob
with clue(3):
    model += bob != 1
with clue(4):
    model += bob < cid
with clue(5):
    model += cid < ann
with clue(6):
    model += cid != 3
answer = {"ann": ann, "bob": bob, "cid": cid}
