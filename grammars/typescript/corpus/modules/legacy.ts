class Legacy { //: def class Legacy +3
	static start() {} //: def method Legacy.start
	stop() {} //: def method Legacy.stop
}
export = Legacy;
