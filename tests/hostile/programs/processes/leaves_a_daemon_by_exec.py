# what: a daemon that is another program
# expect: PermissionError
# uncontained: harmless
import subprocess
import sys

daemon = [sys.executable, "-c", "import time; time.sleep(1000)  # MARK"]
subprocess.Popen(daemon, start_new_session=True, stdout=subprocess.DEVNULL)
print("end")
