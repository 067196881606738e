"""Problems with numbers and choices: sums, packing, assignment, scheduling, colouring, and all pairs."""

import functools

from problems import Clue, Problem, Unknown, holds, value

PEOPLE = ("Ada", "Ben", "Cleo", "Dan")
THINGS = ("tent", "lamp", "rope", "stove", "map", "flask")
TASKS = ("roof", "floor", "wall", "door")
LANDS = ("north", "south", "east", "west", "centre")
COLOURS = ("red", "green", "blue")


def sums(rng):
    """The coins of two or three people, with a unique answer."""
    people = PEOPLE[: rng.choice((2, 3, 3))]
    most = rng.randint(9, 25 if len(people) == 2 else 14)
    unknowns = tuple(Unknown(name.lower(), 1, most) for name in people)
    names = [unknown.name for unknown in unknowns]
    make = functools.partial(
        Problem,
        "arithmetic",
        "unique",
        (f"{' and '.join(people)} have some coins, each from 1 to {most}.",),
        question=("How many does each have? Answer with an object, names in small letters.",),
        unknowns=unknowns,
        entities={"people": people},
        answer={name: ("term", name) for name in names},
        example=dict.fromkeys(names, 1),
    )
    left = make(clues=()).possible
    truth, clues = rng.choice(left), []
    while len(left) > 1:
        clue = _amounts(rng, names, truth)
        kept = [each for each in left if holds(clue.means, each)]
        if len(kept) < len(left):
            clues.append(clue)
            left = kept
    clues += [_amounts(rng, names, truth) for _ in range(rng.randint(0, 1))]
    if rng.random() < 0.3:
        bounds = ("and", *(("<=", 1, name) for name in names), *(("<=", name, most) for name in names))
        clues.insert(0, Clue(f"Everybody has at least 1 coin and at most {most}.", bounds, restates=True))
    return make(clues=tuple({clue.text: clue for clue in clues}.values()))


def _amounts(rng, names, truth):
    """A true sentence about the coins of some people."""
    one, other = rng.sample(names, 2)
    a, b = truth[one], truth[other]
    who, whom = one.capitalize(), other.capitalize()
    all_of_them = ("+", *names)
    found = [
        Clue(f"Together they have {sum(truth.values())} coins.", ("=", all_of_them, sum(truth.values()))),
        Clue(f"Multiplied, the coins of {who} and {whom} make {a * b}.", ("=", ("*", one, other), a * b)),
        Clue(f"The coins of {who} and {whom} differ by {abs(a - b)}.", ("=", ("abs", ("-", one, other)), abs(a - b))),
        Clue(f"Two times {who}'s and once {whom}'s make {2 * a + b}.", ("=", ("+", ("*", 2, one), other), 2 * a + b)),
    ]  # fmt: skip
    if a > b:
        found.append(Clue(f"{who} has {a - b} more than {whom}.", ("=", one, ("+", other, a - b))))
        found.append(Clue(f"{who} has more than {whom}.", ("<", other, one)))
    if a <= b:
        found.append(Clue(f"{who} has no more than {whom}.", ("<=", one, other)))
    return rng.choice(found)


def _told(rng, sentences, names):
    """Amounts as background, or as clues of their own, which state bounds of their unknown."""
    if rng.random() < 0.7:
        return tuple(sentences), ()
    return (), tuple(Clue(text, ("<=", 0, name), data=True) for text, name in zip(sentences, names, strict=True))


def packing(rng):
    """A knapsack problem with some side conditions."""
    things = THINGS[: rng.randint(4, 6)]
    weights = {name: rng.randint(1, 9) for name in things}
    worth = {name: rng.randint(2, 15) for name in things}
    room = sum(weights.values()) * rng.randint(4, 7) // 10
    told = tuple(f"The {name} weighs {weights[name]} kilos and is worth {worth[name]} points." for name in things)
    one, other, third = rng.sample(things, 3)
    carried = ("+", *(("*", weights[name], name) for name in things))
    conditions = [
        Clue(f"The {one} and the {other} do not both come along.", ("<=", ("+", one, other), 1)),
        Clue(f"If the {one} comes along, so does the {third}.", ("if", ("=", one, 1), ("=", third, 1))),
        Clue(f"At least one of the {other} and the {third} comes along.", ("<=", 1, ("+", other, third))),
    ]
    clues = [Clue(f"All that comes along weighs at most {room} kilos.", ("<=", carried, room))]
    clues += rng.sample(conditions, rng.randint(1, 3))
    told, given = _told(rng, told, things)
    points = ("+", *(("*", worth[name], name) for name in things))
    listed = rng.random() < 0.5
    chosen = [("where", ("=", name, 1), name) for name in things] if listed else {n: ("term", n) for n in things}
    problem = Problem(
        "knapsack", "optimal", ("You pack for a walk.", *told), (*given, *clues),
        ("Pack so that it is worth as many points as possible.",
         "Answer with an object: things and points." + ("" if listed else " Things gives 1 or 0 for each.")),
        tuple(Unknown(name, 0, 1) for name in things), {"things": things},
        {"things": chosen, "points": ("term", points)},
        {"things": [things[0]] if listed else dict.fromkeys(things, 0), "points": 1},
        goal=("maximize", points, "the points of what is packed"),
    )  # fmt: skip
    return problem if _has_room(problem) else packing(rng)


def dealing(rng):
    """An assignment problem: who does what, at minimal cost."""
    people, tasks = PEOPLE, TASKS
    prices = {name: [rng.randint(1, 30) for _ in tasks] for name in people}
    told = tuple(
        f"{name} takes {', '.join(f'{price} for the {task}' for price, task in zip(prices[name], tasks, strict=True))}."
        for name in people
    )
    one, other = rng.sample(people, 2)
    first, last = rng.sample(range(4), 2)
    clues = [
        Clue(f"{one} does not do the {tasks[first]}.", ("!=", one.lower(), first + 1)),
        Clue(f"{other} does the {tasks[first]} or the {tasks[last]}.",
             ("or", *(("=", other.lower(), at + 1) for at in (first, last)))),
    ]  # fmt: skip
    if rng.random() < 0.5:
        clues.append(Clue("Everybody does another task.", ("distinct", *map(str.lower, people)), restates=True))
    told, given = _told(rng, told, [name.lower() for name in people])
    cost = ("+", *(("when", ("=", n.lower(), at), price) for n in people for at, price in enumerate(prices[n], 1)))
    labels = dict(enumerate(tasks, 1))
    problem = Problem(
        "assignment", "optimal", ("Four people share four tasks, one each.", *told), (*given, *clues),
        ("Who does what, so that it costs as little as possible? Answer with an object: names in small letters.",),
        tuple(Unknown(name.lower(), 1, 4, "task") for name in people), {"people": people, "tasks": tasks},
        {name.lower(): ("name", name.lower(), labels) for name in people}, {name.lower(): "roof" for name in people},
        goal=("minimize", cost, "what the tasks cost together"),
    )  # fmt: skip
    return problem if _has_room(problem) else dealing(rng)


def timing(rng):
    """A scheduling problem: the start times of three jobs on one machine, with minimal makespan."""
    jobs = ("milling", "drilling", "polishing")
    lasts = {job: rng.randint(1, 3) for job in jobs}
    told = tuple(f"The {job} takes {lasts[job]} hour{'s' * (lasts[job] > 1)}." for job in jobs)
    most = 8
    one, other, third = rng.sample(jobs, 3)
    hour = rng.randint(1, 3)
    pairs = [(a, b) for at, a in enumerate(jobs) for b in jobs[at + 1 :]]
    apart = tuple(("or", ("<=", ("+", a, lasts[a]), b), ("<=", ("+", b, lasts[b]), a)) for a, b in pairs)
    clues = (
        Clue(f"The {one} begins only when the {other} is done.", ("<=", ("+", other, lasts[other]), one)),
        Clue(f"The {third} does not begin before hour {hour}.", ("<=", hour, third)),
    )
    told, given = _told(rng, told, jobs)
    done = "end"
    ends = tuple(("<=", ("+", job, lasts[job]), done) for job in jobs)
    return Problem(
        "scheduling", "optimal",
        ("One machine does three jobs, one after the other, from hour 0 on.", *told), (*given, *clues),
        ("When does each begin, so that all are done as early as possible? Answer with an object: hours and the end.",),
        (*(Unknown(job, 0, most) for job in jobs), Unknown(done, 0, most + 4)), {"jobs": jobs},
        {**{job: ("term", job) for job in jobs}, done: ("term", done)}, {**dict.fromkeys(jobs, 1), done: 9},
        background=(*apart, *ends), goal=("minimize", done, "the hour at which all are done"),
    )  # fmt: skip


def _has_room(problem):
    """Whether there is an answer, a worse one, and one that the clues forbid."""
    _, goal, _ = problem.goal
    allowed = problem.allowed(clue.means for clue in problem.clues)
    reached = {value(goal, each) for each in allowed}
    idle = [number for number in problem.vacuous() if not problem.clues[number - 1].data]
    return bool(allowed) and len(reached) > 1 and not idle and len(allowed) < len(problem.possible)


def colouring(rng):
    """Any colouring of a map."""
    lands = LANDS[: rng.choice((4, 5))]
    pairs = [(a, b) for at, a in enumerate(lands) for b in lands[at + 1 :]]
    labels = dict(enumerate(COLOURS, 1))
    clues = [
        Clue(f"The {a} and the {b} have different colours.", ("!=", a, b))
        for a, b in rng.sample(pairs, rng.randint(3, 5))
    ]
    at = rng.randrange(3)
    clues.append(Clue(f"The {lands[0]} is {COLOURS[at]}.", ("=", lands[0], at + 1)))
    problem = Problem(
        "colouring", "any",
        (f"A map has these lands: {', '.join(lands)}.", "Each is red, green or blue."), tuple(clues),
        ("Give one colouring that will do, as an object with the lands as keys.",),
        tuple(Unknown(name, 1, 3) for name in lands), {"lands": lands, "colours": COLOURS},
        {name: ("name", name, labels) for name in lands}, dict.fromkeys(lands, "red"),
    )  # fmt: skip
    return problem if problem.answers else colouring(rng)


def pairs(rng):
    """All pairs of numbers under some conditions."""
    most = rng.randint(6, 12)
    total = rng.randint(5, most + 3)
    clues = [Clue(f"Together they make {total}.", ("=", ("+", "first", "second"), total))]
    if rng.random() < 0.6:
        clues.append(Clue("The first is no larger than the second.", ("<=", "first", "second")))
    if rng.random() < 0.4:
        banned = rng.randint(1, most)
        clues.append(Clue(f"The first is not {banned}.", ("!=", "first", banned)))
    problem = Problem(
        "pairs", "all", (f"Two whole numbers, first and second, are sought, each from 1 to {most}.",), tuple(clues),
        ("Give all pairs.",), (Unknown("first", 1, most), Unknown("second", 1, most)), {},
        {"first": ("term", "first"), "second": ("term", "second")}, {"first": 1, "second": 1},
    )  # fmt: skip
    return problem if len(problem.answers) > 1 else pairs(rng)
