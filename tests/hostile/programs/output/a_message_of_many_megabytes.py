# what: an exception whose class and words are far longer than a reply
# expect: output
# uncontained: output
raise type("E" * 10**6, (Exception,), {})("\0\n\x1b[2J" * 10**6)
