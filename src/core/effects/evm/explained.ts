import { wellKnownAt } from "../../chain/tokens/known.ts";
import { contractsOf } from "../../decode/evm/contracts.ts";
import { claimedMeaning, type Leaf, leavesOf, partyAddress } from "../../decode/evm/leaves.ts";
import type { Act, ActWhat, Asset } from "../../decode/evm/meaning.ts";
import {
	type DecodedEvmTransaction,
	isUnlimited,
	standardOf,
	tokenOf,
} from "../../decoded-transaction/decoded-transaction.ts";
import type { InnerCall, ItemOpinion } from "../../decoded-transaction/opinion.ts";
import type { Hex } from "../../format/numeral.ts";
import { sameAddress } from "../../identities/labels.ts";
import type { ExplainedOutflow, ExplainedRight, Explanation } from "../explanation.ts";
import { callsOf, isUnread, type MadeCall } from "./calls.ts";

/** Actions that give up receipts (shares, debts, tickets) in return for assets. */
const GIVES_UP: ReadonlySet<ActWhat> = new Set([
	"withdraw",
	"repay",
	"unstake",
	"request",
	"claim",
	"convert",
	"remove-liquidity",
]);

const SELECTOR_BYTES = 4;

/** A call without arguments can't name an asset, amount or recipient, regardless of its name. */
function isOpaque({ decoded: { meaning } }: MadeCall): boolean {
	if (meaning.kind !== "unknown") return true;
	return meaning.like === undefined && (meaning.reason !== "selector" || meaning.bytes > SELECTOR_BYTES);
}

function ranIn({ local }: ItemOpinion, { decoded: { target }, data }: MadeCall): readonly InnerCall[] | null {
	if (local.state !== "done") return null;
	const at = local.inner.findIndex((each) => each.to === target && each.data === data);
	const top = local.inner[at];
	if (top === undefined) return null;
	const after = local.inner.slice(at + 1);
	const end = after.findIndex(({ depth }) => depth <= top.depth);
	return [top, ...(end === -1 ? after : after.slice(0, end))];
}

/**
 * Returns whether an opaque inner call could move the asset. If there is a trace, the call can only have
 * moved tokens whose contracts it called.
 */
function mayMove(
	opinion: ItemOpinion,
	calls: readonly MadeCall[],
	opaque: readonly MadeCall[],
	asset: string,
) {
	return opaque.some((call) => {
		const ran = call === calls[0] || asset === "native" ? null : ranIn(opinion, call);
		return ran === null || ran.some(({ to }) => to === asset);
	});
}

type Covers = ExplainedOutflow["covers"];

const anyToken: Covers = (asset, item) => asset !== "native" && item === null;

function assetCovers(
	{ chainRef }: DecodedEvmTransaction,
	asset: Asset | null,
	item: bigint | null = null,
): Covers {
	const number = item === null ? null : item.toString();
	if (asset === null) return anyToken;
	if (asset === "wrapped") return (other) => contractsOf(chainRef).isWrapped(other);
	return (other, id) => other === asset && id === number;
}

interface More {
	readonly most?: bigint | null;
	readonly to?: string | null;
	readonly isNamed?: boolean;
	readonly givenUpTo?: readonly string[] | null;
}

const outflow = (
	account: string,
	covers: Covers,
	{ most = null, to = null, isNamed = true, givenUpTo = null }: More = {},
): ExplainedOutflow => ({ account, covers, most, to, isNamed, givenUpTo });

const byNumber = (
	subject: DecodedEvmTransaction,
	account: string,
	target: Hex,
	number: bigint,
	to: string | null = null,
): ExplainedOutflow[] => [
	outflow(account, assetCovers(subject, target), { most: number, to }),
	outflow(account, assetCovers(subject, target, number), { most: 1n, to }),
];

/**
 * A known contract may also take unlisted tokens back. For any other contract, unlisted tokens must be
 * burned.
 */
function receiptsOf(
	{ chainRef }: DecodedEvmTransaction,
	{ as, decoded }: Leaf,
	{ what, owner }: Act,
): ExplainedOutflow[] {
	const { target, meaning } = decoded;
	const account = owner ?? as;
	const isKnown = meaning.kind === "act";
	const ofTarget: Covers = (asset) => asset === target;
	const unlisted: Covers = (asset) => asset !== "native" && wellKnownAt(chainRef, asset) === null;
	return [
		outflow(account, ofTarget, { givenUpTo: isKnown ? null : [target] }),
		...(GIVES_UP.has(what) ? [outflow(account, unlisted, { givenUpTo: isKnown ? [target] : [] })] : []),
	];
}

function byAct(subject: DecodedEvmTransaction, leaf: Leaf, act: Act): ExplainedOutflow[] {
	const given = act.gives.flatMap(({ asset, amount, item, party }) => {
		const from = partyAddress(leaf, party);
		if (from === null) return [];
		return [outflow(from, assetCovers(subject, asset, item), { most: amount, isNamed: asset !== null })];
	});
	const isFilled = act.what === "add-liquidity" && act.position !== null && act.gives.length === 0;
	return [...given, ...(isFilled ? [outflow(leaf.as, anyToken)] : []), ...receiptsOf(subject, leaf, act)];
}

function outflowsBy(subject: DecodedEvmTransaction, leaf: Leaf): ExplainedOutflow[] {
	const { as, decoded } = leaf;
	const { target } = decoded;
	const meaning = claimedMeaning(decoded);
	switch (meaning.kind) {
		case "transfer":
			return [outflow(as, assetCovers(subject, target), { most: meaning.amount, to: meaning.to })];
		case "transferFrom": {
			const { from, to, amountOrId } = meaning;
			return byNumber(subject, from, target, amountOrId, to);
		}
		case "burn":
			return byNumber(subject, as, target, meaning.amountOrId);
		case "items": {
			const from = meaning.from === "caller" ? as : meaning.from;
			return meaning.items.map(({ id, amount }) =>
				outflow(from, assetCovers(subject, target, id), { most: amount, to: meaning.to }),
			);
		}
		case "moves":
			return meaning.rows.flatMap(({ token, from, to, amount }) => {
				const account = partyAddress(leaf, from);
				const receiver = to === "here" || to === "pool" ? null : partyAddress(leaf, to);
				return account === null
					? []
					: [outflow(account, assetCovers(subject, token), { most: amount, to: receiver })];
			});
		case "payment":
			// Native coins are counted with the call that sends them.
			return meaning.from === "caller" && meaning.asset !== "native"
				? [outflow(as, assetCovers(subject, meaning.asset), { most: meaning.amount })]
				: [];
		case "swap":
			return meaning.payer === "caller" || meaning.payer === null
				? [outflow(as, assetCovers(subject, meaning.assetIn), { most: meaning.amountIn })]
				: [];
		case "wrap":
			return meaning.into || meaning.least
				? []
				: [outflow(as, assetCovers(subject, target), { most: meaning.amount })];
		case "vault": {
			const { what, amount, owner } = meaning;
			const shares = assetCovers(subject, target);
			if (owner !== null) return [outflow(owner, shares, { most: what === "redeem" ? amount : null })];
			const asset: Covers = (other, item) => anyToken(other, item) && other !== target;
			// Only the vault knows how many assets the new shares cost.
			if (what === "mint" && wellKnownAt(subject.chainRef, target) === null) return [];
			return [outflow(as, asset, { most: what === "mint" ? null : amount, isNamed: false })];
		}
		case "act":
			return byAct(subject, leaf, meaning);
		case "unknown":
			return [outflow(as, (asset) => asset === target, { givenUpTo: [target] })];
		case "native":
		case "approve":
		case "allowance":
		case "operator":
		case "approve-item":
		case "calls":
		case "permits":
		case "control":
		case "vote":
		case "check":
			return [];
	}
}

/** An upper bound, because some of the coins may be returned. */
const sentAlong = (subject: DecodedEvmTransaction): ExplainedOutflow[] =>
	callsOf(subject).flatMap(({ as, decoded: { target, value, meaning } }) => {
		const sent =
			value === 0n || sameAddress(as, target)
				? []
				: [outflow(as, assetCovers(subject, "native"), { most: value })];
		const refund = meaning.kind === "calls" ? meaning.refund : null;
		return refund === null ? sent : [...sent, outflow(target, assetCovers(subject, refund.asset))];
	});

function rightsBy({ facts }: DecodedEvmTransaction, leaf: Leaf): ExplainedRight[] {
	const { as, decoded } = leaf;
	const { target } = decoded;
	const meaning = claimedMeaning(decoded);
	switch (meaning.kind) {
		case "approve": {
			const isAmount = standardOf(tokenOf(facts, target)) !== "erc721";
			const most = isAmount && !isUnlimited(meaning.amountOrId) ? meaning.amountOrId : null;
			return most === 0n ? [] : [{ account: as, token: target, spender: meaning.spender, most }];
		}
		case "allowance":
			return meaning.up ? [{ account: as, token: target, spender: meaning.spender, most: null }] : [];
		case "approve-item":
			return [{ account: as, token: target, spender: meaning.spender, most: meaning.amount }];
		case "operator":
			return meaning.approved ? [{ account: as, token: target, spender: meaning.operator, most: null }] : [];
		case "permits":
			return meaning.rows.map(({ token, spender, amount }) => ({
				account: meaning.owner ?? as,
				token,
				spender,
				most: isUnlimited(amount) ? null : amount,
			}));
		case "act":
			return meaning.rights
				.filter(({ given }) => given)
				.map(({ holder }) => ({ account: as, token: null, spender: holder, most: null }));
		case "native":
		case "transfer":
		case "transferFrom":
		case "items":
		case "calls":
		case "moves":
		case "payment":
		case "swap":
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

export function explainedByCalls(subject: DecodedEvmTransaction, opinion: ItemOpinion): Explanation {
	const leaves = leavesOf(subject.decoded, subject.signer);
	const calls = callsOf(subject);
	const opaque = calls.filter((call) => isUnread(call.decoded) && isOpaque(call));
	return {
		mayMoveUnread: (asset) => mayMove(opinion, calls, opaque, asset),
		outflows: [...sentAlong(subject), ...leaves.flatMap((leaf) => outflowsBy(subject, leaf))],
		rights: leaves.flatMap((leaf) => rightsBy(subject, leaf)),
	};
}
