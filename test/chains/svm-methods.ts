import { base58, base64 } from "@scure/base";
import { type MessageV0, VersionedMessage } from "@solana/web3.js";
import { z } from "zod";
import { svmErrorMessage } from "./svm-errors.ts";
import type { Commitment, Inner, Landed, Ledger, LedgerAccount, Run, TokenBalance } from "./svm-ledger.ts";
import { parsedInner } from "./svm-parsed.ts";
import {
	feeOf,
	readTransaction,
	signatureOf,
	signaturesAreValid,
	UnreadableTransaction,
} from "./svm-transaction.ts";

/** Implements Solana's JSON-RPC methods over a ledger, with the shapes and error codes of agave. */

/** Error of a JSON-RPC response. */
export class RpcFault extends Error {
	override readonly name = "RpcFault";
	readonly code: number;
	readonly data: unknown;

	constructor(code: number, message: string, data?: unknown) {
		super(message);
		this.code = code;
		this.data = data;
	}
}

export interface MethodsOptions {
	readonly ledger: Ledger;
	readonly genesisHash: string;
	readonly automine: () => boolean;
	/** Gives lamports and returns the transfer's signature. */
	readonly airdrop: (address: string, lamports: bigint) => string;
}

type Method = (params: readonly unknown[]) => unknown;

const PREFLIGHT_FAILURE = -32002;
const SIGNATURE_FAILURE = -32003;
const UNSUPPORTED_VERSION = -32015;
const MIN_CONTEXT_SLOT = -32016;
const INVALID_PARAMS = -32602;
const MAX_ACCOUNTS = 100;
const SLOTS_IN_EPOCH = 432_000n;

const config = z.looseObject({
	commitment: z.enum(["processed", "confirmed", "finalized"]).default("finalized"),
	preflightCommitment: z.enum(["processed", "confirmed", "finalized"]).default("finalized"),
	encoding: z.string().default("base58"),
	dataSlice: z.object({ offset: z.number(), length: z.number() }).optional(),
	skipPreflight: z.boolean().default(false),
	sigVerify: z.boolean().default(false),
	replaceRecentBlockhash: z.boolean().default(false),
	innerInstructions: z.boolean().default(false),
	minContextSlot: z.number().int().min(0).default(0),
	maxSupportedTransactionVersion: z.number().optional(),
	accounts: z.object({ addresses: z.array(z.string()) }).optional(),
});
type Config = z.infer<typeof config>;

function read<T>(schema: z.ZodType<T>, value: unknown): T {
	const result = schema.safeParse(value);
	if (!result.success) throw new RpcFault(INVALID_PARAMS, `Invalid params: ${result.error.message}`);
	return result.data;
}

const configOf = (value: unknown): Config => read(config, value ?? {});
const textOf = (value: unknown): string => read(z.string(), value);

/** Parses an address of 32 bytes. */
function keyOf(value: unknown): string {
	const text = textOf(value);
	try {
		if (base58.decode(text).length === 32) return text;
	} catch {
		throw new RpcFault(INVALID_PARAMS, "Invalid param: Invalid");
	}
	throw new RpcFault(INVALID_PARAMS, "Invalid param: WrongSize");
}

function bytesOf(value: unknown, encoding: string): Uint8Array {
	try {
		return encoding === "base64" ? base64.decode(textOf(value)) : base58.decode(textOf(value));
	} catch {
		throw new RpcFault(INVALID_PARAMS, `invalid ${encoding} encoding`);
	}
}

function transactionOf(value: unknown, encoding: string) {
	try {
		return readTransaction(bytesOf(value, encoding));
	} catch (error) {
		if (error instanceof UnreadableTransaction) throw new RpcFault(INVALID_PARAMS, error.message);
		throw error;
	}
}

function accountJson(account: LedgerAccount | null, slice?: Config["dataSlice"]): unknown {
	if (account === null) return null;
	const { data, lamports, owner, executable } = account;
	const shown = slice === undefined ? data : data.slice(slice.offset, slice.offset + slice.length);
	return {
		data: [base64.encode(shown), "base64"],
		executable,
		lamports,
		owner,
		rentEpoch: 2n ** 64n - 1n,
		space: data.length,
	};
}

/** Formats an amount in whole tokens exactly. */
function wholeTokens(amount: bigint, decimals: number): string {
	const digits = amount.toString().padStart(decimals + 1, "0");
	const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
	const whole = digits.slice(0, digits.length - decimals);
	return decimals === 0 || fraction === "" ? whole : `${whole}.${fraction}`;
}

function tokenJson({ amount, decimals, ...rest }: TokenBalance): unknown {
	const uiAmountString = wholeTokens(amount, decimals);
	const uiAmount = Number(uiAmountString);
	return { ...rest, uiTokenAmount: { amount: amount.toString(), decimals, uiAmount, uiAmountString } };
}

const innerJson = (inner: readonly Inner[]): unknown => inner;

function simulationJson(run: Run): Record<string, unknown> {
	return {
		accounts: null,
		err: run.err,
		innerInstructions: null,
		logs: run.logs,
		replacementBlockhash: null,
		returnData: null,
		unitsConsumed: run.units,
	};
}

function messageJson(message: Landed["transaction"]["message"]): unknown {
	const { header, staticAccountKeys, recentBlockhash, compiledInstructions, addressTableLookups } = message;
	return {
		header: {
			numRequiredSignatures: header.numRequiredSignatures,
			numReadonlySignedAccounts: header.numReadonlySignedAccounts,
			numReadonlyUnsignedAccounts: header.numReadonlyUnsignedAccounts,
		},
		accountKeys: staticAccountKeys.map((key) => key.toBase58()),
		recentBlockhash,
		instructions: compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
			programIdIndex,
			accounts: [...accountKeyIndexes],
			data: base58.encode(Uint8Array.from(data)),
			stackHeight: 1,
		})),
		...(message.version === 0
			? {
					addressTableLookups: addressTableLookups.map((each: MessageV0["addressTableLookups"][number]) => ({
						accountKey: each.accountKey.toBase58(),
						writableIndexes: each.writableIndexes,
						readonlyIndexes: each.readonlyIndexes,
					})),
				}
			: {}),
	};
}

function transactionJson(entry: Landed, encoding: string): unknown {
	const { transaction } = entry;
	if (encoding === "base64") return [base64.encode(transaction.serialize()), "base64"];
	if (encoding !== "json") throw new RpcFault(INVALID_PARAMS, `${encoding} is not offered here`);
	return {
		signatures: transaction.signatures.map((each) => base58.encode(each)),
		message: messageJson(transaction.message),
	};
}

function landedJson(entry: Landed, { encoding }: Config): unknown {
	return {
		slot: entry.block.slot,
		blockTime: entry.block.time,
		version: entry.transaction.version,
		transaction: transactionJson(entry, encoding),
		meta: {
			err: entry.err,
			status: entry.err === null ? { Ok: null } : { Err: entry.err },
			fee: entry.fee,
			preBalances: entry.preBalances,
			postBalances: entry.postBalances,
			preTokenBalances: entry.preTokens.map(tokenJson),
			postTokenBalances: entry.postTokens.map(tokenJson),
			innerInstructions: innerJson(entry.inner),
			logMessages: entry.logs,
			loadedAddresses: entry.loaded,
			rewards: [],
			computeUnitsConsumed: entry.units,
		},
	};
}

export function svmMethods(options: MethodsOptions): Readonly<Record<string, Method>> {
	const { ledger } = options;
	const withContext = (value: unknown, commitment: Commitment = "finalized") => ({
		context: { slot: ledger.blockAt(commitment).slot, apiVersion: "3.0.0" },
		value,
	});

	const send: Method = ([wire, given]) => {
		const config = configOf(given);
		const transaction = transactionOf(wire, config.encoding);
		const signature = signatureOf(transaction);
		if (!config.skipPreflight) {
			if (!signaturesAreValid(transaction))
				throw new RpcFault(SIGNATURE_FAILURE, "Transaction signature verification failure");
			const run = ledger.preflight(transaction, config.preflightCommitment);
			if (run.err !== null)
				throw new RpcFault(
					PREFLIGHT_FAILURE,
					`Transaction simulation failed: ${svmErrorMessage(run.err)}`,
					simulationJson(run),
				);
		}
		ledger.wait(transaction);
		if (options.automine()) ledger.mine();
		return signature;
	};

	/**
	 * Returns accounts as agave does: whole accounts, only as many as the message has, and none if the
	 * transaction fails.
	 */
	const accountsAfter = (run: Run, count: number, addresses: readonly string[]): unknown[] => {
		if (addresses.length > count)
			throw new RpcFault(INVALID_PARAMS, `Too many accounts provided; max ${count}`);
		return addresses.map((key) =>
			run.err === null ? accountJson(run.after.get(keyOf(key)) ?? ledger.accountOf(key)) : null,
		);
	};

	const simulate: Method = ([wire, given]) => {
		const config = configOf(given);
		const transaction = transactionOf(wire, config.encoding);
		if (config.sigVerify && config.replaceRecentBlockhash)
			throw new RpcFault(INVALID_PARAMS, "sigVerify may not be used with replaceRecentBlockhash");
		if (config.sigVerify && !signaturesAreValid(transaction))
			throw new RpcFault(SIGNATURE_FAILURE, "Transaction signature verification failure");
		const latest = ledger.blockAt(config.commitment);
		if (BigInt(config.minContextSlot) > latest.slot)
			throw new RpcFault(MIN_CONTEXT_SLOT, "Minimum context slot has not been reached", {
				contextSlot: latest.slot,
			});
		const run = config.replaceRecentBlockhash
			? ledger.simulate(transaction)
			: ledger.preflight(transaction, config.commitment);
		const keys = ledger.keysOf(transaction);
		return withContext(
			{
				...simulationJson(run),
				...(config.accounts === undefined
					? {}
					: { accounts: accountsAfter(run, keys.length, config.accounts.addresses) }),
				...(config.innerInstructions ? { innerInstructions: parsedInner(run.inner, keys) } : {}),
				...(config.replaceRecentBlockhash
					? {
							replacementBlockhash: {
								blockhash: latest.blockhash,
								lastValidBlockHeight: ledger.lastValidBlockHeight(latest),
							},
						}
					: {}),
			},
			config.commitment,
		);
	};

	const status = (signature: string) => {
		const entry = ledger.landed(signature);
		if (entry === null) return null;
		const { status: confirmationStatus, confirmations } = ledger.commitmentOf(entry);
		return {
			slot: entry.block.slot,
			confirmations,
			err: entry.err,
			status: entry.err === null ? { Ok: null } : { Err: entry.err },
			confirmationStatus,
		};
	};

	const getTransaction: Method = ([signature, given]) => {
		const config = configOf(
			typeof given === "string" ? { encoding: given } : { encoding: "json", ...Object(given) },
		);
		if (config.commitment === "processed")
			throw new RpcFault(INVALID_PARAMS, "Method does not support commitment below `confirmed`");
		const entry = ledger.landed(textOf(signature));
		if (entry === null) return null;
		const reached = ledger.commitmentOf(entry).status;
		if (reached === "processed" || (config.commitment === "finalized" && reached !== "finalized"))
			return null;
		if (entry.transaction.version === 0 && config.maxSupportedTransactionVersion === undefined)
			throw new RpcFault(
				UNSUPPORTED_VERSION,
				'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
			);
		return landedJson(entry, config);
	};

	const tokenAccounts: Method = ([owner, filter, given]) => {
		const config = configOf(given);
		const wanted = read(
			z.union([z.object({ mint: z.string() }), z.object({ programId: z.string() })]),
			filter,
		);
		const ownerKey = base58.decode(keyOf(owner));
		const program =
			"programId" in wanted ? keyOf(wanted.programId) : (ledger.accountOf(keyOf(wanted.mint))?.owner ?? null);
		if (program === null) throw new RpcFault(INVALID_PARAMS, "Invalid param: could not find mint");
		const equal = (data: Uint8Array, at: number, key: Uint8Array) =>
			data.length >= 165 && key.every((byte, index) => data[at + index] === byte);
		const value = ledger
			.ownedBy(program)
			.filter(([, { data }]) => data.length === 165 || data[165] === 2)
			.filter(([, { data }]) => equal(data, 32, ownerKey))
			.filter(([, { data }]) => !("mint" in wanted) || equal(data, 0, base58.decode(wanted.mint)))
			.map(([pubkey, account]) => ({ pubkey, account: accountJson(account, config.dataSlice) }));
		return withContext(value, config.commitment);
	};

	return {
		getGenesisHash: () => options.genesisHash,
		getVersion: () => ({ "solana-core": "3.0.0", "feature-set": 1 }),
		getHealth: () => "ok",
		getSlot: ([given]) => ledger.blockAt(configOf(given).commitment).slot,
		getBlockHeight: ([given]) => ledger.blockAt(configOf(given).commitment).height,
		getEpochInfo: ([given]) => {
			const { slot, height } = ledger.blockAt(configOf(given).commitment);
			return {
				absoluteSlot: slot,
				blockHeight: height,
				epoch: slot / SLOTS_IN_EPOCH,
				slotIndex: slot % SLOTS_IN_EPOCH,
				slotsInEpoch: SLOTS_IN_EPOCH,
				transactionCount: ledger.count(),
			};
		},
		getLatestBlockhash: ([given]) => {
			const { commitment } = configOf(given);
			const block = ledger.blockAt(commitment);
			const lastValidBlockHeight = ledger.lastValidBlockHeight(block);
			return withContext({ blockhash: block.blockhash, lastValidBlockHeight }, commitment);
		},
		isBlockhashValid: ([blockhash, given]) => {
			const { commitment } = configOf(given);
			return withContext(ledger.blockhashValid(keyOf(blockhash), commitment), commitment);
		},
		getFeeForMessage: ([wire, given]) => {
			const { commitment } = configOf(given);
			let message: VersionedMessage;
			try {
				message = VersionedMessage.deserialize(bytesOf(wire, "base64"));
			} catch {
				throw new RpcFault(INVALID_PARAMS, "failed to deserialize solana_message::VersionedMessage");
			}
			const valid = ledger.blockhashValid(message.recentBlockhash, commitment);
			return withContext(valid ? feeOf(message) : null, commitment);
		},
		getMinimumBalanceForRentExemption: ([size]) => ledger.rentExempt(read(z.number().int().min(0), size)),
		getBalance: ([key, given]) =>
			withContext(ledger.accountOf(keyOf(key))?.lamports ?? 0n, configOf(given).commitment),
		getAccountInfo: ([key, given]) => {
			const config = configOf(given);
			return withContext(accountJson(ledger.accountOf(keyOf(key)), config.dataSlice), config.commitment);
		},
		getMultipleAccounts: ([keys, given]) => {
			const config = configOf(given);
			const addresses = read(z.array(z.string()), keys);
			if (addresses.length > MAX_ACCOUNTS)
				throw new RpcFault(INVALID_PARAMS, `Too many inputs provided; max ${MAX_ACCOUNTS}`);
			const accounts = addresses.map((key) => accountJson(ledger.accountOf(keyOf(key)), config.dataSlice));
			return withContext(accounts, config.commitment);
		},
		getTokenAccountsByOwner: tokenAccounts,
		simulateTransaction: simulate,
		sendTransaction: send,
		getSignatureStatuses: ([signatures]) =>
			withContext(read(z.array(z.string()).max(256), signatures).map(status), "processed"),
		getTransaction,
		requestAirdrop: ([key, lamports]) =>
			options.airdrop(keyOf(key), BigInt(read(z.number().int().min(1), lamports))),
	};
}
