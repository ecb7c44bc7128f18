"""`python -m delayed_bandits STEP`, or this file as a script in a checkout that is not installed."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from delayed_bandits.cli import main  # noqa: E402

sys.exit(main())
