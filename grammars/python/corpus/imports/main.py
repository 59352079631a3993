import os.path
import json
import pkg
import pkg.core
import pkg.sub.leaf as lf
from pkg import start, Engine, gone, sub
from pkg.core import Plain, _private
from helpers import *
from json import helper_only


def main(): #: def function main +17
    start() #: call main > start = direct pkg/core.py#run
    pkg.start() #: call main > start = direct pkg/core.py#run
    pkg.core.run() #: call main > run = direct pkg/core.py#run
    pkg.run() #: call main > run = direct pkg/core.py#run
    pkg.sub.leaf.leaf_call() #: call main > leaf_call = direct pkg/sub/leaf.py#leaf_call
    lf.leaf_call() #: call main > leaf_call = direct pkg/sub/leaf.py#leaf_call
    sub.leaf.leaf_call() #: call main > leaf_call = direct pkg/sub/leaf.py#leaf_call
    engine = Engine() #: call main > Engine = direct pkg/core.py#Engine.__init__
    engine.fire() #: call main > fire = direct pkg/core.py#Engine.fire
    Plain() #: call main > Plain = direct pkg/core.py#Plain
    _private() #: call main > _private = direct pkg/core.py#_private
    gone() #: call main > gone = unresolved
    starred() #: call main > starred = direct helpers.py#starred
    _hidden() #: call main > _hidden = unresolved
    os.path.join("a") #: call main > join = unresolved
    json.dumps({}) #: call main > dumps = unresolved
    helper_only() #: call main > helper_only = unresolved


if __name__ == "__main__":
    main() #: call <module> > main = direct main
