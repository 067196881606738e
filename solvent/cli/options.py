"""What commands share: options, the environment, and reading what a user hands over."""

import argparse
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli.text import put

if TYPE_CHECKING:
    from solvent.solvers import Limits

MAX_BYTES = 4_000_000  # no puzzle is longer, and a reader should not hang on a disk image
TIMEOUT = 10.0  # seconds for each question to a solver

EXIT_CODES = """\
exit codes: 0 verified, 10 unverified, 11 ambiguous, 12 contradictory, 13 failed,
2 usage or unusable input, 1 a fault of Solvent, or the result could not be written, 130 interrupted"""

PRESET_HELP = """\
presets, for a model; an option given beside one replaces its own:
  quick     1 sample, up to 2 programs in a conversation, no restart, 30000 tokens
  standard  1 sample, up to 4 programs in a conversation, 1 restart
  thorough  3 samples, in cpmpy and smtlib, up to 4 programs in a conversation, 1 restart, 1 check of answers

"""


class UsageError(Exception):
    """The input cannot be used; the message says why and what to do."""


def say(message: str) -> None:
    """Tell the user something that is not the result."""
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
    """Add the options of whatever solves puzzles."""
    parser.add_argument("--model", metavar="M", help="who reads the text (default: $SOLVENT_MODEL, else `rules`)")
    parser.add_argument("--base-url", metavar="U", help="where the model's API is (default: $OPENAI_BASE_URL)")
    text = "language of the programs, or `none`: the model answers by itself; may be repeated"
    parser.add_argument("--framework", action="append", metavar="F", help=text)
    text = (
        "what a model writes: a `model` that Solvent solves (default), or a `script` that solves and prints by itself"
    )
    parser.add_argument("--contract", choices=("model", "script"), default="model", help=text)
    parser.add_argument("--no-rules", action="store_true", help="leave everything to the model")
    _add_effort(parser)
    parser.add_argument("--budget-tokens", type=positive(int), metavar="N", help="tokens for one puzzle")
    parser.add_argument("--budget-seconds", type=positive(float), metavar="S", help="seconds for one puzzle")
    parser.add_argument("--budget-usd", type=positive(float), metavar="X", help="US dollars for one puzzle")
    text = "US dollars per million tokens of prompts and of replies (default: $SOLVENT_PRICES)"
    parser.add_argument("--prices", metavar="IN,OUT", help=text)
    parser.add_argument("--max-connections", type=positive(int), default=4, metavar="N", help="calls at a time")
    parser.add_argument("--seed", type=int, metavar="S", help="for the model's sampling and for --limit")
    add_timeout(parser)
    add_unsandboxed(parser)
    parser.add_argument("--workers", type=positive(int), metavar="N", help="programs at a time (default: cores)")


def _add_effort(parser: argparse.ArgumentParser) -> None:
    """Add what decides how hard a model is made to work."""
    text = "a bundle of the next options: quick, standard (default) or thorough; see below"
    parser.add_argument("--preset", choices=("quick", "standard", "thorough"), default="standard", help=text)
    text = "programs that a model writes independently of each other in each framework (default: 1)"
    parser.add_argument("--samples", type=positive(int), metavar="K", help=text)
    text = "at most N answers are shown to the model, with the clues alone, to be checked (default: 0)"
    parser.add_argument("--verify", type=counted, metavar="N", help=text)
    text = "guidance for a model: 1 task and contract, 2 rules and steps too, 3 example and pitfalls too (default: 3)"
    parser.add_argument("--level", type=int, choices=(1, 2, 3), default=3, help=text)


def add_unsandboxed(parser: argparse.ArgumentParser) -> None:
    """Add the option that does without the full sandbox."""
    text = "run programs that Solvent did not write even where the sandbox is not complete"
    parser.add_argument("--allow-unsandboxed", action="store_true", help=text)


def add_timeout(parser: argparse.ArgumentParser) -> None:
    """Add `--timeout`."""
    text = f"seconds for each question to a solver (default: {TIMEOUT:g})"
    parser.add_argument("--timeout", type=positive(float), default=TIMEOUT, metavar="S", help=text)


def positive(kind: Callable[[str], Any]) -> Callable[[str], Any]:
    """Make a reader of numbers above zero for argparse."""

    def read(text: str) -> Any:
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not 0 < value < float("inf"):
            raise argparse.ArgumentTypeError(f"{text!r} is not a number above zero")
        return value

    return read


def counted(text: str) -> int:
    """Read a whole number from zero on for argparse."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def limits(options: argparse.Namespace) -> "Limits":
    """Give the limits that the options ask for."""
    from solvent.solvers import Limits

    return Limits(seconds=options.timeout)


def frameworks(options: argparse.Namespace) -> tuple[str, ...] | None:
    """Give the frameworks to write programs in, if any are named; raises `SolventError` for one that does not exist."""
    from solvent.solvers import load

    chosen = tuple(dict.fromkeys(options.framework or ()))
    for name in chosen:
        if name != "none":
            load(name)
    return chosen or None


def solving(options: argparse.Namespace) -> dict[str, Any]:
    """Give what `asolve` needs to know; raises UsageError or SolventError for what cannot be used."""
    from solvent.agents import PRESETS, Budget
    from solvent.agents.context import check_contract
    from solvent.translators.framework import scripted

    name = options.model or os.environ.get("SOLVENT_MODEL") or "rules"
    if name == "rules" and options.no_rules:
        raise UsageError("--no-rules leaves nobody to read the text: name a model with --model.")
    preset, by_rules, script = PRESETS[options.preset], name == "rules", options.contract == "script"
    chosen = frameworks(options)
    check_contract(options.contract, chosen or (), by_rules=by_rules)
    usual = tuple(each for each in preset.frameworks if not script or each in scripted())
    return {
        "model": name if by_rules else _api_model(options, name),
        "frameworks": chosen or (None if by_rules else usual),
        "contract": options.contract,
        "samples": options.samples or preset.samples,
        "use_rules": not options.no_rules,
        "verify": preset.verify if options.verify is None else options.verify,
        "level": options.level,
        "seed": options.seed,
        "budget": Budget(
            actions=preset.actions,
            restarts=preset.restarts,
            tokens=options.budget_tokens or preset.tokens,
            seconds=options.budget_seconds,
            usd=options.budget_usd,
        ),
        "limits": limits(options),
    }


def _api_model(options: argparse.Namespace, name: str) -> Any:
    from solvent.agents import OpenAIModel

    prices = _prices(options.prices or os.environ.get("SOLVENT_PRICES") or "")
    if options.budget_usd and prices is None:
        raise UsageError(
            "--budget-usd needs to know what tokens cost: give --prices IN,OUT (US dollars per million tokens of "
            "prompts and of replies), or set SOLVENT_PRICES."
        )
    return OpenAIModel(
        name,
        options.base_url or os.environ.get("OPENAI_BASE_URL"),
        os.environ.get("OPENAI_API_KEY"),
        max_connections=options.max_connections,
        prices=prices,
    )


def _prices(text: str) -> tuple[float, float] | None:
    """Read `IN,OUT`; None where nothing is given."""
    if not text.strip():
        return None
    try:
        into, out = (float(part) for part in text.split(","))
    except ValueError:
        into = out = -1.0
    if not (0 <= into < float("inf") and 0 <= out < float("inf")):
        raise UsageError(f"the prices {text!r} are not two numbers such as 2.5,10 (US dollars per million tokens).")
    return into, out


def read_text(source: str) -> str:
    """Read a text file, or standard input for `-`; raises UsageError for what is not text."""
    name = "standard input" if source == "-" else source
    try:
        raw = sys.stdin.buffer.read(MAX_BYTES + 1) if source == "-" else _bytes(Path(source))
    except OSError as error:
        closed = source == "-" and error.errno == errno.EBADF
        raise UsageError(f"cannot read {name}: {'it is closed' if closed else error.strerror or error}.") from error
    if len(raw) > MAX_BYTES:
        raise UsageError(f"{name} is larger than {MAX_BYTES // 1_000_000} MB; give a file that holds one puzzle.")
    return decode(raw, name)


def _bytes(path: Path) -> bytes:
    if path.is_dir():
        raise UsageError(f"{path} is a directory; give a file that holds one puzzle.")
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def decode(raw: bytes, name: str) -> str:
    """Decode the text of a puzzle; raises UsageError for what is not text."""
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
        raise UsageError(f"{name} is empty; give a puzzle.")
    return text
