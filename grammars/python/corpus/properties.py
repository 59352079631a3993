# Properties: what is asked of them, with a setter and a deleter beside.
from functools import cached_property


class Port: #: def class Port +1
    def open(self): ... #: def method Port.open


class Host: #: def class Host +21
    @property #: call <module> > property = unresolved
    def port(self) -> Port: #: def getter Host.port +1
        return self._port

    @port.setter #: call <module> > setter = unresolved
    def port(self, port): ... #: def setter Host.port

    @port.deleter #: call <module> > deleter = unresolved
    def port(self): ... #: def setter Host.port

    @cached_property #: call <module> > cached_property = unresolved
    def first(self): #: def getter Host.first +1
        return Port() #: call Host.first > Port = direct Port

    def start(self): #: def method Host.start +6
        self.port.open() #: call Host.start > open = direct Port.open
        self.first.open() #: call Host.start > open = direct Port.open
        port = self.port
        port.open() #: call Host.start > open = direct Port.open
        self.port() #: call Host.start > port = direct Host.port
        port() #: call Host.start > port = unresolved


def use(host: Host): #: def function use +1
    host.port.open() #: call use > open = direct Port.open
