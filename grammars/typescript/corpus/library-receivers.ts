// A declared type of the library has the library's members, whatever the project calls its own.

class Registry { //: def class Registry +18
	private readonly entries = new Map<string, Entry>(); //: call <module> > Map = unresolved
	private readonly pending: Set<string> = new Set(); //: call <module> > Set = unresolved
	private static shared: WeakMap<object, Registry>;

	get(key: string): Entry | undefined { //: def method Registry.get +2
		return this.entries.get(key); //: call Registry.get > get = unresolved
	}
	set(key: string, entry: Entry): void { //: def method Registry.set +4
		this.entries.set(key, entry); //: call Registry.set > set = unresolved
		this.pending.delete(key); //: call Registry.set > delete = unresolved
		Registry.shared.get(this); //: call Registry.set > get = unresolved
	}
	delete(key: string): Promise<void> { //: def method Registry.delete +2
		return Promise.all([this.entries.delete(key)]).then(() => this.clear()); //: call Registry.delete > all = unresolved; call Registry.delete > delete = unresolved; call Registry.delete > then = unresolved; call Registry.delete > clear = direct Registry.clear
	}
	clear() {} //: def method Registry.clear
	then() {} //: def method Registry.then
}

class Entry { //: def class Entry +2
	send() {} //: def method Entry.send
}

class Mail { //: def class Mail +7
	entry!: Entry;
	transport: Transport;
	send() { //: def method Mail.send +3
		this.entry.send(); //: call Mail.send > send = direct Entry.send
		this.transport.send(); //: call Mail.send > send = unresolved
	}
}

function copy(map: Map<string, Entry>, list: ReadonlyArray<Registry>, own: Registry) { //: def function copy +5
	map.get("a"); //: call copy > get = unresolved
	list.map((registry) => registry.clear()); //: call copy > map = unresolved; call copy > clear = unresolved
	own.get("b")?.send(); //: call copy > get = direct Registry.get; call copy > send = direct Entry.send
	own.delete("c").then(() => own.clear()); //: call copy > delete = direct Registry.delete; call copy > then = unresolved; call copy > clear = direct Registry.clear
}
