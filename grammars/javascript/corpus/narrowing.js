// Where `instanceof` says what a name is, and what loops give.
class Dog { //: def class Dog +2
	bark() {} //: def method Dog.bark
}
class Cat { //: def class Cat +2
	meow() {} //: def method Cat.meow
}
function branches(pet) { //: def function branches +12
	pet.bark(); //: call branches > bark = unresolved
	if (pet instanceof Dog) {
		pet.bark(); //: call branches > bark = direct Dog.bark
	} else if (pet instanceof Cat) {
		pet.meow(); //: call branches > meow = direct Cat.meow
	} else {
		pet.bark(); //: call branches > bark = unresolved
	}
	if (pet instanceof Dog && pet.bark()) pet.bark(); //: call branches > bark = direct Dog.bark; call branches > bark = direct Dog.bark
	if (!(pet instanceof Dog) || pet.bark()) return; //: call branches > bark = direct Dog.bark
	pet instanceof Cat ? pet.meow() : pet.meow(); //: call branches > meow = direct Cat.meow; call branches > meow = unresolved
}
function guard(pet, other) { //: def function guard +8
	if (!(pet instanceof Dog)) throw new Error(); //: call guard > Error = unresolved
	pet.bark(); //: call guard > bark = direct Dog.bark
	if (!(other instanceof Cat)) {
		other.meow(); //: call guard > meow = unresolved
		return;
	}
	other.meow(); //: call guard > meow = direct Cat.meow
}
function rebound(pet) { //: def function rebound +5
	if (pet instanceof Dog) {
		pet = find(); //: call rebound > find = unresolved
		pet.bark(); //: call rebound > bark = unresolved
	}
}
function inner(pet) { //: def function inner +6
	if (pet instanceof Dog) {
		setTimeout(() => pet.bark()); //: call inner > setTimeout = unresolved; call inner > bark = direct Dog.bark
		((pet) => pet.bark())(); //: call inner > bark = unresolved
	}
	if (pet instanceof Missing) pet.bark(); //: call inner > bark = unresolved
}
class Kennel { //: def class Kennel +6
	static open() { return new Kennel(); } //: def method Kennel.open; call Kennel.open > Kennel = direct Kennel
	copy() { //: def method Kennel.copy +3
		this.constructor.open(); //: call Kennel.copy > open = direct Kennel.open
		return new this.constructor(); //: call Kennel.copy > constructor = direct Kennel
	}
}
class Owner { //: def class Owner +7
	get pet() { return new Dog(); } //: def getter Owner.pet; call Owner.pet > Dog = direct Dog
	set pet(pet) {} //: def setter Owner.pet
	call() { //: def method Owner.call +3
		this.pet.bark(); //: call Owner.call > bark = direct Dog.bark
		this.pet(); //: call Owner.call > pet = direct Owner.pet
	}
}
