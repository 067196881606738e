"""`solvent generate`: tasks with known answers, as many as wanted."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from solvent.cli.options import EXIT_INCOMPLETE, add_workers, pool_of, positive, say

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from solvent.benchmarks.generate.files import Generated, Order
    from solvent.benchmarks.generate.generator import Generator

_EPILOG = """\
FILE gets a line per sample: id, text, answer, status, group, program, flaw. Beside it stand what each took
(.effort.jsonl) and a data card (.card.md). The same seed and options give the same bytes; the same command goes on
with a file that was not completed.
exit codes: 0 done, 13 incomplete, 2 unusable options or file, 1 internal error, 130 interrupted"""


def register(commands: Any) -> None:
    """Add the command; which generators there are, with their options, is looked up only when it is used."""
    text = "make tasks with known answers, from a seed"
    parser = commands.add_parser("generate", help=text, add_help=False)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    parser.set_defaults(command=lambda given: run(type(parser), ["--help"] if given.help else given.arguments))


def run(parser_class: type[argparse.ArgumentParser], arguments: list[str]) -> int:
    """Generate samples, and say how many."""
    import asyncio

    options = _parser(parser_class).parse_args(arguments)
    order = _order(options)
    done = asyncio.run(_generate(order, options))
    say(f"{options.out} has {done.total} samples, {done.total - done.before} of them new, in {done.seconds:.1f} s")
    if done.exhausted:
        say(done.exhausted)
        return EXIT_INCOMPLETE
    return 0


def _parser(parser_class: type[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    from solvent.benchmarks.generate import load, names

    raw = argparse.RawDescriptionHelpFormatter
    text = "Make tasks with known answers, from a seed. `solvent generate KIND --help` describes the options of a kind."
    parser = parser_class(prog="solvent generate", description=text, epilog=_EPILOG, formatter_class=raw)
    kinds = parser.add_subparsers(title="kinds", metavar="KIND", dest="kind", required=True)
    for name in names():
        generator = load(name)
        about = f"{generator.about[0].upper()}{generator.about[1:]}."
        kind = kinds.add_parser(name, help=generator.about, description=about, epilog=_EPILOG, formatter_class=raw)
        kind.set_defaults(generator=generator)
        kind.add_argument("--seed", type=int, required=True, metavar="S", help="random seed")
        kind.add_argument("--n", type=positive(int), required=True, metavar="N", help="number of samples")
        kind.add_argument("--out", required=True, metavar="FILE", help="file of lines of JSON")
        kind.add_argument("--unique", action="store_true", help="replace samples that are equal to an earlier one")
        add_workers(kind)
        own = kind.add_argument_group(f"options of {name}")
        for field, info in generator.settings.model_fields.items():
            _add(own, _option(field), info)
    return parser


def _add(group: Any, option: str, info: "FieldInfo") -> None:
    """Add the option of a field of the settings; what is not given is left to the settings."""
    kinds = [kind for kind in get_args(info.annotation) if kind is not type(None)] or [info.annotation]
    if get_origin(info.annotation) is Literal:
        kinds = [info.annotation]
    kind = kinds[0]
    text = (info.description or "").replace("%", "%%")
    if kind is bool:
        group.add_argument(option, action="store_true", default=None, help=text)
    elif get_origin(kind) is Literal:
        choices = get_args(kind)
        shown = choices[0] if len(choices) == 1 else "{" + ",".join(choices) + "}"
        group.add_argument(option, choices=choices, metavar=shown, help=text)
    else:
        group.add_argument(option, type=kind, metavar="N" if kind is int else "X", help=text)


def _order(options: argparse.Namespace) -> "Order":
    from solvent.benchmarks.generate.files import Order
    from solvent.benchmarks.generate.generator import settings_from

    generator: Generator = options.generator
    given = {field: getattr(options, field) for field in generator.settings.model_fields}
    given = {field: value for field, value in given.items() if value is not None}
    settings = settings_from(generator.settings, given, _option)
    return Order(generator, settings, options.seed, options.n, options.unique)


def _option(field: str) -> str:
    return f"--{field.replace('_', '-')}"


async def _generate(order: "Order", options: argparse.Namespace) -> "Generated":
    from solvent.benchmarks.generate.files import generate

    async with pool_of(None, options.workers, allow_unsandboxed=False) as pool:
        return await generate(order, Path(options.out), pool, _show_progress if sys.stderr.isatty() else None)


def _show_progress(done: int, total: int) -> None:
    print(f"\r{done}/{total}", end="\n" if done == total else "", file=sys.stderr, flush=True)
