# what: a first line by which a codec that is none for sources decides what the source is
# expect: not compiled
# uncontained: not compiled
# source: "# coding: rot13\ncevag(1)"
