import { factValue } from "../../chain/chain-error.ts";
import { wellKnownAt } from "../../chain/tokens/known.ts";
import { ZERO_ADDRESS } from "../../chain/well-known.ts";
import { claimedMeaning, type Leaf, leavesOf } from "../../decode/evm/leaves.ts";
import type { ControlWhat, Decoded, CallRight as DecodedRight, Meaning } from "../../decode/evm/meaning.ts";
import { PERMIT2 } from "../../decode/evm/permit2.ts";
import {
	isBoundless,
	isUnlimited,
	standardOf,
	tokenOf,
} from "../../decoded-transaction/decoded-transaction.ts";
import { type EffectAsset, fungible, type Right, type RightScope } from "../effects.ts";
import { byNumber, debtAt, isBooked, itemAt } from "./assets.ts";
import { type CallReading, callsIn, type MadeCall } from "./calls.ts";
import { namedControlOf } from "./named-control.ts";

interface Allowance {
	readonly left: bigint | null;
	readonly approvals: readonly Decoded[];
}

interface Use {
	readonly token: string;
	readonly amount: bigint;
}

const usesOf = (subject: CallReading, leaf: Leaf): readonly Use[] => {
	const { meaning } = leaf.decoded;
	if (meaning.kind !== "act" || !isBooked(subject, leaf)) return [];
	return meaning.gives.flatMap(({ asset, amount, bound, item, party }): readonly Use[] =>
		asset === null || amount === null || bound !== "exact" || item !== null || party !== "caller"
			? []
			: [{ token: asset, amount }],
	);
};

const isCertain = ({ sure, optional }: Leaf): boolean => sure && !optional;

/**
 * Foreign code and undecoded calls can approve or spend anything, so allowances can't be tracked past them.
 */
const isFollowed = ({ decoded: { meaning }, delegate }: Leaf): boolean =>
	!delegate && meaning.kind !== "unknown";

const keyOf = (as: string, token: string, spender: string): string => `${as} ${token} ${spender}`;

/** Only tracks listed tokens, because other tokens may handle allowances differently. */
function spentApprovals(subject: CallReading): ReadonlySet<Decoded> {
	const { decoded, signer, facts, chainRef } = subject;
	const leaves = leavesOf(decoded, signer);
	if (!leaves.every(isFollowed)) return new Set();
	const found = new Map<string, Allowance>();
	for (const leaf of leaves) {
		const { as } = leaf;
		const { meaning, target } = leaf.decoded;
		if (meaning.kind === "approve") {
			const key = keyOf(as, target, meaning.spender);
			const isBounded =
				isCertain(leaf) &&
				wellKnownAt(chainRef, target) !== null &&
				!isBoundless(facts, target, meaning.amountOrId);
			const approvals = [...(found.get(key)?.approvals ?? []), leaf.decoded];
			found.set(key, { left: isBounded ? meaning.amountOrId : null, approvals });
		}
		if (meaning.kind === "allowance")
			found.set(keyOf(as, target, meaning.spender), { left: null, approvals: [] });
		for (const { token, amount } of usesOf(subject, leaf)) {
			const key = keyOf(as, token, target);
			const before = found.get(key);
			if (before === undefined || before.left === null) continue;
			found.set(key, { ...before, left: before.left < amount ? null : before.left - amount });
		}
	}
	return new Set([...found.values()].flatMap(({ left, approvals }) => (left === 0n ? approvals : [])));
}

export type GivenByCall = Pick<
	Right,
	"holder" | "account" | "scope" | "extent" | "until" | "isRest" | "isSpent" | "added" | "before" | "book"
>;

export interface StatedRight extends GivenByCall {
	/**
	 * Amount stated in the bytes. Not set for items and rights without an amount. Unlike `extent`, it is
	 * never treated as unlimited and doesn't include the previous allowance.
	 */
	readonly stated?: bigint;
	readonly app?: string;
	/** The target might not be the kind of contract that the bytes are meant for. */
	readonly isUncertain?: true;
	/** The right adds nothing, or reduces an unknown allowance. It is displayed, but has no effect. */
	readonly isVoid?: true;
}

const everythingAt = (at: string): RightScope => ({ kind: "everything", at });
const assetScope = (asset: EffectAsset): RightScope => ({ kind: "asset", asset });

const extentOf = ({ facts }: CallReading, token: string, amount: bigint): bigint | null =>
	isBoundless(facts, token, amount) ? null : amount;

/** Only the outer call's allowance was queried. */
const allowanceNow = ({ facts }: CallReading, { via, decoded }: Leaf): bigint | null =>
	via.length === 0 ? factValue(tokenOf(facts, decoded.target)?.allowance) : null;

/**
 * Returns the allowance only for a token. For an item of a collection, the number is an ID rather than an
 * amount.
 */
function beforeOf(subject: CallReading, leaf: Leaf): Pick<Right, "before"> {
	const { target } = leaf.decoded;
	const before = allowanceNow(subject, leaf);
	const isToken = standardOf(tokenOf(subject.facts, target)) === "erc20";
	return before === null || !isToken || isUnlimited(before) ? {} : { before };
}

type MeaningOf<K extends Meaning["kind"]> = Extract<Meaning, { kind: K }>;

/** Approving the zero address revokes the permission for an item. */
function byApprove(
	subject: CallReading,
	leaf: Leaf,
	{ spender, amountOrId }: MeaningOf<"approve">,
): StatedRight[] {
	const { as, decoded } = leaf;
	const asset = byNumber(subject, decoded.target, amountOrId);
	const extent =
		asset.kind === "item"
			? spender === ZERO_ADDRESS
				? 0n
				: 1n
			: extentOf(subject, decoded.target, amountOrId);
	return [
		{
			holder: spender,
			account: as,
			scope: assetScope(asset),
			extent,
			until: null,
			...beforeOf(subject, leaf),
			...(asset.kind === "item" ? {} : { stated: amountOrId }),
		},
	];
}

/**
 * If the current allowance is unknown, an increase counts as unlimited, and a decrease doesn't revoke
 * anything.
 */
function byIncrease(
	subject: CallReading,
	leaf: Leaf,
	{ spender, by, up }: MeaningOf<"allowance">,
): StatedRight[] {
	const { as, decoded } = leaf;
	const now = allowanceNow(subject, leaf);
	const after = now === null ? null : up ? now + by : now > by ? now - by : 0n;
	const extent = after === null ? null : extentOf(subject, decoded.target, after);
	return [
		{
			holder: spender,
			account: as,
			scope: assetScope(fungible(decoded.target)),
			extent,
			until: null,
			...(up ? { added: by } : { isRest: true }),
			...beforeOf(subject, leaf),
			stated: by,
			...(by === 0n || (now === null && !up) ? { isVoid: true } : {}),
		},
	];
}

type ControlDirection = "given" | "taken" | "taken-by-caller";

const CONTROL: Readonly<Record<ControlWhat, ControlDirection>> = {
	owner: "given",
	accept: "given",
	grant: "given",
	upgrade: "given",
	admin: "given",
	"safe-owner-added": "given",
	"safe-owner-swapped": "given",
	"safe-threshold": "given",
	"safe-module": "given",
	"safe-guard": "given",
	"safe-handler": "given",
	revoke: "taken",
	"safe-owner-removed": "taken",
	"safe-module-removed": "taken",
	renounce: "taken-by-caller",
};

/**
 * If a call names no new holder, the contract itself counts as the holder. For example, all owners of a Safe
 * together hold the right to its signature threshold.
 */
function holderOf({ as, decoded }: Leaf, { what, to }: MeaningOf<"control">): string {
	if (what === "accept" || CONTROL[what] === "taken-by-caller") return as;
	return to ?? decoded.target;
}

function byControl(leaf: Leaf, meaning: MeaningOf<"control">): GivenByCall[] {
	const { what, from, threshold } = meaning;
	const { target } = leaf.decoded;
	const common = { account: target, scope: { kind: "control", over: target, what } as const, until: null };
	const extent = CONTROL[what] === "given" ? (what === "safe-threshold" ? threshold : null) : 0n;
	const gone = from === null ? [] : [{ ...common, holder: from, extent: 0n }];
	return [{ ...common, holder: holderOf(leaf, meaning), extent }, ...gone];
}

function scopeOf(target: string, right: DecodedRight): RightScope {
	if (right.over === "account") return everythingAt(target);
	return right.over === "debt"
		? assetScope(debtAt(target))
		: { kind: "control", over: target, what: right.over };
}

function givenBy(subject: CallReading, leaf: Leaf): StatedRight[] {
	const { as, decoded } = leaf;
	const { target } = decoded;
	const meaning = claimedMeaning(decoded);
	switch (meaning.kind) {
		case "approve":
			return byApprove(subject, leaf, meaning);
		case "allowance":
			return byIncrease(subject, leaf, meaning);
		case "approve-item":
			return [
				{
					holder: meaning.spender,
					account: as,
					scope: assetScope(itemAt(target, meaning.id)),
					extent: isUnlimited(meaning.amount) ? null : meaning.amount,
					until: null,
					stated: meaning.amount,
				},
			];
		case "operator":
			return [
				{
					holder: meaning.operator,
					account: as,
					scope: meaning.over === "items" ? assetScope(itemAt(target, null)) : everythingAt(target),
					extent: meaning.approved ? null : 0n,
					until: null,
				},
			];
		case "permits":
			return meaning.rows.map(({ token, spender, amount, until }) => ({
				holder: spender,
				account: meaning.owner ?? as,
				scope: assetScope(fungible(token)),
				extent: extentOf(subject, token, amount),
				until,
				...(meaning.book === "token" ? {} : { book: PERMIT2 }),
				stated: amount,
			}));
		case "act":
			return meaning.rights.map((right) => ({
				holder: right.holder,
				account: as,
				scope: scopeOf(target, right),
				extent: right.given ? right.amount : 0n,
				until: null,
				app: meaning.app,
			}));
		case "control":
			return byControl(leaf, meaning);
		case "vote":
			return [
				{
					holder: meaning.to,
					account: as,
					scope: { kind: "control", over: target, what: "vote" },
					extent: null,
					until: null,
				},
			];
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
		case "burn":
		case "check":
		case "unknown":
			return [];
	}
}

const lentTo = ({ delegate, as, decoded }: Leaf): GivenByCall[] =>
	delegate && decoded.meaning.kind === "unknown"
		? [
				{
					holder: decoded.target,
					account: as,
					scope: { kind: "control", over: as, what: "delegatecall" },
					extent: null,
					until: null,
				},
			]
		: [];

function namedControl(call: MadeCall): GivenByCall[] {
	const named = namedControlOf(call);
	if (named === null) return [];
	const { target } = call.decoded;
	const isLost = named.what === "renounce";
	return [
		{
			holder: isLost ? call.as : (named.holder ?? target),
			account: target,
			scope: { kind: "control", over: target, what: named.what },
			extent: isLost ? 0n : null,
			until: null,
		},
	];
}

export function statedRights(subject: CallReading): readonly StatedRight[] {
	const spent = spentApprovals(subject);
	return leavesOf(subject.decoded, subject.signer).flatMap((leaf) => {
		const isUncertain = !leaf.sure || claimedMeaning(leaf.decoded) !== leaf.decoded.meaning;
		const given = givenBy(subject, leaf).map(
			(right): StatedRight => ({
				...right,
				...(spent.has(leaf.decoded) ? { isSpent: true } : {}),
				...(isUncertain ? { isUncertain } : {}),
			}),
		);
		return [...given, ...lentTo(leaf)];
	});
}

const isEffect = ({ isVoid }: StatedRight): boolean => isVoid !== true;

const givenIn = ({ stated, app, isUncertain, isVoid, ...right }: StatedRight): GivenByCall => right;

export function rightsOfCall(subject: CallReading): readonly GivenByCall[] {
	const { decoded, signer, data = null } = subject;
	return [
		...statedRights(subject).filter(isEffect).map(givenIn),
		...callsIn(signer, decoded, data).flatMap(namedControl),
	];
}
