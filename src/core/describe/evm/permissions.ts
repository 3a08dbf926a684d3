import type { ApprovalChange } from "../../../service-api/simulation.ts";
import type { CallRight } from "../../decode/evm/meaning.ts";
import {
	type CallContext,
	type DecodedEvmTransaction,
	isUnlimited,
	tokenAmount,
	unitOf,
} from "../../decoded-transaction/decoded-transaction.ts";
import { collectionParam, nameParam } from "../../decoded-transaction/party-names.ts";
import type { EffectAsset, RightScope } from "../../effects/effects.ts";
import { type StatedRight, statedRights } from "../../effects/evm/rights.ts";
import type { Amount } from "../../format/amount.ts";
import { readUint } from "../../format/numeral.ts";
import { sameAddress } from "../../identities/labels.ts";
import { amountParam, type Message, message, sentences, type Text } from "../../localized-text.ts";
import { addedApprovals, type LocalResult, NOT_FOUND } from "../sourced.ts";
import { unitsOf } from "./call-text.ts";
import { claimedAmount } from "./changes.ts";
import { describeRight } from "./describe-act.ts";

export interface GrantedPermission {
	readonly spender: string;
	readonly token: string;
	readonly kind: "allowance" | "token" | "operator" | "right";
	/** `null` for an NFT or a collection, and if the amount is unlimited or not stated. */
	readonly amount: Amount | null;
	readonly unlimited: boolean;
	readonly grants: boolean;
	readonly text: Text;
	readonly source: "decoded" | "service" | "simulated";
}

const LASTS = message("allow.lasts");

/** The allowance lasts until it is used up. */
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
	source: GrantedPermission["source"],
): GrantedPermission {
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

function item(
	subject: CallContext,
	token: string,
	{ holder, extent }: StatedRight,
	id: string,
): GrantedPermission {
	const grants = extent !== 0n;
	const collection = collectionParam(subject, token);
	const who = nameParam(subject.user, holder);
	const text = grants
		? lasting(message("allow.item", { who, item: id, collection }))
		: message("allow.item.take-back", { item: id, collection });
	return {
		spender: holder,
		token,
		kind: "token",
		amount: null,
		unlimited: false,
		grants,
		text,
		source: "decoded",
	};
}

/** Last second that a `Date` can represent. */
const LAST_SECOND = 8_640_000_000_000n;

/** Permit2 keeps its own records, in which an allowance can expire. */
function permittedText(subject: CallContext, row: GrantedPermission, until: bigint | null): Message {
	const who = nameParam(subject.user, row.spender);
	const most =
		row.amount === null
			? message("amount.all", { asset: unitOf(subject.facts, row.token).symbol })
			: amountParam(row.amount);
	return until === null || until > LAST_SECOND
		? message("allow.permit2", { who, amount: most })
		: message("allow.permit2.until", {
				who,
				amount: most,
				until: new Date(Number(until) * 1000).toISOString().slice(0, 10),
			});
}

function changedText(subject: CallContext, token: string, spender: string, by: bigint, up: boolean): Message {
	const who = nameParam(subject.user, spender);
	const amount = amountParam(tokenAmount(subject.facts, token, by));
	return up ? lasting(message("allow.more", { who, amount })) : message("allow.less", { who, amount });
}

function decodedAllowance(subject: CallContext, token: string, right: StatedRight): GrantedPermission {
	const { holder, stated = 0n, added, isRest, book, until } = right;
	const row = allowance(subject, token, holder, stated, "decoded");
	if (added !== undefined)
		return { ...row, grants: true, text: changedText(subject, token, holder, stated, true) };
	if (isRest === true)
		return {
			...row,
			grants: false,
			unlimited: false,
			text: changedText(subject, token, holder, stated, false),
		};
	return book === undefined || !row.grants ? row : { ...row, text: permittedText(subject, row, until) };
}

function operatorText(subject: CallContext, spender: string, token: string, grants: boolean): Message {
	const who = nameParam(subject.user, spender);
	const collection = collectionParam(subject, token);
	return grants
		? message("allow.operator", { who, collection })
		: message("allow.take-back", { who, asset: collection });
}

function retainedText(subject: CallContext, spender: string, keeper: string, grants: boolean): Message {
	const [who, where] = [nameParam(subject.user, spender), nameParam(subject.user, keeper)];
	return message(grants ? "allow.kept" : "allow.kept.take-back", { who, where });
}

function approvedItem(
	subject: CallContext,
	token: string,
	item: string,
	{ holder, stated = 0n }: StatedRight,
): GrantedPermission {
	const unlimited = isUnlimited(stated);
	const grants = stated > 0n;
	const [who, where] = [nameParam(subject.user, holder), nameParam(subject.user, token)];
	const asset = message("allow.numbered", { id: item, where });
	const granted = unlimited
		? message("allow.any", { who, asset })
		: message("allow.up-to", { who, amount: unitsOf(stated, asset) });
	const text = grants ? lasting(granted) : message("allow.take-back", { who, asset });
	return { spender: holder, token, kind: "token", amount: null, unlimited, grants, text, source: "decoded" };
}

function operator(
	subject: CallContext,
	token: string,
	over: "items" | "all",
	{ holder, extent }: StatedRight,
): GrantedPermission {
	const grants = extent !== 0n;
	const text = over === "all" ? retainedText : operatorText;
	return {
		spender: holder,
		token,
		kind: "operator",
		amount: null,
		unlimited: grants,
		grants,
		text: text(subject, holder, token, grants),
		source: "decoded",
	};
}

function overOf(scope: RightScope): CallRight["over"] | null {
	if (scope.kind === "everything") return "account";
	if (scope.kind === "asset") return "debt";
	return scope.what === "name" || scope.what === "stake" ? scope.what : null;
}

function rightRow(subject: CallContext, token: string, app: string, right: StatedRight): GrantedPermission[] {
	const { holder, scope, extent } = right;
	const over = overOf(scope);
	if (over === null) return [];
	const given = extent !== 0n;
	const text = describeRight(subject, { app }, { holder, over, given, amount: extent });
	return [
		{
			spender: holder,
			token,
			kind: "right",
			amount: null,
			unlimited: false,
			grants: given,
			text: message(given ? "allow.right" : "allow.right.take-back", { right: text }),
			source: "decoded",
		},
	];
}

function overAsset(
	subject: CallContext,
	{ kind, address, item: id }: EffectAsset,
	right: StatedRight,
): GrantedPermission[] {
	if (address === null) return [];
	if (kind !== "item") return [decodedAllowance(subject, address, right)];
	if (id === null) return [operator(subject, address, "items", right)];
	return right.stated === undefined
		? [item(subject, address, right, id)]
		: [approvedItem(subject, address, id, right)];
}

function positionOf(scope: RightScope): string | null {
	switch (scope.kind) {
		case "asset":
			return scope.asset.address;
		case "everything":
			return scope.at;
		case "control":
			return scope.over;
	}
}

/** Control over a contract is shown as a finding, not as a row. */
function decodedRow(subject: CallContext, right: StatedRight): GrantedPermission[] {
	const { scope, app } = right;
	const place = positionOf(scope);
	if (app !== undefined) return place === null ? [] : rightRow(subject, place, app, right);
	if (scope.kind === "control") return [];
	return scope.kind === "everything"
		? [operator(subject, scope.at, "all", right)]
		: overAsset(subject, scope.asset, right);
}

export const decodedPermissions = (subject: CallContext): readonly GrantedPermission[] =>
	statedRights(subject)
		.filter(({ account, isUncertain }) => isUncertain !== true && sameAddress(account, subject.signer))
		.flatMap((right) => decodedRow(subject, right));

type StatedSource = Exclude<GrantedPermission["source"], "decoded">;

function statedText(
	subject: DecodedEvmTransaction,
	approval: ApprovalChange,
	grants: boolean,
	by: StatedSource,
): Message {
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

function statedPermission(
	subject: DecodedEvmTransaction,
	approval: ApprovalChange,
	source: StatedSource,
): GrantedPermission {
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

export function permissionsOf(
	subject: DecodedEvmTransaction,
	found: LocalResult = NOT_FOUND,
): readonly GrantedPermission[] {
	const own = decodedPermissions(subject);
	const granted = [
		...(subject.simulation?.approvals ?? []).map((each) => statedPermission(subject, each, "service")),
		...addedApprovals(subject, found).map((each) => statedPermission(subject, each, "simulated")),
	];
	const covered = (row: GrantedPermission) =>
		own.some(
			({ spender, token, kind }) =>
				sameAddress(row.spender, spender) && sameAddress(row.token, token) && row.kind === kind,
		);
	return [...own, ...granted.filter((row) => !covered(row))];
}
