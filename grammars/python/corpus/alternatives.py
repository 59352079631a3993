# Definitions of a name in branches: each is meant somewhere. Outside branches a name has one meaning or none.
import sys

if sys.platform == "win32":

    def clear(): #: def function clear +1
        return 1

else:

    def clear(): #: def function clear +1
        return 2


try:
    from fast import dump
except ImportError:

    def dump(value): ... #: def function dump


try:
    import first as backend
except ImportError:
    import second as backend


def pick(): ... #: def function pick


if sys.version_info < (3, 9):

    def pick(): ... #: def function pick


def twice(): ... #: def function twice


def twice(): ... #: def function twice


value = None #: def variable value
if sys.argv:

    def value(): ... #: def function value


class Terminal: #: def class Terminal +10
    if sys.platform == "win32":

        def size(self): ... #: def method Terminal.size

    else:

        def size(self): ... #: def method Terminal.size

    def width(self): #: def method Terminal.width +1
        return self.size() #: call Terminal.width > size = direct Terminal.size; call Terminal.width > size = direct Terminal.size


def use(terminal: Terminal): #: def function use +8
    clear() #: call use > clear = direct clear; call use > clear = direct clear
    dump(1) #: call use > dump = direct dump
    backend.run() #: call use > run = unresolved
    pick() #: call use > pick = direct pick; call use > pick = direct pick
    twice() #: call use > twice = unresolved
    value() #: call use > value = unresolved
    terminal.size() #: call use > size = direct Terminal.size; call use > size = direct Terminal.size
    del terminal
