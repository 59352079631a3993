# What a call gives: from returns that agree, from `with`, from decorators that leave the function as it is.
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import Iterator, Self

from outside import changed


class Query: #: def class Query +17
    def where(self): #: def method Query.where +1
        return self

    def limit(self) -> Self: #: def method Query.limit +1
        return self

    def copy(self): #: def method Query.copy +1
        return self.__class__() #: call Query.copy > __class__ = direct Query

    def __enter__(self): #: def method Query.__enter__ +1
        return self

    def __exit__(self, *error): ... #: def method Query.__exit__

    def run(self): ... #: def method Query.run

    def __call__(self, n: int) -> "Row": ... #: def method Query.__call__


class Row: #: def class Row +1
    def get(self): ... #: def method Row.get


class Special(Query): #: def class Special +1
    def extra(self): ... #: def method Special.extra


def build(): #: def function build +1
    return Special() #: call build > Special = direct Special


def either(flag): #: def function either +3
    if flag:
        return Query() #: call either > Query = direct Query
    return Row() #: call either > Row = direct Row


def maybe(flag): #: def function maybe +3
    if flag:
        return Query() #: call maybe > Query = direct Query
    return None


def rows(): #: def function rows +2
    yield Row() #: call rows > Row = direct Row
    return Row() #: call rows > Row = direct Row


@contextmanager #: call <module> > contextmanager = unresolved
def opened() -> Iterator[Query]: #: def function opened +1
    yield Query() #: call opened > Query = direct Query


@lru_cache(maxsize=None) #: call <module> > lru_cache = unresolved
def cached() -> Query: #: def function cached +1
    return Query() #: call cached > Query = direct Query


@changed #: call <module> > changed = unresolved
def replaced() -> Query: #: def function replaced +1
    return Query() #: call replaced > Query = direct Query


def use(): #: def function use +18
    build().where().limit().extra() #: call use > build = direct build; call use > where = direct Query.where; call use > limit = direct Query.limit; call use > extra = direct Special.extra
    build().run() #: call use > build = direct build; call use > run = direct Query.run
    either(True).run() #: call use > either = direct either; call use > run = unresolved
    maybe(True).run() #: call use > maybe = direct maybe; call use > run = direct Query.run
    rows().get() #: call use > rows = direct rows; call use > get = unresolved
    cached().run() #: call use > cached = direct cached; call use > run = direct Query.run
    replaced().run() #: call use > replaced = direct replaced; call use > run = unresolved
    build().copy().run() #: call use > build = direct build; call use > copy = direct Query.copy; call use > run = direct Query.run
    with Special() as special: #: call use > Special = direct Special
        special.extra() #: call use > extra = direct Special.extra
    with opened() as query: #: call use > opened = direct opened
        query.run() #: call use > run = direct Query.run
    with opened() as first, Special() as second: #: call use > opened = direct opened; call use > Special = direct Special
        first.run() #: call use > run = direct Query.run
        second.extra() #: call use > extra = direct Special.extra
    query = Query() #: call use > Query = direct Query
    query(1).get() #: call use > query = direct Query.__call__; call use > get = direct Row.get
    opened().run() #: call use > opened = direct opened; call use > run = unresolved


def loops(queries: list[Query], others: list[Row]): #: def function loops +5
    for one in queries:
        one.run() #: call loops > run = direct Query.run
    for one in others:
        one.get() #: call loops > get = direct Row.get
    one.run() #: call loops > run = unresolved


def caught(): #: def function caught +8
    try:
        use() #: call caught > use = direct use
    except Problem as error:
        error.show() #: call caught > show = direct Problem.show
    except (Trouble, Problem) as error:
        error.show() #: call caught > show = virtual Trouble.show; call caught > show = virtual Problem.show
    except OSError as error:
        error.show() #: call caught > show = unresolved


class Problem(Exception): #: def class Problem +1
    def show(self): ... #: def method Problem.show


class Trouble(Exception): #: def class Trouble +1
    def show(self): ... #: def method Trouble.show
