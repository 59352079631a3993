export class Logger { //: def class Logger +2
	info(text: string): void {} //: def method Logger.info
}
export interface Sink { //: def interface Sink +2
	write(text: string): void; //: def method Sink.write
}
export type Level = "info" | "error"; //: def type Level
export const create = (): Logger => new Logger(); //: def function create; call create > Logger = direct Logger
export { Logger as default };
export declare function declared(): void; //: def function declared
