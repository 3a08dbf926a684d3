import { AccountLayout, MintLayout, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@solana/spl-token";
import {
	type AddressLookupTableAccount,
	PublicKey,
	type SimulatedTransactionResponse,
	type VersionedTransaction,
} from "@solana/web3.js";
import type { ApprovalChange, BalanceChange, PipelineSimulation } from "../../src/service-api/simulation.ts";
import { networkFee, type SvmAccess } from "./svm-build.ts";

/** Simulates a Solana transaction on the chain itself, and reports how the payer's balances change. */

interface Holding {
	readonly lamports: bigint;
	/** Token balance; `null` if it is not a token account. */
	readonly token: {
		readonly mint: string;
		readonly owner: string;
		readonly amount: bigint;
		/** `null` if the account has no delegate. */
		readonly delegate: string | null;
		readonly allowed: bigint;
	} | null;
}

const NOTHING: Holding = { lamports: 0n, token: null };
const TOKEN_PROGRAMS = [TOKEN_PROGRAM_ID.toBase58(), TOKEN_2022_PROGRAM_ID.toBase58()];
const MAX_ALLOWED = 2n ** 64n - 1n;

function holdingOf(lamports: number, owner: string, data: Uint8Array): Holding {
	const isToken = TOKEN_PROGRAMS.includes(owner) && data.length >= AccountLayout.span && data[165] !== 1;
	if (!isToken) return { lamports: BigInt(lamports), token: null };
	const read = AccountLayout.decode(data.subarray(0, AccountLayout.span));
	return {
		lamports: BigInt(lamports),
		token: {
			mint: read.mint.toBase58(),
			owner: read.owner.toBase58(),
			amount: read.amount,
			delegate: read.delegateOption === 0 ? null : read.delegate.toBase58(),
			allowed: read.delegatedAmount,
		},
	};
}

type Simulated = NonNullable<SimulatedTransactionResponse["accounts"]>[number];

const holdingAfter = (account: Simulated | undefined): Holding =>
	account === null || account === undefined
		? NOTHING
		: holdingOf(account.lamports, account.owner, Buffer.from(account.data[0] ?? "", "base64"));

/** Balances of one account before and after the transaction. */
interface Watched {
	readonly key: string;
	readonly before: Holding;
	readonly after: Holding;
}

/** Balance changes by asset and holder. */
type Deltas = Map<string, Map<string, bigint>>;

function deltasOf(watched: readonly Watched[], payer: string, fee: bigint): Deltas {
	const deltas: Deltas = new Map([["native", new Map([[payer, fee]])]]);
	const add = (asset: string, holder: string, delta: bigint) => {
		const holders = deltas.get(asset) ?? new Map<string, bigint>();
		holders.set(holder, (holders.get(holder) ?? 0n) + delta);
		deltas.set(asset, holders);
	};
	for (const { key, before, after } of watched) {
		const holder = after.token?.owner ?? before.token?.owner ?? key;
		const own = holder === payer && key !== payer;
		// Rent in the payer's own token accounts still leaves the payer's wallet.
		if (!own) add("native", holder, after.lamports - before.lamports);
		if (before.token !== null) add(before.token.mint, before.token.owner, -before.token.amount);
		if (after.token !== null) add(after.token.mint, after.token.owner, after.token.amount);
	}
	return deltas;
}

interface Unit {
	readonly symbol?: string;
	readonly decimals?: number;
	readonly standard?: "native";
}

const SOL: Unit = { symbol: "SOL", decimals: 9, standard: "native" };

/** Creates one record for each counterparty, and one without a counterparty for the rest. */
function movements(
	cluster: string,
	payer: string,
	asset: string,
	holders: ReadonlyMap<string, bigint>,
	unit: Unit,
): BalanceChange[] {
	const delta = holders.get(payer) ?? 0n;
	const change = (amount: bigint, counterparty?: string): BalanceChange => ({
		account: payer,
		asset,
		amount: amount.toString(),
		direction: delta < 0n ? "out" : "in",
		...unit,
		cluster,
		...(counterparty === undefined ? {} : { counterparty }),
		step: 1,
	});
	if (delta >= 0n) return delta === 0n ? [] : [change(delta)];
	const gains = [...holders].filter(([, gained]) => gained > 0n);
	const parts = gains.reduce((sum, [, gained]) => sum + gained, 0n);
	const rest = -delta - parts;
	if (rest < 0n) return [change(-delta)];
	return [...gains.map(([to, gained]) => change(gained, to)), ...(rest > 0n ? [change(rest)] : [])];
}

/** Lists delegates of the payer's token accounts that are new, have a higher amount or were revoked. */
function approvalsOf(
	watched: readonly Watched[],
	payer: string,
	units: ReadonlyMap<string, Unit>,
): ApprovalChange[] {
	return watched.flatMap(({ before, after }) => {
		const token = after.token;
		if (token === null || token.owner !== payer) return [];
		const had = before.token?.delegate === token.delegate ? (before.token?.allowed ?? 0n) : 0n;
		const revoked = token.delegate === null && (before.token?.delegate ?? null) !== null;
		const raised = token.delegate !== null && token.allowed > had;
		if (!raised && !revoked) return [];
		const { symbol, decimals } = units.get(token.mint) ?? {};
		return [
			{
				account: payer,
				spender: token.delegate ?? before.token?.delegate ?? "",
				asset: token.mint,
				kind: "allowance" as const,
				standard: "erc20" as const,
				amount: token.allowed.toString(),
				...(symbol === undefined ? {} : { symbol }),
				...(decimals === undefined ? {} : { decimals }),
				approved: raised,
				unlimited: token.allowed === MAX_ALLOWED,
				step: 1,
			},
		];
	});
}

/** Lists every account that the transaction can write. */
function writableOf(
	{ message }: VersionedTransaction,
	tables: readonly AddressLookupTableAccount[],
): PublicKey[] {
	const keys = message.getAccountKeys({ addressLookupTableAccounts: [...tables] });
	return keys
		.keySegments()
		.flat()
		.filter((_, index) => message.isAccountWritable(index));
}

async function unitsOf(
	{ svm, connection }: SvmAccess,
	mints: readonly string[],
): Promise<ReadonlyMap<string, Unit>> {
	const read = await connection.getMultipleAccountsInfo(mints.map((mint) => new PublicKey(mint)));
	return new Map(
		mints.map((mint, index): [string, Unit] => {
			const data = read[index]?.data;
			if (data === undefined) return [mint, {}];
			const { decimals } = MintLayout.decode(data.subarray(0, MintLayout.span));
			return [mint, mint === svm.mint ? { symbol: "USDX", decimals } : { decimals }];
		}),
	);
}

/**
 * Simulates the unsigned transaction, and compares the payer's balances before and after.
 * @param tables lookup tables that the transaction names
 */
export async function simulateSvm(
	access: SvmAccess,
	transaction: VersionedTransaction,
	payer: PublicKey,
	tables: readonly AddressLookupTableAccount[],
): Promise<PipelineSimulation> {
	const { svm, connection } = access;
	const keys = writableOf(transaction, tables);
	const [before, { value: run }] = await Promise.all([
		connection.getMultipleAccountsInfo(keys),
		connection.simulateTransaction(transaction, {
			sigVerify: false,
			accounts: { encoding: "base64", addresses: keys.map((key) => key.toBase58()) },
		}),
	]);
	const passed = run.err === null;
	const fee = networkFee();
	const watched = keys.map((key, index): Watched => {
		const account = before[index] ?? null;
		const had =
			account === null
				? NOTHING
				: holdingOf(account.lamports, account.owner.toBase58(), Uint8Array.from(account.data));
		return { key: key.toBase58(), before: had, after: holdingAfter(run.accounts?.[index]) };
	});
	const own = payer.toBase58();
	const deltas = deltasOf(watched, own, fee);
	const units = await unitsOf(
		access,
		[...deltas.keys()].filter((asset) => asset !== "native"),
	);
	return {
		status: passed ? "passed" : "failed",
		balanceChanges: passed
			? [...deltas].flatMap(([asset, holders]) =>
					movements(svm.cluster, own, asset, holders, asset === "native" ? SOL : (units.get(asset) ?? {})),
				)
			: [],
		approvals: passed ? approvalsOf(watched, own, units) : [],
		fees: [
			{
				account: own,
				asset: "native",
				amount: fee.toString(),
				symbol: "SOL",
				decimals: 9,
				cluster: svm.cluster,
				kind: "network",
			},
		],
		warnings: passed ? [] : [`The transaction would fail: ${JSON.stringify(run.err)}.`],
		guards: [
			{ name: "simulation-on-chain", status: passed ? "passed" : "failed", message: "Run on the chain." },
		],
		gas: null,
		logs: [],
	};
}
