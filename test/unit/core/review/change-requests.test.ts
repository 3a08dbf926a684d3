import { describe, expect, it } from "vitest";
import { askedOf } from "../../../../src/core/asked/asked.ts";
import { PROPOSED_CHANGES } from "../../../../src/core/review/change-requests.ts";
import { textOf } from "../../../../src/text/index.ts";
import { ANN, type Doing, EVE, eth, OWN } from "../asked/does.ts";
import { person } from "./scene.ts";

/** What was asked for, then changed by a message that was proposed and gone on with. */

const FIRST = `Send 0.05 ETH to ${ANN}`;
const proposed = (kind: "recipient" | "lower") => textOf(PROPOSED_CHANGES[kind].text ?? "");

function held(change: string, does: Doing) {
	const typed = [FIRST, change].map((text, at) => ({ text, at, foreign: [] }));
	return askedOf([does({})], { typed, person: person({ accounts: [OWN], labels: {} }), names: new Map() });
}

describe("a change that the user asked for", () => {
	it("is contradicted by no request that does it", () => {
		expect(held(`${proposed("lower")} 0.01 ETH`, eth(ANN, "0.01"))?.outcome).not.toBe("differs");
		expect(held(`${proposed("recipient")} ${EVE}`, eth(EVE, "0.05"))?.outcome).not.toBe("differs");
	});

	it("proposes no amount and no address: whatever is there the user wrote", () => {
		for (const { text } of Object.values(PROPOSED_CHANGES)) expect(textOf(text ?? "")).not.toMatch(/\d|0x/);
	});
});
