import Default, { create, declared, Logger, type Level, type Sink } from "./logger.js";
import type { Logger as OnlyType } from "./logger.ts";
import legacy = require("./legacy");
import { create as viaIndex } from "./index.mjs";
import { ambient, type Config } from "./types.js";
import * as logging from "./logger";
import { outside } from "@scope/package/sub";
import { mapped } from "~/mapped";
import make = logging.create;

create().info("a"); //: call <module> > create = direct logger.ts#create; call <module> > info = direct logger.ts#Logger.info
declared(); //: call <module> > declared = direct logger.ts#declared
new Logger().info("b"); //: call <module> > Logger = direct logger.ts#Logger; call <module> > info = direct logger.ts#Logger.info
new Default().info("c"); //: call <module> > Default = direct logger.ts#Logger; call <module> > info = direct logger.ts#Logger.info
legacy.start(); //: call <module> > start = direct legacy.ts#Legacy.start
new legacy().stop(); //: call <module> > legacy = direct legacy.ts#Legacy; call <module> > stop = direct legacy.ts#Legacy.stop
viaIndex().info("d"); //: call <module> > viaIndex = direct logger.ts#create; call <module> > info = direct logger.ts#Logger.info
ambient("e"); //: call <module> > ambient = direct types.d.ts#ambient
new logging.Logger().info("f"); //: call <module> > Logger = direct logger.ts#Logger; call <module> > info = direct logger.ts#Logger.info
outside(); //: call <module> > outside = unresolved
mapped(); //: call <module> > mapped = unresolved
make(); //: call <module> > make = indirect logger.ts#create

export function log(logger: OnlyType, sink: Sink, config: Config, level: Level, named: logging.Logger) { //: def function log +6
	logger.info("g"); //: call log > info = direct logger.ts#Logger.info
	sink.write("h"); //: call log > write = virtual logger.ts#Sink.write
	config.load(); //: call log > load = virtual types.d.ts#Config.load
	level.toString(); //: call log > toString = unresolved
	named.info("i"); //: call log > info = direct logger.ts#Logger.info
}
