from late import *


def early(): #: def function early +1
    pass


def after(): #: def function after +1
    pass


def only(): #: def function only +1
    pass
