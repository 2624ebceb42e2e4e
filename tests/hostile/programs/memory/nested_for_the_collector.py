# what: a list nested a hundred thousand deep, let go at once
# expect: harmless
# uncontained: harmless
x = []
for _ in range(10**5):
    x = [x]
del x
print("end")
