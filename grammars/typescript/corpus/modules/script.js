export function script() {} //: def function script
