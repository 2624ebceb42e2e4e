# what: an object that loops when it is let go
# expect: cpu
# uncontained: cpu
class Sticky:
    def __del__(self):
        while True:
            pass


sticky = Sticky()
