// Default exports without a name are called `default`.

export default class { //: def class default +5
	run() { //: def method default.run +2
		return this.stop(); //: call default.run > stop = direct default.stop
	}
	stop() {} //: def method default.stop
}
