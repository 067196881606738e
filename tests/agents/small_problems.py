"""Ten small problems on which small models can be tried; the right answers of each, by trying all ways."""

import itertools
import json
from pathlib import Path

FILE = Path(__file__).parent / "data" / "small_problems.jsonl"


def problems():
    """The file's lines: id, text, answer."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def best(ways, sense=min):
    """The answers among pairs of value and answer whose value is best."""
    ways = list(ways)
    most = sense(value for value, _ in ways)
    return [answer for value, answer in ways if value == most]


def coins():
    ways = itertools.product(range(1, 20), repeat=3)
    return best(
        (sum(way), dict(zip(("twos", "fives", "tens"), way, strict=True)))
        for way in ways
        if 2 * way[0] + 5 * way[1] + 10 * way[2] == 38
    )


def rucksack():
    things = {"rope": (4, 7), "tent": (6, 11), "lamp": (2, 3), "stove": (5, 8)}
    packs = [pack for size in range(5) for pack in itertools.combinations(things, size)]
    worth = {pack: sum(things[thing][1] for thing in pack) for pack in packs}
    fits = [pack for pack in packs if sum(things[thing][0] for thing in pack) <= 11]
    return best(((worth[pack], {"packed": list(pack), "value": worth[pack]}) for pack in fits), max)


def bakery():
    return best(
        ((max(bread + 4, cake + 2, pie + 5), bread), {"bread": bread, "cake": cake, "pie": pie})
        for bread, cake, pie in itertools.product(range(13), repeat=3)
        if (bread + 4 <= cake or cake + 2 <= bread) and pie >= cake + 2 and max(bread + 4, cake + 2, pie + 5) <= 12
    )


def digits():
    return [
        {"a": a, "b": b, "c": c}
        for a, b, c in itertools.combinations(range(1, 10), 3)
        if a + b + c == 15 and a * b * c == 80
    ]


def ages():
    both = itertools.product(range(61), repeat=2)
    return [{"Tom": tom, "Ida": ida} for tom, ida in both if tom == ida + 4 and tom + 6 == 2 * ida]


def jobs():
    prices = {
        "Ann": {"roof": 5, "wall": 9, "door": 6},
        "Bob": {"roof": 8, "wall": 7, "door": 3},
        "Eve": {"roof": 6, "wall": 5, "door": 4},
    }
    ways = [dict(zip(prices, way, strict=True)) for way in itertools.permutations(["roof", "wall", "door"])]
    return best((sum(prices[who][job] for who, job in way.items()), way) for way in ways)


def race():
    runners = ("Ulf", "Vera", "Wim", "Xenia", "Yan")
    return [
        dict(zip(runners, way, strict=True))
        for way in itertools.permutations(range(1, 6))
        for ulf, vera, wim, xenia, yan in [way]
        if vera == yan + 1 and ulf < xenia and wim not in (1, 2, 5) and xenia < yan
    ]


def breakfast():
    friends = ("Lea", "Max", "Nina")
    return [
        dict(zip(friends, drinks, strict=True))
        for drinks in itertools.permutations(["tea", "milk", "cocoa"])
        for pets in itertools.permutations(["cat", "dog", "hen"])
        if drinks[0] != "milk" and pets[drinks.index("tea")] == "dog" and pets[1] == "hen" and drinks[2] == "milk"
    ]


def switches():
    return [
        {name: "on" if on else "off" for name, on in zip("ABCD", way, strict=True)}
        for way in itertools.product((False, True), repeat=4)
        for a, b, c, d in [way]
        if sum(way) == 2 and (not a or c) and b != d and not (d and a) and (not c or d)
    ]


def bench():
    return [
        {"Kim": kim, "Lou": lou, "Pia": pia, "Rob": rob}
        for kim, lou, pia, rob in itertools.permutations(range(1, 5))
        if abs(kim - rob) == 1 and pia in (1, 4) and lou < kim and abs(rob - pia) != 1 and abs(lou - rob) != 1
    ]


SEARCHES = (coins, rucksack, bakery, digits, ages, jobs, race, breakfast, switches, bench)
