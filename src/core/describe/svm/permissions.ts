import type { ApprovalChange } from "../../../service-api/simulation.ts";
import type { SvmStep } from "../../decode/svm/decode-svm.ts";
import { MAX_UNITS } from "../../decoded-transaction/svm/outflow.ts";
import {
	type DecodedSvmTransaction,
	mintAmount,
	mintFor,
	svmNameParam,
	tokenAccountOf,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { readUint } from "../../format/numeral.ts";
import { amountParam, message } from "../../localized-text.ts";
import { type GrantedPermission, lasting } from "../evm/permissions.ts";
import { addedApprovals, type LocalResult, NOT_FOUND } from "../sourced.ts";

function granted(
	subject: DecodedSvmTransaction,
	spender: string,
	token: string,
	raw: bigint,
	source: GrantedPermission["source"],
): GrantedPermission {
	const unlimited = raw >= MAX_UNITS;
	const amount = mintAmount(subject.facts, token, raw);
	const who = svmNameParam(subject.user, spender);
	const text = unlimited
		? message("allow.account", { who })
		: lasting(message("allow.up-to", { who, amount: amountParam(amount) }));
	return {
		spender,
		token,
		kind: "allowance",
		amount: unlimited ? null : amount,
		unlimited,
		grants: raw > 0n,
		text: raw === 0n ? message("allow.account.take-back", { who }) : text,
		source,
	};
}

function decoded(subject: DecodedSvmTransaction, { meaning }: SvmStep): GrantedPermission[] {
	if (meaning.kind === "token_approve") {
		const token = mintFor(subject, meaning.source, meaning.mint) ?? meaning.source;
		return [granted(subject, meaning.delegate, token, meaning.amount, "decoded")];
	}
	if (meaning.kind !== "token_revoke") return [];
	const account = tokenAccountOf(subject.facts, meaning.source);
	const token = account?.mint ?? meaning.source;
	return [granted(subject, account?.delegate ?? meaning.source, token, 0n, "decoded")];
}

function grantedApproval(
	subject: DecodedSvmTransaction,
	approval: ApprovalChange,
	source: "service" | "simulated",
): GrantedPermission {
	const raw = approval.unlimited === true ? MAX_UNITS : readUint(approval.amount ?? "");
	const row = granted(subject, approval.spender, approval.asset, raw ?? 0n, source);
	const grants = approval.approved !== false && raw !== 0n;
	if (raw !== null) return { ...row, kind: approval.kind, grants };
	const who = svmNameParam(subject.user, approval.spender);
	const text = message("allow.account.unknown", { who });
	return { ...row, kind: approval.kind, grants, amount: null, text };
}

export function svmPermissionsOf(
	subject: DecodedSvmTransaction,
	found: LocalResult = NOT_FOUND,
): readonly GrantedPermission[] {
	const own = subject.steps.flatMap((step) => decoded(subject, step));
	const stated = (subject.simulation?.approvals ?? []).map((each) =>
		grantedApproval(subject, each, "service"),
	);
	const added = addedApprovals(subject, found).map((each) => grantedApproval(subject, each, "simulated"));
	const more = [...stated, ...added].filter(
		(row) => !own.some((each) => each.spender === row.spender && each.token === row.token),
	);
	return [...own, ...more];
}
