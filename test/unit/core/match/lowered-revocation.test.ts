import { createApproveCheckedInstruction, TOKEN_2022_PROGRAM_ID } from "@solana/spl-token";
import { PublicKey, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import { encodeFunctionData, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import type { FrozenRevocation, LoweredTo } from "../../../../src/core/match/frozen.ts";
import { matchFrozen } from "../../../../src/core/match/match.ts";
import { provenFrozen } from "../../../../src/core/match/proof.ts";
import { matchRevocation, PERMIT2, revocationCall } from "../../../../src/core/match/revocation.ts";
import { changed, hex, OTHER, TOKEN, VAULT } from "./honest.ts";
import { BLOCKHASH, SVM_OTHER, SVM_SIGNER } from "./honest-svm.ts";
import {
	DELEGATED,
	evmLowering,
	evmRevocation,
	loweredTo,
	MINT,
	revokedOf,
	svmLowering,
	svmRevocation,
	TOKEN_2022,
	TOKEN_ACCOUNT,
} from "./revocations.ts";

/** A revocation that leaves a lower amount sets exactly that amount and does nothing else. */

const ABI = parseAbi([
	"function approve(address spender, uint256 amount)",
	"function approve(address token, address spender, uint160 amount, uint48 expiration)",
]);

const EXPECTED = {
	allowance: {
		to: TOKEN,
		data: encodeFunctionData({ abi: ABI, functionName: "approve", args: [hex(VAULT), 250n] }),
	},
	permit2: {
		to: PERMIT2,
		data: encodeFunctionData({
			abi: ABI,
			functionName: "approve",
			args: [hex(TOKEN), hex(VAULT), 250n, 1_900_000_000],
		}),
	},
} as const;

const faults = (frozen: FrozenRevocation) =>
	matchRevocation(frozen)
		.checks.filter((check) => check.status !== "passed")
		.map((check) => check.field);

type Change = (copy: FrozenRevocation) => void;
const inCall =
	(patch: object): Change =>
	(copy) => {
		if (copy.payload.kind === "evm_transaction") Object.assign(copy.payload.transaction, patch);
	};
const inLowered =
	(patch: object): Change =>
	(copy) =>
		Object.assign(copy.lowers_to ?? {}, patch);
const inRevoked =
	(patch: object): Change =>
	(copy) =>
		Object.assign(copy.revokes, patch);

const KINDS = ["allowance", "permit2"] as const;

describe.each(KINDS)("a lowered allowance of kind %s", (kind) => {
	it("matches if described truthfully, and equals viem's encoding", () => {
		const frozen = evmLowering(kind);
		expect(matchFrozen(frozen).verdict).toBe("matched");
		expect(frozen.payload).toMatchObject({
			transaction: { to: EXPECTED[kind].to.toLowerCase(), data: EXPECTED[kind].data.toLowerCase() },
		});
	});

	it.each<[string, Change]>([
		["data", inLowered({ amount: "251" })],
		["data", inLowered({ amount: "249" })],
		["data", inRevoked({ spender: OTHER.toLowerCase() })],
		["data", inCall({ data: `${EXPECTED[kind].data}00` })],
		["value", inCall({ value: "1" })],
		["to", inCall({ to: OTHER })],
		["signer", (copy) => Object.assign(copy, { signer: OTHER })],
		["chain_id", (copy) => Object.assign(copy, { chain_ref: "1" })],
		["lowered", inLowered({ amount: "1000" })],
		["lowered", inLowered({ amount: "1001" })],
		["lowered", inLowered({ amount: "0" })],
		["lowered", inLowered({ amount: "0x10" })],
		["lowered", inLowered({ amount: "-5" })],
		["lowered", inLowered({ from: "250" })],
		["lowered", inLowered({ from: "" })],
		["lowered", inLowered({ from: (2n ** 256n).toString() })],
		["lowered", inLowered({ until: kind === "permit2" ? null : 1_900_000_000 })],
		["lowered", inLowered({ mint: { address: MINT, decimals: 6 } })],
		["lowers_to.more", inLowered({ more: 1 })],
		["revokes", inRevoked({ token_id: "7" })],
	])("is refused by its %s", (field, change) => {
		expect(faults(changed(evmLowering(kind), change))).toContain(field);
	});

	it("is refused if the bytes take all of it back, or the plan doesn't name an amount", () => {
		const all = evmRevocation(kind);
		expect(faults({ ...all, lowers_to: loweredTo(kind) })).toContain("data");
		const { lowers_to: _, ...unnamed } = evmLowering(kind);
		expect(faults(unnamed)).toContain("data");
	});
});

it("keeps the expiry of an allowance in Permit2, which can't be extended", () => {
	const longer = evmLowering("permit2", loweredTo("permit2"), loweredTo("permit2", { until: 1_900_000_001 }));
	expect(faults(longer)).toEqual(["data"]);
	expect(revocationCall(revokedOf("permit2"), loweredTo("permit2", { until: 2 ** 48 }))).toBeNull();
});

it.each(["operator", "token"] as const)(
	"can't lower a permission of kind %s, which has no amount",
	(kind) => {
		expect(revocationCall(revokedOf(kind), loweredTo(kind))).toBeNull();
		expect(faults({ ...evmRevocation(kind), lowers_to: loweredTo(kind) })).toContain("lowered");
	},
);

/** Returns the approval as the token library encodes it. */
function approving(amount: bigint, delegate = DELEGATED.spender, program?: PublicKey): string {
	const ix = createApproveCheckedInstruction(
		new PublicKey(TOKEN_ACCOUNT),
		new PublicKey(MINT),
		new PublicKey(delegate),
		new PublicKey(SVM_SIGNER),
		amount,
		6,
		[],
		program,
	);
	const message = new TransactionMessage({
		payerKey: new PublicKey(SVM_SIGNER),
		recentBlockhash: BLOCKHASH,
		instructions: [ix],
	}).compileToLegacyMessage();
	return Buffer.from(new VersionedTransaction(message).serialize()).toString("base64");
}

describe("a lowered amount of a Solana delegate", () => {
	const withBytes = (transaction_base64: string) =>
		faults(changed(svmLowering(), (copy) => Object.assign(copy.payload, { transaction_base64 })));

	it("matches if described truthfully, and equals the token library's encoding", () => {
		const frozen = svmLowering();
		expect(matchFrozen(frozen).verdict).toBe("matched");
		expect(frozen.payload).toMatchObject({ transaction_base64: approving(250n) });
	});

	it("matches for Token-2022 as well, by its own program", () => {
		const frozen = svmLowering(undefined, undefined, { ...DELEGATED, program: TOKEN_2022 });
		expect(matchFrozen(frozen).verdict).toBe("matched");
		expect(TOKEN_2022_PROGRAM_ID.toBase58()).toBe(TOKEN_2022);
	});

	it.each<[string, () => string]>([
		["data", () => approving(251n)],
		["accounts", () => approving(250n, SVM_OTHER)],
		["program", () => approving(250n, DELEGATED.spender, TOKEN_2022_PROGRAM_ID)],
	])("is refused by its %s", (field, bytes) => {
		expect(withBytes(bytes())).toContain(field);
	});

	it.each<[string, Partial<LoweredTo>]>([
		["amount", { amount: "1000" }],
		["amount", { amount: "0" }],
		["earlier amount", { from: (2n ** 64n).toString() }],
		["end", { until: 1_900_000_000 }],
		["mint", { mint: null }],
		["mint", { mint: { address: "nothing", decimals: 6 } }],
	])("is refused by its named %s", (_, change) => {
		expect(faults({ ...svmLowering(), lowers_to: loweredTo("delegate", change) })).toContain("lowered");
	});

	it.each([
		{ address: MINT, decimals: 7 },
		{ address: SVM_OTHER, decimals: 6 },
	])("is refused if the bytes have another mint or its decimals", (mint) => {
		expect(faults({ ...svmLowering(), lowers_to: loweredTo("delegate", { mint }) })).toContain("bytes");
	});

	it("is refused if the bytes revoke, or the plan does", () => {
		expect(faults({ ...svmRevocation(), lowers_to: loweredTo("delegate") })).not.toEqual([]);
		const { lowers_to: _, ...unnamed } = svmLowering();
		expect(faults(unnamed)).not.toEqual([]);
	});
});

it("has a different fingerprint for each amount, and the vault's own check proves it", () => {
	const now = 1_790_000_000_000;
	for (const frozen of [evmLowering(), evmLowering("permit2"), svmLowering()])
		expect(provenFrozen({ frozen, fingerprint: fingerprintOf(frozen), now })).toMatchObject({ ok: true });
	const marks = [
		evmRevocation(),
		evmLowering(),
		evmLowering("allowance", loweredTo("allowance", { amount: "249" })),
		evmLowering("allowance", loweredTo("allowance", { from: "999" })),
	].map(fingerprintOf);
	expect(new Set(marks).size).toBe(marks.length);
	const raised = evmLowering("allowance", loweredTo("allowance", { from: "100" }), loweredTo("allowance"));
	expect(provenFrozen({ frozen: raised, fingerprint: fingerprintOf(raised), now })).toMatchObject({
		ok: false,
		field: "lowered",
	});
});
