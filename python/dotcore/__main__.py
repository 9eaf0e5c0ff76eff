"""``python -m dotcore``: the same as the command ``dotcore``."""

import sys

from dotcore.cli import main

if __name__ == "__main__":
    sys.exit(main())
