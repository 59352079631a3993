from listed import *
import listed

__all__ = ["_private"] + listed.__all__ #: def variable __all__


def _private(): ... #: def function _private


def other(): ... #: def function other


def _unlisted(): ... #: def function _unlisted


def use(): #: def function use +2
    hidden() #: call use > hidden = unresolved
    shown() #: call use > shown = direct listed.py#shown
