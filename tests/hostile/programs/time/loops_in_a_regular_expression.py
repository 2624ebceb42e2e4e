# what: a match that takes exponential time
# expect: cpu
# uncontained: cpu
import re

re.match(r"(a+)+$", "a" * 40 + "b")
