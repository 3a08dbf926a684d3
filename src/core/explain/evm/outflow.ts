import type { ApprovalChange, BalanceChange } from "../../../service-api/simulation.ts";
import { known } from "../../chain/chain-error.ts";
import { type Leaf, leavesOf, partyAddress } from "../../decode/evm/leaves.ts";
import type { Meaning, MovedToken } from "../../decode/evm/meaning.ts";
import { readUint } from "../../format/numeral.ts";
import { type Message, message } from "../../message.ts";
import { sameAddress } from "../../people/labels.ts";
import type { Agreement } from "../../subject/agreement.ts";
import { isNative, isUnlimited, type Subject, standardOf, tokenOf } from "../../subject/subject.ts";

export interface Outflow {
	/** `native`, or a token's address. */
	readonly asset: string;
	readonly from: string;
	/** Base units; null for items of a collection, and where a router hands back what it does not need. */
	readonly amount: bigint | null;
	readonly tokenIds: readonly bigint[];
	/** Who must receive it, where the payload alone decides that. */
	readonly to: string | null;
	/** The amount is the most: by its reading the call keeps what it costs, and hands the rest back. */
	readonly isUpTo?: true;
}

interface OutflowApproval {
	readonly kind: "amount" | "item" | "any" | "operator";
	readonly token: string;
	readonly spender: string;
	readonly amount: bigint | null;
}

function movement(asset: string, from: string, to: string | null, amount: bigint): Outflow[] {
	// To oneself nothing changes, and a simulation rightly shows nothing.
	if (amount === 0n || (to !== null && sameAddress(from, to))) return [];
	return [{ asset, from, amount, tokenIds: [], to }];
}

function itemMovement(asset: string, from: string, to: string, ids: readonly bigint[]): Outflow[] {
	return sameAddress(from, to) ? [] : [{ asset, from, amount: null, tokenIds: ids, to }];
}

/** Wei that a call sends along, whatever else it does. */
function nativeOf({ signer }: Subject, { target, value, meaning }: Leaf["decoded"]): Outflow[] {
	if (sameAddress(signer, target)) return [];
	const sent = movement("native", signer, meaning.kind === "native" ? target : null, value);
	const isUpTo =
		meaning.kind === "act" &&
		meaning.gives.some(({ asset, bound }) => asset === "native" && bound === "most");
	return isUpTo ? sent.map((each) => ({ ...each, isUpTo })) : sent;
}

/** Where a router keeps it for the steps that follow, nobody has it yet. */
function receiverOf(leaf: Leaf, { to }: MovedToken): string | null {
	return to === "here" || to === "pool" ? null : partyAddress(leaf, to);
}

/** What a call takes out of an account by its own bytes. */
function takenBy({ facts }: Subject, leaf: Leaf): Outflow[] {
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
			// Of an exact output the amount is the most that it may take.
			return meaning.exact === "in" && meaning.payer === "caller" && meaning.assetIn.startsWith("0x")
				? movement(meaning.assetIn, as, null, meaning.amountIn ?? 0n)
				: [];
		case "act":
			return meaning.gives.flatMap(({ asset, amount, bound, party }) => {
				const from = partyAddress(leaf, party);
				const isSure = bound === "exact" && asset?.startsWith("0x") === true && party !== "here";
				return isSure && from !== null ? movement(asset, from, null, amount ?? 0n) : [];
			});
		default:
			return [];
	}
}

/** Tokens that a router hands on to the signer: a part of what it took may be among them. */
function handedBack(leaves: readonly Leaf[], signer: string): readonly string[] {
	return leaves.flatMap((leaf) => {
		const { meaning } = leaf.decoded;
		if (meaning.kind !== "payment" && meaning.kind !== "swap") return [];
		const to = meaning.to === null ? null : partyAddress(leaf, meaning.to);
		if (to === null || !sameAddress(to, signer)) return [];
		return [meaning.kind === "payment" ? meaning.asset : meaning.assetOut];
	});
}

/**
 * What the payload itself takes out of accounts, by every call in it that we can be sure of: those that the signer
 * makes, and those of others that take from the signer.
 */
export function decodedOutflows(subject: Subject): readonly Outflow[] {
	const { decoded, signer } = subject;
	const leaves = leavesOf(decoded, signer).filter(({ sure }) => sure);
	const taken = leaves.flatMap((leaf) => {
		const own = sameAddress(leaf.as, signer);
		const found = takenBy(subject, leaf).filter(({ from }) => own || sameAddress(from, signer));
		return own ? [...found, ...nativeOf(subject, leaf.decoded)] : found;
	});
	const back = handedBack(leaves, signer);
	const rest = taken.map((each) =>
		each.to === null && back.some((asset) => sameAsset(each.asset, asset)) ? { ...each, amount: null } : each,
	);
	return decoded.meaning.kind === "calls" ? [...nativeOf(subject, decoded), ...rest] : rest;
}

/** The first of them; null where it takes nothing by its own bytes. */
export function decodedOutflow(subject: Subject): Outflow | null {
	return decodedOutflows(subject)[0] ?? null;
}

/** What a call allows is the signer's to give, and it is sure that this is what it does. */
export function isGiven({ sure, as, decoded: { meaning } }: Leaf, signer: string): boolean {
	const owner = meaning.kind === "permits" ? (meaning.owner ?? as) : as;
	return sure && sameAddress(owner, signer);
}

type Permits = Extract<Meaning, { kind: "permits" }>;

/** A router that may take through Permit2 takes only from whoever calls it. */
const toItself = ({ decoded: { target, meaning } }: Leaf, { spender }: Permits["rows"][number]) =>
	meaning.kind === "permits" && meaning.book === "permit2" && spender === target;

/** What a call of the signer's allows. */
function permissionsBy({ facts }: Subject, leaf: Leaf): OutflowApproval[] {
	const { meaning, target } = leaf.decoded;
	switch (meaning.kind) {
		case "operator":
			return meaning.approved
				? [{ kind: "operator", token: target, spender: meaning.operator, amount: null }]
				: [];
		case "approve-item":
			return meaning.amount === 0n
				? []
				: [{ kind: "any", token: target, spender: meaning.spender, amount: null }];
		case "allowance":
			return meaning.up ? [{ kind: "any", token: target, spender: meaning.spender, amount: null }] : [];
		case "approve": {
			const standard = standardOf(tokenOf(facts, target));
			if (standard !== "erc721" && meaning.amountOrId === 0n) return [];
			const kind = standard === "erc20" ? "amount" : standard === "erc721" ? "item" : "any";
			return [{ kind, token: target, spender: meaning.spender, amount: meaning.amountOrId }];
		}
		case "permits":
			return meaning.rows
				.filter((row) => row.amount > 0n && !toItself(leaf, row))
				.map(({ token, spender, amount }) => ({ kind: "amount", token, spender, amount }));
		default:
			return [];
	}
}

const decodedPermissions = (subject: Subject): readonly OutflowApproval[] =>
	leavesOf(subject.decoded, subject.signer)
		.filter((leaf) => isGiven(leaf, subject.signer))
		.flatMap((leaf) => permissionsBy(subject, leaf));

const sameAsset = (left: string, right: string) =>
	isNative(left) ? isNative(right) : sameAddress(left, right);

function magnitude(text: string): bigint {
	return readUint(text.replace(/^-/, "")) ?? 0n;
}

function shows(changes: readonly BalanceChange[], outflow: Outflow): boolean {
	const leaving = changes.filter(
		(change) =>
			sameAsset(outflow.asset, change.asset) &&
			change.direction !== "in" &&
			(typeof change.account !== "string" || sameAddress(change.account, outflow.from)),
	);
	const { to } = outflow;
	const named = leaving.flatMap((change) =>
		typeof change.counterparty === "string" ? [change.counterparty] : [],
	);
	if (to !== null && named.length > 0 && !named.some((each) => sameAddress(each, to))) return false;
	if (outflow.amount === null) return leaving.length > 0;
	return leaving.reduce((sum, change) => sum + magnitude(change.amount), 0n) >= outflow.amount;
}

function allowed(approvals: readonly ApprovalChange[], permission: OutflowApproval): boolean {
	return approvals.some((approval) => {
		if (!sameAddress(approval.asset, permission.token)) return false;
		if (!sameAddress(approval.spender, permission.spender) || approval.approved === false) return false;
		if (permission.kind === "operator") return approval.kind === "operator";
		if (permission.kind !== "amount" || permission.amount === null) return approval.kind !== "operator";
		if (approval.kind !== "allowance") return false;
		if (typeof approval.amount === "string") return readUint(approval.amount) === permission.amount;
		return approval.unlimited === true && isUnlimited(permission.amount);
	});
}

/** Each with all that leaves of the same asset by the same payload: records of a simulation may be of all of it. */
function summed(outflows: readonly Outflow[]): Outflow[] {
	return outflows.map((outflow) => {
		const alike = outflows.filter(
			({ asset, from }) => sameAsset(asset, outflow.asset) && sameAddress(from, outflow.from),
		);
		if (outflow.amount === null || outflow.isUpTo) return { ...outflow, amount: null };
		const sure = alike.filter(({ isUpTo }) => isUpTo !== true);
		return { ...outflow, amount: sure.reduce((sum, each) => sum + (each.amount ?? 0n), 0n) };
	});
}

/** The spender may take more already, by the chain, so that this takes a part of it back. */
function lowers({ decoded, facts }: Subject, { kind, token, spender, amount }: OutflowApproval): boolean {
	const { meaning, target } = decoded;
	// Of this one alone the chain was asked what it may take now.
	if (kind !== "amount" || amount === null || meaning.kind !== "approve") return false;
	const now = known(tokenOf(facts, target)?.allowance);
	return sameAddress(token, target) && sameAddress(spender, meaning.spender) && now !== null && now > amount;
}

/** What our decoding sees and the service's simulation hides, each as a sentence. */
export function hiddenParts(subject: Subject): readonly Message[] {
	// Who declares nothing hides nothing: nobody told of it, or the service could not simulate it.
	if (subject.simulation === null) return [];
	const { balanceChanges: changes, approvals } = subject.simulation;
	const hidden = summed(decodedOutflows(subject)).some((outflow) => !shows(changes, outflow));
	const concealed = decodedPermissions(subject).some(
		(permission) => !allowed(approvals, permission) && !lowers(subject, permission),
	);
	return [
		...(hidden ? [message("finding.contradiction.moves")] : []),
		...(concealed ? [message("finding.contradiction.permission")] : []),
	];
}

/**
 * Several steps of one approval: a record that names no step may stand for each of them alone, and still not for all
 * of them together. Does more leave the signer than the records of all steps say, each counted once?
 */
export function hidesTogether(subjects: readonly Subject[]): boolean {
	const changes = [...new Set(subjects.flatMap(({ simulation }) => simulation?.balanceChanges ?? []))];
	const together = summed(subjects.flatMap(decodedOutflows));
	return together.some((outflow) => outflow.amount !== null && !shows(changes, { ...outflow, to: null }));
}

/** Do the service's simulation and our own decoding tell the same of what leaves? */
export function agreementOf(subject: Subject): Agreement {
	if (hiddenParts(subject).length > 0) return "contradicts";
	return decodedOutflows(subject).length === 0 ? "silent" : "agrees";
}
