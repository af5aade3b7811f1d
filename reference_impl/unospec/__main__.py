"""`python -m unospec`."""

import sys

from unospec.cli import main

sys.exit(main())
