# what: asks to fork again and again
# expect: cpu
import os

while True:
    try:
        if os.fork():
            print("passed: fork")
    except OSError:
        pass
