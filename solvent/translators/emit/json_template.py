"""Answers as JSON templates, for languages without data literals of their own."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from solvent.translators.emit.language import Chosen, Constant, Expression, Labels, Rounded


def template(answer: Any, term: Callable[[Expression], str], choices: Mapping[str, str]) -> str:
    """Write an answer as a JSON template, with its terms written by `term`; `choices` are the symbols of choices."""

    def shown(node: Any) -> Any:
        match node:
            case dict():
                return {key: shown(item) for key, item in node.items()}
            case list():
                return [shown(item) for item in node]
            case Labels(labelled, names):
                return {"$label": term(labelled), "$of": {str(number): name for number, name in names}}
            case Rounded(real):
                return {"$rounded": term(real)}
            case Constant(text):
                return {"$value": text}
            case Chosen(choice, text):
                return {"$where": choices[choice], "$item": {"$value": text}}
            case int():
                return node
        return term(node)

    return json.dumps(shown(answer), ensure_ascii=False)
