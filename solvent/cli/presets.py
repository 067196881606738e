"""`solvent presets`: list the named settings, or print one."""

import argparse
from typing import Any

from solvent.cli.options import command
from solvent.cli.text import dumps, put


def register(commands: Any) -> None:
    """Add the command."""
    text = "list the presets, or print one as TOML for --settings"
    parser = command(commands, "presets", run, text, "exit codes: 0 done, 2 unknown preset")
    parser.add_argument("name", nargs="?", metavar="NAME", help="the preset to print in full")
    parser.add_argument("--json", action="store_true", help="print JSON instead")


def run(options: argparse.Namespace) -> int:
    """Print the presets."""
    from solvent.agents.presets import PRESETS, preset_of, table

    if options.json:
        chosen = PRESETS if options.name is None else {options.name: preset_of(options.name)}
        put(dumps({name: settings.model_dump(mode="json") for name, settings in chosen.items()}))
    elif options.name is None:
        from solvent.explanations.values import columns

        put(columns(table()))
    else:
        put(preset_of(options.name).to_toml().rstrip())
    return 0
