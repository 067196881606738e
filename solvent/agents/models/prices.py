"""The prices of models: those of a user's file, else those that their providers publish."""

import ipaddress
import os
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from solvent.agents.models.client import OPENAI_URL
from solvent.agents.settings import ModelChoice
from solvent.solvers import SolventError

Prices = tuple[float, float]  # US dollars per million prompt and completion tokens

_SAMPLE = 1000  # tokens; prices that rise with the length of the prompt are those of a usual one


class PricesError(SolventError):
    """A file of prices that cannot be used."""


def prices_of(choice: ModelChoice) -> Prices | None:
    """The prices of a model: its own, else those that the provider behind its address publishes; None if unknown."""
    return choice.prices or published(choice.name, choice.url or os.environ.get("OPENAI_BASE_URL") or OPENAI_URL)


def published(name: str, url: str) -> Prices | None:
    """The published prices of a model at an address, by the package genai-prices; None if it does not know both."""
    if not _is_public(urlsplit(url).hostname or ""):
        return None
    from genai_prices import Usage, calc_price  # takes longer to import than all of this package

    try:
        found = calc_price(Usage(input_tokens=_SAMPLE, output_tokens=_SAMPLE), name, provider_api_url=url)
    except LookupError:
        return None
    return float(found.input_price) * 1e6 / _SAMPLE, float(found.output_price) * 1e6 / _SAMPLE


def read_prices(path: Path) -> dict[str, Prices]:
    """Read a TOML file of lines `"model" = [in, out]`. Raises PricesError, which names the line that is wrong."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise PricesError(f'the prices in {path} are not valid TOML: {error}; write "model" = [2.5, 10].') from error
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not in UTF-8"
        raise PricesError(f"cannot read the prices in {path}: {why}.") from error
    for name, pair in table.items():
        if not (isinstance(pair, list) and len(pair) == 2 and all(map(_is_price, pair))):
            raise PricesError(
                f'the price of {name!r} in {path} is not a pair such as "{name}" = [2.5, 10] '
                "(US dollars per million prompt and completion tokens); put names with a dot between quotes."
            )
    return {name: (float(pair[0]), float(pair[1])) for name, pair in table.items()}


def _is_price(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < float("inf")


def _is_public(host: str) -> bool:
    """Whether a host may be a provider's: it has a full name, as opposed to a machine of the local network."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "." in host
    return False
