from ortools.sat.python import cp_model

p, q, r = digits = [model.new_int_var(0, 4, name) for name in "pqr"]
rising = model.new_bool_var("rising")
up = [model.new_bool_var(f"up{i}") for i in range(2)]
for (left, right), holds in zip([(p, q), (q, r)], up):
    model.add(left < right).only_enforce_if(holds)
    model.add(left >= right).only_enforce_if(~holds)
model.add_bool_and(up).only_enforce_if(rising)
model.add_bool_or(~up[0], ~up[1], rising)
rest = [model.new_int_var(0, 1, "rest") for _ in digits]
for digit, odd in zip(digits, rest):
    model.add_modulo_equality(odd, digit, 2)
with clue(1):
    model.add_all_different(digits)
with clue(2):
    model.add(sum(digits) == 6)
answer = {
    "digits": digits,
    "rising": rising,
    "even": [where(odd == 0, digit) for digit, odd in zip(digits, rest)],
    "first": labelled(p, ["low", "low", "mid", "high", "high"]),
}
