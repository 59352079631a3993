"""The order in which Python looks for a method among several bases."""


class Top: #: def class Top +5
    def act(self): #: def method Top.act +1
        pass

    def only(self): #: def method Top.only +1
        pass


class Left(Top): #: def class Left +3
    def pass_on(self): #: def method Left.pass_on +2
        super().act() #: call Left.pass_on > super = unresolved; call Left.pass_on > act = virtual Top.act
        super().only() #: call Left.pass_on > super = unresolved; call Left.pass_on > only = direct Top.only


class Right(Top): #: def class Right +2
    def act(self): #: def method Right.act +1
        pass


class Both(Left, Right): #: def class Both +4
    def call(self): #: def method Both.call +3
        self.act() #: call Both.call > act = direct Right.act
        super().act() #: call Both.call > super = unresolved; call Both.call > act = direct Right.act
        self.only() #: call Both.call > only = direct Top.only


class Half(unknown.Base, Right): #: def class Half +2
    def call(self): #: def method Half.call +1
        self.act() #: call Half.call > act = unresolved


class HalfAfter(Right, unknown.Base): #: def class HalfAfter +4
    def call(self): #: def method HalfAfter.call +3
        self.act() #: call HalfAfter.call > act = direct Right.act
        self.only() #: call HalfAfter.call > only = direct Top.only
        self.other() #: call HalfAfter.call > other = unresolved


class Wrong(Left): #: def class Wrong +2
    def call(self): #: def method Wrong.call +1
        super(Left, self).act() #: call Wrong.call > super = unresolved; call Wrong.call > act = virtual Top.act


Both().act() #: call <module> > Both = direct Both; call <module> > act = direct Right.act
