module.exports = function createServer() { //: def function createServer +2
	return new Server(); //: call createServer > Server = direct Server
};

class Server { //: def class Server +2
	start() {} //: def method Server.start
}
