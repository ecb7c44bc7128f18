"""`python -m delayed_bandits STEP`."""

import sys

from delayed_bandits.cli import main

sys.exit(main())
