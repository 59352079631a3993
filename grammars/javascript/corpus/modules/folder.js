export function beside() {} //: def function beside
