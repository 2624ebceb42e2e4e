# what: asks for 999 seconds
# expect: cpu
# uncontained: cpu
import resource

try:
    resource.setrlimit(resource.RLIMIT_CPU, (999, 999))
except ValueError:
    pass
while True:
    pass
