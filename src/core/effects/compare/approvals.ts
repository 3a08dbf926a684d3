import type { ApprovalChange, PipelineSimulation } from "../../../service-api/simulation.ts";
import { isUnlimited } from "../../decoded-transaction/decoded-transaction.ts";
import type { ComparedEffect } from "../../decoded-transaction/opinion.ts";
import { readUint } from "../../format/numeral.ts";
import { type FamilyOperations, itemOf } from "../family.ts";
import { type ApprovedAmount, approvalText } from "./comparison-text.ts";

interface ComparedApproval {
	readonly account: string;
	readonly token: string;
	readonly spender: string;
	readonly kind: ApprovalChange["kind"];
	readonly item: string | null;
	/** Base units. `null` if unlimited or without an amount. 0 means nothing, or not stated. */
	readonly amount: bigint | null;
}

function permissionOf(family: FamilyOperations, record: ApprovalChange): ComparedApproval {
	const raw = readUint(record.amount ?? "");
	const unlimited = record.unlimited === true || (raw !== null && isUnlimited(raw));
	const gone = record.approved === false;
	const counted = record.kind === "allowance" && !unlimited;
	return {
		account: family.account(record.account),
		token: family.token(record.asset),
		spender: family.account(record.spender),
		kind: record.kind,
		item: record.kind === "token" ? itemOf(record.tokenId) : null,
		amount: gone ? 0n : counted ? (raw ?? 0n) : null,
	};
}

const covers = (theirs: bigint | null, ours: bigint | null) =>
	theirs === null || (ours !== null && ours <= theirs);

const largestFirst = (left: ComparedApproval, right: ComparedApproval) =>
	left.amount === right.amount ? 0 : covers(left.amount, right.amount) ? -1 : 1;

function sameThing(left: ComparedApproval, right: ComparedApproval): boolean {
	return (
		left.account === right.account &&
		left.token === right.token &&
		left.spender === right.spender &&
		left.kind === right.kind &&
		(left.item === null || right.item === null || left.item === right.item)
	);
}

/** The service listed all records under the same asset, so the largest counts. */
function most(permissions: readonly ComparedApproval[]): ComparedApproval | null {
	return permissions.reduce<ComparedApproval | null>(
		(best, each) => (best === null || !covers(best.amount, each.amount) ? each : best),
		null,
	);
}

function allowedOf({ amount }: FamilyOperations, permission: ComparedApproval): ApprovedAmount {
	const { spender, token, kind, item } = permission;
	const unlimited = permission.amount === null && kind === "allowance";
	const counted = permission.amount === null ? null : amount(token, null, permission.amount);
	return { spender, symbol: amount(token, item, 1n).symbol, kind, amount: counted, unlimited };
}

/** @param service `null` if nobody declares effects, so nothing can be undeclared */
export function approvalEffects(
	family: FamilyOperations,
	service: PipelineSimulation | null,
	own: PipelineSimulation,
): readonly ComparedEffect[] {
	const read = (records: readonly ApprovalChange[]) =>
		records.map((record) => permissionOf(family, record)).filter(({ account }) => family.mine(account));
	const theirs = read(service?.approvals ?? []);
	const ours = read(own.approvals);
	const effect = (stated: ComparedApproval | null, found: ComparedApproval | null): ComparedEffect[] => {
		const of = found ?? stated;
		if (of === null) return [];
		const grants = found !== null && found.amount !== 0n;
		const more = grants && (stated === null || !covers(stated.amount, found.amount));
		const same = found !== null && stated !== null && found.amount === stated.amount;
		const says = stated === null ? null : allowedOf(family, stated);
		const is = found === null ? null : allowedOf(family, found);
		const text = approvalText(family, says, is, same || service === null);
		if (text === null) return [];
		return [
			{
				kind: "approval",
				status: found === null ? "only_theirs" : stated === null ? "only_ours" : same ? "same" : "differs",
				costs: more && service !== null,
				account: of.account,
				asset: of.token,
				other: of.spender,
				theirs: says?.amount ?? null,
				ours: is?.amount ?? null,
				text,
			},
		];
	};
	// Tokens and Permit2 track allowances separately, so one statement can't cover both. Largest first.
	const taken = new Set<ComparedApproval>();
	const found = ours.toSorted(largestFirst).flatMap((each) => {
		const same = theirs.filter((stated) => sameThing(stated, each));
		const others = ours.filter((other) => sameThing(other, each)).length > 1;
		const stated = most(others ? same.filter((record) => !taken.has(record)) : same);
		if (stated !== null) taken.add(stated);
		return effect(stated, each);
	});
	const missing = theirs.filter((stated) => !ours.some((each) => sameThing(stated, each)));
	return [...found, ...missing.flatMap((stated) => effect(stated, null))];
}
