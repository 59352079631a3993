from pkg.sub.leaf import leaf_call
from .sub import leaf
from ..outside import nothing


def run(): #: def function run +3
    leaf_call() #: call run > leaf_call = direct pkg/sub/leaf.py#leaf_call
    leaf.leaf_call() #: call run > leaf_call = direct pkg/sub/leaf.py#leaf_call
    nothing() #: call run > nothing = unresolved


def _private(): #: def function _private +1
    pass


class Engine: #: def class Engine +5
    def __init__(self): #: def constructor Engine.__init__ +1
        pass

    def fire(self): #: def method Engine.fire +1
        run() #: call Engine.fire > run = direct run


class Plain: #: def class Plain +1
    pass
