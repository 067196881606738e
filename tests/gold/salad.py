import cpmpy as cp

letters = sorted(set("LEEKBEETSALAD"))
digit = dict(zip(letters, cp.intvar(0, 9, shape=len(letters)), strict=True))


def number(word):
    return sum(10**place * digit[letter] for place, letter in enumerate(reversed(word)))


model += cp.AllDifferent(list(digit.values()))
model += [digit["L"] > 0, digit["B"] > 0, digit["S"] > 0]
model += number("LEEK") + number("BEET") == number("SALAD")
model += number("LEEK") % 5 == 0
answer = digit
