export function within() {} //: def function within
