import { ChainError, orIfChainError } from "../../core/chain/chain-error.ts";
import { clusterOf } from "../../core/chain/names.ts";
import { isCoinInterface } from "../../core/chain/tokens/known.ts";
import { TOKEN_LIST } from "../../core/chain/tokens/list.ts";
import { readAddress } from "../../core/format/numeral.ts";
import { plain } from "../../core/format/plain.ts";
import { UNREAD_SCALING } from "../../core/format/scale.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import type { EvmChains } from "../chains/evm/chain.ts";
import type { SvmChain, SvmChains } from "../chains/svm/chain.ts";
import { metadataAddressOf, withMetadata } from "../chains/svm/metadata.ts";
import { accountFacts, MAX_ACCOUNTS } from "../chains/svm/raw-accounts.ts";
import type { Networks } from "../networks/networks.ts";
import type { SeenAllowance } from "../powers/seen-allowances.ts";
import { readEvmBalances, readEvmScales, readEvmUnits } from "./evm-balances.ts";
import {
	assetKey,
	type ChainHoldings,
	type ClaimedUnit,
	type HomeHolding,
	keyOf,
	type RpcBalances,
	type Scales,
	type Witness,
} from "./holdings.ts";

/** Reads balances on a Solana cluster, with one query for lamports and two for each account's tokens. */

export async function readSvmBalances(
	chain: Pick<SvmChain, "accounts" | "walletTokens">,
	accounts: readonly string[],
	listed: readonly string[],
): Promise<RpcBalances> {
	const asked = accounts.slice(0, MAX_ACCOUNTS);
	const [found, { tokens, cut }] = await Promise.all([chain.accounts(asked), chain.walletTokens(asked)]);
	const coins = asked.map((account, at) => [keyOf(account, "native"), found[at]?.lamports ?? 0n] as const);
	const held = new Map<string, bigint>(coins);
	for (const { owner, mint, amount } of tokens) {
		const key = keyOf(owner, mint);
		held.set(key, (held.get(key) ?? 0n) + amount);
	}
	const unread = [
		...cut.flatMap((owner) => listed.map((mint) => keyOf(owner, mint))),
		...accounts
			.slice(MAX_ACCOUNTS)
			.flatMap((account) => ["native", ...listed].map((asset) => keyOf(account, asset))),
	].filter((key) => !held.has(key));
	return { amounts: held, unread, whole: cut.length === 0 && asked.length === accounts.length };
}

/** Returns only the mints whose amounts are scaled. Throws a ChainError. */
export async function readSvmScales(
	chain: Pick<SvmChain, "accounts">,
	mints: readonly string[],
	nowMs: number,
): Promise<Scales> {
	const asked = mints.slice(0, MAX_ACCOUNTS);
	const found = await chain.accounts(asked);
	return new Map(
		asked.flatMap((mint, at) => {
			const raw = found[at] ?? null;
			const data = raw === null ? null : accountFacts(mint, raw, BigInt(Math.floor(nowMs / 1_000))).data;
			const scaling = data?.kind === "mint" ? data.scaling : UNREAD_SCALING;
			return scaling === undefined ? [] : [[mint, scaling] as const];
		}),
	);
}

export async function readSvmUnits(
	chain: Pick<SvmChain, "accounts">,
	mints: readonly string[],
): Promise<ReadonlyMap<string, ClaimedUnit>> {
	const asked = mints.slice(0, MAX_ACCOUNTS);
	const [found, called] = await Promise.all([
		chain.accounts(asked),
		chain.accounts(asked.map(metadataAddressOf)),
	]);
	return new Map(
		asked.map((mint, at) => {
			const raw = found[at] ?? null;
			const data = raw === null ? null : withMetadata(mint, accountFacts(mint, raw), called[at] ?? null).data;
			return [
				mint,
				data?.kind === "mint"
					? { symbol: data.symbol, decimals: data.decimals }
					: { symbol: null, decimals: null },
			];
		}),
	);
}

export type HomeRpcs = Pick<
	Networks,
	"chains" | "svmChains" | "secondChains" | "secondSvmChains" | "hasSecondRpc"
>;

export interface ReadingOf {
	readonly family: "evm" | "svm";
	readonly chainRef: string;
	readonly accounts: readonly string[];
	readonly seen: readonly string[];
	readonly units: ReadonlyMap<string, ClaimedUnit>;
	readonly now: number;
}

const MAX_UNLISTED = 60;
/** No honest token has more decimals. */
const MAX_DECIMALS = 36;
const MAX_SYMBOL = 24;
const MAX_DIFFERS = 200;

const listedOf = (chainRef: string): readonly string[] =>
	Object.hasOwn(TOKEN_LIST, chainRef)
		? (TOKEN_LIST[chainRef] ?? []).map(([, , , address]) => assetKey(address))
		: [];

type Reader = () => Promise<RpcBalances>;

function readerOf(
	{ family, chainRef, accounts, seen }: ReadingOf,
	evm: Pick<EvmChains, "of">,
	svm: Pick<SvmChains, "of">,
): Reader {
	const listed = listedOf(chainRef);
	if (family === "svm") return () => readSvmBalances(svm.of(chainRef), accounts, listed);
	const known = new Set(listed);
	const others = [...new Set(seen.map(assetKey))].filter(
		(token) => !known.has(token) && readAddress(token) !== null && !isCoinInterface(chainRef, token),
	);
	return () => readEvmBalances(evm.of(Number(chainRef)), accounts, { listed, others });
}

const amountIn = ({ amounts, unread }: RpcBalances, key: string): bigint | null =>
	amounts.get(key) ?? (unread.includes(key) ? null : 0n);

function apart(first: RpcBalances, second: RpcBalances): readonly string[] {
	const both = [first, second].flatMap(({ amounts, unread }) => [...amounts.keys(), ...unread]);
	return [...new Set(both)].filter((key) => amountIn(first, key) !== amountIn(second, key));
}

async function ofWitness(read: Reader): Promise<RpcBalances | null> {
	return await orIfChainError(null, read);
}

interface Witnessed {
	readonly balances: RpcBalances;
	readonly witness: Witness;
	readonly differs: readonly string[];
}

/** Two RPCs may be a block apart, so a difference only counts if a second read confirms it. */
async function witnessed(
	balances: RpcBalances,
	other: RpcBalances | null,
	first: Reader,
	second: Reader,
): Promise<Witnessed> {
	if (other === null) return { balances, witness: "silent", differs: [] };
	const before = apart(balances, other);
	if (before.length === 0) return { balances, witness: "agrees", differs: [] };
	const [again, otherAgain] = await Promise.all([first(), ofWitness(second)]);
	const now = otherAgain === null ? before : apart(again, otherAgain);
	const differs = before.filter((key) => now.includes(key));
	return { balances: again, witness: differs.length === 0 ? "agrees" : "differs", differs };
}

function balancesOf(
	of: ReadingOf,
	{ amounts }: RpcBalances,
): readonly { account: string; asset: string; raw: bigint }[] {
	return of.accounts.flatMap((account) =>
		[...amounts].flatMap(([key, raw]) => {
			const [whose, asset = ""] = key.split(" ");
			return whose === account && (raw > 0n || asset === "native") ? [{ account, asset, raw }] : [];
		}),
	);
}

function unitOf(unit: ClaimedUnit | undefined): ClaimedUnit {
	if (unit === undefined) return { symbol: null, decimals: null };
	const symbol = unit.symbol === null ? "" : plain(unit.symbol, MAX_SYMBOL);
	const { decimals } = unit;
	return {
		symbol: symbol === "" ? null : symbol,
		decimals: decimals !== null && decimals <= MAX_DECIMALS ? decimals : null,
	};
}

type AccountBalance = ReturnType<typeof balancesOf>[number];

/** Unlisted tokens must not displace listed ones, however many there are. */
const listedFirst = (keys: readonly string[], listed: ReadonlySet<string>): readonly string[] => {
	const isListed = (key: string) => listed.has(key.split(" ")[1] ?? "");
	return [...keys.filter(isListed), ...keys.filter((key) => !isListed(key))];
};

const strangeOf = (all: readonly AccountBalance[], listed: ReadonlySet<string>): readonly string[] =>
	[...new Set(all.map(({ asset }) => asset))].filter((asset) => !listed.has(asset));

async function unitsOf(
	{ chains, svmChains }: HomeRpcs,
	{ chainRef, family, units }: ReadingOf,
	tokens: readonly string[],
): Promise<ReadonlyMap<string, ClaimedUnit>> {
	const unknown = tokens.filter((asset) => !units.has(asset));
	if (unknown.length === 0) return units;
	const read =
		family === "evm"
			? await readEvmUnits(chains.of(Number(chainRef)), unknown)
			: await readSvmUnits(svmChains.of(chainRef), unknown);
	return new Map([...read, ...units]);
}

/** Factors change, so they are read every time. */
async function scalesOf(
	{ chains, svmChains }: HomeRpcs,
	{ chainRef, family, now }: ReadingOf,
	tokens: readonly string[],
): Promise<Scales> {
	if (tokens.length === 0) return new Map();
	try {
		return family === "evm"
			? await readEvmScales(chains.of(Number(chainRef)), tokens, now)
			: await readSvmScales(svmChains.of(chainRef), tokens, now);
	} catch (cause) {
		if (cause instanceof ChainError) return new Map(tokens.map((token) => [token, UNREAD_SCALING]));
		throw cause;
	}
}

/**
 * Reads the balances on one chain in at most three rounds. The balances take one round, or two if the RPC
 * rejects the combined query. Second reads, token units and further queries follow in parallel.
 */
export async function readHoldings(
	networks: HomeRpcs,
	of: ReadingOf,
	alongside: (assets: readonly string[]) => Promise<void>,
): Promise<Omit<ChainHoldings, "fault">> {
	const { chainRef } = of;
	const first = readerOf(of, networks.chains, networks.svmChains);
	const second = networks.hasSecondRpc(chainRef)
		? readerOf(of, networks.secondChains, networks.secondSvmChains)
		: null;
	const [soon, other] = await Promise.all([first(), second === null ? null : ofWitness(second)]);
	const listed = new Set(["native", ...listedOf(chainRef)]);
	const early = balancesOf(of, soon);
	const soonStrange = strangeOf(early, listed).slice(0, MAX_UNLISTED);
	const [{ balances, witness, differs }, units, scales] = await Promise.all([
		second === null
			? ({ balances: soon, witness: "none", differs: [] } as const)
			: witnessed(soon, other, first, second),
		unitsOf(networks, of, soonStrange),
		scalesOf(networks, of, soonStrange),
		alongside([...new Set(early.flatMap(({ asset, raw }) => (raw > 0n ? [asset] : [])))]),
	]);
	const all = balancesOf(of, balances);
	const strange = strangeOf(all, listed);
	const shown = new Set(strange.slice(0, MAX_UNLISTED));
	const holdings = all.flatMap((each): HomeHolding[] => {
		if (listed.has(each.asset)) return [{ ...each, symbol: null, decimals: null }];
		if (!shown.has(each.asset)) return [];
		const scaling = soonStrange.includes(each.asset) ? scales.get(each.asset) : UNREAD_SCALING;
		return [{ ...each, ...unitOf(units.get(each.asset)), ...(scaling === undefined ? {} : { scaling }) }];
	});
	return {
		chainRef,
		accounts: [...of.accounts],
		holdings,
		readAt: of.now,
		witness,
		differs: listedFirst(differs, listed).slice(0, MAX_DIFFERS),
		unread: [...balances.unread],
		whole: balances.whole && shown.size === strange.length,
	};
}

/**
 * RPCs can't list an account's tokens, so unlisted tokens come from requests. Both inputs and the result
 * start with the newest.
 */
export function seenTokens(
	rows: readonly JournalRow[],
	seen: readonly SeenAllowance[],
): ReadonlyMap<string, readonly string[]> {
	const ofRows = rows.flatMap((row) => {
		const predicted = readableOrNull(row.predicted);
		const chainRef = clusterOf(row.chainRef) ?? row.chainRef;
		return (predicted?.moves ?? []).flatMap(({ asset }) =>
			asset === "native" ? [] : [{ chainRef, token: asset }],
		);
	});
	const ofAllowances = seen.filter(({ kind }) => kind === "allowance" || kind === "permit2");
	const byChain = Map.groupBy([...ofRows, ...ofAllowances], ({ chainRef }) => chainRef);
	return new Map(
		[...byChain].map(([chainRef, all]) => [chainRef, [...new Set(all.map(({ token }) => token))]]),
	);
}
