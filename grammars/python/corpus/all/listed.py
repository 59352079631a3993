__all__ = ["shown", "_marked"] #: def variable __all__
__all__ += ("added",)


def shown(): ... #: def function shown


def _marked(): ... #: def function _marked


def added(): ... #: def function added


def hidden(): ... #: def function hidden
