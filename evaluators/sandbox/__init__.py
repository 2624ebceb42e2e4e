"""The sandbox: runs an untrusted program on one stdin and tells what happened.

Only this package starts processes for untrusted code.
"""

from evaluators.sandbox.pool import Sandbox
from evaluators.sandbox.runs import Run, Stop
from evaluators.sandbox.slots import physical_cores, slots_held
from evaluators.sandbox.speed import Pace, Unmeasured, machine_speed
from evaluators.sandbox.tiers import Tier, found, layers

__all__ = [
    "Pace",
    "Run",
    "Sandbox",
    "Stop",
    "Tier",
    "Unmeasured",
    "found",
    "layers",
    "machine_speed",
    "physical_cores",
    "slots_held",
]
