export declare function ambient(text: string): void; //: def function ambient
export interface Config { //: def interface Config +2
	load(): void; //: def method Config.load
}
