import cpmpy as cp

names = ["brass clock", "oil painting", "sea chest", "lute", "porcelain", "globe", "sextant", "tapestry"]
kilograms = [9, 7, 14, 5, 4, 8, 3, 11]
pounds = [31, 24, 45, 18, 17, 29, 9, 36]
load = cp.boolvar(shape=8)
_, painting, chest, lute, porcelain, globe, sextant, tapestry = load
worth = cp.sum(load * pounds)

model += cp.sum(load * kilograms) <= 30
model += ~(porcelain & chest)
model += sextant.implies(globe)
model += painting | tapestry | lute
answer = {"load": [where(load[i], names[i]) for i in range(8)], "pounds": worth}
objectives = [maximize(worth)]
