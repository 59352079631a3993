"""Every kind of definition, and where its boundary begins and ends."""
import functools

LIMIT = 10 #: def constant LIMIT
counter = 0 #: def variable counter
square = lambda n: n * n #: def function square


@functools.lru_cache(maxsize=None) #: call <module> > lru_cache = unresolved
def cached(n: int = 1) -> int: #: def function cached +3
    # a comment inside

    return square(n) #: call cached > square = direct square


async def fetch(url): return cached(url) #: def function fetch; call fetch > cached = direct cached


class Shape: #: def class Shape +30
    """A class with all that can stand in it."""
    sides = 0

    def __init__(self, name): #: def constructor Shape.__init__ +1
        self.name = name

    @property #: call <module> > property = unresolved
    def area(self): #: def getter Shape.area +1
        return self.compute() #: call Shape.area > compute = direct Shape.compute

    @area.setter #: call <module> > setter = unresolved
    def area(self, value): #: def setter Shape.area +1
        self.store(value) #: call Shape.area > store = unresolved

    @staticmethod #: call <module> > staticmethod = unresolved
    def unit(): #: def method Shape.unit +1
        return Shape("unit") #: call Shape.unit > Shape = direct Shape.__init__

    @classmethod #: call <module> > classmethod = unresolved
    def parse(cls, text): #: def method Shape.parse +1
        return cls(text) #: call Shape.parse > cls = direct Shape.__init__

    def compute(self): #: def method Shape.compute +3
        def inner(k): #: def function Shape.compute.inner +1
            return k + self.sides
        return inner(2) #: call Shape.compute > inner = direct Shape.compute.inner

    class Nested: #: def class Shape.Nested +2
        def deep(self): #: def method Shape.Nested.deep +1
            return counter


if LIMIT > 5:
    FALLBACK = True #: def constant FALLBACK

    def conditional(): #: def function conditional +1
        return FALLBACK
else:
    other = None #: def variable other

type Pair = tuple[int, int] #: def type Pair
