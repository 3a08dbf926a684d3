import { wellKnownAt } from "../chain/tokens/known.ts";
import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { tokenAmount, unitOf } from "../decoded-transaction/decoded-transaction.ts";
import { nameParam } from "../decoded-transaction/party-names.ts";
import type { GrantedPermission } from "../describe/evm/permissions.ts";
import { anyAmount, LABEL, LAST_DAY, plainAmount, timeText } from "../format/labels.ts";
import { amountParam, type Message, message, type Param } from "../localized-text.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { doubt } from "../risk/finding.ts";
import { addressAt, type SignedReading, type SignedRight, wholeAt } from "../signed/reading.ts";
import {
	addressText,
	allowanceOf,
	amountAt,
	danger,
	type ExplainedRow,
	explanation,
	type MessageContext,
	type MessageExplanation,
	row,
	signedAmount,
	untilRow,
} from "./explanation.ts";

const LASTS = message("allow.signed.lasts");
const untilTime = (seconds: bigint) =>
	seconds > LAST_DAY
		? message("allow.signed.endless")
		: message("allow.signed.until", { time: timeText(seconds) });
const onceUntil = (seconds: bigint) =>
	seconds > LAST_DAY
		? message("allow.signed.once.endless")
		: message("allow.signed.once", { time: timeText(seconds) });

function approvalHeadline(context: MessageContext, allow: GrantedPermission): MessageExplanation["headline"] {
	const who = nameParam(context.user, allow.spender);
	const { symbol } = unitOf(context.facts, allow.token);
	if (!allow.grants)
		return { text: message("message.takes-back", { who, symbol }), known: true, amount: null };
	if (allow.amount === null)
		return { text: message("message.lets-take.any", { who, symbol }), known: true, amount: null };
	const amount = amountAt(context, allow.token, allow.amount.raw);
	return { text: message("message.lets-take", { who, amount }), known: true, amount: allow.amount };
}

const amountRow = (context: MessageContext, allow: GrantedPermission): ExplainedRow =>
	allow.unlimited
		? row(LABEL.amount, anyAmount(unitOf(context.facts, allow.token).symbol), "danger")
		: row(LABEL.amount, plainAmount(amountAt(context, allow.token, allow.amount?.raw ?? 0n)));

const tokenRow = (context: MessageContext, token: string) =>
	row(LABEL.token, addressText(context.user, token));
const spenderRow = (context: MessageContext, spender: string) =>
	row(LABEL.maySpend, addressText(context.user, spender));

function allowancesBy(
	context: MessageContext,
	rights: SignedReading["rights"],
	endOf: (right: SignedRight) => Message,
): GrantedPermission[] {
	return rights.flatMap((right) => {
		const { holder, scope, extent } = right;
		return scope.kind === "asset" && scope.asset.address !== null && extent !== null
			? [allowanceOf(context, holder, scope.asset.address, extent, endOf(right))]
			: [];
	});
}

export function permit(
	context: MessageContext,
	_: TypedData,
	{ rights, deadline }: SignedReading,
): MessageExplanation {
	const permissions = allowancesBy(context, rights, () => LASTS);
	const [allow] = permissions;
	if (allow === undefined) throw new Error("the permit has no allowance");
	const { token, spender } = allow;
	return explanation({
		headline: approvalHeadline(context, allow),
		rows: [
			tokenRow(context, token),
			spenderRow(context, spender),
			amountRow(context, allow),
			untilRow(context, LABEL.usedUntil, deadline),
		],
		permissions,
	});
}

const severalTokens = (who: Param, count: number) => message("message.lets-take.several", { who, count });

function several(
	context: MessageContext,
	permissions: readonly GrantedPermission[],
	before: readonly ExplainedRow[],
): Pick<MessageExplanation, "headline" | "rows" | "permissions"> {
	const [first, ...others] = permissions;
	const rows = permissions.flatMap((allow) => [tokenRow(context, allow.token), amountRow(context, allow)]);
	const headline =
		first === undefined
			? { text: message("message.gives-nothing"), known: true, amount: null }
			: others.length === 0
				? approvalHeadline(context, first)
				: {
						text: severalTokens(nameParam(context.user, first.spender), permissions.length),
						known: true,
						amount: null,
					};
	return { headline, rows: [...before, ...rows], permissions };
}

/** Each allowance in Permit2 has its own expiry, separate from the signature's. */
export function permit2Allowance(
	context: MessageContext,
	{ message }: TypedData,
	{ rights, deadline }: SignedReading,
): MessageExplanation {
	const permissions = allowancesBy(context, rights, ({ until }) => untilTime(until ?? 0n));
	const latest = rights.reduce((most, { until }) => (until !== null && until > most ? until : most), 0n);
	const explained = several(context, permissions, [spenderRow(context, addressAt(message, "spender"))]);
	const ends = [untilRow(context, LABEL.lasts, latest), untilRow(context, LABEL.usedUntil, deadline)];
	return { ...explained, rows: [...explained.rows, ...ends], findings: [] };
}

/** Explains a permit that lets the spender take the tokens once. */
export function permit2Transfer(
	context: MessageContext,
	{ message }: TypedData,
	{ given, deadline }: SignedReading,
): MessageExplanation {
	const spender = addressAt(message, "spender");
	const permissions = given.map(({ asset, least, most }) =>
		allowanceOf(context, spender, asset.address ?? ZERO_ADDRESS, most ?? least, onceUntil(deadline ?? 0n)),
	);
	const explained = several(context, permissions, [spenderRow(context, spender)]);
	const end = untilRow(context, LABEL.usedUntil, deadline);
	return { ...explained, rows: [...explained.rows, end], findings: [] };
}

const transferred = (pulled: boolean, who: Param, amount: Param) =>
	pulled ? message("message.lets-take.once", { who, amount }) : message("message.sends", { who, amount });

/**
 * Explains an EIP-3009 permit for a single transfer, which can be executed either by anyone or only by the
 * recipient.
 */
export function transferAuthorization(
	context: MessageContext,
	{ domain, message }: TypedData,
	{ kind, given, deadline }: SignedReading,
): MessageExplanation {
	const token = domain.verifyingContract ?? ZERO_ADDRESS;
	const to = addressAt(message, "to");
	const raw = given.reduce((sum, { least }) => sum + least, 0n);
	const pulled = kind === "receive_authorization";
	const end = deadline ?? 0n;
	const amount = signedAmount(context, token, raw);
	const who = nameParam(context.user, to);
	return explanation({
		headline: {
			text: transferred(pulled, who, amountParam(amount)),
			known: true,
			amount,
		},
		rows: [
			tokenRow(context, token),
			row(pulled ? LABEL.maySpend : LABEL.recipient, addressText(context.user, to)),
			row(LABEL.amount, plainAmount(amountParam(amount))),
			row(LABEL.notBefore, timeText(wholeAt(message, "validAfter"))),
			untilRow(context, LABEL.carriedOutUntil, deadline),
		],
		permissions: pulled ? [allowanceOf(context, to, token, raw, onceUntil(end))] : [],
	});
}

/**
 * Explains an EIP-3009 cancellation. The token must be known, because any other contract can interpret the
 * same fields differently.
 */
export function authorizationCancel(context: MessageContext, { domain }: TypedData): MessageExplanation {
	const token = domain.verifyingContract ?? ZERO_ADDRESS;
	const isKnown = wellKnownAt(String(domain.chainId ?? ""), token) !== null;
	const { symbol } = tokenAmount(context.facts, token, 0n);
	const who = nameParam(context.user, token);
	return explanation({
		headline: {
			text: message("message.cancels-authorization", { token: symbol }),
			known: true,
			amount: null,
		},
		rows: [tokenRow(context, token)],
		findings: isKnown
			? []
			: [doubt(danger("domain-contract", message("finding.domain-contract.token", { who })))],
	});
}

/** Coinbase's spend permissions renew their allowance in each period. */
export function spendPermission(
	context: MessageContext,
	{ message: data }: TypedData,
	{ rights }: SignedReading,
): MessageExplanation {
	const spender = addressAt(data, "spender");
	const token = addressAt(data, "token");
	const end = wholeAt(data, "end");
	const who = nameParam(context.user, spender);
	const amount = amountAt(context, token, wholeAt(data, "allowance"));
	const permissions = allowancesBy(context, rights, () => untilTime(end));
	return explanation({
		headline: { text: message("message.lets-take.again", { who, amount }), known: true, amount: null },
		rows: [
			row(LABEL.as, addressText(context.user, addressAt(data, "account"))),
			tokenRow(context, token),
			spenderRow(context, spender),
			row(LABEL.amount, plainAmount(amount), "danger"),
			untilRow(context, LABEL.lasts, end),
		],
		permissions,
	});
}
