import type { ApprovalChange, BalanceChange } from "../../contract/simulation.ts";
import { readUint } from "../match/numeral.ts";
import { sameAddress } from "../policy/labels.ts";
import { isNative, isUnlimited, type Subject, standardOf, tokenOf } from "./subject.ts";

/** What our own decoding says must leave or be allowed, held against the service's simulation. */

export type Agreement = "agrees" | "contradicts" | "silent";

export interface Outflow {
	/** `native`, or a token's address. */
	readonly asset: string;
	readonly from: string;
	/** Base units; null for items of a collection. */
	readonly amount: bigint | null;
	readonly tokenIds: readonly bigint[];
	/** Who must receive it, where the payload alone decides that. */
	readonly to: string | null;
}

interface Permission {
	readonly kind: "amount" | "item" | "any" | "operator";
	readonly token: string;
	readonly spender: string;
	readonly amount: bigint | null;
}

function movement(asset: string, from: string, to: string, amount: bigint, final = true): Outflow | null {
	// To oneself nothing changes, and a simulation rightly shows nothing.
	if (amount === 0n || sameAddress(from, to)) return null;
	return { asset, from, amount, tokenIds: [], to: final ? to : null };
}

function itemMovement(asset: string, from: string, to: string, ids: readonly bigint[]): Outflow | null {
	return sameAddress(from, to) ? null : { asset, from, amount: null, tokenIds: ids, to };
}

/** What the payload itself takes out of an account; null where it does not by its own bytes. */
export function decodedOutflow(subject: Subject): Outflow | null {
	const { decoded, signer, facts } = subject;
	const { meaning, target } = decoded;
	if (meaning.kind === "transfer") return movement(target, signer, meaning.to, meaning.amount);
	if (meaning.kind === "items")
		return itemMovement(
			target,
			meaning.from,
			meaning.to,
			meaning.items.map((item) => item.id),
		);
	if (meaning.kind === "transferFrom") {
		const { from, to, amountOrId } = meaning;
		if (standardOf(tokenOf(facts, target)) === "erc20") return movement(target, from, to, amountOrId);
		return itemMovement(target, from, to, [amountOrId]);
	}
	return movement("native", signer, target, decoded.value, meaning.kind === "native");
}

/** Wei that the payload sends along, whatever else it does. */
function nativeOutflow(subject: Subject): Outflow | null {
	const { target, value, meaning } = subject.decoded;
	return movement("native", subject.signer, target, value, meaning.kind === "native");
}

function decodedPermission(subject: Subject): Permission | null {
	const { meaning, target } = subject.decoded;
	if (meaning.kind === "operator")
		return meaning.approved
			? { kind: "operator", token: target, spender: meaning.operator, amount: null }
			: null;
	if (meaning.kind === "allowance")
		return meaning.up ? { kind: "any", token: target, spender: meaning.spender, amount: null } : null;
	if (meaning.kind !== "approve") return null;
	const standard = standardOf(tokenOf(subject.facts, target));
	if (standard !== "erc721" && meaning.amountOrId === 0n) return null;
	const kind = standard === "erc20" ? "amount" : standard === "erc721" ? "item" : "any";
	return { kind, token: target, spender: meaning.spender, amount: meaning.amountOrId };
}

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

function allowed(approvals: readonly ApprovalChange[], permission: Permission): boolean {
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

/** What our decoding sees and the service's simulation hides, each as a sentence. */
export function hiddenParts(subject: Subject): string[] {
	// Nobody told of it, so nobody can have hidden anything.
	if (subject.transaction === null && subject.simulation === null) return [];
	const changes = subject.simulation?.balanceChanges ?? [];
	const outflows = [decodedOutflow(subject), nativeOutflow(subject)].filter((each) => each !== null);
	const hidden = outflows.some((outflow) => !shows(changes, outflow));
	const permission = decodedPermission(subject);
	const concealed = permission !== null && !allowed(subject.simulation?.approvals ?? [], permission);
	return [
		...(hidden ? ["The payload moves funds in a way that the service's simulation does not show."] : []),
		...(concealed ? ["The payload gives a permission that the service's simulation does not show."] : []),
	];
}

/** The outflows of one payload, each asset once: for a plain payment both readings are of the same coin. */
function outflowsOf(subject: Subject): Outflow[] {
	const [decoded, native] = [decodedOutflow(subject), nativeOutflow(subject)];
	return [decoded?.asset === "native" ? null : decoded, native].filter((each) => each !== null);
}

/**
 * Several steps of one approval: a record that names no step may stand for each of them alone, and still not for all
 * of them together. Does more leave the signer than the records of all steps say, each counted once?
 */
export function hidesTogether(subjects: readonly Subject[]): boolean {
	const changes = [...new Set(subjects.flatMap(({ simulation }) => simulation?.balanceChanges ?? []))];
	const outflows = subjects.flatMap(outflowsOf);
	const together = outflows.map((outflow) => {
		const alike = outflows.filter(
			({ asset, from }) => sameAsset(asset, outflow.asset) && sameAddress(from, outflow.from),
		);
		const amount = alike.reduce((sum, each) => sum + (each.amount ?? 0n), 0n);
		return { ...outflow, amount, to: null };
	});
	return together.some((outflow) => outflow.amount > 0n && !shows(changes, outflow));
}

/** Do the service's simulation and our own decoding tell the same of what leaves? */
export function agreementOf(subject: Subject): Agreement {
	if (hiddenParts(subject).length > 0) return "contradicts";
	return decodedOutflow(subject) === null ? "silent" : "agrees";
}
