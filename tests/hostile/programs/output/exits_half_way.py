# what: leaves with code 0 past all that would be done at the end
# expect: exit 0
# uncontained: exit 0
import os

print("half an answer", flush=True)
os._exit(0)
