# what: reads from a pipe whose other end it holds itself
# expect: wall
# uncontained: wall
import os

end, other = os.pipe()
os.read(end, 1)
