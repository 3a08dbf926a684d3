import {
	type AddressLookupTableAccount,
	Keypair,
	PublicKey,
	TransactionInstruction,
	VersionedTransaction,
} from "@solana/web3.js";
import { bytesToHex } from "viem/utils";
import { MAX_TRANSACTION_BYTES } from "../../src/core/format/svm-wire.ts";
import type { Frozen } from "../../src/core/match/frozen.ts";
import { MAX_MESSAGE_BYTES } from "../../src/core/match/message/bytes.ts";
import { commitOf, frozenOf, VAULT } from "../unit/core/match/honest.ts";
import {
	keyOf,
	lookupsOf,
	reviewedTransaction,
	SVM_KEYS,
	svmCommit,
	svmFrozenOf,
	type TransactionContents,
	tableOf,
	transactionBase64,
	transferSol,
} from "../unit/core/match/honest-svm.ts";
import { members, permit, type Typed } from "../unit/core/match/typed-samples.ts";
import { evmMessages } from "../unit/vault/payloads.ts";

/** The largest valid payload of each kind. */

/** Maximum EVM calldata that most nodes accept: transactions of at most 128 KiB. */
const CALLDATA_BYTES = 128 * 1024;
const TYPED_NODES = 1_000;

/** Returns pseudorandom bytes, which can't be compressed. */
function noise(count: number): Uint8Array {
	let state = 1;
	return Uint8Array.from({ length: count }, () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state >>> 24;
	});
}

/** Returns a distinct account address for each number. */
function keyAt(index: number): PublicKey {
	const bytes = new Uint8Array(32).fill(0x5a);
	new DataView(bytes.buffer).setUint32(0, index);
	return new PublicKey(bytes);
}

const TABLES: readonly AddressLookupTableAccount[] = [0, 1, 2].map((table) =>
	tableOf(
		keyOf(101 + table),
		Array.from({ length: 100 }, (_, at) => keyAt(1_000 * (table + 1) + at)),
	),
);
const PROGRAM = keyOf(111);

/** Extends the last instruction's data until the transaction has the maximum length. */
function filled(write: (data: Uint8Array) => TransactionContents): {
	readonly written: TransactionContents;
	readonly base64: string;
} {
	const lengthOf = (written: TransactionContents) => Buffer.from(transactionBase64(written), "base64").length;
	const bare = lengthOf(write(noise(128)));
	const written = write(noise(128 + MAX_TRANSACTION_BYTES - bare));
	const base64 = transactionBase64(written);
	if (Buffer.from(base64, "base64").length !== MAX_TRANSACTION_BYTES)
		throw new Error("The transaction does not have the maximum length.");
	return { written, base64 };
}

/**
 * Returns a version 0 transaction of 1232 bytes: 20 transfers, and a call with 180 accounts from three lookup
 * tables.
 */
function svmTables(): Frozen {
	const accounts = TABLES.flatMap((table) =>
		table.state.addresses
			.slice(0, 60)
			.map((pubkey, at) => ({ pubkey, isSigner: false, isWritable: at % 2 === 0 })),
	);
	const { written, base64 } = filled((data) => ({
		version: "v0",
		tables: TABLES,
		instructions: [
			...Array.from({ length: 20 }, (_, at) => transferSol(BigInt(at + 1))),
			new TransactionInstruction({ programId: PROGRAM, keys: accounts, data: Buffer.from(data) }),
		],
	}));
	return svmFrozenOf(svmCommit(reviewedTransaction(written), base64), lookupsOf(base64, TABLES));
}

/** Returns a transaction of 1232 bytes with the maximum number of other signatures. Each of them is verified. */
function svmSignatures(): Frozen {
	const others = Array.from({ length: 9 }, (_, at) => Keypair.fromSeed(new Uint8Array(32).fill(200 + at)));
	const { written, base64 } = filled((data) => ({
		version: "v0",
		tables: TABLES,
		instructions: [
			new TransactionInstruction({
				programId: PROGRAM,
				keys: [SVM_KEYS, ...others].map(({ publicKey: pubkey }) => ({
					pubkey,
					isSigner: true,
					isWritable: true,
				})),
				data: Buffer.from(data),
			}),
		],
	}));
	const signed = VersionedTransaction.deserialize(Buffer.from(base64, "base64"));
	signed.sign(others);
	const own = Buffer.from(signed.serialize()).toString("base64");
	return svmFrozenOf(svmCommit(reviewedTransaction(written), own), lookupsOf(own, TABLES));
}

function evmCalldata(): Frozen {
	return frozenOf(commitOf({ to: VAULT, data: bytesToHex(noise(CALLDATA_BYTES)) }));
}

/** Returns typed data with about this many nodes: a list of items, each with four members. */
function typedOf(nodes: number): Typed {
	const items = Math.floor((nodes - 1) / 5);
	const item = (at: number) => ({
		to: VAULT,
		amount: String(10n ** 18n + BigInt(at)),
		note: `Item ${at}`,
		kind: at % 256,
	});
	return {
		types: {
			Batch: members("Item[] items"),
			Item: members("address to,uint256 amount,string note,uint8 kind"),
		},
		primaryType: "Batch",
		domain: permit().domain,
		message: { items: Array.from({ length: items }, (_, at) => item(at)) },
	};
}

const typedData = (): Frozen =>
	evmMessages([{ kind: "evm_typed_data", typed_data: { ...typedOf(TYPED_NODES) } }]);

const message = (): Frozen =>
	evmMessages([{ kind: "evm_personal", message: "sixteen letters.".repeat(MAX_MESSAGE_BYTES / 16) }]);

export const largestPayloads = (): readonly { readonly name: string; readonly frozen: Frozen }[] => [
	{ name: "EVM, 128 KiB of calldata", frozen: evmCalldata() },
	{ name: "Solana, 1232 bytes, three lookup tables", frozen: svmTables() },
	{ name: "Solana, 1232 bytes, nine other signatures", frozen: svmSignatures() },
	{ name: "typed data of 1,000 members", frozen: typedData() },
	{ name: "message of 128 KiB", frozen: message() },
];
