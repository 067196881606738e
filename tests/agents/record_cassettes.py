"""Records what a real model says to the examples that need one, so that tests can play it back without any API.

    OPENAI_API_KEY=... python tests/agents/record_cassettes.py --model NAME [--base-url URL] [EXAMPLE ...]

Each example is solved as `solvent solve examples/EXAMPLE.txt --model NAME` does it; its exchanges go to
tests/cassettes/EXAMPLE.jsonl, which is replaced only when the model could be asked to the end. To be run again whenever
a prompt changes.
"""

import argparse
import json
import os
import sys
from pathlib import Path

from solvent.agents import Answer, Model, OpenAIModel, solve
from solvent.agents.models.recording import Recorder

ROOT = Path(__file__).resolve().parents[2]
CASSETTES = ROOT / "tests" / "cassettes"
EXPECTED = json.loads((ROOT / "tests" / "expected_examples.json").read_text("utf-8"))
EXAMPLES = [name.removesuffix(".txt") for name, expected in EXPECTED.items() if expected["command"] == "model"]


def cassette(example: str) -> Path:
    """Give the file of an example's exchanges."""
    return CASSETTES / f"{example}.jsonl"


def run(example: str, model: Model) -> Answer:
    """Solve an example with the options that a user's call has by default."""
    return solve((ROOT / "examples" / f"{example}.txt").read_text("utf-8"), model=model)


def record(example: str, model: Model) -> Answer:
    """Solve an example and keep its exchanges; where the model could not be asked to the end, the old ones stay."""
    CASSETTES.mkdir(exist_ok=True)
    part = cassette(example).with_suffix(".part")
    part.unlink(missing_ok=True)
    recorder = Recorder(model, part)
    answer = run(example, recorder)
    if not recorder.failed:
        part.replace(cassette(example))
    else:
        part.unlink()
        print(f"{example}: not kept, for some calls failed; {answer.reason}", file=sys.stderr)
    return answer


def main() -> None:
    """Record the examples that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", nargs="*", metavar="EXAMPLE", help=f"of {', '.join(EXAMPLES)} (default: all)")
    parser.add_argument("--model", required=True)
    parser.add_argument("--base-url", default=os.environ.get("OPENAI_BASE_URL"))
    options = parser.parse_args()
    unknown = set(options.examples) - set(EXAMPLES)
    if unknown:
        parser.error(f"there is no such example: {', '.join(sorted(unknown))}; there are {', '.join(EXAMPLES)}")
    model = OpenAIModel(options.model, options.base_url, os.environ.get("OPENAI_API_KEY"))
    for example in options.examples or EXAMPLES:
        answer = record(example, model)
        right = answer.answer == EXPECTED[f"{example}.txt"]["answer"]
        tokens = f"{answer.usage.prompt_tokens} + {answer.usage.completion_tokens} tokens"
        print(f"{example}: {answer.status}, {'right' if right else 'WRONG'}, {answer.usage.calls} calls, {tokens}")


if __name__ == "__main__":
    main()
