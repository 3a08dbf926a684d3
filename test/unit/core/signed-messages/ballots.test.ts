import { describe, expect, it } from "vitest";
import { kindOf, ownerOf } from "../../../../src/core/match/typed-data/kinds.ts";
import { CHAIN, OTHER, SIGNER } from "../match/honest.ts";
import * as samples from "../match/typed-samples.ts";
import { members, readTypedData, type Typed } from "../match/typed-samples.ts";
import { fine } from "../review/scene.ts";
import { analyzeTyped, typedFindings } from "./scene.ts";

const said = (typed: Typed, around = {}) =>
	analyzeTyped(typed, around).findings.map(({ id, severity }) => `${id} ${severity}`);

/** Chain facts without a contract at the domain's address. */
const BARE = { facts: { codeAtTo: fine(false) } };

const V5 = "uint256 proposalId,uint8 support,address voter,uint256 nonce";

describe("a ballot for a governor", () => {
	it.each([
		["Compound's", samples.ballot()],
		["the oldest", samples.ballot({ support: true }, { fields: "uint256 proposalId,bool support" })],
		["OpenZeppelin's, version 5", samples.ballot({ voter: SIGNER, nonce: 0 }, { fields: V5 })],
		[
			"with a reason",
			samples.ballot(
				{ reason: "yes", params: "0x" },
				{ type: "ExtendedBallot", fields: "uint256 proposalId,uint8 support,string reason,bytes params" },
			),
		],
	])("moves and approves nothing: %s", (_, typed) => {
		expect(kindOf(readTypedData(typed))).toBe("ballot");
		expect(said(typed)).toEqual(["ballot caution", "held-signature info"]);
		expect(analyzeTyped(typed).needsWord).toBe(false);
		expect(typedFindings(typed)).toEqual([]);
	});

	it("has no effect if no contract reads it, which is a doubt and not a danger", () => {
		expect(said(samples.ballot(), BARE)).toEqual([
			"ballot caution",
			"domain-no-code caution",
			"held-signature info",
		]);
	});

	it("of another voter is not the signer's", () => {
		const typed = samples.ballot({ voter: OTHER, nonce: 0 }, { fields: V5 });
		expect(ownerOf(readTypedData(typed))).toEqual({ field: "message.voter", address: OTHER.toLowerCase() });
	});

	it("with unreadable parameters requires a typed word", () => {
		const typed = samples.ballot(
			{ reason: "", params: "0x12" },
			{ type: "ExtendedBallot", fields: "uint256 proposalId,uint8 support,string reason,bytes params" },
		);
		expect(said(typed)).toContain("ballot danger");
	});

	it.each([
		["names somebody who may vote", "uint256 proposalId,uint8 support,address delegatee"],
		["carries an amount", "uint256 proposalId,uint8 support,uint256 value"],
		["carries a call", "uint256 proposalId,uint8 support,bytes data"],
		["counts by other types", "uint256 proposalId,uint256 support"],
	])("has an unknown kind if it %s", (_, fields) => {
		const typed = samples.ballot({ delegatee: OTHER, value: 1, data: "0x12" }, { fields });
		const own = fields.split(",").map((field) => field.split(" ")[1] ?? "");
		const message = Object.fromEntries(Object.entries(typed.message).filter(([name]) => own.includes(name)));
		expect(said({ ...typed, message })).toContain("unknown-typed-data danger");
	});

	it("read by an own account, or by no contract, requires a typed word", () => {
		const at = (domain: Typed["domain"]) => said({ ...samples.ballot(), domain });
		expect(at({ name: "Governor", chainId: CHAIN, verifyingContract: SIGNER })).toContain(
			"domain-own-account danger",
		);
		expect(at({ name: "Governor", chainId: CHAIN })).toContain("domain-contract danger");
		expect(at({ name: "Governor", verifyingContract: OTHER })).toContain("domain-chain danger");
	});
});

describe("a profile at Snapshot", () => {
	it("moves and approves nothing", () => {
		expect(said(samples.snapshotProfile())).toEqual(["snapshot-profile caution", "held-signature info"]);
	});

	it.each([
		["a contract may read it", { domain: { name: "snapshot", version: "0.1.4", verifyingContract: OTHER } }],
		["another application reads it", { domain: { name: "wallet", version: "0.1.4" } }],
		[
			"it lets somebody act",
			{
				types: { Alias: members("address from,address alias") },
				primaryType: "Alias",
				message: { from: SIGNER, alias: OTHER },
			},
		],
	])("has an unknown kind if %s", (_, patch) => {
		expect(said({ ...samples.snapshotProfile(), ...patch })).toContain("unknown-typed-data danger");
	});
});

describe("a cancellation of orders at CoW Protocol", () => {
	it("revokes", () => {
		const typed = samples.orderCancellation([samples.orderUid(SIGNER), samples.orderUid(SIGNER)]);
		expect(said(typed)).toEqual(["held-signature info"]);
		expect(typedFindings(typed)).toEqual([]);
	});

	it("of another account's orders requires a typed word", () => {
		const typed = samples.orderCancellation([samples.orderUid(SIGNER), samples.orderUid(OTHER)]);
		expect(said(typed)).toContain("order-cancellation danger");
	});

	it("read by another contract requires a typed word", () => {
		const typed = samples.orderCancellation();
		const domain = { ...typed.domain, verifyingContract: OTHER };
		expect(said({ ...typed, domain })).toContain("domain-contract danger");
	});

	it.each([
		["names no order", []],
		["contains invalid order bytes", [`0x${"11".repeat(36)}`]],
		["contains more than an order's bytes", [`${samples.orderUid(SIGNER)}00`]],
	])("has an unknown kind if it %s", (_, uids) => {
		expect(said(samples.orderCancellation(uids))).toContain("unknown-typed-data danger");
	});
});
