"""Under what circumstances the hostile programs run: their limits, and the tiers that are to be had."""

from __future__ import annotations

import os
from functools import lru_cache

from evaluators.items import Limits
from evaluators.sandbox import tiers

ENVIRONMENT = "HARDTWIN_HOSTILE"
"""Set where these tests are started again under other circumstances: by what name."""
AGAIN = os.environ.get(ENVIRONMENT, "")

LIMITS = Limits((0.3,), memory_mb=128, output_mb=1.0)


@lru_cache(maxsize=1)
def contained() -> tuple[str, ...]:
    """The tiers of this machine in which a program is contained, as far as this user can have them."""
    there = ("root", "userns", "container") if not os.geteuid() else ("userns", "container")
    return tuple(name for name in there if not tiers.doubt_of(name))
