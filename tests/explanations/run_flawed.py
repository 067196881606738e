"""Run all flawed puzzles through the doctor, apply each repair to the text, and print a table: `python FILE`."""

import asyncio
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from flawed_puzzles import FLAWED

from solvent import asolve
from solvent.solvers import Pool


async def applied(repairs, pool):
    """Say of each repair whether its text is solved as it claims; None where it has no text."""
    found = []
    for each in (*repairs.corrections, *repairs.additions):
        one = getattr(each, "unique", True)
        if each.text is None:
            found.append(None)
            continue
        answer = await asolve(each.text, pool=pool)
        same = answer.answer == each.answer
        found.append(answer.status == "verified" and same if one else answer.status == "ambiguous")
    return found


async def main():
    """Print a line for each puzzle."""
    lines = ["| flaw | status | repairs | seconds | applied |\n|---|---|---|---|---|"]
    async with Pool() as pool:
        for name, (text, expected) in FLAWED.items():
            answer = await asolve(text, pool=pool)
            started = time.monotonic()
            repairs = await answer.arepairs(pool=pool)
            took = time.monotonic() - started
            said = [f"drop {each.drop}{' (one answer)' if each.unique else ''}" for each in repairs.corrections]
            said += [f"add: {' '.join(each.clues)}" for each in repairs.additions]
            work = await applied(repairs, pool)
            assert answer.status == repairs.status == expected, name
            assert False not in work, name
            lines.append(
                f"| {name} | {repairs.status} | {'; '.join(said)} | {took:.2f} | {work.count(True)} of {len(said)} |"
            )
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    asyncio.run(main())
