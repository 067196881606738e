import cpmpy as cp

names = ["Falk", "Greer", "Hale", "Imre", "Joss", "Kerr", "Lund"]
days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
evening = cp.intvar(1, 7, shape=7)
falk, greer, hale, imre, joss, kerr, lund = evening

model += cp.AllDifferent(evening)
model += (hale == 1) | (hale == 7)
model += abs(falk - kerr) == 2
model += (kerr < lund).implies(greer == imre + 1)
model += (falk < imre) != (joss < imre)
model += abs(joss - greer) != 1
model += (lund == 4).implies(hale == 1)
model += lund == joss + 3
model += (falk < greer) | (kerr == 2)
speaker = {day: cp.sum(i * (evening[i] == n) for i in range(7)) for n, day in enumerate(days, start=1)}
answer = {day: labelled(who, dict(enumerate(names))) for day, who in speaker.items()}
