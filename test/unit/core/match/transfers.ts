import { Keypair } from "@solana/web3.js";
import type { FrozenTransfer, Sent } from "../../../../src/core/match/frozen.ts";
import { TOKEN_PROGRAMS } from "../../../../src/core/match/revocation.ts";
import { transferCall, transferTransaction } from "../../../../src/core/match/transfer.ts";
import { CHAIN, OTHER, OWNER, payload, SIGNER, TOKEN } from "./honest.ts";
import { BLOCKHASH, SVM_OTHER, SVM_SIGNER } from "./honest-svm.ts";

/** Honest payments that a user entered. */

export const MINT = Keypair.fromSeed(new Uint8Array(32).fill(33)).publicKey.toBase58();
const [TOKEN_PROGRAM = ""] = TOKEN_PROGRAMS;

export const EVM_SENT = {
	native: { token: null, recipient: OTHER.toLowerCase(), amount: "250", svm: null },
	token: { token: TOKEN.toLowerCase(), recipient: OTHER.toLowerCase(), amount: "250", svm: null },
} as const satisfies Readonly<Record<string, Sent>>;

export const SVM_SENT = {
	native: { token: null, recipient: SVM_OTHER, amount: "250", svm: null },
	token: { token: MINT, recipient: SVM_OTHER, amount: "250", svm: { program: TOKEN_PROGRAM, decimals: 6 } },
} as const satisfies Readonly<Record<string, Sent>>;

const common = {
	kind: "transfer",
	...OWNER,
	session_id: "own-wishes",
	transfer_id: "t1",
	expires_at: null,
} as const;

export function evmTransfer(
	kind: keyof typeof EVM_SENT = "native",
	patch: Partial<Sent> = {},
): FrozenTransfer {
	const sends = { ...EVM_SENT[kind], ...patch };
	const call = transferCall(sends);
	if (call === null) throw new Error("no call");
	return {
		...common,
		signer: SIGNER,
		chain_family: "evm",
		chain_ref: String(CHAIN),
		sends,
		payload: payload(call),
	};
}

export function svmTransfer(
	kind: keyof typeof SVM_SENT = "native",
	blockhash = BLOCKHASH,
	patch: Partial<Sent> = {},
): FrozenTransfer {
	const sends = { ...SVM_SENT[kind], ...patch };
	const transaction_base64 = transferTransaction(SVM_SIGNER, sends, blockhash);
	if (transaction_base64 === null) throw new Error("no transaction");
	return {
		...common,
		signer: SVM_SIGNER,
		chain_family: "svm",
		chain_ref: "devnet",
		sends,
		payload: { kind: "svm_transaction", signer: SVM_SIGNER, transaction_base64 },
	};
}
