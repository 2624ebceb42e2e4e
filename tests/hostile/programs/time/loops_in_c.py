# what: loops in C, where no signal handler of Python runs
# expect: cpu
# uncontained: cpu
10**10**8
