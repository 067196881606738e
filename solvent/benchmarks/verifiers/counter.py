"""Counts what a traversal comes to. This text runs as a script in the sandbox, beside the puzzle's own code.

It imports nothing of Solvent, and is started by a line that calls `count`.
"""

import ast
import itertools
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Broken = tuple[int, ...]

_PLAIN = frozenset({str, int, bool, float, type(None)})
NEIGHBOURS = 4000  # arrangements near those that were met, of which it is seen whether they were met as well


def literal(value: Any) -> str:
    """Write a value as a literal; equal values are equal texts, whatever the order of their sets and keys."""
    if isinstance(value, dict):
        items = sorted((literal(key), literal(each)) for key, each in value.items())
        return "{" + ", ".join(f"{key}: {each}" for key, each in items) + "}"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(literal, value))) + "}" if value else "set()"
    if type(value) in (list, tuple) and _PLAIN.issuperset(map(type, value)):
        return repr(value)  # the same, and quicker
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(literal, value)) + ("," if len(value) == 1 else "") + ")"
    return repr(value)


class Counter:
    """Stands in for `verify_function`: verifies arrangements, counts them, and keeps some.

    It keeps up to `most` of the solutions, of the arrangements that break a certain constraint and no other, and of the
    rest: uniform samples, the same each time.
    """

    def __init__(self, check: Callable[[Any], Any], constraints: Sequence[Callable[[Any], Any]], most: int) -> None:
        self.check, self.constraints, self.most = check, constraints, most
        self.seen: set[int] = set()  # hashes, since a domain may have millions of arrangements
        self.valid = self.calls = self.valid_calls = 0
        self.idle = set(range(1, len(constraints) + 1))
        self.kept: dict[str, list[tuple[str, Broken]]] = {}
        self.met: dict[str, int] = {}
        self.chance = random.Random(0)  # noqa: S311  # a sample, no secret

    def __call__(self, inputs: Any, *_: Any) -> bool:
        """Verify an arrangement of the right form; others are not counted."""
        if not self.check(inputs):
            return False
        text = literal(inputs)
        broken = tuple(number for number, holds in enumerate(self.constraints, 1) if not holds(inputs))
        self.calls += 1
        self.valid_calls += not broken
        if hash(text) not in self.seen:
            self.seen.add(hash(text))
            self.valid += not broken
            self.idle.difference_update(broken)
            self._keep(text, broken)
        return not broken

    def _keep(self, text: str, broken: Broken) -> None:
        group = str(broken) if len(broken) < 2 else "several"
        kept = self.kept.setdefault(group, [])
        self.met[group] = met = self.met.get(group, 0) + 1
        if len(kept) < self.most:
            kept.append((text, broken))
        elif (place := self.chance.randrange(met)) < self.most:
            kept[place] = (text, broken)

    def missed(self) -> str:
        """An arrangement that the check accepts, near those that were met, and that was not; "" if there is none."""
        texts = [text for kept in self.kept.values() for text, _ in kept]
        self.chance.shuffle(texts)
        near = (each for text in texts for each in neighbours(_value(text)))
        for each in itertools.islice(near, NEIGHBOURS):
            try:
                if self.check(each) and hash(text := literal(each)) not in self.seen:
                    return text
            except Exception:  # noqa: BLE001, S112  # it refuses them in its own way
                continue
        return ""


def neighbours(arrangement: Any) -> Iterator[Any]:
    """Yield arrangements of the same shape in which two values are exchanged, or one is replaced by another."""
    values = list(leaves(arrangement))
    for one, other in itertools.permutations(range(len(values)), 2):
        if values[one] != values[other]:
            replaced = [*values]
            replaced[one] = values[other]
            yield rebuilt(arrangement, iter(replaced))
            if one < other:
                replaced[other] = values[one]
                yield rebuilt(arrangement, iter(replaced))


def leaves(value: Any) -> Iterator[Any]:
    """Yield the values in an arrangement, but not its keys."""
    if isinstance(value, dict):
        parts = list(value.values())
    elif isinstance(value, set | frozenset):
        parts = sorted(value, key=literal)
    elif isinstance(value, list | tuple):
        parts = list(value)
    else:
        yield value
        return
    for each in parts:
        yield from leaves(each)


def rebuilt(value: Any, given: Iterator[Any]) -> Any:
    """Return an arrangement with other values, in the order of `leaves`."""
    if isinstance(value, dict):
        return {key: rebuilt(each, given) for key, each in value.items()}
    if isinstance(value, set | frozenset):
        return {rebuilt(each, given) for each in sorted(value, key=literal)}
    if isinstance(value, list | tuple):
        return type(value)([rebuilt(each, given) for each in value])
    return next(given)


def _value(text: str) -> Any:
    """The value of a literal; None of what is none, since an arrangement may hold objects."""
    try:
        return ast.literal_eval(text)
    except ValueError:
        return None


class Silent:
    """Swallows what the code prints."""

    def write(self, text: str) -> int:
        """Write nothing."""
        return len(text)

    def flush(self) -> None:
        """Do nothing."""


def count(given: dict[str, Any]) -> None:
    """Print what the traversal of a puzzle comes to, as JSON.

    `given` has `stated` and `traverse`, the code; `example`, a literal or ""; and `most`, the samples of a kind.
    """
    report: dict[str, Any] = {
        "valid": 0,
        "total": 0,
        "calls": [0, 0],
        "claimed": None,
        "kept": [],
        "idle": [],
        "missed": "",
    }
    out, sys.stdout = sys.stdout, Silent()
    try:
        problem = _counted(given, report)
    except Exception as error:  # noqa: BLE001  # the code may raise anything
        problem = f"the traversal failed with {type(error).__name__}: {str(error)[:300]}"
    sys.stdout = out
    print(json.dumps({**report, "problem": problem}))  # noqa: T201  # it is a script


def _counted(given: dict[str, Any], report: dict[str, Any]) -> str:
    names: dict[str, Any] = {"__name__": "verifier"}  # one for all: code that was written together shares imports
    exec(compile(given["stated"], "verifier.py", "exec"), names)  # noqa: S102
    if not callable(names.get("inputs_check")) or not isinstance(names.get("constraint_list"), list | tuple):
        return "the verifier has no function inputs_check, or no list constraint_list"
    counter = Counter(names["inputs_check"], list(names["constraint_list"]), given["most"])
    ours = {name: names[name] for name in ("inputs_check", "constraint_list")} | {"verify_function": counter}
    names.update(ours)
    exec(compile(given["traverse"], "traversal.py", "exec"), names)  # noqa: S102
    names.update(ours)  # it may have brought its own
    if "count_valid_arrangements" not in names:
        return "the traversal has no function count_valid_arrangements"
    # What ran at the top of the code does not count.
    counter = Counter(counter.check, counter.constraints, counter.most)
    names["verify_function"] = counter
    claimed = names["count_valid_arrangements"]()
    report["claimed"] = [int(claimed[0]), int(claimed[1])]
    report["valid"], report["total"] = counter.valid, len(counter.seen)
    report["calls"] = [counter.valid_calls, counter.calls]
    report["kept"] = sorted(each for kept in counter.kept.values() for each in kept)
    report["idle"] = sorted(counter.idle) if counter.calls else []
    report["missed"] = counter.missed()
    if not counter.calls:
        return "the traversal verifies no arrangement of the right form with verify_function"
    if given["example"] and hash(given["example"]) not in counter.seen:
        return f"the traversal does not come to the example {given['example'][:300]}"
    return ""
