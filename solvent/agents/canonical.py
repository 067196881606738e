"""One spelling for equal answers, so that they can be counted."""

import json
from typing import Any


def canonical(value: Any) -> str:
    """Write a JSON value so that equal answers are equal texts: key order, 2 and 2.0, case and spaces do not matter."""
    return json.dumps(_plain(value), sort_keys=True, ensure_ascii=False)


def _plain(value: Any) -> Any:
    match value:
        case bool() | None:
            return value
        case float() if value.is_integer():
            return int(value)
        case str():
            return " ".join(value.split()).casefold()
        case dict():
            return {str(key): _plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
    return value
