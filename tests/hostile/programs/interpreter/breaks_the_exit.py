# what: what is called at the end is gone
# expect: ends
# uncontained: ends
import atexit
import gc
import os
import threading

os._exit = atexit._run_exitfuncs = gc.collect = threading._shutdown = None
print("end")
