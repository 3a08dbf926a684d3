import { afterEach, describe, expect, test } from "vitest";
import {
	amountParam,
	inner,
	type Message,
	type Params,
	sentences,
	verbatim,
} from "../../../src/core/localized-text.ts";
import { messageSchema } from "../../../src/core/localized-text-schema.ts";
import { en } from "../../../src/text/en/index.ts";
import { headlineText, richText, textOf, usePatterns } from "../../../src/text/index.ts";
import { pseudo } from "../../support/pseudo.ts";

const PATTERNS = {
	...en,
	"test.calls": "{count, plural, one {One call} other {# calls}} to {who}",
	"test.leads": "Through {who}: {next}",
	"test.amount": "Sends {amount}",
	"test.list": "Signed by {names}",
	"test.day": "Valid until {end}",
	"test.choice": "{isOut, select, true {Sends} other {Gets}} {what, select, items {items} other {{what}}}",
	"desk.session.session": "Pay <b>{who}</b> now",
};

/** Returns a message whose code needn't be in the catalogue. */
const of = (code: string, params?: Params): Message => ({ code, params });

let restore = usePatterns(PATTERNS);
afterEach(() => {
	restore();
	restore = usePatterns(PATTERNS);
});

describe("the text of a message", () => {
	test("counts in the plural of its language", () => {
		const calls = (count: number) => textOf(of("test.calls", { count, who: "Bob" }));
		expect([calls(1), calls(2), calls(1000)]).toEqual([
			"One call to Bob",
			"2 calls to Bob",
			"1,000 calls to Bob",
		]);
	});

	test("shows others' values unchanged, whatever they look like", () => {
		expect(textOf(of("test.calls", { count: 1, who: "{count} <b>'" }))).toBe("One call to {count} <b>'");
		expect(textOf(verbatim("{who}"))).toBe("{who}");
	});

	test("shows amounts in their unit, and in base units with unknown decimals", () => {
		const amount = (checked: boolean) =>
			textOf(
				of("test.amount", {
					amount: amountParam({ raw: 1_500_000n, decimals: 6, symbol: "USDC", checked }),
				}),
			);
		expect([amount(true), amount(false)]).toEqual([
			"Sends 1.5 USDC",
			"Sends 1,500,000 smallest units of USDC",
		]);
	});

	test("contains other messages, which lose their capital within a sentence", () => {
		const sends = of("test.amount", { amount: "1 ETH" });
		expect(textOf(of("test.leads", { who: "a router", next: inner(sends) }))).toBe(
			"Through a router: sends 1 ETH",
		);
		expect(textOf(sentences(sends, "Twice."))).toBe("Sends 1 ETH Twice.");
	});

	test("chooses by a value, which can be a boolean", () => {
		const choice = (isOut: boolean, what: string) => textOf(of("test.choice", { isOut, what }));
		expect([choice(true, "items"), choice(false, "ETH")]).toEqual(["Sends items", "Gets ETH"]);
	});

	test("is truncated as a headline", () => {
		expect(headlineText(verbatim("x".repeat(600)))).toBe("x".repeat(600));
		expect(headlineText(verbatim("x".repeat(5000)))).toBe(`${"x".repeat(600)}…`);
	});

	test("joins lists and formats days", () => {
		expect(textOf(of("test.list", { names: ["Ann", "Bob", verbatim("Cy")] }))).toBe(
			"Signed by Ann, Bob and Cy",
		);
		expect(textOf(of("test.day", { end: { at: Date.UTC(2026, 10, 22, 12), style: "day" } }))).toBe(
			"Valid until 22 Nov 2026",
		);
	});

	test("shows a time beyond all calendars as the last one", () => {
		const day = (at: number) => textOf(of("test.day", { end: { at, style: "day" } }));
		expect([day(1e80), day(-1e80)]).toEqual(["Valid until 13 Sept 275760", "Valid until 20 Apr 271822"]);
	});

	test("with an unknown code, or invalid values, is the code", () => {
		expect(textOf(of("finding.of-tomorrow", { a: 1 }))).toBe("(finding.of-tomorrow)");
		expect(textOf(of("test.calls"))).toBe("(test.calls)");
		expect(textOf(of("verbatim"))).toBe("(verbatim)");
		expect(textOf(of("verbatim", { text: verbatim("x") }))).toBe("(verbatim)");
	});

	test("passes content between tags to a function", () => {
		const parts = richText<{ bold: unknown }>(
			"desk.session.session",
			{ who: "<i>" },
			{ b: (bold) => ({ bold }) },
		);
		expect(parts).toEqual(["Pay ", { bold: ["<i>"] }, " now"]);
	});
});

test("a message from a file is parsed strictly, and one of a newer version is accepted", () => {
	const read = (value: unknown) => messageSchema.safeParse(value).success;
	expect(
		read(
			of("a.b", {
				amount: { amount: { raw: "1", decimals: null, symbol: "X", checked: false } },
				of: [verbatim("x")],
			}),
		),
	).toBe(true);
	expect([read({ code: 1 }), read({ code: "a", more: 1 }), read({ code: "a", params: { b: null } })]).toEqual(
		[false, false, false],
	);
});

describe("a message from another process", () => {
	const nested = (depth: number) => {
		let made: unknown = verbatim("x");
		for (let at = 0; at < depth; at += 1) made = { code: "a", params: { of: made } };
		return made;
	};
	const itself: { code: string; params: Record<string, unknown> } = { code: "a", params: {} };
	itself.params["of"] = itself;
	const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);
	const [wide, long] = [times(64, times(64, times(64, 1))), "x".repeat(10_001)];

	test.each<readonly [string, unknown]>([
		["deeper than any", nested(5_000)],
		["that contains itself", itself],
		["of a list too long", of("a", { of: times(100_001, 1) })],
		["of too many values", of("a", Object.fromEntries(times(65, 1).map((one, at) => [String(at), one])))],
		["of too many values in all", of("a", { of: wide })],
		["of a text too long", verbatim(long)],
	])("%s is refused, and its reader continues", (_, value) => {
		expect(messageSchema.safeParse(value).success).toBe(false);
	});

	test("is parsed up to the depth of messages", () => {
		expect(messageSchema.safeParse(nested(40)).success).toBe(true);
	});
});

test("the pseudo-locale has every code, and shows a text with accents between brackets", () => {
	restore();
	restore = usePatterns(pseudo(PATTERNS));
	expect(Object.keys(pseudo(en))).toEqual(Object.keys(en));
	expect(textOf(of("test.calls", { count: 2, who: "Bob" }))).toMatch(/^⟦2 çáļļš ţó Bob~+⟧$/);
});

test("a service without top-ups isn't described as a busy one", () => {
	const busy = textOf(of("account.top-up.patience"));
	expect(textOf(of("account.top-up.not-offered"))).not.toBe(busy);
});
