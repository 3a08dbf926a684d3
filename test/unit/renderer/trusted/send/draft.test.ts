import { describe, expect, it } from "vitest";
import {
	accountOf,
	amountFault,
	assetOf,
	emptyDraft,
	isName,
	isReady,
	type SendDraft,
	suggestions,
	worthOf,
} from "../../../../../src/renderer/trusted/send/draft.ts";
import { textOf } from "../../../../../src/text/index.ts";
import { sendScreen } from "../../../../preview/samples/send.ts";

const screen = sendScreen();
const draft = (change: Partial<SendDraft> = {}): SendDraft => ({ ...emptyDraft(null), ...change });

function chosen(change: Partial<SendDraft> = {}) {
	const account = accountOf(screen, draft(change));
	const asset = assetOf(account, draft(change));
	if (account === null || asset === null) throw new Error("nothing to send");
	return { account, asset };
}

describe("the draft of a payment", () => {
	it("begins with the first account that has a balance, and its most valuable asset", () => {
		const { account, asset } = chosen();
		expect([account.address.label, asset.symbol]).toEqual(["Main", "ETH"]);
		expect(chosen({ assetId: "8453 USDC" }).asset.symbol).toBe("USDC");
	});

	it.each([
		["1.5", null],
		["", null],
		["0", "zero"],
		["0.000", "zero"],
		["-1", "format"],
		["1e3", "format"],
		["NaN", "format"],
		["1,5", "format"],
		["502.1500001", "decimals"],
		["502.16", "exceeds"],
	])("judges the amount %j", (amount, fault) => {
		const of = draft({ assetId: "8453 USDC", amount });
		expect(amountFault(chosen(of).asset, of)).toBe(fault);
		expect(isReady(chosen(of).asset, of)).toBe(fault === null && amount !== "");
	});

	it("shows what the amount is worth, and nothing without a price", () => {
		const { asset } = chosen();
		const worth = (of: Partial<SendDraft>) => {
			const text = worthOf(asset, draft(of));
			return text === null ? null : textOf(text);
		};
		expect(worth({ amount: "1.5" })).toBe("≈ $4,380.00");
		expect(worth({ isAll: true })).toBe("≈ $9,356.03");
		expect(worth({ amount: "x" })).toBeNull();
		expect(worthOf({ ...asset, price: null }, draft({ amount: "1" }))).toBeNull();
	});

	it("suggests recipients of the same kind of network, by name or address, and not the payer", () => {
		const { account } = chosen();
		expect(suggestions(screen, account, "").map(({ address }) => address.label)).toContain("Ana");
		expect(suggestions(screen, account, "an").map(({ address }) => address.label)).toContain("Ana");
		expect(suggestions(screen, account, "nobody")).toEqual([]);
		expect(suggestions(screen, { ...account, family: "svm" }, "")).toEqual([]);
		const own = { family: account.family, address: account.address, isOwn: true };
		expect(suggestions({ ...screen, recipients: [own] }, account, "")).toEqual([]);
	});

	it("treats a text with dots as a name", () => {
		expect(["ana.eth", "a.b.sol"].map(isName)).toEqual([true, true]);
		expect(["ana", "0x12", ".eth", "a b.eth", "ana."].map(isName)).toEqual([
			false,
			false,
			false,
			false,
			false,
		]);
	});
});
