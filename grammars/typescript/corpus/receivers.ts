// Whose method it is: declared types, constructed objects, what calls give.

interface Channel { //: def interface Channel +4
	send(text: string): void; //: def method Channel.send
	peer: Channel;
	open(): Promise<Session>; //: def method Channel.open
}

class Session { //: def class Session +8
	send(text: string): void {} //: def method Session.send
	close(): this { //: def method Session.close +2
		return this;
	}
	get channel(): Channel { //: def getter Session.channel +2
		return connect(); //: call Session.channel > connect = direct connect
	}
}

class Loud implements Channel { //: def class Loud +6
	peer: Channel = this;
	send(text: string): void {} //: def method Loud.send
	open() { //: def method Loud.open +2
		return wait(); //: call Loud.open > wait = direct wait
	}
}

function connect(): Channel { //: def function connect +2
	return new Loud(); //: call connect > Loud = direct Loud
}

async function wait(): Promise<Session> { //: def function wait +2
	return new Session(); //: call wait > Session = direct Session
}

class Client { //: def class Client +28
	private readonly session = new Session(); //: call <module> > Session = direct Session
	private backup: Session | undefined;
	private cache: Map<string, Session> = new Map(); //: call <module> > Map = unresolved
	#hidden: Session;

	constructor( //: def constructor Client.constructor +8
		private channel: Channel, //: def property Client.channel
		readonly loud?: Loud, //: def property Client.loud
		other?: Session,
	) {
		this.#hidden = other!;
		this.backup = undefined;
		other?.send(""); //: call Client.constructor > send = virtual Session.send
	}

	send(text: string): void { //: def method Client.send +11
		this.session.send(text); //: call Client.send > send = virtual Session.send
		this.backup?.send(text); //: call Client.send > send = virtual Session.send
		this.channel.send(text); //: call Client.send > send = virtual Channel.send
		this.channel.peer.peer.send(text); //: call Client.send > send = virtual Channel.send
		this.loud!.send(text); //: call Client.send > send = direct Loud.send
		this.#hidden.send(text); //: call Client.send > send = virtual Session.send
		this.cache.get(text)?.send(text); //: call Client.send > get = unresolved; call Client.send > send = virtual Session.send
		this.cache.set(text, this.session); //: call Client.send > set = unresolved
		this.session.close().close().send(text); //: call Client.send > close = direct Session.close; call Client.send > close = direct Session.close; call Client.send > send = virtual Session.send
		this.session.channel.send(text); //: call Client.send > send = virtual Channel.send
	}
}

function use(session: Session, sessions: Session[], any: any, either: Session | Loud, maybe: Session | null) { //: def function use +19
	session.send("a"); //: call use > send = virtual Session.send
	sessions[0].send("b"); //: call use > send = virtual Session.send
	sessions.forEach((one) => one.send("c")); //: call use > forEach = unresolved; call use > send = unresolved
	any.send("d"); //: call use > send = unresolved
	either.send("e"); //: call use > send = virtual Session.send; call use > send = virtual Loud.send
	maybe?.send("f"); //: call use > send = virtual Session.send
	(any as Session).send("g"); //: call use > send = virtual Session.send
	(<Loud>any).send("h"); //: call use > send = direct Loud.send
	const cast = any as Loud;
	cast.send("i"); //: call use > send = direct Loud.send
	const listed: Session[] = [];
	listed.push(session); //: call use > push = unresolved
	let later: Session;
	later = any;
	later.send("j"); //: call use > send = virtual Session.send
	connect().send("k"); //: call use > connect = direct connect; call use > send = virtual Channel.send
	const channel = connect(); //: call use > connect = direct connect
	channel.send("l"); //: call use > send = virtual Channel.send
}

async function asynchronous(channel: Channel) { //: def function asynchronous +8
	const session = await wait(); //: call asynchronous > wait = direct wait
	session.send("m"); //: call asynchronous > send = virtual Session.send
	(await wait()).send("n"); //: call asynchronous > wait = direct wait; call asynchronous > send = virtual Session.send
	const opened = await channel.open(); //: call asynchronous > open = virtual Channel.open
	opened.send("o"); //: call asynchronous > send = virtual Session.send
	const generic = await wait<string>(); //: call asynchronous > wait = direct wait
	generic.send("p"); //: call asynchronous > send = virtual Session.send
}

class Sub extends Session { //: def class Sub +4
	send(text: string): void { //: def method Sub.send +2
		super.send(text); //: call Sub.send > send = direct Session.send
	}
}

type Alias = Session; //: def type Alias
function aliased(alias: Alias, generic: Box<Session>) { //: def function aliased +4
	alias.send("q"); //: call aliased > send = virtual Session.send
	generic.value.send("r"); //: call aliased > send = unresolved
	generic.open(); //: call aliased > open = direct Box.open
}

class Box<T> { //: def class Box +3
	value!: T;
	open() {} //: def method Box.open
}
