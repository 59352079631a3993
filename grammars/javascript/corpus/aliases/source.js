export function original() {} //: def function original
export const alias = original; //: def constant alias
export { original as renamed };
export default original;
export const api = { run: original, original }; //: def constant api
