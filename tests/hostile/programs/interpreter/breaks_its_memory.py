# what: overwrites objects of the interpreter that all cases share until one writes to them
# expect: ends
# uncontained: ends
import ctypes
import sys

for each in (True, None, 1, (), "", print, type, sys, sys._getframe().f_code):
    ctypes.memset(id(each) + 16, 0x41, 16)
