from open import *

shown() #: call <module> > shown = direct listed.py#shown
_marked() #: call <module> > _marked = unresolved
added() #: call <module> > added = direct listed.py#added
hidden() #: call <module> > hidden = unresolved
_private() #: call <module> > _private = direct open.py#_private
other() #: call <module> > other = direct open.py#other
_unlisted() #: call <module> > _unlisted = unresolved
