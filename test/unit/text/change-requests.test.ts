import { describe, expect, it } from "vitest";
import { PROPOSED_CHANGES } from "../../../src/core/review/change-requests.ts";
import { compareTypedIntent } from "../../../src/core/typed-intent/typed-intent.ts";
import { originOf } from "../../../src/main/reviewing/entry-screens.ts";
import { textOf } from "../../../src/text/index.ts";
import { user } from "../core/review/scene.ts";
import { ANN, type Doing, EVE, eth, OWN } from "../core/typed-intent/does.ts";

/** A request, and a change of it that the user accepted from the app's suggestions. */

const FIRST = `Send 0.05 ETH to ${ANN}`;
const proposed = (kind: "recipient" | "lower") => textOf(PROPOSED_CHANGES[kind].text ?? "");

function held(change: string, does: Doing) {
	const typed = [FIRST, change].map((text, at) => ({ text, at, foreign: [] }));
	return compareTypedIntent([does({})], {
		typed,
		user: user({ accounts: [OWN], labels: {} }),
		names: new Map(),
	});
}

describe("a change that the user requested", () => {
	it("is contradicted by no request that follows it", () => {
		expect(held(`${proposed("lower")} 0.01 ETH`, eth(ANN, "0.01"))?.outcome).not.toBe("differs");
		expect(held(`${proposed("recipient")} ${EVE}`, eth(EVE, "0.05"))?.outcome).not.toBe("differs");
	});

	it("proposes no amount and no address: the user wrote any of them", () => {
		for (const { text } of Object.values(PROPOSED_CHANGES)) expect(textOf(text ?? "")).not.toMatch(/\d|0x/);
	});

	it("counts as the user's own words only if they wrote some of it", () => {
		const { text } = PROPOSED_CHANGES.exact;
		expect(originOf(textOf(text ?? ""))).toBe("app");
		expect(originOf(` ${textOf(text ?? "")} `)).toBe("app");
		expect(originOf(`${proposed("lower")} 0.01 ETH`)).toBe("composer");
		expect(originOf("send it to Ben instead")).toBe("composer");
	});
});
