"""Let the tests of this folder import its helpers by name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
