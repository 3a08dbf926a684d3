import { UNREAD_SCALING } from "../../core/format/scale.ts";
import { accountFacts, MAX_ACCOUNTS } from "../chains/svm/accounts.ts";
import type { SvmChain } from "../chains/svm/chain.ts";
import { metadataAddressOf, withMetadata } from "../chains/svm/metadata.ts";
import { type ClaimedUnit, keyOf, type RpcBalances, type Scales } from "./holdings.ts";

/** Balances of a Solana cluster: lamports in one question, tokens in two an account beside it. */

/**
 * Throws ChainError.
 * @param listed mints on the list
 */
export async function readSvmBalances(
	chain: Pick<SvmChain, "accounts" | "heldTokens">,
	accounts: readonly string[],
	listed: readonly string[],
): Promise<RpcBalances> {
	const asked = accounts.slice(0, MAX_ACCOUNTS);
	const [found, { tokens, cut }] = await Promise.all([chain.accounts(asked), chain.heldTokens(asked)]);
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

/**
 * Reads how each mint scales amounts for people; mints that don't are not in the result. The factor of an account that
 * can't be read as a mint is unread. Throws ChainError.
 */
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

/** Reads units from mints and from Metaplex metadata at once. @throws ChainError */
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
