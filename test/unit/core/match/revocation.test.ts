import { createRevokeInstruction, TOKEN_2022_PROGRAM_ID } from "@solana/spl-token";
import {
	ComputeBudgetProgram,
	PublicKey,
	SystemProgram,
	TransactionMessage,
	VersionedTransaction,
} from "@solana/web3.js";
import { encodeFunctionData, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { type FrozenRevocation, intentsOf } from "../../../../src/core/match/frozen.ts";
import { matchFrozen } from "../../../../src/core/match/match.ts";
import { provenFrozen } from "../../../../src/core/match/proof.ts";
import { matchRevocation, PERMIT2 } from "../../../../src/core/match/revocation.ts";
import { changed, hex, OTHER, SIGNER, TOKEN, VAULT } from "./honest.ts";
import { BLOCKHASH, keyOf, NEWER_BLOCKHASH, SVM_OTHER, SVM_SIGNER } from "./honest-svm.ts";
import {
	DELEGATED,
	EVM_KINDS,
	type EvmKind,
	evmRevocation,
	svmRevocation,
	TOKEN_2022,
	TOKEN_ACCOUNT,
} from "./revocations.ts";

/** A revocation takes back exactly the named permission. Anything else is refused. */

const ABI = parseAbi([
	"function approve(address spender, uint256 amountOrId)",
	"function setApprovalForAll(address operator, bool approved)",
	"function lockdown((address token, address spender)[] approvals)",
]);
const ZERO = `0x${"0".repeat(40)}` as const;

/** Expected payload of each kind, encoded by viem. */
const EXPECTED: Readonly<Record<EvmKind, { readonly to: string; readonly data: string }>> = {
	allowance: {
		to: TOKEN,
		data: encodeFunctionData({ abi: ABI, functionName: "approve", args: [hex(VAULT), 0n] }),
	},
	token: { to: TOKEN, data: encodeFunctionData({ abi: ABI, functionName: "approve", args: [ZERO, 7n] }) },
	operator: {
		to: TOKEN,
		data: encodeFunctionData({ abi: ABI, functionName: "setApprovalForAll", args: [hex(VAULT), false] }),
	},
	permit2: {
		to: PERMIT2,
		data: encodeFunctionData({
			abi: ABI,
			functionName: "lockdown",
			args: [[{ token: hex(TOKEN), spender: hex(VAULT) }]],
		}),
	},
};

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
const inPayload =
	(patch: object): Change =>
	(copy) =>
		Object.assign(copy.payload, patch);
const inRevoked =
	(patch: object): Change =>
	(copy) =>
		Object.assign(copy.revokes, patch);

describe.each(EVM_KINDS)("a revocation of kind %s", (kind) => {
	const lie = (change: Change) => faults(changed(evmRevocation(kind), change));

	it("matches if described truthfully, and equals viem's encoding", () => {
		const frozen = evmRevocation(kind);
		expect(matchFrozen(frozen).verdict).toBe("matched");
		const [payload] = intentsOf(frozen);
		if (payload?.kind !== "evm_transaction") throw new Error("no transaction");
		expect(payload.transaction.to.toLowerCase()).toBe(EXPECTED[kind].to.toLowerCase());
		expect(payload.transaction.data).toBe(EXPECTED[kind].data.toLowerCase());
	});

	it.each<[string, Change]>([
		["chain_family", (copy) => Object.assign(copy, { chain_family: "svm" })],
		["chain_id", inPayload({ chain_id: 1 })],
		["chain_id", (copy) => Object.assign(copy, { chain_ref: "1" })],
		["chain_id", (copy) => Object.assign(copy, { chain_ref: "08453" })],
		["signer", inPayload({ signer: OTHER })],
		["signer", (copy) => Object.assign(copy, { signer: OTHER })],
		["to", inCall({ to: OTHER })],
		["value", inCall({ value: "1" })],
		["value", inCall({ value: "0x0" })],
		["data", inCall({ data: "0x" })],
		["data", inCall({ data: `${EXPECTED[kind].data}00` })],
		["data", inCall({ data: EXPECTED[kind].data.slice(0, -2) })],
		["data", inCall({ data: `${EXPECTED[kind].data.slice(0, -1)}${kind === "permit2" ? "1" : "f"}` })],
		["nonce", inPayload({ nonce: -1 })],
		["gas_limit", inCall({ gas_limit: 20_999 })],
		["gas_limit", inCall({ gas_limit: 2 ** 60 })],
		["fees", inCall({ max_priority_fee_per_gas: "2000000001" })],
		["fees", inCall({ max_fee_per_gas: "0x77359400" })],
		["revokes", inRevoked({ spender: "0x12" })],
		["revokes", inRevoked({ token: "nothing" })],
		["revokes", inRevoked({ program: TOKEN_2022 })],
		["revokes", inRevoked({ token_id: kind === "token" ? null : "7" })],
		["revokes", inRevoked({ token_id: kind === "token" ? "07" : "x" })],
		["payload.access_list", inPayload({ access_list: [] })],
		["payload.transaction.gas_price", inCall({ gas_price: "1" })],
	])("is refused by its %s", (field, change) => {
		expect(lie(change)).toContain(field);
	});
});

it.each(["allowance", "operator", "permit2"] as const)(
	"a revocation of kind %s is refused if it names another spender",
	(kind) => {
		expect(faults(changed(evmRevocation(kind), inRevoked({ spender: OTHER.toLowerCase() })))).toEqual([
			"data",
		]);
	},
);

describe("bytes of another meaning", () => {
	it("are refused: an approval of one base unit, a new operator, a lockdown of two pairs", () => {
		const one = encodeFunctionData({ abi: ABI, functionName: "approve", args: [hex(VAULT), 1n] });
		const on = encodeFunctionData({ abi: ABI, functionName: "setApprovalForAll", args: [hex(VAULT), true] });
		const pair = { token: hex(TOKEN), spender: hex(VAULT) };
		const two = encodeFunctionData({ abi: ABI, functionName: "lockdown", args: [[pair, pair]] });
		expect(faults(changed(evmRevocation("allowance"), inCall({ data: one })))).toEqual(["data"]);
		expect(faults(changed(evmRevocation("operator"), inCall({ data: on })))).toEqual(["data"]);
		expect(faults(changed(evmRevocation("permit2"), inCall({ data: two })))).toEqual(["data"]);
		const another = encodeFunctionData({ abi: ABI, functionName: "approve", args: [ZERO, 8n] });
		expect(faults(changed(evmRevocation("token"), inCall({ data: another })))).toEqual(["data"]);
	});

	it("are refused if the item's approval goes to somebody instead of nobody", () => {
		const given = encodeFunctionData({ abi: ABI, functionName: "approve", args: [hex(VAULT), 7n] });
		expect(faults(changed(evmRevocation("token"), inCall({ data: given })))).toEqual(["data"]);
	});
});

/** Encodes the instructions as web3.js does. */
function written(instructions: TransactionMessage["instructions"], payer = SVM_SIGNER): string {
	const message = new TransactionMessage({
		payerKey: new PublicKey(payer),
		recentBlockhash: BLOCKHASH,
		instructions,
	}).compileToLegacyMessage();
	return Buffer.from(new VersionedTransaction(message).serialize()).toString("base64");
}

const REVOKE = createRevokeInstruction(new PublicKey(TOKEN_ACCOUNT), new PublicKey(SVM_SIGNER));

describe("a revocation of a Solana delegate", () => {
	const withBytes = (transaction_base64: string) =>
		faults(changed(svmRevocation(), inPayload({ transaction_base64 })));

	it("matches if described truthfully, and equals the token library's encoding", () => {
		const frozen = svmRevocation();
		expect(matchFrozen(frozen).verdict).toBe("matched");
		expect(frozen.payload).toMatchObject({ transaction_base64: written([REVOKE]) });
	});

	it("matches for Token-2022 as well, by its own program", () => {
		const frozen = svmRevocation({ ...DELEGATED, program: TOKEN_2022 });
		expect(matchFrozen(frozen).verdict).toBe("matched");
		const owner = new PublicKey(SVM_SIGNER);
		const ix = createRevokeInstruction(new PublicKey(TOKEN_ACCOUNT), owner, [], TOKEN_2022_PROGRAM_ID);
		expect(frozen.payload).toMatchObject({ transaction_base64: written([ix]) });
	});

	it.each<[string, () => string]>([
		["instructions", () => written([REVOKE, REVOKE])],
		[
			"instructions",
			() =>
				written([
					REVOKE,
					SystemProgram.transfer({
						fromPubkey: new PublicKey(SVM_SIGNER),
						toPubkey: keyOf(9),
						lamports: 1,
					}),
				]),
		],
		["instructions", () => written([ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }), REVOKE])],
		["fee_payer", () => written([REVOKE], SVM_OTHER)],
		["accounts", () => written([createRevokeInstruction(keyOf(9), new PublicKey(SVM_SIGNER))])],
		["accounts", () => written([createRevokeInstruction(new PublicKey(TOKEN_ACCOUNT), keyOf(9))])],
		["data", () => written([{ ...REVOKE, data: Buffer.from([9]) }])],
		["data", () => written([{ ...REVOKE, data: Buffer.from([5, 0]) }])],
		["program", () => written([{ ...REVOKE, programId: keyOf(9) }])],
		["transaction_base64", () => "AAAA"],
	])("is refused by its %s", (field, bytes) => {
		const found = withBytes(bytes());
		expect(found.join()).toMatch(field === "transaction_base64" ? /./ : new RegExp(field));
		expect(found.length).toBeGreaterThan(0);
	});

	it.each<[string, Change]>([
		["chain_family", (copy) => Object.assign(copy, { chain_family: "evm" })],
		["signer", inPayload({ signer: SVM_OTHER })],
		["fee_payer", (copy) => Object.assign(copy, { signer: SVM_OTHER })],
		["accounts", inRevoked({ token: SVM_OTHER })],
		["program", inRevoked({ program: TOKEN_2022 })],
		["revokes", inRevoked({ program: keyOf(9).toBase58() })],
		["revokes", inRevoked({ program: null })],
		["revokes", inRevoked({ token_id: "1" })],
		["revokes", inRevoked({ spender: "nobody" })],
		["revokes", inRevoked({ kind: "allowance" })],
		["payload.lookups", inPayload({ lookups: [] })],
	])("is refused by its %s, if the named one differs", (field, change) => {
		expect(faults(changed(svmRevocation(), change))).toContain(field);
	});

	it("refuses bytes that already carry a signature", () => {
		const frozen = svmRevocation();
		if (frozen.payload.kind !== "svm_transaction") throw new Error("no transaction");
		const bytes = Buffer.from(frozen.payload.transaction_base64, "base64");
		bytes[1] = 1;
		expect(withBytes(bytes.toString("base64"))).toEqual(["bytes"]);
	});
});

describe("the approval of a revocation", () => {
	it("changes with any meaningful member, and not with its blockhash alone", () => {
		const first = fingerprintOf(svmRevocation());
		expect(fingerprintOf(svmRevocation(DELEGATED, NEWER_BLOCKHASH))).toBe(first);
		expect(fingerprintOf(svmRevocation({ ...DELEGATED, spender: SVM_OTHER }))).not.toBe(first);
		const evm = evmRevocation();
		for (const change of [
			inCall({ gas_limit: 60_001 }),
			inPayload({ nonce: 12 }),
			inRevoked({ kind: "permit2" }),
		])
			expect(fingerprintOf(changed(evm, change))).not.toBe(fingerprintOf(evm));
	});

	it("is proven by the vault's own check, and by nothing less", () => {
		const now = 1_790_000_000_000;
		for (const frozen of [evmRevocation(), svmRevocation()]) {
			const fingerprint = fingerprintOf(frozen);
			expect(provenFrozen({ frozen, fingerprint, now })).toMatchObject({ ok: true });
			expect(provenFrozen({ frozen, fingerprint: "0".repeat(64), now })).toMatchObject({ ok: false });
			expect(provenFrozen({ frozen: { ...frozen, extra: 1 }, fingerprint, now })).toMatchObject({
				ok: false,
			});
		}
		const lie = changed(evmRevocation(), inCall({ value: "1" }));
		expect(provenFrozen({ frozen: lie, fingerprint: fingerprintOf(lie), now })).toMatchObject({
			ok: false,
			field: "value",
		});
	});

	it("can't pass for a replacement or a commit by naming both", () => {
		const both = {
			...evmRevocation(),
			replaces: { transaction_id: "0x1", payload: evmRevocation().payload },
		};
		expect(provenFrozen({ frozen: both, fingerprint: "", now: 0 })).toMatchObject({ ok: false });
		expect(SIGNER).toBe(evmRevocation().signer);
	});
});
