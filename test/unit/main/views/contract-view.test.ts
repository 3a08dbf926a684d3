import { describe, expect, it } from "vitest";
import type { UnreadCall } from "../../../../src/core/effects/effects.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { contractViews } from "../../../../src/main/views/contract-view.ts";
import { DEALT, effects, FRIEND, KNOWN, ME, THIEF, USER } from "../../core/effects/scene.ts";

const call = (over: Partial<UnreadCall> = {}): UnreadCall => ({
	target: THIEF,
	step: 0,
	isInner: false,
	isWhole: false,
	reason: { kind: "unknown" },
	evidence: "both",
	keepsNothing: false,
	named: [],
	...over,
});

const viewsOf = (...unreadCalls: readonly UnreadCall[]) =>
	contractViews({ effects: effects({ unreadCalls }), analyses: [], user: USER }, "1").contracts ?? [];

describe("the card of an unlisted contract", () => {
	it("says which interface it seems to have, and that its age is not known", () => {
		const like = message("call.wrapper.safe");
		expect(viewsOf(call({ reason: { kind: "unverified", like: "safe" } }))).toMatchObject([
			{
				title: message("contract.unlisted.title.like", { like }),
				age: message("contract.age.unknown"),
				usage: message("party.no-dealings"),
			},
		]);
		expect(viewsOf(call())).toMatchObject([{ title: message("contract.unlisted.title") }]);
	});

	it("is shown once for each contract, and for two at most", () => {
		expect(viewsOf(call(), call({ step: 1 }))).toHaveLength(1);
		const more = call({ target: `0x${"7".repeat(40)}` });
		expect(viewsOf(call(), call({ target: DEALT }), more)).toHaveLength(2);
	});

	it("is left out for the user’s own, named and known contracts, and for inner and read calls", () => {
		for (const target of [ME, FRIEND, KNOWN]) expect(viewsOf(call({ target }))).toEqual([]);
		expect(viewsOf(call({ isInner: true }), call({ reason: null }))).toEqual([]);
	});
});
