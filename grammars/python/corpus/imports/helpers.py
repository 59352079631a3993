def starred(): #: def function starred +1
    pass


def _hidden(): #: def function _hidden +1
    pass
