"""The look of all figures: readable in print and without colours, and the same file for the same data."""

import io
import warnings
from collections.abc import Sequence
from typing import Any

from solvent.explanations.visible import shown

WIDTH = 6.6  # inches: the text of an A4 page
ROW = 0.3  # inches for a bar with its label
BLACK, GREY = "#1a1a1a", "#666666"
# In grey, neighbours differ in lightness or hatch.
FILLS = (
    ("#e9f1f8", ""), ("#a9c6e3", "////"), ("#6f9dc8", ""), ("#fbeedd", "xx"), ("#e0a85c", "\\\\\\\\"), ("#7a4a12", ""),
)  # fmt: skip
MARKERS = "osD^vP*X<>ph"
DASHES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)))
COLOURS = ("#23517d", "#b5651d", "#2f7d5b", "#8a2f5f", "#4d4d4d", "#7a6a12")

_STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": GREY,
    "axes.grid": True,
    "axes.labelcolor": BLACK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 9,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "hatch.color": BLACK,
    "hatch.linewidth": 0.5,
    "legend.frameon": False,
    "svg.fonttype": "path",  # looks the same everywhere
    "svg.hashsalt": "solvent",
    "text.color": BLACK,
    "text.parse_math": False,  # labels are other people's names
}


def style() -> Any:
    """The settings of matplotlib for a figure, as a context manager."""
    import matplotlib as mpl

    return mpl.rc_context(_STYLE)


def new(height: float) -> tuple[Any, Any]:
    """A figure of the page's width and its axes; call it within `style()`."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasSVG(figure)
    return figure, figure.subplots()


def svg(figure: Any) -> str:
    """The figure as SVG, without dates and other metadata."""
    file = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a label in a script that the font lacks is shown as boxes
        figure.savefig(file, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    return file.getvalue()


def label(text: str, width: int = 34) -> str:
    """A text for a figure, folded to at most three lines."""
    import textwrap

    lines = textwrap.wrap(shown(text), width) or [""]
    return "\n".join(lines if len(lines) <= 3 else [*lines[:2], lines[2][: width - 1] + "…"])


def share_axis(axis: Any, name: str, *, top: float = 1.0) -> None:
    """Let an axis show shares from 0 to `top` in percent."""
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0, symbol=""))
    axis.set_label_text(f"{name} (%)")
    axis.axes.set(**{f"{axis.axis_name}lim": (0, top)})
    if top > 1:  # room for labels, where there are no shares
        axis.set_ticks([0, 0.2, 0.4, 0.6, 0.8, 1])
        axis.axes.spines["bottom" if axis.axis_name == "x" else "left"].set_bounds(0, 1)


def spread(values: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move places apart until each is `gap` from the next, in the same order and, if there is room, within bounds."""
    order = sorted(range(len(values)), key=lambda index: values[index])
    gap = min(gap, (high - low) / max(1, len(values) - 1))
    places = [0.0] * len(values)
    before = low - gap
    for index in order:
        places[index] = before = max(values[index], before + gap)
    above = high + gap
    for index in reversed(order):
        places[index] = above = min(places[index], above - gap)
    return places
