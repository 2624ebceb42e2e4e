# what: its working folder, gone
# expect: PermissionError | OSError
# uncontained: harmless
# disturbs: rooms; descriptors of the judge
import os

os.rmdir(os.getcwd())
print("end")
