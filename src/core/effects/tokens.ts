import type { PipelineSimulation } from "../../service-api/simulation.ts";
import { factValue } from "../chain/chain-error.ts";
import type { EvmFacts } from "../chain/evm.ts";
import { nativeOf } from "../chain/names.ts";
import { wellKnownAt } from "../chain/tokens/known.ts";
import {
	type DecodedEvmTransaction,
	evmScaling,
	isNative,
	shortAddress,
	standardOf,
	tokenOf,
	unitOf,
} from "../decoded-transaction/decoded-transaction.ts";
import { type ItemOpinion, type LocalSimulation, passedOf } from "../decoded-transaction/opinion.ts";
import { isSol } from "../decoded-transaction/svm/outflow.ts";
import {
	type DecodedSvmTransaction,
	mintOf,
	mintUnit,
	svmNameParam,
} from "../decoded-transaction/svm/svm-decoded-transaction.ts";
import { readUint } from "../format/numeral.ts";
import { sameAddress } from "../identities/labels.ts";
import type { MentionedToken, TokenClaim } from "./effects.ts";

/** Limited because a hostile simulation could make thousands of claims about a single token. */
const MAX_CLAIMS = 20;
const MAX_TOKENS = 50;

interface StatedToken {
	readonly asset: string;
	readonly symbol?: string | null | undefined;
	readonly name?: string | null | undefined;
	readonly decimals?: number | null | undefined;
	readonly standard?: string | null | undefined;
}

const claimOf = ({ symbol, name, decimals, standard }: StatedToken): TokenClaim => ({
	symbol: symbol ?? null,
	name: name ?? null,
	decimals: decimals ?? null,
	standard: standard ?? null,
});

const isSame = (left: TokenClaim, right: TokenClaim): boolean =>
	left.symbol === right.symbol &&
	left.name === right.name &&
	left.decimals === right.decimals &&
	left.standard === right.standard;

const statedBy = (simulation: PipelineSimulation | null): readonly StatedToken[] =>
	simulation === null ? [] : [...simulation.balanceChanges, ...simulation.approvals, ...simulation.fees];

const seenByUs = ({ local }: ItemOpinion): readonly string[] =>
	local.state === "done" ? statedBy(local.simulation).map(({ asset }) => asset) : [];

function collect(
	keyOf: (asset: string) => string | null,
	named: readonly string[],
	stated: readonly StatedToken[],
): ReadonlyMap<string, readonly TokenClaim[]> {
	const found = new Map<string, TokenClaim[]>();
	const claimsAt = (asset: string): TokenClaim[] | null => {
		const key = keyOf(asset);
		if (key === null) return null;
		const claims = found.get(key) ?? [];
		if (!found.has(key) && found.size >= MAX_TOKENS) return null;
		found.set(key, claims);
		return claims;
	};
	for (const asset of named) claimsAt(asset);
	for (const each of stated) {
		const claim = claimOf(each);
		const claims = claimsAt(each.asset);
		if (claims !== null && claims.length < MAX_CLAIMS && !claims.some((old) => isSame(old, claim)))
			claims.push(claim);
	}
	return found;
}

/** For the native coin, simulations state only the decimals. */
function coin(chainRef: string, stated: readonly StatedToken[]): readonly MentionedToken[] {
	const { symbol, decimals } = nativeOf(chainRef);
	const claims = stated.flatMap(({ decimals: claimed }): TokenClaim[] =>
		claimed === null || claimed === undefined || claimed === decimals
			? []
			: [{ symbol: null, name: null, decimals: claimed, standard: null }],
	);
	const [first] = claims;
	if (first === undefined) return [];
	const chain = { symbol: null, name: null, decimals, standard: null };
	return [{ chainRef, address: "native", shown: symbol, chain, claims: [first], wraps: null, scaled: null }];
}

type TokenContext = { readonly facts: EvmFacts | null; readonly chainRef: string };

function scaledOf(facts: EvmFacts | null, address: string): MentionedToken["scaled"] {
	const token = tokenOf(facts, address);
	const scaling = factValue(token?.decimals) === null ? null : evmScaling(facts, address);
	return scaling === null ? null : { symbol: unitOf(facts, address).symbol, scaling };
}

function evmToken(
	{ facts, chainRef }: TokenContext,
	address: string,
	claims: readonly TokenClaim[],
	wraps: MentionedToken["wraps"],
): MentionedToken {
	const token = tokenOf(facts, address);
	const standard = standardOf(token);
	// EIP-1155 collections may also state decimals, but only a token states a total supply.
	const isFungible = standard === "erc20" && factValue(token?.totalSupply) !== null;
	return {
		chainRef,
		address,
		shown: shortAddress(address),
		chain: {
			symbol: factValue(token?.symbol),
			name: factValue(token?.name),
			decimals: factValue(token?.decimals),
			standard: isFungible ? "erc20" : standard === "erc721" ? "erc721" : null,
		},
		claims,
		wraps,
		scaled: scaledOf(facts, address),
	};
}

function flowOf(
	own: LocalSimulation,
	signer: string,
	isAsset: (asset: string) => boolean,
	direction: "in" | "out",
): bigint {
	const changes = passedOf(own)?.balanceChanges ?? [];
	return changes
		.filter((each) => each.direction === direction && sameAddress(each.account ?? signer, signer))
		.filter(({ asset }) => isAsset(asset))
		.reduce((sum, { amount }) => sum + (readUint(amount.replace(/^[-+]/, "")) ?? 0n), 0n);
}

function wrapsOf(
	{ decoded, signer }: DecodedEvmTransaction,
	{ local }: ItemOpinion,
): MentionedToken["wraps"] {
	const { meaning, target } = decoded;
	if (meaning.kind !== "wrap") return null;
	const isToken = (asset: string) => sameAddress(asset, target);
	const [given, got] = meaning.into ? [isNative, isToken] : [isToken, isNative];
	const [gone, come] = [flowOf(local, signer, given, "out"), flowOf(local, signer, got, "in")];
	return gone > 0n && gone === come ? (meaning.into ? "into" : "out") : null;
}

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/;

export function evmTokens(subject: DecodedEvmTransaction, opinion: ItemOpinion): readonly MentionedToken[] {
	const { facts, chainRef, simulation, decoded } = subject;
	const keyOf = (asset: string) => {
		const lower = asset.toLowerCase();
		return isNative(asset) || !EVM_ADDRESS.test(lower) ? null : lower;
	};
	const stated = statedBy(simulation);
	const found = collect(keyOf, [...(facts?.tokens.keys() ?? []), ...seenByUs(opinion)], stated);
	const wraps = wrapsOf(subject, opinion);
	return [
		...coin(
			chainRef,
			stated.filter(({ asset }) => isNative(asset)),
		),
		...[...found].map(([address, claims]) =>
			evmToken(subject, address, claims, address === decoded.target ? wraps : null),
		),
	];
}

export const queriedTokens = (context: TokenContext): readonly MentionedToken[] =>
	[...(context.facts?.tokens.keys() ?? [])].map((address) => evmToken(context, address, [], null));

/** A listed mint is shown under its listed name, regardless of the issuer's text. */
function svmClaim(listed: string | null, claim: TokenClaim): TokenClaim {
	return { ...claim, standard: null, symbol: claim.symbol === listed ? null : claim.symbol };
}

export function svmTokens(subject: DecodedSvmTransaction, opinion: ItemOpinion): readonly MentionedToken[] {
	const { facts, chainRef, simulation, user } = subject;
	const mints = [...(facts?.accounts.keys() ?? [])].filter((key) => mintOf(facts, key) !== null);
	const keyOf = (asset: string) => (isSol(asset) ? null : asset);
	const stated = statedBy(simulation);
	const found = collect(keyOf, [...mints, ...seenByUs(opinion)], stated);
	return [
		...coin(
			chainRef,
			stated.filter(({ asset }) => isSol(asset)),
		),
		...[...found].map(([address, claims]): MentionedToken => {
			const mint = mintOf(facts, address);
			const listed = wellKnownAt(chainRef, address)?.symbol ?? null;
			const scaling = mint?.scaling ?? null;
			return {
				chainRef,
				address,
				shown: svmNameParam(user, address),
				chain: {
					symbol: mint?.symbol ?? null,
					name: mint?.name ?? null,
					decimals: mint?.decimals ?? null,
					standard: null,
				},
				claims: claims.map((claim) => svmClaim(listed, claim)),
				wraps: null,
				scaled: scaling === null ? null : { symbol: mintUnit(facts, address).symbol, scaling },
			};
		}),
	];
}
