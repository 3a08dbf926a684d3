import { contractsOf } from "../decode/evm/contracts.ts";
import { decodeEvm } from "../decode/evm/decode-evm.ts";
import { tokensOf } from "../decode/evm/leaves.ts";
import type { Decoded } from "../decode/evm/meaning.ts";
import { isUserAccount, nativeAmount, shortAddress } from "../decoded-transaction/decoded-transaction.ts";
import { isKnownContract } from "../decoded-transaction/known-contracts.ts";
import { codeOf } from "../decoded-transaction/opinion.ts";
import { nameParam } from "../decoded-transaction/party-names.ts";
import { headlineOf } from "../describe/evm/headline.ts";
import { decodedPermissions, type GrantedPermission } from "../describe/evm/permissions.ts";
import { callsIn, type MadeCall } from "../effects/evm/calls.ts";
import { callLabel, LABEL, NONE, plainAmount } from "../format/labels.ts";
import { sameAddress } from "../identities/labels.ts";
import { amountParam, message } from "../localized-text.ts";
import { type CarriedCall, carriedCallOf } from "../match/typed-data/carried-call.ts";
import { memberAt } from "../match/typed-data/kinds.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { doubt, newFinding } from "../risk/finding.ts";
import { decodedCall } from "../signed/calls.ts";
import type { ExplainedRow } from "./explanation.ts";
import {
	actingFindings,
	addressText,
	danger,
	isOpaque,
	type MessageContext,
	type MessageExplanation,
	row,
} from "./explanation.ts";

const UNREAD = message("finding.unknown-call.carried");

export function questionsOfCall(data: TypedData): readonly string[] {
	const call = carriedCallOf(data);
	if (call === null) return [];
	const { from, to, value, data: bytes } = call;
	const decoded = decodeEvm(
		{ to, value, data: bytes },
		undefined,
		contractsOf(String(data.domain.chainId ?? "")),
	);
	return [...tokensOf(decoded), ...callsIn(from, decoded, bytes).map((each) => each.decoded.target)];
}

export function innerCallRows(
	{ user, facts, chainRef }: MessageContext,
	from: string,
	inner: readonly Decoded[],
): ExplainedRow[] {
	return inner.map((decoded, at) => {
		const headline = headlineOf({ decoded, facts, user, signer: from, chainRef: chainRef ?? "" });
		return row(callLabel(at + 1), headline.text, headline.known ? "plain" : "danger");
	});
}

function callRows(context: MessageContext, call: CarriedCall, decoded: Decoded): ExplainedRow[] {
	const { user, chainRef } = context;
	const { meaning } = decoded;
	const inner = meaning.kind === "calls" ? meaning.calls.map((each) => each.decoded) : [];
	return [
		row(LABEL.calledAs, addressText(user, call.from), isUserAccount(user, call.from) ? "plain" : "danger"),
		row(LABEL.to, addressText(user, call.to)),
		...(call.value === 0n
			? []
			: [row(LABEL.sends, plainAmount(amountParam(nativeAmount(chainRef ?? "", call.value))))]),
		row(LABEL.call, decoded.call === null ? NONE : (decoded.call.signature ?? call.data.slice(0, 138))),
		...innerCallRows(context, call.from, inner),
	];
}

/** Returns whether every call is decoded and goes to a contract that is known to execute it. */
export const areRead = (chainRef: string | null, calls: readonly MadeCall[]): boolean =>
	!isOfUnknown(chainRef, calls) &&
	!calls.some(
		(call) => isOpaque(call) || (call.decoded.meaning.kind === "calls" && !call.decoded.meaning.verified),
	);

type ExplainedCall = Pick<MessageExplanation, "rows" | "permissions" | "findings"> & {
	readonly decoded: Decoded;
	readonly isRead: boolean;
};

/**
 * Returns whether a contract in between might not make the calls as given. Exempts an operation that someone
 * else's account sends to itself, because it can only spend that account's own funds.
 */
const isUnverified = ({ from, to }: CarriedCall, isMine: boolean, calls: readonly MadeCall[]): boolean =>
	calls.some(({ decoded: { meaning } }, at) => {
		if (meaning.kind !== "calls" || (meaning.sure && meaning.verified)) return false;
		return at > 0 || isMine || !sameAddress(from, to) || !meaning.sure;
	});

/**
 * If an account has no code, no one can act for it until the user delegates it, which has its own warning.
 */
const isBare = (context: MessageContext, { from, to }: CarriedCall, isMine: boolean): boolean =>
	isMine && sameAddress(from, to) && codeOf(context, from)?.size === 0;

/** Only a simulation can show the effects of calling an unknown contract, and typed data isn't simulated. */
const isOfUnknown = (chainRef: string | null, calls: readonly MadeCall[]): boolean =>
	calls.some(
		({ decoded: { call, meaning, target } }) =>
			call !== null && meaning.kind !== "calls" && !isKnownContract(chainRef ?? "", target),
	);

export function explainCall(context: MessageContext, call: CarriedCall): ExplainedCall {
	const { user, facts, chainRef, signer } = context;
	const { from, data } = call;
	const decoded = decodedCall(context, call);
	const calls = callsIn(from, decoded, data);
	const isMine = sameAddress(from, signer) || isUserAccount(user, from);
	const who = nameParam(user, from);
	const permissions: readonly GrantedPermission[] = isMine
		? decodedPermissions({ decoded, facts, user, signer: from, chainRef: chainRef ?? "" })
		: [];
	const isUnproven = isUnverified(call, isMine, calls);
	return {
		decoded,
		isRead: !isUnproven && areRead(chainRef, calls),
		rows: callRows(context, call, decoded),
		permissions,
		findings: [
			...actingFindings(calls, UNREAD),
			...(isOfUnknown(chainRef, calls) || (isUnproven && !isBare(context, call, isMine))
				? [doubt(danger("unknown-call", message("finding.unknown-call.carried-unverified")))]
				: []),
			// A smart account's owner signs the account's operations. Operations of any other account are
			// only signed by the account itself.
			...(isMine || sameAddress(from, call.to)
				? []
				: [danger("call-account", message("finding.call-account", { who }))]),
			doubt(newFinding("carried-call", "caution", message("finding.carried-call", { who }))),
		],
	};
}

/** Fields that deploy an account, or that determine who pays how much for the call. */
const ACCOUNT_FIELDS = ["initCode", "paymasterAndData", "relayData"] as const;

function accountFieldRows(message: TypedData["message"]): ExplainedRow[] {
	return ACCOUNT_FIELDS.flatMap((name) => {
		const value = memberAt(message, name);
		if (value === undefined || value === null || value === "0x") return [];
		const text =
			typeof value === "object"
				? Object.entries(value)
						.map(([member, of]) => `${member}: ${String(of)}`)
						.join(", ")
				: String(value);
		return [row(name === "initCode" ? LABEL.makesAccount : LABEL.paidBy, text.slice(0, 138), "danger")];
	});
}

export function carriedCall(context: MessageContext, data: TypedData): MessageExplanation {
	const call = carriedCallOf(data);
	if (call === null) throw new Error("the typed data has no call");
	const { decoded, isRead, ...explained } = explainCall(context, call);
	const { facts, user, signer, chainRef } = context;
	const headline = headlineOf({ decoded, facts, user, signer: call.from, chainRef: chainRef ?? "" });
	const text = sameAddress(call.from, signer)
		? message("message.relayed", { told: headline.text })
		: message("message.relayed.account", { account: shortAddress(call.from), told: headline.text });
	const beside = accountFieldRows(data.message);
	return {
		...explained,
		...(isRead && beside.length === 0 ? { isSelfContained: true as const } : {}),
		headline: { ...headline, text },
		rows: [...explained.rows, ...beside],
		findings: [
			...explained.findings,
			...(beside.length === 0 ? [] : [doubt(danger("unknown-call", message("finding.unknown-call.beside")))]),
		],
	};
}
