# The class as a receiver: class methods, `super` with arguments, `__class__`.


class Model: #: def class Model +29
    def __new__(cls, *args): #: def method Model.__new__ +2
        cls.register() #: call Model.__new__ > register = virtual Model.register
        return super().__new__(cls) #: call Model.__new__ > super = unresolved; call Model.__new__ > __new__ = unresolved

    def __init_subclass__(cls): #: def method Model.__init_subclass__ +1
        cls.register() #: call Model.__init_subclass__ > register = virtual Model.register

    @classmethod #: call <module> > classmethod = unresolved
    def create(cls): #: def method Model.create +4
        cls.register() #: call Model.create > register = virtual Model.register
        made = cls() #: call Model.create > cls = virtual Model
        made.save() #: call Model.create > save = direct Model.save
        return cls() #: call Model.create > cls = virtual Model

    @classmethod #: call <module> > classmethod = unresolved
    def register(cls): ... #: def method Model.register

    @staticmethod #: call <module> > staticmethod = unresolved
    def helper(cls): #: def method Model.helper +1
        cls.register() #: call Model.helper > register = unresolved

    def save(self): #: def method Model.save +2
        self.__class__.register() #: call Model.save > register = virtual Model.register
        type(self).register() #: call Model.save > type = unresolved; call Model.save > register = unresolved

    def copy(self): #: def method Model.copy +1
        return self.__class__() #: call Model.copy > __class__ = virtual Model

    def hook(self): ... #: def method Model.hook


class User(Model): #: def class User +13
    def __init__(self): #: def constructor User.__init__ +1
        super(User, self).__init__() #: call User.__init__ > super = unresolved; call User.__init__ > __init__ = unresolved

    @classmethod #: call <module> > classmethod = unresolved
    def register(cls): #: def method User.register +2
        super().register() #: call User.register > super = unresolved; call User.register > register = direct Model.register
        super(User, cls).register() #: call User.register > super = unresolved; call User.register > register = direct Model.register

    def hook(self): #: def method User.hook +2
        super(User, self).hook() #: call User.hook > super = unresolved; call User.hook > hook = direct Model.hook
        super(Model, self).hook() #: call User.hook > super = unresolved; call User.hook > hook = unresolved

    def rename(self): ... #: def method User.rename


User.create().rename() #: call <module> > create = direct Model.create; call <module> > rename = direct User.rename
User().copy().rename() #: call <module> > User = direct User.__init__; call <module> > copy = direct Model.copy; call <module> > rename = unresolved
Model.create().save() #: call <module> > create = direct Model.create; call <module> > save = direct Model.save

Alias = User #: def variable Alias
Alias().rename() #: call <module> > Alias = direct User.__init__; call <module> > rename = direct User.rename


class Factory: #: def class Factory +4
    product = User

    def make(self): #: def method Factory.make +1
        return self.product() #: call Factory.make > product = direct User.__init__


Factory().make().rename() #: call <module> > Factory = direct Factory; call <module> > make = direct Factory.make; call <module> > rename = direct User.rename


class Old: #: def class Old +8
    def build(cls): #: def method Old.build +1
        return cls.part() #: call Old.build > part = direct Old.part

    build = classmethod(build) #: call <module> > classmethod = unresolved

    def part(): ... #: def method Old.part

    part = staticmethod(part) #: call <module> > staticmethod = unresolved


Old.build() #: call <module> > build = direct Old.build
