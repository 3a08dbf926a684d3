import { PublicKey, type VersionedTransaction } from "@solana/web3.js";
import type { BalanceChange, PipelineSimulation } from "../../src/contract/simulation.ts";
import { networkFee, type SvmAccess } from "./svm-build.ts";
import { associatedAccount, tokensIn } from "./svm-token.ts";

/** Simulates a Solana transaction on the chain itself, and reports the differences of balances. */

interface Holding {
	readonly lamports: bigint;
	/** Of the token account, 0 where there is none. */
	readonly tokens: bigint;
}

function movement(
	access: SvmAccess,
	payer: string,
	asset: "native" | "token",
	delta: bigint,
	counterparty: string,
): BalanceChange[] {
	if (delta === 0n) return [];
	const { svm } = access;
	const facts =
		asset === "native"
			? { asset: "native", symbol: "SOL", decimals: 9, standard: "native" as const }
			: { asset: svm.mint, symbol: "USDX", decimals: svm.mintDecimals };
	return [
		{
			...facts,
			account: payer,
			amount: (delta < 0n ? -delta : delta).toString(),
			direction: delta < 0n ? "out" : "in",
			cluster: svm.cluster,
			counterparty,
			step: 1,
		},
	];
}

/**
 * What the chain says of the transaction before it is signed: the payer's balances before and after.
 * @param receiver whose account gets what is sent
 */
export async function simulateSvm(
	access: SvmAccess,
	transaction: VersionedTransaction,
	payer: PublicKey,
	receiver: PublicKey,
): Promise<PipelineSimulation> {
	const { svm, connection } = access;
	const purse = associatedAccount(new PublicKey(svm.mint), payer);
	const watched = [payer, purse];
	const [before, { value: run }] = await Promise.all([
		connection.getMultipleAccountsInfo(watched),
		connection.simulateTransaction(transaction, {
			sigVerify: false,
			accounts: { encoding: "base64", addresses: watched.map((key) => key.toBase58()) },
		}),
	]);
	const passed = run.err === null;
	const fee = networkFee();
	const held = (index: number): Holding => {
		const account = before[index] ?? null;
		return {
			lamports: BigInt(account?.lamports ?? 0),
			tokens: tokensIn(account?.owner ?? null, account?.data ?? null),
		};
	};
	const left = (index: number): Holding => {
		const account = run.accounts?.[index] ?? null;
		if (account === null) return { lamports: 0n, tokens: 0n };
		const data = Buffer.from(account.data[0] ?? "", "base64");
		return {
			lamports: BigInt(account.lamports),
			tokens: tokensIn(new PublicKey(account.owner), data),
		};
	};
	const native = left(0).lamports - held(0).lamports + fee;
	const tokens = left(1).tokens - held(1).tokens;
	const to = receiver.toBase58();
	return {
		status: passed ? "passed" : "failed",
		balanceChanges: passed
			? [
					...movement(access, payer.toBase58(), "native", native, to),
					...movement(access, payer.toBase58(), "token", tokens, to),
				]
			: [],
		approvals: [],
		fees: [
			{
				account: payer.toBase58(),
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
