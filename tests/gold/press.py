import cpmpy as cp

names = ["menus", "posters", "tickets", "calendars", "leaflets"]
hours, due, fine, colour = [2, 4, 1, 5, 3], [5, 7, 2, 16, 9], [4, 3, 6, 5, 3], [0, 1, 0, 1, 0]
place, start = cp.intvar(0, 4, shape=5), cp.intvar(0, 30, shape=5)
late = cp.intvar(0, 30, shape=5)

model += cp.AllDifferent(place)
for i in range(5):
    model += late[i] == cp.max([0, start[i] + hours[i] - due[i]])
    for j in range(5):
        if i != j:
            end = start[i] + hours[i]
            model += (place[i] < place[j]).implies(start[j] >= end)
            model += (place[i] + 1 == place[j]).implies(start[j] >= end + int(colour[i] != colour[j]))
model += place[1] < place[4]
lost = cp.sum(late * fine)
answer = {
    "order": [labelled(cp.sum(i * (place[i] == p) for i in range(5)), dict(enumerate(names))) for p in range(5)],
    "crowns": lost,
}
objectives = [minimize(lost)]
