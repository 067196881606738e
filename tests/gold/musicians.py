import cpmpy as cp

names, instruments = ["赵", "钱", "孙", "李", "周"], ["二胡", "笛子", "琵琶", "古筝", "鼓"]
person, instrument = cp.intvar(1, 5, shape=5), cp.intvar(1, 5, shape=5)
zhao, qian, sun, li, zhou = person
erhu, dizi, pipa, guzheng, drum = instrument

model += [cp.AllDifferent(person), cp.AllDifferent(instrument)]
model += zhao < qian
model += abs(sun - li) == 1
model += (zhou != 1) & (zhou != 5)
model += (drum == 1) | (drum == 5)
model += (zhao != drum) & (li != drum)
model += pipa == dizi + 1
model += qian == guzheng
model += abs(zhou - erhu) == 1
model += abs(erhu - drum) != 1
model += (sun != dizi) & (sun != pipa)


def at(place, where_they_are, called):
    return labelled(cp.sum(i * (where_they_are[i] == place) for i in range(5)), dict(enumerate(called)))


answer = [
    {"位置": place, "姓名": at(place, person, names), "乐器": at(place, instrument, instruments)}
    for place in range(1, 6)
]
