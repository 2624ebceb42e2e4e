# what: a thread that outlives the program
# expect: harmless
# uncontained: harmless
import threading
import time

threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
print("end")
