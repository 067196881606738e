"""`python -m solvent.cli`."""

import sys

from solvent.cli import main

sys.exit(main())
