# What annotations say of parameters, variables, attributes and results.
from __future__ import annotations

import typing as t
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Generic, List, Optional, Protocol, Type, TypeVar, Union

import outside


class Engine: #: def class Engine +4
    def start(self) -> Engine: #: def method Engine.start +1
        return self

    def stop(self) -> None: ... #: def method Engine.stop


class Turbo(Engine): #: def class Turbo +1
    def stop(self) -> None: ... #: def method Turbo.stop


class Wheel: #: def class Wheel +2
    def turn(self) -> "Wheel": #: def method Wheel.turn +1
        return Wheel() #: call Wheel.turn > Wheel = direct Wheel


E = TypeVar("E", bound=Engine) #: def constant E; call <module> > TypeVar = unresolved
F = TypeVar("F") #: def constant F; call <module> > TypeVar = unresolved
AnyEngine = Engine #: def variable AnyEngine


class Car: #: def class Car +36
    engine: Engine
    spare: ClassVar[Optional[Wheel]] = None
    wheels: list[Wheel]
    by_name: dict[str, Wheel]

    def __init__(self, engine: Engine, wheel: "Wheel" = None, *rest: Engine) -> None: #: def constructor Car.__init__ +5
        self.engine = engine
        self.wheel: Wheel = wheel
        self.turbo: Turbo | None = None
        self.outside: outside.Thing = outside.thing() #: call Car.__init__ > thing = unresolved
        rest.start() #: call Car.__init__ > start = unresolved

    def drive(self): #: def method Car.drive +19
        self.engine.start().start() #: call Car.drive > start = direct Engine.start; call Car.drive > start = direct Engine.start
        self.engine.stop() #: call Car.drive > stop = virtual Engine.stop
        self.spare.turn() #: call Car.drive > turn = direct Wheel.turn
        self.wheel.turn().turn() #: call Car.drive > turn = direct Wheel.turn; call Car.drive > turn = direct Wheel.turn
        self.turbo.start() #: call Car.drive > start = direct Engine.start
        self.turbo.stop() #: call Car.drive > stop = direct Turbo.stop
        self.outside.start() #: call Car.drive > start = unresolved
        self.wheels.turn() #: call Car.drive > turn = unresolved
        self.wheels[0].turn() #: call Car.drive > turn = direct Wheel.turn
        self.by_name["left"].turn() #: call Car.drive > turn = direct Wheel.turn
        self.by_name.get("left").turn() #: call Car.drive > get = unresolved; call Car.drive > turn = direct Wheel.turn
        self.by_name.turn() #: call Car.drive > turn = unresolved
        for wheel in self.wheels:
            wheel.turn() #: call Car.drive > turn = direct Wheel.turn
        for name in self.by_name:
            name.turn() #: call Car.drive > turn = unresolved
        for wheel in self.by_name.values(): #: call Car.drive > values = unresolved
            wheel.turn() #: call Car.drive > turn = direct Wheel.turn
        return [each.turn() for each in self.wheels] #: call Car.drive > turn = direct Wheel.turn

    @property #: call <module> > property = unresolved
    def motor(self) -> Engine: #: def getter Car.motor +1
        return self.engine


def parameters( #: def function parameters +33
    plain: Engine,
    text: "Engine",
    optional: Optional[Engine],
    either: t.Union[Engine, None],
    modern: Engine | None,
    annotated: Annotated[Engine, "fast"],
    final: Final[Wheel],
    listed: List[Engine],
    kind: Type[Wheel],
    bound: E,
    unbound: F,
    alias: AnyEngine,
    unknown: Missing,
    nothing: None,
    with_default: Wheel = None,
):
    plain.start() #: call parameters > start = direct Engine.start
    text.start() #: call parameters > start = direct Engine.start
    optional.start() #: call parameters > start = direct Engine.start
    either.start() #: call parameters > start = direct Engine.start
    modern.start() #: call parameters > start = direct Engine.start
    annotated.start() #: call parameters > start = direct Engine.start
    final.turn() #: call parameters > turn = direct Wheel.turn
    listed.start() #: call parameters > start = unresolved
    kind().turn() #: call parameters > kind = direct Wheel; call parameters > turn = direct Wheel.turn
    kind.turn(final) #: call parameters > turn = direct Wheel.turn
    bound.start() #: call parameters > start = direct Engine.start
    unbound.start() #: call parameters > start = unresolved
    alias.start() #: call parameters > start = direct Engine.start
    unknown.start() #: call parameters > start = unresolved
    nothing.start() #: call parameters > start = unresolved
    with_default.turn() #: call parameters > turn = direct Wheel.turn
    plain.turn() #: call parameters > turn = unresolved


def union(one: Union[Engine, Wheel], many: Engine | Turbo | Wheel, other: Wheel | outside.Thing, bad: Wheel | Missing): #: def function union +5
    one.start() #: call union > start = direct Engine.start
    one.turn() #: call union > turn = direct Wheel.turn
    many.stop() #: call union > stop = virtual Engine.stop; call union > stop = virtual Turbo.stop
    other.turn() #: call union > turn = direct Wheel.turn
    bad.turn() #: call union > turn = direct Wheel.turn


def assigned(source): #: def function assigned +5
    wheel: Wheel = source
    wheel = source.other
    wheel.turn() #: call assigned > turn = direct Wheel.turn
    if (found := Wheel()) is not None: #: call assigned > Wheel = direct Wheel
        found.turn() #: call assigned > turn = direct Wheel.turn


def make() -> Car: #: def function make +1
    return source() #: call make > source = unresolved


def chained(): #: def function chained +5
    make().motor.start() #: call chained > make = direct make; call chained > start = direct Engine.start
    make().drive() #: call chained > make = direct make; call chained > drive = direct Car.drive
    made = make() #: call chained > make = direct make
    made.wheel.turn() #: call chained > turn = direct Wheel.turn
    made.motor.stop() #: call chained > stop = virtual Engine.stop


module_car: Car = outside.car() #: def variable module_car; call <module> > car = unresolved
module_car.drive() #: call <module> > drive = direct Car.drive


@dataclass #: call <module> > dataclass = unresolved
class Trip: #: def class Trip +6
    car: Car
    stops: list[Wheel] = field(default_factory=list) #: call <module> > field = unresolved

    def go(self): #: def method Trip.go +2
        self.car.drive() #: call Trip.go > drive = direct Car.drive
        Trip(self.car).go() #: call Trip.go > Trip = direct Trip; call Trip.go > go = direct Trip.go


class Shape(Protocol): #: def class Shape +1
    def area(self) -> Wheel: ... #: def method Shape.area


class Box(Shape, Generic[E]): #: def class Box +2
    def area(self) -> Wheel: #: def method Box.area +1
        return super().area() #: call Box.area > super = unresolved; call Box.area > area = direct Shape.area


def protocol(shape: Shape): #: def function protocol +1
    shape.area().turn() #: call protocol > area = virtual Shape.area; call protocol > turn = direct Wheel.turn


async def later() -> Engine: #: def function later +1
    return Engine() #: call later > Engine = direct Engine


async def awaiting(): #: def function awaiting +4
    (await later()).start() #: call awaiting > later = direct later; call awaiting > start = direct Engine.start
    engine = await later() #: call awaiting > later = direct later
    engine.start() #: call awaiting > start = direct Engine.start
    later().start() #: call awaiting > later = direct later; call awaiting > start = unresolved
