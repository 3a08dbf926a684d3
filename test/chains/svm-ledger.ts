import { base58 } from "@scure/base";
import { address, getTransactionDecoder, lamports as lamportsOf } from "@solana/kit";
import { MINT_SIZE, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID, unpackAccount } from "@solana/spl-token";
import { PublicKey, type VersionedTransaction } from "@solana/web3.js";
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from "litesvm";
import { type SvmError, svmError } from "./svm-errors.ts";
import { accountKeysOf, readTransaction, signatureOf, signaturesAreValid } from "./svm-transaction.ts";

/**
 * Simulates a cluster's ledger over litesvm, which has accounts and programs but no blocks. Adds block
 * height, blockhashes that are valid for 150 blocks, commitment by age, and pending and landed transactions.
 */

export type Commitment = "processed" | "confirmed" | "finalized";

export interface LedgerOptions {
	/** Number of blocks after which a landed transaction is confirmed. Default: 1. */
	readonly confirmAfter?: number;
	/** Number of blocks after which it is final. Default: 32. */
	readonly finalizeAfter?: number;
	/** Unix seconds of the first block; defaults to now. */
	readonly startAt?: number;
}

export interface Block {
	readonly height: bigint;
	readonly slot: bigint;
	readonly blockhash: string;
	/** Unix seconds. */
	readonly time: bigint;
}

export interface LedgerAccount {
	readonly lamports: bigint;
	readonly owner: string;
	readonly executable: boolean;
	readonly data: Uint8Array;
}

export interface TokenBalance {
	readonly accountIndex: number;
	readonly mint: string;
	readonly owner: string;
	readonly programId: string;
	readonly amount: bigint;
	readonly decimals: number;
}

export interface Inner {
	readonly index: number;
	readonly instructions: readonly {
		readonly programIdIndex: number;
		readonly accounts: readonly number[];
		readonly data: string;
		readonly stackHeight: number;
	}[];
}

/** Result of a run, whether it landed or was only simulated. */
export interface Run {
	readonly err: SvmError | null;
	readonly logs: readonly string[];
	readonly units: bigint;
	readonly fee: bigint;
	readonly inner: readonly Inner[];
	/** Accounts after the simulation, by address; empty if it failed. */
	readonly after: ReadonlyMap<string, LedgerAccount>;
}

export interface Landed extends Run {
	readonly signature: string;
	readonly transaction: VersionedTransaction;
	readonly block: Block;
	readonly loaded: { readonly writable: readonly string[]; readonly readonly: readonly string[] };
	readonly preBalances: readonly bigint[];
	readonly postBalances: readonly bigint[];
	readonly preTokens: readonly TokenBalance[];
	readonly postTokens: readonly TokenBalance[];
}

/** Maximum difference between the current height and a valid blockhash's block. */
const BLOCKHASH_LIFETIME = 150n;
/** Number of entries in the SlotHashes sysvar. */
const SLOT_HASHES = 512;
const FIRST_HEIGHT = 1_000n;
const SLOT_SECONDS = 0.4;
const TOKEN_PROGRAMS = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID];

export type Ledger = ReturnType<typeof createLedger>;

export function createLedger(options: LedgerOptions = {}) {
	const { confirmAfter = 1, finalizeAfter = 32, startAt = Math.floor(Date.now() / 1000) } = options;
	// Signatures, blockhashes and duplicates are checked here, because litesvm knows only its latest blockhash.
	const svm = new LiteSVM()
		.withNativeMints()
		.withSigverify(false)
		.withBlockhashCheck(false)
		.withTransactionHistory(0n);
	const firstSlot = svm.getClock().slot;
	const blocks: Block[] = [];
	const byHash = new Map<string, Block>();
	const landed = new Map<string, Landed>();
	const pending = new Map<string, VersionedTransaction>();

	const made = (block: Block): Block => {
		blocks.push(block);
		byHash.set(block.blockhash, block);
		return block;
	};
	let tip = made({
		height: FIRST_HEIGHT,
		slot: firstSlot,
		blockhash: svm.latestBlockhash(),
		time: BigInt(startAt),
	});

	/** Creates empty blocks. Transactions land in the tip. */
	function advance(count: number): void {
		for (let left = count; left > 0; left -= 1) {
			svm.expireBlockhash();
			const slot = tip.slot + 1n;
			const time = BigInt(Math.floor(startAt + Number(slot - firstSlot) * SLOT_SECONDS));
			tip = made({ height: tip.height + 1n, slot, blockhash: svm.latestBlockhash(), time });
		}
		const clock = svm.getClock();
		clock.slot = tip.slot;
		clock.unixTimestamp = tip.time;
		svm.setClock(clock);
		const recent = blocks.slice(-SLOT_HASHES).toReversed();
		svm.setSlotHashes(recent.map(({ slot, blockhash }) => ({ slot, hash: blockhash })));
	}

	function blockAt(commitment: Commitment): Block {
		const behind = { processed: 0, confirmed: confirmAfter, finalized: finalizeAfter }[commitment];
		return blocks[Math.max(0, blocks.length - 1 - behind)] ?? tip;
	}

	/** Returns true if the bank of this commitment knows the blockhash and still accepts it. */
	function blockhashValid(blockhash: string, commitment: Commitment): boolean {
		const block = byHash.get(blockhash);
		const at = blockAt(commitment).height;
		return block !== undefined && block.height <= at && at <= block.height + BLOCKHASH_LIFETIME;
	}

	function accountOf(key: string): LedgerAccount | null {
		const found = svm.getAccount(address(key));
		if (!found.exists || found.lamports === 0n) return null;
		return {
			lamports: found.lamports,
			owner: found.programAddress,
			executable: found.executable,
			data: Uint8Array.from(found.data),
		};
	}

	function setAccount(key: string, account: LedgerAccount): void {
		svm.setAccount({
			address: address(key),
			lamports: lamportsOf(account.lamports),
			data: account.data,
			programAddress: address(account.owner),
			executable: account.executable,
			space: BigInt(account.data.length),
		});
	}

	const tableData = (table: PublicKey) => accountOf(table.toBase58())?.data ?? null;

	/**
	 * Returns the accounts including those of lookup tables, in the order of instruction indexes; empty if a
	 * table is missing.
	 */
	function keysOf({ message }: VersionedTransaction): readonly string[] {
		const segments = accountKeysOf(message, tableData)?.keySegments() ?? [];
		return segments.flatMap((segment) => segment.map((key) => key.toBase58()));
	}

	function tokenBalances(keys: readonly string[]): TokenBalance[] {
		return keys.flatMap((key, accountIndex) => {
			const account = accountOf(key);
			const programId = TOKEN_PROGRAMS.find((program) => program.toBase58() === account?.owner);
			if (account === null || programId === undefined) return [];
			try {
				const info = { ...account, lamports: 0, owner: programId, data: Buffer.from(account.data) };
				const token = unpackAccount(new PublicKey(key), info, programId);
				if (!token.isInitialized) return [];
				const mint = accountOf(token.mint.toBase58());
				return [
					{
						accountIndex,
						mint: token.mint.toBase58(),
						owner: token.owner.toBase58(),
						programId: programId.toBase58(),
						amount: token.amount,
						decimals: mint !== null && mint.data.length >= MINT_SIZE ? (mint.data[44] ?? 0) : 0,
					},
				];
			} catch {
				// A mint or a multisig has no token balance.
				return [];
			}
		});
	}

	function ranAs(err: SvmError | null, meta: TransactionMetadata, after: Run["after"] = new Map()): Run {
		return {
			err,
			logs: meta.logs(),
			units: meta.computeUnitsConsumed(),
			// litesvm reports the charged fee only in its text.
			fee: BigInt(/\bfee: (\d+)/.exec(meta.toString())?.[1] ?? 0),
			inner: meta.innerInstructions().flatMap((instructions, index) =>
				instructions.length === 0
					? []
					: [
							{
								index,
								instructions: instructions.map((inner) => ({
									programIdIndex: inner.instruction().programIdIndex(),
									accounts: [...inner.instruction().accounts()],
									data: base58.encode(inner.instruction().data()),
									stackHeight: inner.stackHeight(),
								})),
							},
						],
			),
			after,
		};
	}

	const refused = (err: SvmError): Run => ({
		err,
		logs: [],
		units: 0n,
		fee: 0n,
		inner: [],
		after: new Map(),
	});

	/**
	 * Encodes a transaction for litesvm, which rejects empty signature slots before any other check but does
	 * not check their content.
	 */
	function decoded(transaction: VersionedTransaction) {
		const signatures = transaction.signatures.map((each) =>
			each.every((byte) => byte === 0) ? new Uint8Array(64).fill(1) : each,
		);
		const filled = readTransaction(transaction.serialize());
		filled.signatures = signatures;
		return getTransactionDecoder().decode(filled.serialize());
	}

	function simulate(transaction: VersionedTransaction): Run {
		const result = svm.simulateTransaction(decoded(transaction));
		if (result instanceof FailedTransactionMetadata) return ranAs(svmError(result.err()), result.meta());
		const after = result.postAccounts().map((each): [string, LedgerAccount] => [
			each.address,
			{
				lamports: each.lamports,
				owner: each.programAddress,
				executable: each.executable,
				data: Uint8Array.from(each.data),
			},
		]);
		return ranAs(null, result.meta(), new Map(after));
	}

	/** Runs the checks that a validator makes before forwarding, at the bank of `commitment`. */
	function preflight(transaction: VersionedTransaction, commitment: Commitment): Run {
		if (landed.has(signatureOf(transaction))) return refused("AlreadyProcessed");
		if (!blockhashValid(transaction.message.recentBlockhash, commitment)) return refused("BlockhashNotFound");
		return simulate(transaction);
	}

	/**
	 * Runs a transaction in the tip. As on a cluster, it leaves no trace if it can't pay, is late or has a
	 * wrong signature.
	 */
	function land(transaction: VersionedTransaction): Landed | null {
		const signature = signatureOf(transaction);
		if (landed.has(signature) || !signaturesAreValid(transaction)) return null;
		if (!blockhashValid(transaction.message.recentBlockhash, "processed")) return null;
		const resolved = accountKeysOf(transaction.message, tableData);
		if (resolved === null) return null;
		const keys = keysOf(transaction);
		const balances = () => keys.map((key) => accountOf(key)?.lamports ?? 0n);
		const preBalances = balances();
		const preTokens = tokenBalances(keys);
		const result = svm.sendTransaction(decoded(transaction));
		const failed = result instanceof FailedTransactionMetadata;
		const run = failed ? ranAs(svmError(result.err()), result.meta()) : ranAs(null, result);
		const postBalances = balances();
		if (failed && preBalances[0] === postBalances[0]) return null;
		const entry: Landed = {
			...run,
			signature,
			transaction,
			block: tip,
			loaded: {
				writable: resolved.accountKeysFromLookups?.writable.map((key) => key.toBase58()) ?? [],
				readonly: resolved.accountKeysFromLookups?.readonly.map((key) => key.toBase58()) ?? [],
			},
			preBalances,
			postBalances,
			preTokens,
			postTokens: tokenBalances(keys),
		};
		landed.set(signature, entry);
		return entry;
	}

	/** Runs all pending transactions in one new block. */
	function mine(): void {
		advance(1);
		const waiting = [...pending.values()];
		pending.clear();
		for (const transaction of waiting) land(transaction);
	}

	function commitmentOf(entry: Landed): { status: Commitment; confirmations: number | null } {
		const age = Number(tip.height - entry.block.height);
		if (age >= finalizeAfter) return { status: "finalized", confirmations: null };
		return { status: age >= confirmAfter ? "confirmed" : "processed", confirmations: age };
	}

	// Creates finalized blocks, because a cluster is never at its first block.
	advance(finalizeAfter + 8);

	return {
		advance,
		mine,
		land,
		preflight,
		simulate,
		keysOf,
		blockAt,
		blockhashValid,
		commitmentOf,
		accountOf,
		setAccount,
		tip: () => tip,
		landed: (signature: string): Landed | null => landed.get(signature) ?? null,
		count: () => landed.size,
		wait: (transaction: VersionedTransaction) => pending.set(signatureOf(transaction), transaction),
		waiting: (): readonly string[] => [...pending.keys()],
		drop: (signature: string): boolean => pending.delete(signature),
		rentExempt: (size: number): bigint => svm.minimumBalanceForRentExemption(BigInt(size)),
		lastValidBlockHeight: (block: Block): bigint => block.height + BLOCKHASH_LIFETIME,
		ownedBy: (program: string): readonly (readonly [string, LedgerAccount])[] =>
			svm.getProgramAccounts(address(program)).map((each) => [
				each.address,
				{
					lamports: each.lamports,
					owner: each.programAddress,
					executable: each.executable,
					data: Uint8Array.from(each.data),
				},
			]),
		addProgram: (program: string, file: Uint8Array) => svm.addProgram(address(program), file),
		/** Removes an account, as closing it does. */
		remove: (key: string) =>
			setAccount(key, {
				lamports: 0n,
				owner: "11111111111111111111111111111111",
				executable: false,
				data: new Uint8Array(),
			}),
	};
}
