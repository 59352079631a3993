"""What is assigned to an attribute: objects of known classes, and names that hide methods."""


class Engine: #: def class Engine +2
    def start(self): #: def method Engine.start +1
        pass


class Other: #: def class Other +2
    def start(self): #: def method Other.start +1
        pass


class Car: #: def class Car +16
    def __init__(self, part): #: def constructor Car.__init__ +6
        self.engine = Engine() #: call Car.__init__ > Engine = direct Engine
        self.part = part
        self.spare = None
        self.spare = Engine() #: call Car.__init__ > Engine = direct Engine
        self.mixed = Engine() #: call Car.__init__ > Engine = direct Engine
        self.hook = print

    def drive(self): #: def method Car.drive +4
        self.engine.start() #: call Car.drive > start = direct Engine.start
        self.part.start() #: call Car.drive > start = unresolved
        self.spare.start() #: call Car.drive > start = direct Engine.start
        self.mixed.start() #: call Car.drive > start = unresolved

    def swap(self): #: def method Car.swap +1
        self.mixed = Other() #: call Car.swap > Other = direct Other


class Hidden: #: def class Hidden +8
    def run(self): #: def method Hidden.run +1
        pass

    def __init__(self, run): #: def constructor Hidden.__init__ +1
        self.run = run

    def go(self): #: def method Hidden.go +1
        self.run() #: call Hidden.go > run = unresolved


class HiddenBelow(Car): #: def class HiddenBelow +6
    def __init__(self, drive): #: def constructor HiddenBelow.__init__ +1
        self.drive = drive

    def go(self): #: def method HiddenBelow.go +2
        self.drive() #: call HiddenBelow.go > drive = unresolved
        self.swap() #: call HiddenBelow.go > swap = direct Car.swap


def replacement(self): #: def function replacement +1
    pass


class Patched: #: def class Patched +2
    def run(self): #: def method Patched.run +1
        pass


Patched.run = replacement
Patched().run() #: call <module> > Patched = direct Patched; call <module> > run = unresolved
car = Car(None) #: def variable car; call <module> > Car = direct Car.__init__
car.drive = replacement
car.drive() #: call <module> > drive = indirect replacement
