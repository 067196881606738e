"""Cycles in a graph of names: where an order of its nodes has to be stated, because the graph itself gives none."""

from collections.abc import Iterable, Iterator, Mapping


def components(links: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Number the strongly connected components of a graph; a node alone in its component has none, unless it loops.

    `links` maps each node to those that it links to. The result maps the nodes that are on a cycle to their component:
    two of them lie on a common cycle if and only if they have the same number.
    """
    back: dict[str, list[str]] = {}
    for node, targets in links.items():
        for target in targets:
            back.setdefault(target, []).append(node)
    found: dict[str, int] = {}
    seen: set[str] = set()
    for number, start in enumerate(reversed(list(_finished(links)))):
        waiting = [start] if start not in seen else []
        members = []
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen.add(node)
                members.append(node)
                waiting += back.get(node, ())
        if len(members) > 1 or start in links.get(start, ()):
            found |= dict.fromkeys(members, number)
    return found


def _finished(links: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yield the nodes as a depth-first search leaves them: a node after all that it leads to, but for cycles."""
    seen: set[str] = set()
    for start in links:
        waiting = [(start, False)]
        while waiting:
            node, left = waiting.pop()
            if left:
                yield node
            elif node not in seen:
                seen.add(node)
                waiting.append((node, True))
                waiting += [(target, False) for target in links.get(node, ()) if target not in seen]


def reached(start: str, links: Mapping[str, Iterable[str]]) -> set[str]:
    """Return the nodes that can be reached from one, itself included."""
    seen = {start}
    waiting = [start]
    while waiting:
        for target in links.get(waiting.pop(), ()):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen
