# what: its working folder, gone
# expect: PermissionError | OSError
# uncontained: harmless
import os

os.rmdir(os.getcwd())
print("end")
