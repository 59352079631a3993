"""Every form of a call, and to whom it belongs."""


def helper(*args): #: def function helper +1
    return args


def wrap(f): #: def function wrap +1
    return f


@wrap #: call <module> > wrap = direct wrap
def decorated(a=helper(1)): #: def function decorated +1; call decorated > helper = direct helper
    return [helper(x) for x in a if wrap(x)] #: call decorated > helper = direct helper; call decorated > wrap = direct wrap


class Table: #: def class Table +13
    rows = helper() #: call <module> > helper = direct helper

    def __call__(self): #: def method Table.__call__ +1
        return self

    def get(self, key): #: def method Table.get +1
        return self.data.get(key) #: call Table.get > get = unresolved

    def put(self, key): #: def method Table.put +4
        self.get(key) #: call Table.put > get = direct Table.get
        (self).get(key) #: call Table.put > get = unresolved
        Table.get(self, key) #: call Table.put > get = direct Table.get
        return lambda: self.get(helper(key)) #: call Table.put > get = direct Table.get; call Table.put > helper = direct helper


def use(table, callback, handlers): #: def function use +9
    table.get(1) #: call use > get = unresolved
    callback(2) #: call use > callback = unresolved
    handlers["x"](3) #: call use > handlers["x"] = unresolved
    helper()(4) #: call use > helper = direct helper; call use > helper() = unresolved
    print(helper(5)) #: call use > print = unresolved; call use > helper = direct helper
    t = Table() #: call use > Table = direct Table
    t.get(6) #: call use > get = direct Table.get
    t.missing() #: call use > missing = unresolved
    t.put(7).get(8) #: call use > put = direct Table.put; call use > get = unresolved


def shadow(helper): #: def function shadow +1
    helper(1) #: call shadow > helper = unresolved


def rebound(): #: def function rebound +2
    helper = make() #: call rebound > make = unresolved
    helper(1) #: call rebound > helper = unresolved


def later(): #: def function later +1
    return defined_below() #: call later > defined_below = direct defined_below


def defined_below(): #: def function defined_below +1
    return 1


alias = helper #: def variable alias
alias(1) #: call <module> > alias = indirect helper
helper(helper(2)) #: call <module> > helper = direct helper; call <module> > helper = direct helper
