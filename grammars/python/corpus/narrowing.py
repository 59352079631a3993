# Where a test says what a name is.


class Animal: #: def class Animal +1
    def name(self): ... #: def method Animal.name


class Dog(Animal): #: def class Dog +3
    def bark(self): ... #: def method Dog.bark

    def speak(self): ... #: def method Dog.speak


class Cat(Animal): #: def class Cat +3
    def meow(self): ... #: def method Cat.meow

    def speak(self): ... #: def method Cat.speak


def branches(pet, other): #: def function branches +10
    pet.bark() #: call branches > bark = unresolved
    if isinstance(pet, Dog): #: call branches > isinstance = unresolved
        pet.bark() #: call branches > bark = direct Dog.bark
        pet.name() #: call branches > name = direct Animal.name
        other.bark() #: call branches > bark = unresolved
    elif isinstance(pet, Cat): #: call branches > isinstance = unresolved
        pet.meow() #: call branches > meow = direct Cat.meow
    else:
        pet.bark() #: call branches > bark = unresolved
    pet.bark() #: call branches > bark = unresolved


def conditions(pet): #: def function conditions +5
    if isinstance(pet, Dog) and pet.bark(): #: call conditions > isinstance = unresolved; call conditions > bark = direct Dog.bark
        pet.bark() #: call conditions > bark = direct Dog.bark
    if not isinstance(pet, Dog) or pet.bark(): #: call conditions > isinstance = unresolved; call conditions > bark = direct Dog.bark
        pet.bark() #: call conditions > bark = unresolved
    return pet.meow() if isinstance(pet, Cat) else pet.meow() #: call conditions > meow = direct Cat.meow; call conditions > isinstance = unresolved; call conditions > meow = unresolved


def several(pet): #: def function several +7
    if isinstance(pet, (Dog, Cat)): #: call several > isinstance = unresolved
        pet.name() #: call several > name = direct Animal.name
        pet.bark() #: call several > bark = direct Dog.bark
    if isinstance(pet, (Dog, Missing)): #: call several > isinstance = unresolved
        pet.bark() #: call several > bark = direct Dog.bark
    if isinstance(pet, str): #: call several > isinstance = unresolved
        pet.bark() #: call several > bark = unresolved


def asserted(pet, other): #: def function asserted +6
    assert isinstance(pet, Dog) #: call asserted > isinstance = unresolved
    pet.bark() #: call asserted > bark = direct Dog.bark
    if not isinstance(other, Cat): #: call asserted > isinstance = unresolved
        other.meow() #: call asserted > meow = unresolved
        return
    other.meow() #: call asserted > meow = direct Cat.meow


def leaves(pets): #: def function leaves +5
    for pet in pets:
        if not isinstance(pet, Dog): #: call leaves > isinstance = unresolved
            continue
        pet.bark() #: call leaves > bark = direct Dog.bark
    pet.bark() #: call leaves > bark = unresolved


def rebound(pet): #: def function rebound +3
    if isinstance(pet, Dog): #: call rebound > isinstance = unresolved
        pet = pet.owner() #: call rebound > owner = unresolved
        pet.bark() #: call rebound > bark = unresolved


def inner(pet): #: def function inner +8
    if isinstance(pet, Dog): #: call inner > isinstance = unresolved
        kept = pet
        def call(): #: def function inner.call +1
            pet.bark() #: call inner.call > bark = direct Dog.bark

        def shadow(pet): #: def function inner.shadow +1
            pet.bark() #: call inner.shadow > bark = unresolved
        kept.bark() #: call inner > bark = direct Dog.bark


def declared(pet: Animal): #: def function declared +4
    if isinstance(pet, Dog): #: call declared > isinstance = unresolved
        pet.bark() #: call declared > bark = direct Dog.bark
    pet.name() #: call declared > name = direct Animal.name
    pet.bark() #: call declared > bark = unresolved


def told_apart(pet: Dog | Cat | Parrot, other: Dog | Parrot): #: def function told_apart +6
    if isinstance(pet, Dog): #: call told_apart > isinstance = unresolved
        pet.speak() #: call told_apart > speak = direct Dog.speak
    else:
        pet.speak() #: call told_apart > speak = unresolved
    pet.meow() #: call told_apart > meow = direct Cat.meow
    other.speak() #: call told_apart > speak = virtual Dog.speak; call told_apart > speak = virtual Parrot.speak


class Parrot(Animal): #: def class Parrot +1
    def speak(self): ... #: def method Parrot.speak
