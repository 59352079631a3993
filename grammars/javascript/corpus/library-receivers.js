// A library's member of the same name is never the project's.

export class Store { //: def class Store +22
	constructor() { //: def constructor Store.constructor +3
		this.items = new Map(); //: call Store.constructor > Map = unresolved
		this.names = new Set(); //: call Store.constructor > Set = unresolved
	}
	get(key) { //: def method Store.get +2
		return this.items.get(key); //: call Store.get > get = unresolved
	}
	set(key, value) { //: def method Store.set +3
		this.items.set(key, value); //: call Store.set > set = unresolved
		this.names.add(key); //: call Store.set > add = unresolved
	}
	has(key) { //: def method Store.has +2
		return this.items.has(key) || this.names.has(key); //: call Store.has > has = unresolved; call Store.has > has = unresolved
	}
	add(value) { //: def method Store.add +3
		[].push(value); //: call Store.add > push = unresolved
		return this;
	}
	then(next) { //: def method Store.then +2
		return Promise.resolve(1).then(next); //: call Store.then > resolve = unresolved; call Store.then > then = unresolved
	}
}

const cache = new Map(); //: def constant cache; call <module> > Map = unresolved
cache.get("a"); //: call <module> > get = unresolved
cache.set("a", 1); //: call <module> > set = unresolved

export function read(map, store) { //: def function read +4
	map.get("b"); //: call read > get = unresolved
	store.set("c", 1); //: call read > set = unresolved
	return new Map().has("d"); //: call read > Map = unresolved; call read > has = unresolved
}

const store = new Store(); //: def constant store; call <module> > Store = direct Store.constructor
store.get("e"); //: call <module> > get = direct Store.get
store.add(1).add(2).get("f"); //: call <module> > add = direct Store.add; call <module> > add = direct Store.add; call <module> > get = direct Store.get

async function wait() { //: def function wait +5
	const made = await create(); //: call wait > create = direct create
	made.get("g"); //: call wait > get = direct Store.get
	(await create()).set("h", 1); //: call wait > create = direct create; call wait > set = direct Store.set
	fetch("/").then(() => made.has("i")); //: call wait > fetch = unresolved; call wait > then = unresolved; call wait > has = direct Store.has
}

async function create() { //: def function create +3
	if (cache.size > 1) return null;
	return new Store(); //: call create > Store = direct Store.constructor
}

function either(flag) { //: def function either +3
	if (flag) return new Store(); //: call either > Store = direct Store.constructor
	return new Map(); //: call either > Map = unresolved
}
either(true).get("j"); //: call <module> > either = direct either; call <module> > get = unresolved
