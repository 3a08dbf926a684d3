import { describe, expect, it } from "vitest";
import { OTHER, SIGNER } from "../match/honest.ts";
import { members, type Typed } from "../match/typed-samples.ts";
import { analyzeTyped } from "./scene.ts";

const follow = (
	message: Typed["message"] = {},
	{
		type = "Follow",
		fields = "address from,string network,string space,uint64 timestamp",
		domain = { name: "snapshot", version: "0.1.4" } as Typed["domain"],
	} = {},
): Typed => {
	const all = { from: SIGNER, network: "s", space: "gitcoindao.eth", timestamp: 1_790_000_000, ...message };
	const named = Object.entries(all).filter(([name]) => fields.split(/[ ,]/).includes(name));
	return {
		types: { [type]: members(fields) },
		primaryType: type,
		domain,
		message: Object.fromEntries(named),
	};
};

const said = (typed: Typed) => analyzeTyped(typed).findings.map(({ id, severity }) => `${id} ${severity}`);
const CAUTION = "unknown-typed-data caution";
const DANGER = "unknown-typed-data danger";

describe("typed data that names no other account, no amount and no contract", () => {
	it.each([
		["a space that is followed", follow()],
		["a space whose name has a digit", follow({ space: "1inch.eth" })],
		["no longer followed", follow({}, { type: "Unfollow" })],
	])("requires no typed word: %s", (_, typed) => {
		expect(said(typed)).toEqual([CAUTION]);
	});

	it.each([
		["another account follows", follow({ from: OTHER })],
		["an account in a text", follow({ space: OTHER })],
		["a key in a text", follow({ space: "7f3a9c2be15d48a6b0c4e2d1f8a7930e" })],
		["an amount in a text", follow({ space: "1000" })],
		["an amount of something in a text", follow({ space: "send 1000" })],
		["a code that links a device", follow({ space: "482 913" })],
		["another account by its type", follow({ alias: OTHER }, { fields: "address from,address alias" })],
		["a number that is no time", follow({ share: 5 }, { fields: "address from,uint256 share" })],
		["a yes", follow({ agreed: true }, { fields: "address from,bool agreed" })],
		["bytes", follow({ what: "0x12" }, { fields: "address from,bytes what" })],
		["a hash", follow({ id: `0x${"1".repeat(64)}` }, { fields: "address from,bytes32 id" })],
		["its name is a transfer", follow({}, { type: "TransferSpace" })],
		["its name registers something", follow({}, { type: "Register" })],
		["a member is a key", follow({ apiKey: "abc" }, { fields: "address from,string apiKey" })],
		[
			"a text is a key's",
			follow({ action: "STARK Key" }, { fields: "string action", domain: { name: "Paradex", version: "1" } }),
		],
		["its application is a wallet", follow({}, { domain: { name: "Private key backup", version: "1" } })],
	])("is unknown if it may be more: %s", (_, typed) => {
		expect(said(typed)).toContain(DANGER);
	});

	it.each([
		["a contract", { name: "snapshot", verifyingContract: OTHER }],
		["a chain", { name: "snapshot", chainId: 1 }],
	])("is unknown if %s may read it", (_, domain) => {
		expect(said(follow({}, { domain: domain as Typed["domain"] }))).toContain(DANGER);
	});
});
