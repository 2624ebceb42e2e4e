# what: a source that no compiler gets through
# expect: not compiled
# uncontained: not compiled
# source: "x = " + "-" * 3_000_000 + "1"
