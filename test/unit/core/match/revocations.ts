import { Keypair } from "@solana/web3.js";
import type { FrozenRevocation, LoweredTo, Revoked } from "../../../../src/core/match/frozen.ts";
import {
	revocationCall,
	revocationTransaction,
	TOKEN_PROGRAMS,
} from "../../../../src/core/match/revocation.ts";
import { CHAIN, OWNER, payload, SIGNER, TOKEN, VAULT } from "./honest.ts";
import { BLOCKHASH, SVM_SIGNER } from "./honest-svm.ts";

/** Honest revocations, one of each kind. */

export const TOKEN_ACCOUNT = Keypair.fromSeed(new Uint8Array(32).fill(31)).publicKey.toBase58();
export const MINT = Keypair.fromSeed(new Uint8Array(32).fill(33)).publicKey.toBase58();
const DELEGATE = Keypair.fromSeed(new Uint8Array(32).fill(32)).publicKey.toBase58();
export const [TOKEN_PROGRAM = "", TOKEN_2022 = ""] = TOKEN_PROGRAMS;

export const EVM_KINDS = ["allowance", "token", "operator", "permit2"] as const;
export type EvmKind = (typeof EVM_KINDS)[number];

export const revokedOf = (kind: EvmKind): Revoked => ({
	kind,
	token: TOKEN.toLowerCase(),
	spender: VAULT.toLowerCase(),
	token_id: kind === "token" ? "7" : null,
	program: null,
});

export function evmRevocation(kind: EvmKind = "allowance", id = "v1"): FrozenRevocation {
	const revokes = revokedOf(kind);
	const call = revocationCall(revokes);
	if (call === null) throw new Error("no call");
	return {
		kind: "revocation",
		...OWNER,
		session_id: "own-wishes",
		revocation_id: id,
		signer: SIGNER,
		chain_family: "evm",
		chain_ref: String(CHAIN),
		expires_at: null,
		revokes,
		payload: payload({ ...call, value: "0" }),
	};
}

export const DELEGATED: Revoked = {
	kind: "delegate",
	token: TOKEN_ACCOUNT,
	spender: DELEGATE,
	token_id: null,
	program: TOKEN_PROGRAM,
};

export function svmRevocation(revokes: Revoked = DELEGATED, blockhash = BLOCKHASH): FrozenRevocation {
	const transaction_base64 = revocationTransaction(SVM_SIGNER, revokes, blockhash);
	if (transaction_base64 === null) throw new Error("no transaction");
	return {
		kind: "revocation",
		...OWNER,
		session_id: "own-wishes",
		revocation_id: "v2",
		signer: SVM_SIGNER,
		chain_family: "svm",
		chain_ref: "devnet",
		expires_at: null,
		revokes,
		payload: { kind: "svm_transaction", signer: SVM_SIGNER, transaction_base64 },
	};
}

/** Returns the data of an allowance that the user lowers from 1,000 to 250 base units. */
export const loweredTo = (kind: Revoked["kind"], change: Partial<LoweredTo> = {}): LoweredTo => ({
	amount: "250",
	from: "1000",
	until: kind === "permit2" ? 1_900_000_000 : null,
	mint: kind === "delegate" ? { address: MINT, decimals: 6 } : null,
	...change,
});

/** Returns the frozen revocation for a lowered allowance, with the right bytes or those of `bytesOf`. */
export function evmLowering(
	kind: EvmKind = "allowance",
	lowersTo: LoweredTo = loweredTo(kind),
	bytesOf: LoweredTo = lowersTo,
): FrozenRevocation {
	const call = revocationCall(revokedOf(kind), bytesOf);
	if (call === null) throw new Error("no call");
	return {
		...evmRevocation(kind),
		lowers_to: lowersTo,
		payload: payload({ ...call, value: "0" }),
	};
}

export function svmLowering(
	lowersTo: LoweredTo = loweredTo("delegate"),
	bytesOf: LoweredTo = lowersTo,
	revokes: Revoked = DELEGATED,
): FrozenRevocation {
	const transaction_base64 = revocationTransaction(SVM_SIGNER, revokes, BLOCKHASH, bytesOf);
	if (transaction_base64 === null) throw new Error("no transaction");
	return {
		...svmRevocation(revokes),
		lowers_to: lowersTo,
		payload: { kind: "svm_transaction", signer: SVM_SIGNER, transaction_base64 },
	};
}
