import { describe, expect, it } from "vitest";
import { codesOf } from "../../../../src/core/localized-text.ts";
import { typedDiffers } from "../../../../src/core/risk/general/declared-differs.ts";
import { compareTypedIntent, type TypedIntent } from "../../../../src/core/typed-intent/typed-intent.ts";
import type { TypedText } from "../../../../src/core/typed-intent/typed-request.ts";
import { user } from "../review/scene.ts";
import {
	ANN,
	allow,
	BEN,
	DAI,
	DEMO,
	type Doing,
	EVE,
	eth,
	evm,
	FALSE_ANN,
	FALSE_USDC,
	OWN,
	pay,
	SUN,
	sol,
	trade,
	USDC,
} from "./does.ts";

const LABELS = { [BEN.toLowerCase()]: "Ben" };

interface More {
	readonly foreign?: readonly string[];
	readonly names?: ReadonlyMap<string, string>;
}

function held(text: string, does: Doing, { foreign = [], names = new Map() }: More = {}): TypedIntent | null {
	const typed: readonly TypedText[] = [{ text, at: 1, foreign }];
	return compareTypedIntent([does(LABELS)], {
		typed,
		user: user({ accounts: [OWN], labels: LABELS }),
		names,
	});
}

const kindOf = (asked: TypedIntent | null) =>
	asked?.outcome === "differs" ? asked.kind : (asked?.outcome ?? null);
const agreesOf = (asked: TypedIntent | null) => (asked?.outcome === "same" ? asked.agrees : null);

describe("the user's typed text next to the payload", () => {
	it("agrees if everything named is present", () => {
		const asked = held(`Send 0.05 ETH to ${ANN}`, eth(ANN, "0.05"));
		expect(agreesOf(asked)).toEqual(["recipient", "amount", "token"]);
		expect(codesOf(asked?.text ?? "")).toEqual(["asked.same.pays"]);
		expect(typedDiffers(asked)).toBeNull();
	});

	it("agrees with a name from the user, and with a verified name from the chain", () => {
		expect(agreesOf(held("pay Ben 25 USDC", pay(USDC, BEN, "25")))).toContain("recipient");
		const names = new Map([[ANN.toLowerCase(), "vitalik.eth"]]);
		expect(agreesOf(held("send 25 USDC to vitalik.eth", pay(USDC, ANN, "25"), { names }))).toContain(
			"recipient",
		);
		expect(held("send 25 USDC to vitalik.eth", pay(USDC, ANN, "25"))).toBeNull();
	});

	it("never agrees with an address that came from somebody else's text first", () => {
		const foreign = [ANN.toLowerCase()];
		expect(held(`Send 0.05 ETH to ${ANN}`, eth(ANN, "0.05"), { foreign })).toBeNull();
		expect(kindOf(held(`Send 0.05 ETH to ${ANN}`, eth(FALSE_ANN, "0.05"), { foreign }))).toBe("look-alike");
	});

	it("reports another recipient, and one that only looks like the typed one", () => {
		expect(kindOf(held(`Send 0.05 ETH to ${ANN}`, eth(EVE, "0.05")))).toBe("recipient");
		expect(kindOf(held(`Send 0.05 ETH to ${ANN}`, eth(FALSE_ANN, "0.05")))).toBe("look-alike");
		expect(kindOf(held("pay Ben 25 USDC", pay(USDC, EVE, "25")))).toBe("recipient");
		expect(kindOf(held(`approve 5 USDC for ${ANN}`, allow(USDC, EVE, "5")))).toBe("spender");
	});

	it("reports another amount, token and network", () => {
		expect(kindOf(held(`Send 0.05 ETH to ${ANN}`, eth(ANN, "0.0500001")))).toBe("amount");
		expect(kindOf(held(`Send 5 USDC to ${ANN}`, pay(FALSE_USDC, ANN, "5")))).toBe("token");
		expect(kindOf(held(`Send 1 ETH to ${ANN} on Base`, eth(ANN, "1")))).toBe("network");
		expect(kindOf(held(`approve 5 USDC for ${ANN}`, allow(USDC, ANN, null)))).toBe("amount");
		expect(kindOf(held("swap 100 USDC for DAI", trade(USDC, DAI, "101")))).toBe("amount");
	});

	it("accepts an unlisted token by the name that was typed, next to another payment", () => {
		const text = `send 0.01 ETH to ${ANN}, then send 5 DEMO to ${ANN}, then send 1 DEMO to ${ANN}`;
		expect(kindOf(held(text, pay(DEMO, ANN, "5")))).toBeNull();
		expect(kindOf(held(text, pay(DEMO, ANN, "1")))).toBeNull();
		expect(kindOf(held(text, eth(ANN, "0.01")))).toBeNull();
		expect(kindOf(held(text, pay(DEMO, ANN, "2")))).toBe("amount");
		expect(kindOf(held(text, pay(DEMO, EVE, "5")))).toBe("recipient");
		expect(kindOf(held(text, pay(FALSE_USDC, ANN, "5")))).toBe("token");
	});

	it("says nothing if the text has no such detail, or if there are further calls", () => {
		expect(held("What is my balance?", eth(EVE, "1"))).toBeNull();
		expect(held(`Never send anything to ${ANN}`, eth(EVE, "1"))).toBeNull();
		expect(held(`Send 1 ETH to ${ANN}`, evm({ to: EVE, data: "0xdeadbeef" }))).toBeNull();
		expect(held("", eth(EVE, "1"))).toBeNull();
	});

	it("reports no agreement if the text names something it can't compare", () => {
		expect(held(`Send about 1 ETH to ${ANN}`, eth(ANN, "1"))).toBeNull();
		expect(held(`Send 1 ETH to ${ANN} and 2 ETH to Ben`, eth(ANN, "2"))).toBeNull();
	});

	it("is a danger that requires a typed word, with the address that is paid", () => {
		const finding = typedDiffers(held(`Send 0.05 ETH to ${ANN}`, eth(EVE, "0.05")));
		expect(finding).toMatchObject({
			id: "asked-differs",
			severity: "danger",
			needsWord: true,
			stake: { kind: "address", address: EVE.toLowerCase() },
		});
	});

	it("accepts a late request for an earlier message", () => {
		const typed = (text: string, at: number): TypedText => ({ text, at, foreign: [] });
		const both = [typed(`Send about 20 USDC to ${ANN}`, 1), typed("Send 5 DAI to Ben", 2)];
		const against = (does: Doing) =>
			compareTypedIntent([does(LABELS)], {
				typed: both,
				user: user({ accounts: [OWN], labels: LABELS }),
				names: new Map(),
			});
		expect(against(pay(USDC, ANN, "20.5"))).toBeNull();
		expect(kindOf(against(pay(USDC, EVE, "20.5")))).toBe("recipient");
		expect(kindOf(against(pay(DAI, BEN, "50")))).toBe("amount");
	});

	it("drops a request that the last message withdrew", () => {
		const typed = [`Send 1 ETH to ${ANN}`, "sorry, I meant to Ben"].map((text, at) => ({
			text,
			at,
			foreign: [],
		}));
		const asked = compareTypedIntent([eth(ANN, "1")(LABELS)], {
			typed,
			user: user({ accounts: [OWN], labels: LABELS }),
			names: new Map(),
		});
		expect(kindOf(asked)).toBe("recipient");
	});

	it("compares Solana addresses case-sensitively", () => {
		const typed = SUN.toBase58();
		expect(agreesOf(held(`send 1 SOL to ${typed}`, sol(SUN, "1")))).toEqual(["recipient", "amount", "token"]);
	});

	it("reads a message of any length and any characters to its end", () => {
		for (const text of ["1".repeat(50_000), "send ".repeat(20_000), "0x".repeat(30_000), "\u202e\u0000’.,,,"])
			expect(held(text, eth(EVE, "1"))).toBeNull();
	});
});
