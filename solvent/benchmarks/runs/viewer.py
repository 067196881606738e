"""Inspect's viewer of logs."""

from pathlib import Path

from solvent.benchmarks.cases import BenchmarkError


def serve(folder: Path, host: str, port: int) -> None:
    """Serve the logs below a folder until interrupted. Raises `BenchmarkError` without Inspect."""
    try:
        from inspect_ai import view
    except ModuleNotFoundError as error:
        raise BenchmarkError("the viewer needs inspect-ai: pip install 'solvent[bench]'") from error
    view(log_dir=str(folder), recursive=True, host=host, port=port)
