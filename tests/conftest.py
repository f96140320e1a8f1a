"""What every test shares."""

import os

from hypothesis import settings

# No example has a deadline: how long one takes tells of the machine's other work, and is no test's matter.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
