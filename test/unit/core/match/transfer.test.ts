import {
	createAssociatedTokenAccountIdempotentInstruction,
	createTransferCheckedInstruction,
	getAssociatedTokenAddressSync,
} from "@solana/spl-token";
import { PublicKey, SystemProgram, type TransactionInstruction, VersionedTransaction } from "@solana/web3.js";
import { encodeFunctionData, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { type FrozenTransfer, intentsOf } from "../../../../src/core/match/frozen.ts";
import { matchFrozen } from "../../../../src/core/match/match.ts";
import { provenFrozen } from "../../../../src/core/match/proof.ts";
import { associatedAccount } from "../../../../src/core/match/svm/resolve.ts";
import { matchTransfer, transferCall, transferTransaction } from "../../../../src/core/match/transfer.ts";
import { changed, hex, OTHER, SIGNER, TOKEN } from "./honest.ts";
import { BLOCKHASH, NEWER_BLOCKHASH, SVM_OTHER, SVM_SIGNER } from "./honest-svm.ts";
import { changedAt, isAccepted, leavesOf, removedAt } from "./leaves.ts";
import { EVM_SENT, evmTransfer, MINT, SVM_SENT, svmTransfer } from "./transfers.ts";

/** A user's own payment pays the named amount to the named recipient, and does nothing else. */

const faults = (frozen: FrozenTransfer) =>
	matchTransfer(frozen)
		.checks.filter((check) => check.status !== "passed")
		.map((check) => check.field);

type Change = (copy: FrozenTransfer) => void;
const inCall =
	(patch: object): Change =>
	(copy) => {
		if (copy.payload.kind === "evm_transaction") Object.assign(copy.payload.transaction, patch);
	};
const inPayload =
	(patch: object): Change =>
	(copy) =>
		Object.assign(copy.payload, patch);
const inSent =
	(patch: object): Change =>
	(copy) =>
		Object.assign(copy.sends, patch);

const ABI = parseAbi(["function transfer(address to, uint256 amount)"]);
const VIEMS = encodeFunctionData({ abi: ABI, functionName: "transfer", args: [hex(OTHER), 250n] });

describe("a payment on an EVM chain", () => {
	it("sends the coin itself, or calls the token as viem encodes it", () => {
		const [coin, token] = [evmTransfer(), evmTransfer("token")].map((each) => intentsOf(each)[0]);
		expect(coin).toMatchObject({ transaction: { to: OTHER.toLowerCase(), value: "250", data: "0x" } });
		expect(token).toMatchObject({
			transaction: { to: TOKEN.toLowerCase(), value: "0", data: VIEMS.toLowerCase() },
		});
		for (const each of [evmTransfer(), evmTransfer("token")])
			expect(matchFrozen(each).verdict).toBe("matched");
	});

	it.each<[string, Change]>([
		["chain_family", (copy) => Object.assign(copy, { chain_family: "svm" })],
		["chain_id", inPayload({ chain_id: 1 })],
		["chain_id", (copy) => Object.assign(copy, { chain_ref: "1" })],
		["signer", inPayload({ signer: OTHER })],
		["signer", (copy) => Object.assign(copy, { signer: OTHER })],
		["to", inCall({ to: SIGNER })],
		["value", inCall({ value: "1" })],
		["value", inCall({ value: "0xfa" })],
		["data", inCall({ data: "0xa9059cbb" })],
		["nonce", inPayload({ nonce: -1 })],
		["gas_limit", inCall({ gas_limit: 20_999 })],
		["fees", inCall({ max_priority_fee_per_gas: "2000000001" })],
		["fees", inCall({ max_fee_per_gas: "-1" })],
		["payload.access_list", inPayload({ access_list: [] })],
		["payload.transaction.gas_price", inCall({ gas_price: "1" })],
	])("is refused by its %s", (field, change) => {
		for (const kind of ["native", "token"] as const)
			expect(faults(changed(evmTransfer(kind), change))).toContain(field);
	});

	it.each<[string, object, string]>([
		["another recipient", { recipient: SIGNER.toLowerCase() }, "to"],
		["another amount", { amount: "251" }, "value"],
		["a token", { token: TOKEN.toLowerCase() }, "to"],
	])("is refused if the named one is %s", (_, patch, field) => {
		expect(faults(changed(evmTransfer(), inSent(patch)))).toContain(field);
	});

	it.each<[string, object]>([
		["nothing", { amount: "0" }],
		["a negative amount", { amount: "-1" }],
		["an amount in hex", { amount: "0xfa" }],
		["more than a word holds", { amount: (2n ** 256n).toString() }],
		["no number", { amount: "NaN" }],
		["the zero address", { recipient: `0x${"0".repeat(40)}` }],
		["no address", { recipient: "ada.eth" }],
		["a Solana token", { svm: SVM_SENT.token.svm }],
	])("can't be of %s", (_, patch) => {
		expect(transferCall({ ...EVM_SENT.token, ...patch })).toBeNull();
		expect(faults(changed(evmTransfer("token"), inSent(patch)))).toContain("sends");
	});

	it("can't pay a token to its own contract", () => {
		expect(transferCall({ ...EVM_SENT.token, recipient: TOKEN.toLowerCase() })).toBeNull();
	});
});

const key = (text: string) => new PublicKey(text);

/** Returns the programs, accounts with their flags, and data. The order of the static keys doesn't matter. */
function meaningOf(base64: string): unknown {
	const { message } = VersionedTransaction.deserialize(Buffer.from(base64, "base64"));
	const keys = message.staticAccountKeys;
	return message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
		programId: keys[programIdIndex]?.toBase58(),
		keys: accountKeyIndexes.map((at) => ({
			pubkey: keys[at]?.toBase58(),
			isSigner: message.isAccountSigner(at),
			isWritable: message.isAccountWritable(at),
		})),
		data: Buffer.from(data).toString("hex"),
	}));
}

/**
 * Returns the instructions with each account's strongest flags, because a transaction stores one set of flags per
 * account.
 */
function written(instructions: readonly TransactionInstruction[]): unknown {
	const all = instructions.flatMap(({ keys }) => keys);
	const strongest = (of: PublicKey) => all.filter(({ pubkey }) => pubkey.equals(of));
	return instructions.map(({ programId, keys, data }) => ({
		programId: programId.toBase58(),
		keys: keys.map(({ pubkey }) => ({
			pubkey: pubkey.toBase58(),
			isSigner: strongest(pubkey).some(({ isSigner }) => isSigner),
			isWritable: strongest(pubkey).some(({ isWritable }) => isWritable),
		})),
		data: data.toString("hex"),
	}));
}

const bytesOf = ({ payload }: FrozenTransfer): string =>
	payload.kind === "svm_transaction" ? payload.transaction_base64 : "";

describe("a payment on Solana", () => {
	it("transfers lamports as web3.js does", () => {
		const frozen = svmTransfer();
		expect(matchFrozen(frozen).verdict).toBe("matched");
		expect(meaningOf(bytesOf(frozen))).toEqual(
			written([
				SystemProgram.transfer({ fromPubkey: key(SVM_SIGNER), toPubkey: key(SVM_OTHER), lamports: 250 }),
			]),
		);
	});

	it("transfers a token into the recipient's own account as the token library does", () => {
		const frozen = svmTransfer("token");
		expect(matchFrozen(frozen).verdict).toBe("matched");
		const [owner, recipient, mint] = [key(SVM_SIGNER), key(SVM_OTHER), key(MINT)];
		const [source, destination] = [
			getAssociatedTokenAddressSync(mint, owner, true),
			getAssociatedTokenAddressSync(mint, recipient, true),
		];
		expect(meaningOf(bytesOf(frozen))).toEqual(
			written([
				createAssociatedTokenAccountIdempotentInstruction(owner, destination, recipient, mint),
				createTransferCheckedInstruction(source, mint, destination, owner, 250n, 6),
			]),
		);
		expect(associatedAccount(SVM_OTHER, MINT, SVM_SENT.token.svm.program)).toBe(destination.toBase58());
	});

	it.each<[string, Change]>([
		["chain_family", (copy) => Object.assign(copy, { chain_family: "evm" })],
		["signer", inPayload({ signer: SVM_OTHER })],
		["bytes", inSent({ amount: "251" })],
		["sends", inSent({ recipient: MINT })],
		["bytes", inSent({ token: SVM_OTHER, recipient: MINT })],
		["sends", inSent({ amount: "0" })],
		["sends", inSent({ amount: (2n ** 64n).toString() })],
		["sends", inSent({ recipient: "ada.sol" })],
		["sends", inSent({ recipient: SVM_SIGNER })],
		["sends", inSent({ svm: { program: MINT, decimals: 6 } })],
		["payload.lookups", inPayload({ lookups: [] })],
	])("is refused by its %s", (field, change) => {
		expect(faults(changed(svmTransfer("token"), change))).toContain(field);
	});

	it("is refused with other decimals, a signature, or another transaction's bytes", () => {
		const frozen = svmTransfer("token");
		const decimals = inSent({ svm: { ...SVM_SENT.token.svm, decimals: 9 } });
		expect(faults(changed(frozen, decimals))).toEqual(["bytes"]);
		expect(faults(changed(frozen, inPayload({ transaction_base64: bytesOf(svmTransfer()) })))).toEqual([
			"bytes",
		]);
		const bytes = Buffer.from(bytesOf(frozen), "base64");
		bytes[1] = 1;
		expect(faults(changed(frozen, inPayload({ transaction_base64: bytes.toString("base64") })))).toEqual([
			"bytes",
		]);
		expect(transferTransaction(SVM_SIGNER, { ...SVM_SENT.native, token: MINT }, BLOCKHASH)).toBeNull();
	});
});

describe("the approval of a payment", () => {
	it("is for another object if any meaningful member changes, and not by a blockhash alone", () => {
		expect(fingerprintOf(svmTransfer("token", NEWER_BLOCKHASH))).toBe(fingerprintOf(svmTransfer("token")));
		const evm = evmTransfer("token");
		for (const change of [
			inCall({ gas_limit: 60_001 }),
			inCall({ max_fee_per_gas: "2000000001" }),
			inCall({ max_priority_fee_per_gas: "1" }),
			inPayload({ nonce: 12 }),
			inSent({ amount: "251" }),
			inSent({ recipient: SIGNER }),
		])
			expect(fingerprintOf(changed(evm, change))).not.toBe(fingerprintOf(evm));
	});

	it.each<[string, () => FrozenTransfer]>([
		["of the coin", () => evmTransfer()],
		["of a token", () => evmTransfer("token")],
		["of lamports", () => svmTransfer()],
		["of a Solana token", () => svmTransfer("token")],
	])("%s is refused with any value changed or removed, under the approved fingerprint", (_, made) => {
		const approved = made();
		const leaves = leavesOf(approved);
		expect(leaves.length).toBeGreaterThan(14);
		expect(leaves.filter((path) => isAccepted(changedAt(approved, path), approved))).toEqual([]);
		expect(leaves.filter((path) => isAccepted(removedAt(approved, path), approved))).toEqual([]);
	});

	it("is proven by the vault's own check, and by nothing less", () => {
		const now = 1_790_000_000_000;
		for (const frozen of [evmTransfer(), evmTransfer("token"), svmTransfer(), svmTransfer("token")]) {
			const fingerprint = fingerprintOf(frozen);
			expect(provenFrozen({ frozen, fingerprint, now })).toMatchObject({ ok: true });
			expect(provenFrozen({ frozen, fingerprint: "0".repeat(64), now })).toMatchObject({ ok: false });
			const more = { ...frozen, extra: 1 };
			expect(provenFrozen({ frozen: more, fingerprint, now })).toMatchObject({ ok: false });
		}
		const lie = changed(evmTransfer(), inCall({ value: "1" }));
		expect(provenFrozen({ frozen: lie, fingerprint: fingerprintOf(lie), now })).toMatchObject({
			ok: false,
			field: "value",
		});
	});
});
