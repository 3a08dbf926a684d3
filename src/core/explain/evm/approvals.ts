import type { ApprovalChange } from "../../../service-api/simulation.ts";
import { leavesOf } from "../../decode/evm/leaves.ts";
import type { Act, CallRight, Decoded, Meaning, Permitted } from "../../decode/evm/meaning.ts";
import { isGiven } from "../../effects/evm/outflows.ts";
import type { Amount } from "../../format/amount.ts";
import { readUint } from "../../format/numeral.ts";
import { amountParam, type Message, message, sentences, type Text } from "../../message.ts";
import { sameAddress } from "../../people/labels.ts";
import {
	type CallContext,
	collectionParam,
	isUnlimited,
	nameParam,
	type Subject,
	standardOf,
	tokenAmount,
	tokenOf,
	unitOf,
} from "../../subject/subject.ts";
import { addedApprovals, NOT_FOUND, type OwnFound } from "../sourced.ts";
import { unitsOf } from "./call-text.ts";
import { claimedAmount } from "./changes.ts";
import { describeRight } from "./describe-act.ts";

/** Permissions that the user would grant: from our decoding, then the service's simulation. */

export interface GrantedApproval {
	readonly spender: string;
	readonly token: string;
	/** `right`: over holdings in an application, not over a token. */
	readonly kind: "allowance" | "token" | "operator" | "right";
	/** `null` for a collection, an item, an unlimited amount, or an amount that is not stated. */
	readonly amount: Amount | null;
	readonly unlimited: boolean;
	/** `false` for a revocation. */
	readonly grants: boolean;
	readonly text: Text;
	readonly source: "decoded" | "service" | "simulated";
}

const LASTS = message("allow.lasts");

/** Ends only when used up. */
export const lasting = (text: Message): Message => sentences(text, LASTS);

function allowanceText(subject: CallContext, spender: string, token: string, raw: bigint): Message {
	const who = nameParam(subject.user, spender);
	const { symbol: asset } = unitOf(subject.facts, token);
	if (raw === 0n) return message("allow.take-back", { who, asset });
	if (isUnlimited(raw)) return message("allow.all", { who, asset });
	const amount = amountParam(tokenAmount(subject.facts, token, raw));
	return lasting(message("allow.up-to", { who, amount }));
}

function allowance(
	subject: CallContext,
	token: string,
	spender: string,
	raw: bigint,
	source: GrantedApproval["source"],
): GrantedApproval {
	const unlimited = isUnlimited(raw);
	return {
		spender,
		token,
		kind: "allowance",
		amount: unlimited ? null : tokenAmount(subject.facts, token, raw),
		unlimited,
		grants: raw > 0n,
		text: allowanceText(subject, spender, token, raw),
		source,
	};
}

function item(subject: CallContext, token: string, spender: string, id: bigint): GrantedApproval {
	const grants = BigInt(spender) !== 0n;
	const collection = collectionParam(subject, token);
	const who = nameParam(subject.user, spender);
	const text = grants
		? lasting(message("allow.item", { who, item: String(id), collection }))
		: message("allow.item.take-back", { item: String(id), collection });
	return { spender, token, kind: "token", amount: null, unlimited: false, grants, text, source: "decoded" };
}

/** Last second that a date can represent. */
const LAST_SECOND = 8_640_000_000_000n;

/** Permit2 has its own records, in which a permission may expire. */
function permitted(
	subject: CallContext,
	book: "token" | "permit2",
	{ token, spender, amount, until }: Permitted,
): GrantedApproval {
	const row = allowance(subject, token, spender, amount, "decoded");
	if (book === "token" || !row.grants) return row;
	const who = nameParam(subject.user, spender);
	const most =
		row.amount === null
			? message("amount.all", { asset: unitOf(subject.facts, token).symbol })
			: amountParam(row.amount);
	const text =
		until === null || until > LAST_SECOND
			? message("allow.permit2", { who, amount: most })
			: message("allow.permit2.until", {
					who,
					amount: most,
					until: new Date(Number(until) * 1000).toISOString().slice(0, 10),
				});
	return { ...row, text };
}

function operatorText(subject: CallContext, spender: string, token: string, grants: boolean): Message {
	const who = nameParam(subject.user, spender);
	const collection = collectionParam(subject, token);
	return grants
		? message("allow.operator", { who, collection })
		: message("allow.take-back", { who, asset: collection });
}

/** Returns the text for everything that a contract holds for the user (ERC-6909, ERC-7540). */
function keptText(subject: CallContext, spender: string, keeper: string, grants: boolean): Message {
	const [who, where] = [nameParam(subject.user, spender), nameParam(subject.user, keeper)];
	return message(grants ? "allow.kept" : "allow.kept.take-back", { who, where });
}

/** Creates a permission for one of a contract's many tokens (ERC-6909), whose amount has no token address. */
function approvedItem(
	subject: CallContext,
	token: string,
	{ spender, id, amount }: Extract<Meaning, { kind: "approve-item" }>,
): GrantedApproval {
	const unlimited = isUnlimited(amount);
	const grants = amount > 0n;
	const [who, where] = [nameParam(subject.user, spender), nameParam(subject.user, token)];
	const asset = message("allow.numbered", { id: String(id), where });
	const granted = unlimited
		? message("allow.any", { who, asset })
		: message("allow.up-to", { who, amount: unitsOf(amount, asset) });
	const text = grants ? lasting(granted) : message("allow.take-back", { who, asset });
	return { spender, token, kind: "token", amount: null, unlimited, grants, text, source: "decoded" };
}

/** Creates a right over holdings in an application; only a credit has an amount. */
function rightRow(subject: CallContext, token: string, act: Act, right: CallRight): GrantedApproval {
	const { holder, given } = right;
	return {
		spender: holder,
		token,
		kind: "right",
		amount: null,
		unlimited: false,
		grants: given,
		text: given
			? message("allow.right", { right: describeRight(subject, act, right) })
			: message("allow.right.take-back", { right: describeRight(subject, act, right) }),
		source: "decoded",
	};
}

function approvalsBy(subject: CallContext, { meaning, target }: Decoded): GrantedApproval[] {
	switch (meaning.kind) {
		case "operator":
			return [
				{
					spender: meaning.operator,
					token: target,
					kind: "operator",
					amount: null,
					unlimited: meaning.approved,
					grants: meaning.approved,
					text:
						meaning.over === "all"
							? keptText(subject, meaning.operator, target, meaning.approved)
							: operatorText(subject, meaning.operator, target, meaning.approved),
					source: "decoded",
				},
			];
		case "approve-item":
			return [approvedItem(subject, target, meaning)];
		case "approve":
			return standardOf(tokenOf(subject.facts, target)) === "erc721"
				? [item(subject, target, meaning.spender, meaning.amountOrId)]
				: [allowance(subject, target, meaning.spender, meaning.amountOrId, "decoded")];
		case "allowance": {
			const who = nameParam(subject.user, meaning.spender);
			const amount = amountParam(tokenAmount(subject.facts, target, meaning.by));
			const row = allowance(subject, target, meaning.spender, meaning.by, "decoded");
			const text = meaning.up
				? lasting(message("allow.more", { who, amount }))
				: message("allow.less", { who, amount });
			return [{ ...row, grants: meaning.up, unlimited: row.unlimited && meaning.up, text }];
		}
		case "permits":
			return meaning.rows.map((row) => permitted(subject, meaning.book, row));
		case "act":
			return meaning.rights.map((row) => rightRow(subject, target, meaning, row));
		default:
			return [];
	}
}

/** Returns permissions over the signer's assets from every inner call, in execution order. */
export const decodedApprovals = (subject: CallContext): readonly GrantedApproval[] =>
	leavesOf(subject.decoded, subject.signer)
		.filter((leaf) => isGiven(leaf, subject.signer))
		.flatMap(({ decoded }) => approvalsBy(subject, decoded));

/** Simulation that states it. */
type StatedSource = Exclude<GrantedApproval["source"], "decoded">;

function statedText(subject: Subject, approval: ApprovalChange, grants: boolean, by: StatedSource): Message {
	const who = nameParam(subject.user, approval.spender);
	if (approval.kind === "operator") return operatorText(subject, approval.spender, approval.asset, grants);
	const collection = collectionParam(subject, approval.asset);
	if (approval.kind === "token") return message("allow.stated.item", { who, collection, by });
	const raw = readUint(approval.amount ?? "");
	const { symbol: asset } = unitOf(subject.facts, approval.asset);
	if (approval.unlimited === true) return message("allow.stated.any", { who, asset, by });
	if (raw === null) return message("allow.stated.unknown", { who, asset, by });
	return allowanceText(subject, approval.spender, approval.asset, raw);
}

function statedApproval(subject: Subject, approval: ApprovalChange, source: StatedSource): GrantedApproval {
	const raw = readUint(approval.amount ?? "");
	const unlimited = approval.unlimited === true || (raw !== null && isUnlimited(raw));
	const grants = approval.approved !== false && !(approval.kind === "allowance" && raw === 0n && !unlimited);
	const claimed = claimedAmount(subject, { ...approval, amount: approval.amount ?? "" });
	const stated = approval.kind === "allowance" && !unlimited && claimed.kind === "amount";
	return {
		spender: approval.spender,
		token: approval.asset,
		kind: approval.kind,
		amount: stated ? claimed.amount : null,
		unlimited: unlimited || (approval.kind === "operator" && grants),
		grants,
		text: statedText(subject, approval, grants, source),
		source,
	};
}

/** Returns our decoded permissions, then the service's further ones, then those only our simulation found. */
export function approvalsOf(subject: Subject, found: OwnFound = NOT_FOUND): readonly GrantedApproval[] {
	const own = decodedApprovals(subject);
	const granted = [
		...(subject.simulation?.approvals ?? []).map((each) => statedApproval(subject, each, "service")),
		...addedApprovals(subject, found).map((each) => statedApproval(subject, each, "simulated")),
	];
	const covered = (row: GrantedApproval) =>
		own.some(
			({ spender, token, kind }) =>
				sameAddress(row.spender, spender) && sameAddress(row.token, token) && row.kind === kind,
		);
	return [...own, ...granted.filter((row) => !covered(row))];
}
