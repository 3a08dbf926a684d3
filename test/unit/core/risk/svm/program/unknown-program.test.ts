import { createInitializeAccount3Instruction } from "@solana/spl-token";
import { PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import type { SvmAccountFacts } from "../../../../../../src/core/chain/svm.ts";
import { saying } from "../../../../../support/saying.ts";
import {
	key,
	ME,
	MINT,
	MY_TOKENS,
	PROGRAM,
	sending,
	svmFacts,
	svmGeneral,
	text,
	tokens,
	wallet,
	YOU,
	YOUR_TOKENS,
} from "../../../review/svm-scene.ts";

const GRAVE = { severity: "danger", needsWord: true, stake: { kind: "address", address: text(PROGRAM) } };
const AGREED = { comparison: { verdict: "agrees", effects: [] } } as const;

const KEPT = key(21);
const calling = (pubkey: PublicKey, is: { signs?: boolean; writes?: boolean } = {}) =>
	new TransactionInstruction({
		programId: PROGRAM,
		keys: [{ pubkey, isSigner: is.signs === true, isWritable: is.writes === true }],
		data: Buffer.of(1),
	});

const ruled = (data: SvmAccountFacts["data"]) =>
	svmFacts({}, [[KEPT, { ...wallet(), owner: text(key(98)), size: 200, data }]]);
const THEM = { staker: text(YOU), withdrawer: text(YOU) };

describe("an unknown program", () => {
	it("requires a typed word for the user's signature, whatever the simulations show", () => {
		for (const more of [{}, AGREED])
			expect(svmGeneral("unknown-program", [calling(ME, { signs: true })], { more })).toMatchObject({
				...GRAVE,
				text: saying("finding.unknown-program.signature"),
			});
	});

	it("requires a typed word for a token account of the user's that it may change", () => {
		expect(
			svmGeneral("unknown-program", [calling(MY_TOKENS, { writes: true })], { more: AGREED }),
		).toMatchObject(GRAVE);
	});

	it.each<[string, SvmAccountFacts["data"]]>([
		["a stake that they withdraw", { kind: "stake", ...THEM, withdrawer: text(ME), lockup: null }],
		["a stake that they direct", { kind: "stake", ...THEM, staker: text(ME), lockup: null }],
		[
			"a stake that they keep locked",
			{ kind: "stake", ...THEM, lockup: { time: 1n, epoch: 0n, custodian: text(ME) } },
		],
		[
			"a vote account that they withdraw from",
			{ kind: "vote", identity: text(YOU), withdrawer: text(ME), commission: 0n },
		],
		["a nonce account of theirs", { kind: "nonce", authority: text(ME) }],
	])("requires a typed word for %s", (_what, data) => {
		const scene = { facts: ruled(data), more: AGREED };
		expect(svmGeneral("unknown-program", [calling(KEPT, { writes: true })], scene)).toMatchObject(GRAVE);
	});

	it("requires a typed word for an account with an unknown owner", () => {
		expect(svmGeneral("unknown-program", [calling(KEPT, { writes: true })], { more: AGREED })).toMatchObject({
			...GRAVE,
			text: saying("finding.unknown-program.unread-account"),
		});
		const blind = { facts: null, more: AGREED };
		expect(svmGeneral("unknown-program", [calling(YOUR_TOKENS, { writes: true })], blind)).toMatchObject(
			GRAVE,
		);
	});

	it("requires a typed word for an account that another instruction opens for the user", () => {
		const facts = svmFacts({}, [[KEPT, null]]);
		const all = [createInitializeAccount3Instruction(KEPT, MINT, ME), calling(KEPT, { writes: true })];
		expect(svmGeneral("unknown-program", all, { facts })).toMatchObject(GRAVE);
	});

	it("is reported, without a typed word, if it gets nothing of the user's to change", () => {
		for (const each of [calling(YOUR_TOKENS, { writes: true }), calling(MY_TOKENS)])
			expect(svmGeneral("unknown-program", [each])).toMatchObject({
				severity: "caution",
				needsWord: false,
			});
		const facts = ruled({ kind: "stake", ...THEM, lockup: null });
		expect(svmGeneral("unknown-program", [calling(KEPT, { writes: true })], { facts })).toMatchObject({
			severity: "caution",
		});
	});

	it("gets a wallet's signature wherever it names it, since the wallet signs for the whole", () => {
		expect(svmGeneral("unknown-program", [calling(ME)])).toMatchObject(GRAVE);
	});

	it("is reported for the instruction with the most access", () => {
		const all = [calling(YOUR_TOKENS, { writes: true }), sending(1n), calling(ME, { signs: true })];
		expect(svmGeneral("unknown-program", all)?.text).toEqual(saying("finding.unknown-program"));
	});

	it("includes unreadable instructions of a known program", () => {
		const odd = new TransactionInstruction({
			programId: SystemProgram.programId,
			keys: [{ pubkey: ME, isSigner: true, isWritable: true }],
			data: Buffer.of(99),
		});
		expect(svmGeneral("unknown-program", [odd], { more: AGREED })).toMatchObject({
			severity: "danger",
			needsWord: true,
		});
	});

	it("is ignored if the chain itself only checks a signature", () => {
		const verify = new TransactionInstruction({
			programId: new PublicKey("Ed25519SigVerify111111111111111111111111111"),
			keys: [],
			data: Buffer.alloc(80, 1),
		});
		expect(svmGeneral("unknown-program", [verify])).toBeUndefined();
	});
});

it("a token account of somebody else with the user as delegate is theirs to lose", () => {
	const lent = tokens(YOU, 5n);
	if (lent.data.kind !== "token") throw new Error("no token account");
	const facts = svmFacts({}, [[KEPT, { ...lent, data: { ...lent.data, delegate: text(ME) } }]]);
	expect(svmGeneral("unknown-program", [calling(KEPT, { writes: true })], { facts })).toMatchObject(GRAVE);
});
