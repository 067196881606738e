"""What commands share: options, the environment, and reading input."""

import argparse
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli.text import put

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solvent.agents import Cache
    from solvent.agents.models.prices import Prices
    from solvent.agents.settings import ModelChoice, Role, Settings
    from solvent.solvers import Limits, Pool

EXIT_FAULT, EXIT_USAGE, EXIT_INCOMPLETE, EXIT_INTERRUPTED = 1, 2, 13, 130
_READINGS = 6  # of each clue
MAX_BYTES = 4_000_000  # no puzzle is longer, and reading a disk image should not hang

EXIT_CODES = """\
exit codes: 0 verified, 10 unverified, 11 ambiguous, 12 contradictory, 13 failed;
2 wrong usage or unusable input, 1 internal error or output not written, 130 interrupted"""


class UsageError(Exception):
    """The input cannot be used; the message says why and what to do."""


def say(message: str) -> None:
    """Print a message, as opposed to a result, on standard error, after the results that came before it."""
    sys.stdout.flush()
    put(f"solvent: {message}", sys.stderr)


def command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], text: str, epilog: str = ""
) -> argparse.ArgumentParser:
    """Add a command; `run` returns its exit code."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=text,
        description=text[0].upper() + text[1:] + ".",
        epilog=epilog or EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=run)
    return parser


def add_solving(parser: argparse.ArgumentParser) -> None:
    """Add the options of commands that solve puzzles."""
    _add_models(parser.add_argument_group("models"))
    _add_effort(parser.add_argument_group("effort and cost"))
    group = parser.add_argument_group("solvers")
    text = "language of the programs; `none` lets a model answer without one; may be repeated"
    group.add_argument("--framework", action="append", metavar="F", help=text)
    text = (
        "what a model writes: a `model` for Solvent to solve (default), a `script` that solves and prints, "
        "or a JSON `form` from which Solvent writes the model"
    )
    group.add_argument("--contract", choices=("model", "script", "form"), help=text)
    add_timeout(group)
    add_unsandboxed(group)
    add_workers(group)


def _add_models(group: Any) -> None:
    """Add the options that choose the models and their roles."""
    _add_model(group, "a model to use, or `rules` for the built-in grammar alone (default: $SOLVENT_MODEL, else rules)")
    text = "ROLE=NAME[@URL]: a model as author, witness, reviewer, checker, or embedder of examples; may be repeated"
    group.add_argument("--model-for", action="append", metavar="R=M", help=text)
    group.add_argument("--no-rules", action="store_true", help="leave everything to the model")
    _add_connections(group)
    group.add_argument("--seed", type=int, metavar="S", help="random seed of the model's sampling, and of --limit")


def _add_effort(group: Any) -> None:
    """Add the options that decide how much a model may try and cost."""
    text = (
        "named settings to start from (default: standard), such as thorough, zps-retries or cp-bench-level3; see "
        "`solvent presets`"
    )
    group.add_argument("--preset", default="standard", metavar="P", help=text)
    text = "a TOML file of settings that override those of the preset; `solvent presets NAME` prints one"
    group.add_argument("--settings", metavar="FILE", help=text)
    text = "programs written independently in each framework (default: 1)"
    group.add_argument("--samples", type=positive(int), metavar="K", help=text)
    text = "have up to N answers reviewed by a model that sees only the clues (default: 0)"
    group.add_argument("--verify", type=counted, metavar="N", help=text)
    text = "rounds in which a model reviews its own program and output, with a cp-bench preset (default: 0)"
    group.add_argument("--self-verify", type=counted, metavar="N", help=text)
    text = "show the model the E most similar of the problems in --examples-from, with their programs (default: 0)"
    group.add_argument("--examples", type=counted, metavar="E", help=text)
    text = "a JSONL file of problems with id, text and program; `bench cp-bench` has its own"
    group.add_argument("--examples-from", metavar="FILE", help=text)
    text = "before writing programs, have a model read the few clues of a logic grid that the rules do not understand"
    group.add_argument("--clauses", action="store_const", const=_READINGS, help=text)
    text = "have answers checked by a predicate per clue, written without sight of any program"
    group.add_argument("--checkers", action="store_true", help=text)
    text = "guidance in prompts: 1 task and contract, 2 also rules and steps, 3 also an example and pitfalls (default)"
    group.add_argument("--level", type=int, choices=(1, 2, 3), help=text)
    group.add_argument("--budget-tokens", type=positive(int), metavar="N", help="tokens per puzzle, at most")
    group.add_argument("--budget-seconds", type=positive(float), metavar="S", help="seconds per puzzle, at most")
    group.add_argument("--budget-usd", type=positive(float), metavar="X", help="US dollars per puzzle, at most")
    text = "tokens per reply, at most; 0 for no limit (default: 16000)"
    group.add_argument("--reply-tokens", type=counted, metavar="N", help=text)
    _add_prices(group)
    text = "keep the model's replies in DIR, and take those that are there from it, without asking again"
    group.add_argument("--cache", metavar="DIR", help=text)


def add_one_model(group: Any, text: str) -> None:
    """Add the options that name a single model, of which `one_model` makes a choice."""
    _add_model(group, text)
    _add_connections(group)
    _add_prices(group)


def _add_model(group: Any, text: str) -> None:
    group.add_argument("--model", metavar="M", help=text)
    group.add_argument("--base-url", metavar="U", help="address of the model's API (default: $OPENAI_BASE_URL)")


def _add_connections(group: Any) -> None:
    group.add_argument("--max-connections", type=positive(int), metavar="N", help="concurrent calls (default: 4)")


def _add_prices(group: Any) -> None:
    text = (
        'US dollars per million prompt and completion tokens, or a TOML file of lines `"model" = [in, out]` '
        "(default: $SOLVENT_PRICES, else those published for the model at its address)"
    )
    group.add_argument("--prices", metavar="IN,OUT|FILE", help=text)


def add_unsandboxed(parser: Any) -> None:
    """Add `--allow-unsandboxed`."""
    text = "run untrusted programs even if the sandbox is incomplete"
    parser.add_argument("--allow-unsandboxed", action="store_true", help=text)


def add_workers(parser: Any) -> None:
    """Add the options for `pool_of`: where programs run, and how many at a time."""
    text = "programs to run at a time (default: cores, or the cluster's CPUs)"
    parser.add_argument("--workers", type=positive(int), metavar="N", help=text)
    text = "run programs on the Ray cluster at ADDRESS: HOST:PORT, or `auto` for the one that this machine is part of"
    parser.add_argument("--ray", metavar="ADDRESS", help=text)


def pool_of(address: str | None, workers: int | None, *, allow_unsandboxed: bool) -> "Pool":
    """A pool on the Ray cluster at an address, or on this machine; it has yet to be entered."""
    if address is not None:
        from solvent.solvers.ray_pool import RayPool

        return RayPool(address, workers, allow_unsandboxed=allow_unsandboxed)
    from solvent.solvers import Pool

    return Pool(workers, allow_unsandboxed=allow_unsandboxed)


def add_timeout(parser: Any) -> None:
    """Add `--timeout`."""
    text = "seconds per solver query (default: 10)"
    parser.add_argument("--timeout", type=positive(float), metavar="S", help=text)


def positive(kind: Callable[[str], Any]) -> Callable[[str], Any]:
    """An argparse type for numbers greater than zero."""

    def read(text: str) -> Any:
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not 0 < value < float("inf"):
            raise argparse.ArgumentTypeError(f"{text!r} is not a number greater than zero")
        return value

    return read


def counted(text: str) -> int:
    """An argparse type for whole numbers from zero."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 0")
    return int(text)


def limits(options: argparse.Namespace) -> "Limits":
    """The limits that the options set."""
    from solvent.solvers import Limits

    return Limits() if options.timeout is None else Limits(seconds=options.timeout)


def settings_of(options: argparse.Namespace) -> "Settings":
    """The settings of the run: the preset, overridden by the settings file, overridden by the other options.

    Raises UsageError or SolventError for invalid ones.
    """
    from solvent.agents.presets import preset_of, settled
    from solvent.agents.settings import read_settings

    values = read_settings(Path(options.settings)) if options.settings else {}
    models = _models(options, values.pop("models", {}))
    costs = {
        "tokens": options.budget_tokens,
        "reply_tokens": options.reply_tokens,
        "seconds": options.budget_seconds,
        "usd": options.budget_usd,
    }
    named = {
        "frameworks": tuple(dict.fromkeys(options.framework)) if options.framework else None,
        "contract": options.contract,
        "samples": options.samples,
        "rules": False if options.no_rules else None,
        "verification": options.verify,
        "self_verification": options.self_verify,
        "examples": options.examples,
        "examples_from": options.examples_from,
        "clauses": options.clauses,
        "checkers": options.checkers or None,
        "level": options.level,
        "seed": options.seed,
        "budget": {**values.get("budget", {}), **_given(costs)},
        "allow_unsandboxed": options.allow_unsandboxed or None,
    }
    settings = settled(preset_of(options.preset), models, timeout=options.timeout, **{**values, **_given(named)})
    if settings.budget.usd is not None and settings.models:
        _check_prices(settings)
    return settings


def cache_of(options: argparse.Namespace) -> "Cache | None":
    """The cache that --cache names. Raises SolventError if it cannot be written to."""
    if options.cache is None:
        return None
    from solvent.agents import Cache

    return Cache(options.cache)


def _check_prices(settings: "Settings") -> None:
    from solvent.agents.models.prices import prices_of

    unknown = [choice.name for choice in settings.models.values() if prices_of(choice) is None]
    if unknown:
        raise UsageError(
            f"--budget-usd needs the price of tokens, which is not known for {', '.join(dict.fromkeys(unknown))}: give "
            "--prices IN,OUT (US dollars per million prompt and completion tokens) or --prices FILE, or set "
            "SOLVENT_PRICES."
        )


def _given(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _models(options: argparse.Namespace, known: "Mapping[Role, ModelChoice]") -> dict[Any, Any]:
    """The model in each role, by --model and --model-for, else as in the settings file, else by the environment."""
    from solvent.agents.settings import ROLES, ModelChoice

    author = known.get("author")
    name = options.model or (author.name if author else os.environ.get("SOLVENT_MODEL") or "rules")
    if name == "rules":
        return {"author": "rules"}
    own = author.model_dump() if author and author.name == name else {"name": name}
    author = ModelChoice(**{**own, **_access(options)})
    found = {**known, "author": author}
    for text in options.model_for or ():
        role, _, rest = text.partition("=")
        other, _, url = rest.partition("@")
        if role not in ROLES or not other:
            raise UsageError(f"--model-for {text!r}: write ROLE=NAME or ROLE=NAME@URL, ROLE one of {', '.join(ROLES)}.")
        found[role] = author.model_copy(update={"name": other, **({"url": url} if url else {})})
    listed = _price_list(options)[1]
    return {role: _priced(choice, listed) for role, choice in found.items()}


def _priced(choice: "ModelChoice", listed: "Mapping[str, Prices]") -> "ModelChoice":
    known = choice.prices or listed.get(choice.name)
    return choice.model_copy(update={"prices": known})


def one_model(options: argparse.Namespace) -> "ModelChoice | None":
    """The model that `add_one_model`'s options name; None if they name none. Raises UsageError or SolventError."""
    from solvent.agents.settings import ModelChoice

    if options.model is not None:
        if options.model == "rules":
            raise UsageError("--model rules is the built-in grammar, which cannot do this; name a language model.")
        choice = ModelChoice(name=options.model, **_access(options))
        return _priced(choice, _price_list(options)[1])
    if options.base_url or options.prices or options.max_connections:
        raise UsageError("--base-url, --prices and --max-connections are about a model; name it with --model.")
    return None


def _access(options: argparse.Namespace) -> dict[str, Any]:
    """How a model is reached and what it costs, as far as the options say it of every model."""
    prices, _ = _price_list(options)
    return _given({"url": options.base_url, "prices": prices, "connections": options.max_connections})


def _price_list(options: argparse.Namespace) -> "tuple[Prices | None, Mapping[str, Prices]]":
    """The prices of every model, from `IN,OUT`, or those by name, from a file."""
    text = options.prices or os.environ.get("SOLVENT_PRICES") or ""
    if not text.strip():
        return None, {}
    try:
        into, out = (float(part) for part in text.split(","))
    except ValueError:
        into = out = -1.0
    if 0 <= into < float("inf") and 0 <= out < float("inf"):
        return (into, out), {}
    if not Path(text).exists():
        raise UsageError(
            f"the prices {text!r} are not two numbers such as 2.5,10 (US dollars per million tokens), nor a file."
        )
    from solvent.agents.models.prices import read_prices

    return None, read_prices(Path(text))


def read_text(source: str, wanted: str = "a puzzle") -> str:
    """Read a text file, or standard input for `-`. Raises UsageError if it cannot be read or is not text."""
    name = "standard input" if source == "-" else source
    try:
        raw = sys.stdin.buffer.read(MAX_BYTES + 1) if source == "-" else _bytes(Path(source))
    except OSError as error:
        closed = source == "-" and error.errno == errno.EBADF
        raise UsageError(f"cannot read {name}: {'it is closed' if closed else error.strerror or error}.") from error
    if len(raw) > MAX_BYTES:
        raise UsageError(f"{name} is larger than {MAX_BYTES // 1_000_000} MB; give a file that holds {wanted}.")
    return decode(raw, name, wanted)


def _bytes(path: Path) -> bytes:
    if path.is_dir():
        raise UsageError(f"{path} is a directory; give a file that holds one puzzle.")
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def decode(raw: bytes, name: str, wanted: str = "a puzzle") -> str:
    """Decode a text, such as that of a puzzle. Raises UsageError for anything but non-empty UTF-8 text."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UsageError(f"{name} is in UTF-16; save it as UTF-8.")
    if b"\0" in raw:
        raise UsageError(f"{name} is a binary file; give a text file.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{name} is not in UTF-8 (line {line}); save it as UTF-8.") from error
    if not text.strip():
        raise UsageError(f"{name} is empty; give {wanted}.")
    return text
