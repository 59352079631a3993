export type Kind = "a" | "b"; //: def type Kind
