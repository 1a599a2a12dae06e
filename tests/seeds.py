"""The seed of the exhaustive tests: another one in each run, unless DOWSE_TEST_SEED says which."""

from __future__ import annotations

import os
from secrets import randbelow

from hypothesis import seed

VARIABLE = "DOWSE_TEST_SEED"
SEED = int(os.environ.setdefault(VARIABLE, str(randbelow(1_000_000))))  # the workers of the tests inherit it
seeded = seed(SEED)  # for a property that Hypothesis generates
