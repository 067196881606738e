"""What a prompt says about forms."""

import json

GUIDE = """\
The form states a problem; a solver finds the answer. So never solve it, and state only what the text says.

- `expects`: "optimal" if something is to be as small or as large as possible, "all" if every answer is asked for, "any"
  if one of many will do, otherwise "unique".
- `lists`: groups of names in the text, in its order. Often none is needed.
- `tables`: given numbers, one for each item of the list `each`.
- `variables`: what is to be found. Types: "number" (whole, with the bounds `from` and `to`), "item" (one of the list
  `one_of`) and "yes_no". With a list as `each` there is one variable for each of its items; with "" there is just one.
- `constraints`: `clue` is the number of the clue that says it, 0 for what the rest of the text says. Every clue has at
  least one. Types: "compare", "all_different", "if_then", "either_or" (at least one option holds), "count" ("exactly",
  "at least" or "at most" so many conditions hold) and "distance" (`== 1` for neighbours).
- Texts are arithmetic with + - * and the declared names: `x`, `paid of Ben`, `paid of each` (the constraint holds for
  every item), `sum(weight * take)` (over all items), `max(...)`, `abs(...)`. An item stands alone: `tea`.
- `objective`: "minimise" or "maximise" a term; the goal is "none" unless `expects` is "optimal".
- `answer`: its keys with what they show: "value" one term, "object" a variable by item, "list" its values, "chosen" the
  items that are yes, "order" the items from the smallest to the largest value, "rows" a table of a list.
"""

_SMALL_TEXT = """\
Sam buys apples for 3 and pears for 2 each.
1. He buys 7 fruits. 2. He pays 18. Answer with the keys "apples" and "pears"."""

_SMALL = {
    "expects": "unique",
    "lists": [],
    "tables": [],
    "variables": [
        {"type": "number", "name": "apples", "each": "", "from": 0, "to": 7},
        {"type": "number", "name": "pears", "each": "", "from": 0, "to": 7},
    ],
    "constraints": [
        {"clue": 1, "type": "compare", "left": "apples + pears", "is": "==", "right": "7"},
        {"clue": 2, "type": "compare", "left": "3 * apples + 2 * pears", "is": "==", "right": "18"},
    ],
    "objective": {"goal": "none", "of": ""},
    "answer": [{"key": "apples", "show": "value", "of": "apples"}, {"key": "pears", "show": "value", "of": "pears"}],
}

_LARGER_TEXT = """\
Ada, Ben and Cy drink tea, milk and cocoa, one each, and paid 1 to 9 coins.
1. Ben drinks neither tea nor milk. 2. Whoever drinks milk paid 2 more than Cy. They paid as little as possible.
Answer with the keys "drinks" and "coins"."""

_LARGER = {
    "expects": "optimal",
    "lists": [
        {"name": "friend", "items": ["Ada", "Ben", "Cy"]},
        {"name": "drinks", "items": ["tea", "milk", "cocoa"]},
    ],
    "tables": [],
    "variables": [
        {"type": "item", "name": "drink", "each": "friend", "one_of": "drinks"},
        {"type": "number", "name": "paid", "each": "friend", "from": 1, "to": 9},
    ],
    "constraints": [
        {"clue": 0, "type": "all_different", "of": ["drink of each"]},
        {"clue": 1, "type": "compare", "left": "drink of Ben", "is": "!=", "right": "tea"},
        {"clue": 1, "type": "compare", "left": "drink of Ben", "is": "!=", "right": "milk"},
        {
            "clue": 2,
            "type": "if_then",
            "if": [{"left": "drink of each", "is": "==", "right": "milk"}],
            "then": [{"left": "paid of each", "is": "==", "right": "paid of Cy + 2"}],
        },
    ],
    "objective": {"goal": "minimise", "of": "sum(paid)"},
    "answer": [
        {"key": "drinks", "show": "object", "of": "drink"},
        {"key": "coins", "show": "object", "of": "paid"},
    ],
}

# Two problems, each with its form: with one alone, small models copy its outline.
EXAMPLES = ((_SMALL_TEXT, _SMALL), (_LARGER_TEXT, _LARGER))
EXAMPLE = "\n\n".join(f"{text}\n{json.dumps(form)}" for text, form in EXAMPLES)
