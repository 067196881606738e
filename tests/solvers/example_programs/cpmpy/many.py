import cpmpy as cp

p, q, r = digits = cp.intvar(0, 4, shape=3)
with clue(1):
    model += cp.AllDifferent(digits)
with clue(2):
    model += cp.sum(digits) == 6
answer = {
    "digits": digits,
    "rising": (p < q) & (q < r),
    "even": [where(digit % 2 == 0, digit) for digit in digits],
    "first": labelled(p, ["low", "low", "mid", "high", "high"]),
}
