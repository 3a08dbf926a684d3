import { describe, expect, it } from "vitest";
import { compareTypedIntent } from "../../../../src/core/typed-intent/typed-intent.ts";
import { user } from "../review/scene.ts";
import { HONEST, LABELS, type Pair, PLANTED } from "./corpus.ts";
import { OWN } from "./does.ts";

const held = ({ typed, does, foreign = [] }: Pair) => {
	const messages = typeof typed === "string" ? [typed] : typed;
	const doing = typeof does === "function" ? [does] : does;
	return compareTypedIntent(
		doing.map((make) => make(LABELS)),
		{
			typed: messages.map((text, at) => ({ text, at, foreign })),
			user: user({ accounts: [OWN], labels: LABELS }),
			names: new Map(),
		},
	);
};

const told = (pairs: readonly Pair[], outcome: "same" | "differs") =>
	pairs.filter((pair) => held(pair)?.outcome === outcome).map(({ typed }) => typed);

describe("150 sentences next to a transaction", () => {
	it("include 75 that are done as asked and 75 that are not", () => {
		expect([HONEST.length, PLANTED.length]).toEqual([75, 75]);
	});

	it("never contradict a transaction that does as asked", () => {
		expect(told(HONEST, "differs")).toEqual([]);
	});

	it("reveal at least 60 of 75 planted contradictions, and agree with none of them", () => {
		const found = told(PLANTED, "differs").length;
		console.info(
			`${found} of ${PLANTED.length} found, ${told(HONEST, "same").length} of ${HONEST.length} agree`,
		);
		expect(found).toBeGreaterThanOrEqual(60);
		expect(told(PLANTED, "same")).toEqual([]);
	});
});
