"""What a name means where it stands."""


def name(): #: def function name +1
    return 1


class Holder: #: def class Holder +7
    def name(self): #: def method Holder.name +1
        return name() #: call Holder.name > name = direct name

    def other(self): #: def method Holder.other +1
        return name() #: call Holder.other > name = direct name

    value = name(None) #: call <module> > name = direct Holder.name


def outer(): #: def function outer +7
    def name(): #: def function outer.name +1
        return 2

    def inner(): #: def function outer.inner +1
        return name() #: call outer.inner > name = direct outer.name

    return inner() #: call outer > inner = direct outer.inner


def assigned(): #: def function assigned +2
    for name in []:
        name() #: call assigned > name = unresolved


def comprehended(): #: def function comprehended +2
    [name() for name in []] #: call comprehended > name = unresolved
    return name() #: call comprehended > name = direct name


total = 0 #: def variable total


def bump(): #: def function bump +2
    global total
    total = name() #: call bump > name = direct name


def counter(): #: def function counter +8
    count = name

    def add(): #: def function counter.add +3
        nonlocal count
        count = 1
        return count() #: call counter.add > count = unresolved

    return add


def caught(): #: def function caught +4
    try:
        name() #: call caught > name = unresolved
    except ValueError as name:
        name() #: call caught > name = unresolved


def walrus(): #: def function walrus +2
    if (found := name()): #: call walrus > name = direct name
        found() #: call walrus > found = unresolved


def opened(): #: def function opened +3
    with open("x") as (a, b), name() as c: #: call opened > open = unresolved; call opened > name = direct name
        a() #: call opened > a = unresolved
        c() #: call opened > c = unresolved


try:
    from fast import speedy
except ImportError:
    def speedy(): #: def function speedy +1
        return 0

speedy() #: call <module> > speedy = direct speedy

if name(): #: call <module> > name = direct name
    def twice(): #: def function twice +1
        return 1
else:
    def twice(): #: def function twice +1
        return 2

twice() #: call <module> > twice = direct twice; call <module> > twice = direct twice
