// A method that a subclass defines anew is chosen at run time.

abstract class Animal { //: def class Animal +11
	abstract sound(): string; //: def method Animal.sound
	move(): void {} //: def method Animal.move
	speak() { //: def method Animal.speak +3
		this.move(); //: call Animal.speak > move = virtual Animal.move
		return this.sound(); //: call Animal.speak > sound = virtual Animal.sound
	}
	static create(kind: string): Animal { //: def method Animal.create +2
		return new Dog(); //: call Animal.create > Dog = direct Dog
	}
	create(): void {} //: def method Animal.create
}

class Dog extends Animal { //: def class Dog +7
	sound() { //: def method Dog.sound +2
		return "woof";
	}
	override move(): void { //: def method Dog.move +2
		super.move(); //: call Dog.move > move = direct Animal.move
	}
}

class Puppy extends Dog {} //: def class Puppy

Animal.create("dog").speak(); //: call <module> > create = direct Animal.create; call <module> > speak = direct Animal.speak
new Dog().move(); //: call <module> > Dog = direct Dog; call <module> > move = direct Dog.move
new Puppy().sound(); //: call <module> > Puppy = direct Puppy; call <module> > sound = direct Dog.sound

function walk(animal: Animal, dog: Dog) { //: def function walk +4
	animal.move(); //: call walk > move = virtual Animal.move
	animal.sound(); //: call walk > sound = virtual Animal.sound
	dog.move(); //: call walk > move = direct Dog.move
}
