# what: a list nested a million deep, let go at once
# expect: harmless
# uncontained: harmless
x = []
for _ in range(10**6):
    x = [x]
del x
print("end")
