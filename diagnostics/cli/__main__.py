"""Run the command line as ``python -m diagnostics.cli``."""

import sys

from diagnostics.cli.main import main

sys.exit(main())
