class Queue { //: def class Queue +2
	push() {} //: def method Queue.push
}

module.exports = Queue;
module.exports.Queue = Queue;
