import { known } from "../../chains/chain-error.ts";
import type { Claimed } from "../changes.ts";
import type { LegOpinion } from "../opinion.ts";
import { isNative, type Subject, shortAddress, standardOf, tokenOf } from "../subject.ts";
import { isSol } from "../svm/outflow.ts";
import { mintOf, type SvmSubject, svmNameOf } from "../svm-subject.ts";

/** Each token that a transaction has to do with: what the chain says of it, and what the service claims. */

export interface TokenClaim {
	readonly symbol: string | null;
	readonly name: string | null;
	readonly decimals: number | null;
	readonly standard: string | null;
}

export interface SeenToken {
	readonly chainRef: string;
	readonly address: string;
	/** For our sentences: the person's name for it, or its short form. */
	readonly shown: string;
	/** By the chain; null where it was not asked or does not say. */
	readonly chain: {
		readonly symbol: string | null;
		readonly name: string | null;
		readonly decimals: number | null;
		/** `erc20` or `erc721`; null where it is neither for sure, and on Solana. */
		readonly standard: "erc20" | "erc721" | null;
	};
	/** By the service, each different one once. */
	readonly claims: readonly TokenClaim[];
}

/** A hostile simulation could claim thousands of things of one token. */
const MOST_CLAIMS = 20;
const MOST_TOKENS = 50;

type Stated = Pick<Claimed, "asset" | "symbol" | "decimals"> & {
	readonly name?: string | null | undefined;
	readonly standard?: string | null | undefined;
};

function claimOf({ symbol, name, decimals, standard }: Stated): TokenClaim {
	return {
		symbol: symbol ?? null,
		name: name ?? null,
		decimals: decimals ?? null,
		standard: standard ?? null,
	};
}

const sameClaim = (left: TokenClaim, right: TokenClaim): boolean =>
	left.symbol === right.symbol &&
	left.name === right.name &&
	left.decimals === right.decimals &&
	left.standard === right.standard;

function statedBy(simulation: Subject["simulation"]): readonly Stated[] {
	if (simulation === null) return [];
	return [...simulation.balanceChanges, ...simulation.approvals, ...simulation.fees];
}

/** What our own simulation saw moves, which no one may have declared. */
function seenByUs({ own }: LegOpinion): readonly string[] {
	return own.state === "done" ? statedBy(own.simulation).map(({ asset }) => asset) : [];
}

function collect(
	keyOf: (asset: string) => string | null,
	named: readonly string[],
	stated: readonly Stated[],
): ReadonlyMap<string, TokenClaim[]> {
	const found = new Map<string, TokenClaim[]>();
	const at = (asset: string): TokenClaim[] | null => {
		const key = keyOf(asset);
		if (key === null) return null;
		const claims = found.get(key) ?? [];
		if (!found.has(key) && found.size >= MOST_TOKENS) return null;
		found.set(key, claims);
		return claims;
	};
	for (const asset of named) at(asset);
	for (const each of stated) {
		const claim = claimOf(each);
		const claims = at(each.asset);
		if (claims !== null && claims.length < MOST_CLAIMS && !claims.some((old) => sameClaim(old, claim)))
			claims.push(claim);
	}
	return found;
}

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/;

/** The native coin apart. */
export function evmTokens(subject: Subject, opinion: LegOpinion): readonly SeenToken[] {
	const keyOf = (asset: string) => {
		const lower = asset.toLowerCase();
		return isNative(asset) || !EVM_ADDRESS.test(lower) ? null : lower;
	};
	const asked = [...(subject.facts?.tokens.keys() ?? []), ...seenByUs(opinion)];
	const found = collect(keyOf, asked, statedBy(subject.simulation));
	return [...found].map(([address, claims]) => {
		const token = tokenOf(subject.facts, address);
		const standard = standardOf(token);
		// A collection of many of a kind (EIP-1155) may state decimals too; only a token states one supply.
		const fungible = standard === "erc20" && known(token?.totalSupply) !== null;
		return {
			chainRef: subject.chainRef,
			address,
			shown: shortAddress(address),
			chain: {
				symbol: known(token?.symbol),
				name: known(token?.name),
				decimals: known(token?.decimals),
				standard: fungible ? "erc20" : standard === "erc721" ? "erc721" : null,
			},
			claims,
		};
	});
}

/** SOL itself apart. */
export function svmTokens(subject: SvmSubject, opinion: LegOpinion): readonly SeenToken[] {
	const mints = [...(subject.facts?.accounts.keys() ?? [])].filter(
		(key) => mintOf(subject.facts, key) !== null,
	);
	const keyOf = (asset: string) => (isSol(asset) ? null : asset);
	const found = collect(keyOf, [...mints, ...seenByUs(opinion)], statedBy(subject.simulation));
	return [...found].map(([address, claims]) => {
		const mint = mintOf(subject.facts, address);
		return {
			chainRef: subject.chainRef,
			address,
			shown: svmNameOf(subject.person, address),
			chain: {
				symbol: mint?.symbol ?? null,
				name: mint?.name ?? null,
				decimals: mint?.decimals ?? null,
				standard: null,
			},
			claims,
		};
	});
}
