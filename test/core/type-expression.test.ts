/** Types as they are written → the names they stand for. */
import { expect, test } from "vitest";
import { namesOfType } from "../../src/core/engine/type-expression.ts";
import { registry } from "../support/languages.ts";

const words = (id: string) => registry.languages.get(id)!.definition.types!;

test.each([
	["A", ["A"]],
	[" a.b.A ", ["a.b.A"]],
	['"A"', ["A"]],
	["'a.A | None'", ["a.A"]],
	["None", []],
	["A | B | A", ["A", "B"]],
	["Optional[A]", ["A"]],
	["typing.Union[A, None, 'B']", ["A", "B"]],
	["list[A]", ["A*"]],
	["t.Sequence[Optional[A]]", ["A*"]],
	["list[A | B]", ["A*", "B*"]],
	["list[None]", [""]],
	["dict[str, list[A]]", ["A*%"]],
	["tuple[A, ...]", ["A*"]],
	["tuple[A, B]", [""]],
	["Coroutine[Any, Any, A]", ["A!"]],
	["type[A]", ["A#"]],
	["Self", ["own type"]],
	["Annotated[A, Field(max=3, text='a|b]')]", ["A"]],
	["Literal['a', 'b']", ["Literal"]],
	["Callable[[A], B]", ["Callable"]],
	["A[B]", ["A"]],
	["A[", [""]],
	["A]", [""]],
	["A<B>", [""]],
	["'A", [""]],
	["a + b", [""]],
	["", [""]],
	["lambda: A", [""]],
])("Python: %s", (text, names) => expect(namesOfType(text, words("python"))).toEqual(names));

test.each([
	["A", ["A"]],
	["ns.A", ["ns.A"]],
	["A | null | undefined", ["A"]],
	["| A | B", ["A", "B"]],
	["'a' | \"b\"", [""]],
	["A | 'b'", ["A", ""]],
	["A[]", ["A*"]],
	["readonly A[]", ["A*"]],
	["(A | null)[][]", ["A**"]],
	["Promise<Map<string, A>>", ["A%!"]],
	["A<B, C<D>>", ["A"]],
	["A & { name: string }", ["A"]],
	["A & B", ["A", "B"]],
	["{ a: A } & { b: B }", [""]],
	["Readonly<Partial<A>>", ["A"]],
	["this", ["own type"]],
	["() => A", [""]],
	["(a: A) => B | C", [""]],
	["new () => A", [""]],
	["keyof A", [""]],
	["typeof a", [""]],
	["A extends B ? C : D", [""]],
	["A['part']", [""]],
	["import('./a').A", [""]],
	["void", []],
	["1 | 2", [""]],
])("TypeScript: %s", (text, names) => expect(namesOfType(text, words("typescript"))).toEqual(names));

test("types that are too deep, too long or too many are not known", () => {
	const { length } = namesOfType(`${"Optional[".repeat(5)}A${"]".repeat(5)}`, words("python"));
	expect(length).toBe(1);
	expect(namesOfType(`${"Optional[".repeat(20)}A${"]".repeat(20)}`, words("python"))).toEqual([""]);
	expect(namesOfType(`"${"A".repeat(2000)}"`, words("python"))).toEqual([""]);
	expect(namesOfType("A|B|C|D|E|F|G|H|I", words("python"))).toEqual([""]);
	expect(namesOfType("[".repeat(900), words("python"))).toEqual([""]);
});
