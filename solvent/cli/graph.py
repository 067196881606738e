"""`solvent graph`: print the state machine as a diagram."""

import argparse
from typing import Any

from solvent.cli.options import command


def register(commands: Any) -> None:
    """Add the command."""
    command(commands, "graph", run, "print the state machine as a Mermaid diagram", "exit codes: 0 done")


def run(_options: argparse.Namespace) -> int:
    """Print the diagram."""
    from solvent.agents import build

    print(build().get_graph().draw_mermaid().strip())
    return 0
