import { TOKEN_PROGRAMS } from "../../core/match/revocation.ts";
import { message } from "../../core/message.ts";
import type { TokenUnit } from "../chains/evm/allowances.ts";
import { accountFacts, MAX_ACCOUNTS, type RawAccount } from "../chains/svm/accounts.ts";
import { metadataAddressOf, withMetadata } from "../chains/svm/metadata.ts";
import type { Chains } from "../reviewing/facts/completing.ts";
import { type FoundAllowance, NO_UNIT, unread } from "./found-allowance.ts";
import type { MetAllowance } from "./met-allowances.ts";

/** Asks a Solana cluster who may take from token accounts now: the account tells its one delegate. */

type Cluster = ReturnType<Chains["svm"]["of"]>;

/** By address, in as many questions as it takes. */
async function readAccounts(
	cluster: Cluster,
	addresses: readonly string[],
): Promise<ReadonlyMap<string, RawAccount>> {
	const keys = [...new Set(addresses)];
	const read = new Map<string, RawAccount>();
	for (let at = 0; at < keys.length; at += MAX_ACCOUNTS) {
		const some = keys.slice(at, at + MAX_ACCOUNTS);
		const found = await cluster.accounts(some);
		for (const [index, key] of some.entries()) {
			const raw = found[index] ?? null;
			if (raw !== null) read.set(key, raw);
		}
	}
	return read;
}

function delegateOf(met: MetAllowance, raw: RawAccount | undefined): FoundAllowance | null {
	if (raw === undefined || !TOKEN_PROGRAMS.includes(raw.owner)) return null;
	const { data } = accountFacts(met.token, raw);
	if (data.kind !== "token") return unread(met, message("app.allowances.token-account"));
	if (data.owner !== met.account || data.delegate === null || data.delegatedAmount === 0n) return null;
	return {
		...unread(met, ""),
		spender: data.delegate,
		allowed: { amount: data.delegatedAmount, until: null },
		mint: data.mint,
		program: raw.owner,
		fault: null,
	};
}

function mintUnit(mint: string, accounts: ReadonlyMap<string, RawAccount>): TokenUnit {
	const raw = accounts.get(mint);
	const metadata = accounts.get(metadataAddressOf(mint)) ?? null;
	const data = raw === undefined ? null : withMetadata(mint, accountFacts(mint, raw), metadata).data;
	return data?.kind === "mint" ? { symbol: data.symbol, name: data.name, decimals: data.decimals } : NO_UNIT;
}

/** What has no delegate any more is left out. Throws where the cluster can't be asked. */
export async function readSvmAllowances(
	cluster: Cluster,
	all: readonly MetAllowance[],
): Promise<FoundAllowance[]> {
	// A token account has one delegate, whoever was met as such.
	const byToken = new Map(all.map((met) => [`${met.account} ${met.token}`, met]));
	const met = [...byToken.values()].filter((each) => each.kind === "delegate");
	const accounts = await readAccounts(
		cluster,
		met.map((each) => each.token),
	);
	const found = met.map((each) => delegateOf(each, accounts.get(each.token))).filter((each) => each !== null);
	const mints = await readAccounts(
		cluster,
		found.flatMap(({ mint }) => (mint === null ? [] : [mint, metadataAddressOf(mint)])),
	);
	return found.map((each) => (each.mint === null ? each : { ...each, unit: mintUnit(each.mint, mints) }));
}
