def early(): #: def function early +1
    pass


from source import *


def after(): #: def function after +1
    pass


early() #: call <module> > early = unresolved
after() #: call <module> > after = direct after
only() #: call <module> > only = direct source.py#only
