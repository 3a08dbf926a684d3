import { type Leaf, leavesOf, partyAddress } from "../../decode/evm/leaves.ts";
import type { MovedToken } from "../../decode/evm/meaning.ts";
import {
	type DecodedEvmTransaction,
	isNative,
	standardOf,
	tokenOf,
} from "../../decoded-transaction/decoded-transaction.ts";
import { sameAddress } from "../../identities/labels.ts";

export interface Outflow {
	readonly asset: string;
	readonly from: string;
	/** `null` for items of a collection, or if a router may return some of the amount. */
	readonly amount: bigint | null;
	readonly tokenIds: readonly bigint[];
	readonly to: string | null;
	readonly isUpTo?: true;
}

function movement(asset: string, from: string, to: string | null, amount: bigint): Outflow[] {
	// A transfer to the same account changes nothing, so no simulation shows it.
	if (amount === 0n || (to !== null && sameAddress(from, to))) return [];
	return [{ asset, from, amount, tokenIds: [], to }];
}

function itemMovement(asset: string, from: string, to: string, ids: readonly bigint[]): Outflow[] {
	return sameAddress(from, to) ? [] : [{ asset, from, amount: null, tokenIds: ids, to }];
}

function nativeOf({ signer }: DecodedEvmTransaction, { target, value, meaning }: Leaf["decoded"]): Outflow[] {
	if (sameAddress(signer, target)) return [];
	const sent = movement("native", signer, meaning.kind === "native" ? target : null, value);
	const isUpTo =
		meaning.kind === "act" &&
		meaning.gives.some(({ asset, bound }) => asset === "native" && bound === "most");
	return isUpTo ? sent.map((each) => ({ ...each, isUpTo })) : sent;
}

/** An amount that a router keeps for later steps doesn't have a recipient yet. */
function receiverOf(leaf: Leaf, { to }: MovedToken): string | null {
	return to === "here" || to === "pool" ? null : partyAddress(leaf, to);
}

function outflowsOf({ facts }: DecodedEvmTransaction, leaf: Leaf): Outflow[] {
	const { as } = leaf;
	const { meaning, target } = leaf.decoded;
	switch (meaning.kind) {
		case "transfer":
			return movement(target, as, meaning.to, meaning.amount);
		case "items":
			return itemMovement(
				target,
				meaning.from === "caller" ? as : meaning.from,
				meaning.to,
				meaning.items.map((item) => item.id),
			);
		case "transferFrom": {
			const { from, to, amountOrId } = meaning;
			if (standardOf(tokenOf(facts, target)) === "erc20") return movement(target, from, to, amountOrId);
			return itemMovement(target, from, to, [amountOrId]);
		}
		case "moves":
			return meaning.rows.flatMap((row) => {
				const from = partyAddress(leaf, row.from);
				return from === null ? [] : movement(row.token, from, receiverOf(leaf, row), row.amount);
			});
		case "payment":
			return meaning.bound === "exact" && meaning.from === "caller" && meaning.asset.startsWith("0x")
				? movement(meaning.asset, as, null, meaning.amount ?? 0n)
				: [];
		case "swap":
			// An exact-output swap states only its maximum input.
			return meaning.exact === "in" && meaning.payer === "caller" && meaning.assetIn.startsWith("0x")
				? movement(meaning.assetIn, as, null, meaning.amountIn ?? 0n)
				: [];
		case "act":
			return meaning.gives.flatMap(({ asset, amount, bound, party }) => {
				const from = partyAddress(leaf, party);
				const isSure = bound === "exact" && asset?.startsWith("0x") === true && party !== "here";
				return isSure && from !== null ? movement(asset, from, null, amount ?? 0n) : [];
			});
		case "native":
		case "approve":
		case "allowance":
		case "operator":
		case "approve-item":
		case "calls":
		case "permits":
		case "wrap":
		case "vault":
		case "control":
		case "vote":
		case "burn":
		case "check":
		case "unknown":
			return [];
	}
}

/** Returns the assets that the calls send to the signer. They may include some of a router's input. */
function handedBack(leaves: readonly Leaf[], signer: string): readonly string[] {
	return leaves.flatMap((leaf) => {
		const { meaning } = leaf.decoded;
		if (meaning.kind !== "payment" && meaning.kind !== "swap") return [];
		const to = meaning.to === null ? null : partyAddress(leaf, meaning.to);
		if (to === null || !sameAddress(to, signer)) return [];
		return [meaning.kind === "payment" ? meaning.asset : meaning.assetOut];
	});
}

export function decodedOutflows(subject: DecodedEvmTransaction): readonly Outflow[] {
	const { decoded, signer } = subject;
	const leaves = leavesOf(decoded, signer).filter(({ sure }) => sure);
	const taken = leaves.flatMap((leaf) => {
		const own = sameAddress(leaf.as, signer);
		const found = outflowsOf(subject, leaf).filter(({ from }) => own || sameAddress(from, signer));
		return own ? [...found, ...nativeOf(subject, leaf.decoded)] : found;
	});
	const back = handedBack(leaves, signer);
	const rest = taken.map((each) =>
		each.to === null && back.some((asset) => sameAsset(each.asset, asset)) ? { ...each, amount: null } : each,
	);
	return decoded.meaning.kind === "calls" ? [...nativeOf(subject, decoded), ...rest] : rest;
}

export function decodedOutflow(subject: DecodedEvmTransaction): Outflow | null {
	return decodedOutflows(subject)[0] ?? null;
}

export const sameAsset = (left: string, right: string) =>
	isNative(left) ? isNative(right) : sameAddress(left, right);

export function isGiven({ sure, as, decoded: { meaning } }: Leaf, signer: string): boolean {
	const owner = meaning.kind === "permits" ? (meaning.owner ?? as) : as;
	return sure && sameAddress(owner, signer);
}
