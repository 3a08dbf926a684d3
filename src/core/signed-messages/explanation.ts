import { getAddress } from "viem/utils";
import type { EvmFacts } from "../chain/evm.ts";
import {
	isUnlimited,
	isUserAccount,
	listedUnit,
	tokenAmount,
	type User,
} from "../decoded-transaction/decoded-transaction.ts";
import type { AddressFacts } from "../decoded-transaction/opinion.ts";
import { nameParam, nameWithAddress } from "../decoded-transaction/party-names.ts";
import type { Headline } from "../describe/evm/headline.ts";
import type { GrantedPermission } from "../describe/evm/permissions.ts";
import type { MadeCall } from "../effects/evm/calls.ts";
import type { Amount } from "../format/amount.ts";
import { LAST_DAY, timeText, userAddress, WITHOUT_END } from "../format/labels.ts";
import { readAddress } from "../format/numeral.ts";
import { plain } from "../format/plain.ts";
import { labelOf, sameAddress } from "../identities/labels.ts";
import { type AmountParam, amountParam, type Message, message, type Text } from "../localized-text.ts";
import { doubt, type Finding, newFinding } from "../risk/finding.ts";
import { LONG_SECONDS } from "../risk/general/thresholds.ts";

export interface MessageContext {
	readonly signer: string;
	readonly chainRef: string | null;
	/**
	 * Facts about the tokens in `questionsOf`, with the domain's contract as the call's `to`. `null` if the
	 * chain wasn't queried.
	 */
	readonly facts: EvmFacts | null;
	readonly user: User;
	readonly now: number;
	readonly texts: readonly string[];
	readonly addressFacts: AddressFacts | null;
}

export interface MessageExplanation {
	readonly headline: Headline;
	readonly rows: readonly ExplainedRow[];
	readonly permissions: readonly GrantedPermission[];
	readonly findings: readonly Finding[];
	/** The signature permits nothing beyond what is displayed, no matter which contract reads it. */
	readonly isSelfContained?: true;
}

type ExplanationParts = Pick<MessageExplanation, "headline"> & Partial<MessageExplanation>;

export const explanation = (parts: ExplanationParts): MessageExplanation => ({
	rows: [],
	permissions: [],
	findings: [],
	...parts,
});

export const row = (label: Message, value: Text, tone: ExplainedRow["tone"] = "plain"): ExplainedRow => ({
	label,
	value,
	tone,
});

export const danger = (id: string, text: Message): Finding => newFinding(id, "danger", text);

export const isUsers = ({ signer, user }: MessageContext, address: string): boolean =>
	sameAddress(address, signer) || isUserAccount(user, address);

export function addressText(user: User, address: string): string | Message {
	const bytes = readAddress(address);
	const whole = bytes === null ? plain(address, 64) : getAddress(bytes);
	const isOwn = isUserAccount(user, address) && labelOf(user.labels, address) === null;
	return isOwn ? userAddress(whole) : nameWithAddress(user, address, whole);
}

export const nowSeconds = (context: MessageContext) => BigInt(Math.floor(context.now / 1000));

function isDistant(context: MessageContext, seconds: bigint): boolean {
	return seconds > nowSeconds(context) + LONG_SECONDS;
}

const isEndless = (seconds: bigint): boolean => seconds > LAST_DAY;

const MINUTE = 60n;
const HOUR = 60n * MINUTE;
const DAY = 24n * HOUR;

const UNITS = [
	{ unit: "minute", seconds: MINUTE, below: 2n * HOUR },
	{ unit: "hour", seconds: HOUR, below: 2n * DAY },
] as const;

function endText(context: MessageContext, end: bigint): Message {
	const time = timeText(end);
	if (isEndless(end)) return time;
	const left = end - nowSeconds(context);
	if (left <= 0n) return message("message.until", { time, unit: "past", count: 0 });
	const { unit, seconds } = UNITS.find(({ below }) => left < below) ?? { unit: "day", seconds: DAY };
	return message("message.until", { time, unit, count: Number(left / seconds) });
}

export function untilRow(context: MessageContext, label: Message, seconds: bigint | null): ExplainedRow {
	if (seconds === null) return row(label, WITHOUT_END, "danger");
	return row(label, endText(context, seconds), isDistant(context, seconds) ? "danger" : "plain");
}

/** Without facts from an RPC, falls back to the decimals in the built-in token list. */
export function signedAmount(
	{ facts, chainRef }: Pick<MessageContext, "facts" | "chainRef">,
	token: string,
	raw: bigint,
): Amount {
	const listed = facts === null && chainRef !== null ? listedUnit(chainRef, token) : null;
	return listed === null ? tokenAmount(facts, token, raw) : { raw, ...listed };
}

export const amountAt = (context: MessageContext, token: string, raw: bigint): AmountParam =>
	amountParam(signedAmount(context, token, raw));

export function allowanceOf(
	context: MessageContext,
	spender: string,
	token: string,
	raw: bigint,
	until: Message,
): GrantedPermission {
	const { user } = context;
	const unlimited = isUnlimited(raw);
	const who = nameParam(user, spender);
	const amount = signedAmount(context, token, raw);
	const asset = amount.symbol;
	const text = unlimited
		? message("allow.signed.all", { who, asset, until })
		: raw === 0n
			? message("allow.take-back", { who, asset })
			: message("allow.signed", { who, amount: amountParam(amount), until });
	return {
		spender,
		token,
		kind: "allowance",
		amount: unlimited ? null : amount,
		unlimited,
		grants: raw > 0n,
		text,
		source: "decoded",
	};
}

/** Returns whether the call isn't decoded, or only its beginning is. */
export const isOpaque = ({ decoded: { meaning }, how }: MadeCall): boolean =>
	how === "call" && (meaning.kind === "unknown" || (meaning.kind === "calls" && meaning.left > 0));

export const actingFindings = (calls: readonly MadeCall[], unread: Message): readonly Finding[] =>
	calls.some(isOpaque) ? [doubt(danger("unknown-call", unread))] : [];

/** A row with a label written by the app. Its value may contain untrusted text. */
export interface ExplainedRow {
	readonly label: Message;
	readonly value: Text;
	readonly tone: "plain" | "good" | "danger";
}
