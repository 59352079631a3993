"""Methods found up the hierarchy, and those that classes below define anew."""
from abc import ABC


class Base: #: def class Base +10
    def run(self): #: def method Base.run +3
        self.setup() #: call Base.run > setup = direct Base.setup
        self.step() #: call Base.run > step = virtual Base.step
        self.unknown() #: call Base.run > unknown = unresolved

    def setup(self): #: def method Base.setup +1
        pass

    def step(self): #: def method Base.step +1
        pass


class Middle(Base): #: def class Middle +1
    pass


class Leaf(Middle): #: def class Leaf +3
    def step(self): #: def method Leaf.step +2
        super().step() #: call Leaf.step > super = unresolved; call Leaf.step > step = direct Base.step
        self.setup() #: call Leaf.step > setup = direct Base.setup


class Foreign(ABC): #: def class Foreign +2
    def go(self): #: def method Foreign.go +1
        self.register(self) #: call Foreign.go > register = unresolved


class Sender: #: def class Sender +5
    def __init__(self, field): #: def constructor Sender.__init__ +1
        self.field = field

    def send(self): #: def method Sender.send +1
        self.field.send() #: call Sender.send > send = unresolved


leaf = Leaf() #: def variable leaf; call <module> > Leaf = direct Leaf
leaf.setup() #: call <module> > setup = direct Base.setup
Leaf.step(leaf) #: call <module> > step = direct Leaf.step
