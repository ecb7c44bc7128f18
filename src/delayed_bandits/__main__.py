"""Run `python -m delayed_bandits COMMAND`, which works without installation, too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from delayed_bandits.cli.commands import main

if __name__ == "__main__":
    sys.exit(main())
