import { describe, expect, it } from "vitest";
import { messageStepEffects } from "../../../../../src/core/effects/signed/signed-effects.ts";
import { OTHER, SIGNER, TOKEN, transferData, VAULT } from "../../match/honest.ts";
import * as samples from "../../match/typed-samples.ts";
import { messageContext } from "../../signed-messages/scene.ts";

const me = SIGNER.toLowerCase();
const END = BigInt(samples.END);
const SEAPORT = "0x0000000000000068f116a894984e2db1123eb395";
const coin = { kind: "fungible", address: TOKEN.toLowerCase(), item: null };

const effectsOf = (typed: samples.Typed) =>
	messageStepEffects(
		{ signer: SIGNER, intent: { kind: "evm_typed_data", typed_data: { ...typed } } },
		messageContext(),
		2,
	);

describe("a signature", () => {
	it("for an order gives its offer and expects its consideration", () => {
		const { movements, gaps } = effectsOf(samples.seaportOrder());
		expect(movements).toEqual([
			{
				from: me,
				to: null,
				asset: { kind: "item", address: OTHER.toLowerCase(), item: "41" },
				least: 1n,
				most: 1n,
				step: 2,
				basis: "permitted",
				until: END,
				isSold: true,
			},
			{
				from: SEAPORT,
				to: me,
				asset: coin,
				least: 25_000_000n,
				most: 25_000_000n,
				step: 2,
				basis: "permitted",
				until: END,
				isPrice: true,
			},
		]);
		expect(gaps).toEqual([]);
	});

	it("for an order names the other recipients of its price", () => {
		const fee = {
			itemType: 0,
			token: samples.ZERO,
			identifierOrCriteria: 0,
			startAmount: "8",
			endAmount: "8",
		};
		const { movements } = effectsOf(samples.seaportOrder({ consideration: [{ ...fee, recipient: VAULT }] }));
		expect(movements).toMatchObject([{ to: null }, { from: SEAPORT, to: VAULT.toLowerCase(), least: 8n }]);
	});

	it("for a permit gives a right over the holdings", () => {
		const { movements, rights, holdings } = effectsOf(samples.permit());
		expect(movements).toEqual([]);
		expect(rights).toEqual([
			{
				holder: VAULT.toLowerCase(),
				account: me,
				scope: { kind: "asset", asset: coin },
				extent: 25_000_000n,
				until: null,
				step: 2,
				basis: "permitted",
				before: 0n,
			},
		]);
		expect(holdings).toEqual([{ account: me, asset: coin, amount: expect.any(BigInt) }]);
	});

	it("for an unlimited permit gives a right without a bound", () => {
		expect(effectsOf(samples.daiPermit()).rights).toMatchObject([{ extent: null }]);
		expect(effectsOf(samples.daiPermit({ allowed: false })).rights).toMatchObject([{ extent: 0n }]);
	});

	it("for a transfer moves the tokens to the named recipient", () => {
		expect(effectsOf(samples.authorization("TransferWithAuthorization")).movements).toMatchObject([
			{ from: me, to: VAULT.toLowerCase(), asset: coin, most: 25_000_000n, basis: "permitted" },
		]);
	});

	it("for a Safe moves the Safe's holdings by its call", () => {
		const pays = samples.safeTransaction({ to: TOKEN, data: transferData(OTHER, 7n) });
		const { controlled, gaps, holdings, movements } = effectsOf(pays);
		expect({ controlled, gaps, holdings }).toEqual({
			controlled: [VAULT.toLowerCase()],
			gaps: ["not-simulated"],
			holdings: [],
		});
		expect(movements).toMatchObject([
			{ from: VAULT.toLowerCase(), to: OTHER.toLowerCase(), asset: coin, most: 7n, basis: "permitted" },
		]);
	});

	it("for a Safe's delegatecall gives control, and its call may be anything", () => {
		const lent = samples.safeTransaction({ operation: 1, data: transferData(OTHER, 7n) });
		const { gaps, movements, rights } = effectsOf(lent);
		expect({ gaps, movements }).toEqual({ gaps: ["unread"], movements: [] });
		expect(rights).toMatchObject([
			{
				holder: TOKEN.toLowerCase(),
				scope: { kind: "control", over: VAULT.toLowerCase(), what: "code" },
			},
		]);
	});

	it("for an unreadable call may be anything", () => {
		expect(effectsOf(samples.safeTransaction({ data: "0xdeadbeef" })).gaps).toEqual([
			"not-simulated",
			"unread",
		]);
	});

	it("for typed data of no known kind that names a call may be that call and anything else", () => {
		const call: samples.Typed = {
			types: { Job: samples.members("address from,address to,bytes data") },
			primaryType: "Job",
			domain: samples.permit().domain,
			message: { from: SIGNER, to: TOKEN, data: transferData(OTHER, 7n) },
		};
		const { gaps, movements } = effectsOf(call);
		expect(gaps).toEqual(["not-simulated", "unread"]);
		expect(movements).toMatchObject([{ from: me, to: OTHER.toLowerCase(), most: 7n }]);
	});

	it("for typed data of no known kind may be anything", () => {
		expect(effectsOf(samples.mail()).gaps).toEqual(["unread"]);
	});

	it("for a payload that main would not read may be anything", () => {
		expect(effectsOf({ ...samples.permit(), primaryType: "None" }).gaps).toEqual(["unread"]);
	});
});

describe("a message", () => {
	const personal = (message: string) =>
		messageStepEffects({ signer: SIGNER, intent: { kind: "evm_personal", message } }, messageContext(), 0);
	const solana = (bytes: Uint8Array) =>
		messageStepEffects(
			{
				signer: SIGNER,
				intent: { kind: "svm_message", message_base64: Buffer.from(bytes).toString("base64") },
			},
			messageContext(),
			0,
		);

	it("of text permits nothing", () => {
		expect(personal("I accept the terms of service.")).toMatchObject({ movements: [], rights: [], gaps: [] });
		expect(solana(Buffer.from("I accept the terms of service."))).toMatchObject({ gaps: [] });
	});

	it("of bytes may be anything", () => {
		expect(personal(`0x${"9c".repeat(32)}`).gaps).toEqual(["unread"]);
		expect(solana(Uint8Array.from({ length: 32 }, (_, at) => 200 + at))).toMatchObject({ gaps: ["unread"] });
	});
});
