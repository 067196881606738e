"""The pages in docs are up to date."""

import subprocess
import sys

from console import ROOT, environment
from settings_page import PARTS, fields


def test_the_page_of_settings_is_up_to_date():
    command = [sys.executable, ROOT / "tests" / "settings_page.py"]  # a process of its own: tests are given more time
    done = subprocess.run(command, capture_output=True, check=True, env=environment(), text=True, encoding="utf-8")
    assert (ROOT / "docs" / "settings.md").read_text("utf-8") == done.stdout


def test_every_setting_says_what_it_means():
    assert all(text for model, _ in PARTS.values() for _, _, text in fields(model))
