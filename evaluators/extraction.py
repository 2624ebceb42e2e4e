"""Temporary."""
from dataclasses import dataclass
import re
@dataclass(frozen=True)
class Extraction:
    program: str
    rule: str
def extract(reply: str) -> Extraction:
    m = re.search(r"(`{3,})python\n(.*?)\n\1", reply, re.S)
    return Extraction(m[2] if m else "", "fence")
