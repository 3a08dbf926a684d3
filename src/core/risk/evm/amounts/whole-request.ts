import { known } from "../../../chain/chain-error.ts";
import type { Amount } from "../../../format/amount.ts";
import { readUint } from "../../../format/numeral.ts";
import { sameAddress } from "../../../people/labels.ts";
import { type LegOpinion, passedOf } from "../../../subject/opinion.ts";
import {
	isNative,
	nativeAmount,
	type Subject,
	tokenAmount,
	tokenOf,
	type User,
} from "../../../subject/subject.ts";

/** The EVM transactions of one request as one: parts of a batch count together. */

export interface RequestStep {
	readonly subject: Subject;
	readonly opinion: LegOpinion;
}

/** At least one step, in the order of signing; all are of one signer on one chain. */
export interface WholeRequest {
	readonly first: Subject;
	readonly steps: readonly RequestStep[];
}

/** Our own simulation of every step, in order; null where one was not run to its end. */
function ownOfAll({ steps }: WholeRequest) {
	const owns = steps.map(({ opinion }) => passedOf(opinion.own)).filter((own) => own !== null);
	return owns.length === steps.length ? owns : null;
}

export const isRunning = ({ steps }: WholeRequest): boolean =>
	steps.some(({ opinion }) => opinion.own.state === "running");

/** `native`, or the token's address in lower case. */
export const assetKey = (asset: string): string => (isNative(asset) ? "native" : asset.toLowerCase());

/** Of the signer before the request, by the chain, in base units; null where it was not asked or did not answer. */
export function heldOf({ steps, first }: WholeRequest, asset: string): bigint | null {
	if (isNative(asset)) return known(first.facts?.balance);
	for (const { subject } of steps) {
		const held = known(tokenOf(subject.facts, asset)?.balance);
		if (held !== null) return held;
	}
	return null;
}

export function amountOf({ steps, first }: WholeRequest, asset: string, raw: bigint): Amount {
	if (isNative(asset)) return nativeAmount(first.chainRef, raw);
	const asked = steps.find(({ subject }) => tokenOf(subject.facts, asset) !== null);
	return tokenAmount(asked?.subject.facts ?? null, asset, raw);
}

/** What the accounts in question gain of one thing by our own simulation. */
export interface NetFlow {
	/** As `assetKey` writes it. */
	readonly asset: string;
	/** Of a collection. */
	readonly isItem: boolean;
	/** Base units; negative: it leaves. */
	readonly net: bigint;
	/** All that comes in, before what leaves is taken from it. */
	readonly come: bigint;
	/** As the contract states them; null where it does not. */
	readonly decimals: number | null;
}

/** By asset, of all of the user's accounts; null where not every step was simulated. */
export function flowsOf(request: WholeRequest): ReadonlyMap<string, NetFlow> | null {
	const owns = ownOfAll(request);
	if (owns === null) return null;
	const { signer, user } = request.first;
	const flows = new Map<string, NetFlow>();
	for (const { account, asset, amount, direction, tokenId, decimals } of owns.flatMap(
		(own) => own.balanceChanges,
	)) {
		if (!isMine(user, signer, account ?? signer)) continue;
		const isItem = typeof tokenId === "string";
		const negative = amount.startsWith("-");
		const raw = readUint(negative ? amount.slice(1) : amount) ?? 0n;
		const isOut = (direction ?? (negative ? "out" : "in")) === "out";
		const key = assetKey(asset);
		const before = flows.get(key) ?? { asset: key, isItem, net: 0n, come: 0n, decimals: decimals ?? null };
		flows.set(key, {
			...before,
			isItem: before.isItem || isItem,
			net: before.net + (isOut ? -raw : raw),
			come: before.come + (isOut ? 0n : raw),
		});
	}
	return flows;
}

const isMine = (user: User, signer: string, address: string): boolean =>
	[signer, ...user.accounts].some((each) => sameAddress(each, address));
