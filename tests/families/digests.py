"""Digests of the suites of s1 … s3 as JSON, by family, twin and stratum.

The expected ones stand in digests.json. Where a change of suites is meant, write them anew:
`python tests/families/digests.py > tests/families/digests.json`
"""

import json
import sys

import families
from evaluators.suites import build


def digests() -> dict[str, str]:
    """One of items 0 and 1 of seed 0 together, for each suite."""
    found = {}
    for name in families.names():
        family = families.load(name)
        for twin in family.twins:
            for stratum in family.ladder[:3]:
                suites = (build(family, twin, stratum, 0, item) for item in range(2))
                found[f"{name}/{twin}/{stratum.name}"] = " ".join(suite.digest for suite in suites)
    return found


if __name__ == "__main__":
    json.dump(digests(), sys.stdout, indent=2)
    sys.stdout.write("\n")
