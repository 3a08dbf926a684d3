import { expectTypeOf, it } from "vitest";
import type { TagsIn, ValuesIn } from "../../../src/core/text-codes.ts";

/** The compiler checks these assertions. */

it("reads the names of values from a pattern, through its plurals, choices, tags and quotes", () => {
	expectTypeOf<ValuesIn<"Sent">>().toEqualTypeOf<never>();
	expectTypeOf<ValuesIn<"Sent {amount} to {who}">>().toEqualTypeOf<"amount" | "who">();
	expectTypeOf<ValuesIn<"{times, number, ::.0} of <b>{most}</b>">>().toEqualTypeOf<"times" | "most">();
	expectTypeOf<
		ValuesIn<"{count, plural, one {Call {whom}} other {# calls {of, select, all {} other {{by}}}}} {end}">
	>().toEqualTypeOf<"count" | "whom" | "of" | "by" | "end">();
	expectTypeOf<ValuesIn<"Write '{id}' for {name}, in '{' … '}'">>().toEqualTypeOf<"name">();
});

it("reads the tags of a pattern", () => {
	expectTypeOf<TagsIn<"Sent {amount}">>().toEqualTypeOf<never>();
	expectTypeOf<TagsIn<"<b>{who}</b>: <claim></claim>">>().toEqualTypeOf<"b" | "claim">();
});
