import type { ApprovalChange, BalanceChange } from "../../../service-api/simulation.ts";
import { factValue } from "../../chain/chain-error.ts";
import { type Leaf, leavesOf } from "../../decode/evm/leaves.ts";
import type { Meaning } from "../../decode/evm/meaning.ts";
import {
	type DecodedEvmTransaction,
	isUnlimited,
	standardOf,
	tokenOf,
} from "../../decoded-transaction/decoded-transaction.ts";
import type { Agreement } from "../../decoded-transaction/opinion.ts";
import { readUint } from "../../format/numeral.ts";
import { sameAddress } from "../../identities/labels.ts";
import type { HiddenPart } from "../step-facts.ts";
import { decodedOutflows, isGiven, type Outflow, sameAsset } from "./outflows.ts";

interface OutflowApproval {
	readonly kind: "amount" | "item" | "any" | "operator";
	readonly token: string;
	readonly spender: string;
	readonly amount: bigint | null;
}

type Permits = Extract<Meaning, { kind: "permits" }>;

/** A router that spends through Permit2 can only spend its caller's tokens. */
const toItself = ({ decoded: { target, meaning } }: Leaf, { spender }: Permits["rows"][number]) =>
	meaning.kind === "permits" && meaning.book === "permit2" && spender === target;

function permissionsBy({ facts }: DecodedEvmTransaction, leaf: Leaf): OutflowApproval[] {
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
		case "native":
		case "act":
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

const decodedPermissions = (subject: DecodedEvmTransaction): readonly OutflowApproval[] =>
	leavesOf(subject.decoded, subject.signer)
		.filter((leaf) => isGiven(leaf, subject.signer))
		.flatMap((leaf) => permissionsBy(subject, leaf));

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

/** A single record in a simulation may cover several outflows of the same asset. */
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

function lowers(
	{ decoded, facts }: DecodedEvmTransaction,
	{ kind, token, spender, amount }: OutflowApproval,
): boolean {
	const { meaning, target } = decoded;
	// Only this spender's allowance was queried.
	if (kind !== "amount" || amount === null || meaning.kind !== "approve") return false;
	const now = factValue(tokenOf(facts, target)?.allowance);
	return sameAddress(token, target) && sameAddress(spender, meaning.spender) && now !== null && now > amount;
}

export function hiddenParts(subject: DecodedEvmTransaction): readonly HiddenPart[] {
	// The service can't hide anything if it provides no simulation, e.g. because it couldn't simulate.
	if (subject.simulation === null) return [];
	const { balanceChanges: changes, approvals } = subject.simulation;
	const hidden = summed(decodedOutflows(subject)).some((outflow) => !shows(changes, outflow));
	const concealed = decodedPermissions(subject).some(
		(permission) => !allowed(approvals, permission) && !lowers(subject, permission),
	);
	return [...(hidden ? (["moves"] as const) : []), ...(concealed ? (["permission"] as const) : [])];
}

/** Counts each record once. A record without a step can explain any single step, but not all of them. */
export function hidesTogether(subjects: readonly DecodedEvmTransaction[]): boolean {
	const changes = [...new Set(subjects.flatMap(({ simulation }) => simulation?.balanceChanges ?? []))];
	const together = summed(subjects.flatMap(decodedOutflows));
	return together.some((outflow) => outflow.amount !== null && !shows(changes, { ...outflow, to: null }));
}

export function agreementOf(subject: DecodedEvmTransaction): Agreement {
	if (hiddenParts(subject).length > 0) return "contradicts";
	return decodedOutflows(subject).length === 0 ? "silent" : "agrees";
}
