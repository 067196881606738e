"""What is safe to display: see the room below, which draws pictures of texts."""

from solvent.explanations.visible import HIDDEN, shown

__all__ = ["HIDDEN", "shown"]
