import { known } from "../chain/chain-error.ts";
import type { ClaimedChange } from "../explain/evm/changes.ts";
import type { Message } from "../message.ts";
import type { LegOpinion } from "../subject/opinion.ts";
import { isNative, type Subject, shortAddress, standardOf, tokenOf } from "../subject/subject.ts";
import { isSol } from "../subject/svm/outflow.ts";
import { mintOf, type SvmSubject, svmNameParam } from "../subject/svm/svm-subject.ts";

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
	/** For our sentences: the user's name for it, or its short form. */
	readonly shown: string | Message;
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
const MAX_CLAIMS = 20;
const MAX_TOKENS = 50;

type StatedToken = Pick<ClaimedChange, "asset" | "symbol" | "decimals"> & {
	readonly name?: string | null | undefined;
	readonly standard?: string | null | undefined;
};

function claimOf({ symbol, name, decimals, standard }: StatedToken): TokenClaim {
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

function statedBy(simulation: Subject["simulation"]): readonly StatedToken[] {
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
	stated: readonly StatedToken[],
): ReadonlyMap<string, TokenClaim[]> {
	const found = new Map<string, TokenClaim[]>();
	const at = (asset: string): TokenClaim[] | null => {
		const key = keyOf(asset);
		if (key === null) return null;
		const claims = found.get(key) ?? [];
		if (!found.has(key) && found.size >= MAX_TOKENS) return null;
		found.set(key, claims);
		return claims;
	};
	for (const asset of named) at(asset);
	for (const each of stated) {
		const claim = claimOf(each);
		const claims = at(each.asset);
		if (claims !== null && claims.length < MAX_CLAIMS && !claims.some((old) => sameClaim(old, claim)))
			claims.push(claim);
	}
	return found;
}

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/;

type TokenContext = Pick<Subject, "facts" | "chainRef">;

function evmToken(
	{ facts, chainRef }: TokenContext,
	address: string,
	claims: readonly TokenClaim[],
): SeenToken {
	const token = tokenOf(facts, address);
	const standard = standardOf(token);
	// A collection of many of a kind (EIP-1155) may state decimals too; only a token states one supply.
	const fungible = standard === "erc20" && known(token?.totalSupply) !== null;
	return {
		chainRef,
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
}

/** The native coin apart. */
export function evmTokens(subject: Subject, opinion: LegOpinion): readonly SeenToken[] {
	const keyOf = (asset: string) => {
		const lower = asset.toLowerCase();
		return isNative(asset) || !EVM_ADDRESS.test(lower) ? null : lower;
	};
	const asked = [...(subject.facts?.tokens.keys() ?? []), ...seenByUs(opinion)];
	const found = collect(keyOf, asked, statedBy(subject.simulation));
	return [...found].map(([address, claims]) => evmToken(subject, address, claims));
}

/** Those that the chain was asked about, without any claim: what a message is about. */
export function askedTokens(place: TokenContext): readonly SeenToken[] {
	return [...(place.facts?.tokens.keys() ?? [])].map((address) => evmToken(place, address, []));
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
			shown: svmNameParam(subject.user, address),
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
