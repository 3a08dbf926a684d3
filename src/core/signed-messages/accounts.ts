import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { isMultiSend } from "../decode/evm/accounts.ts";
import {
	nativeAmount,
	shortAddress,
	tokenAmount,
	unitOf,
} from "../decoded-transaction/decoded-transaction.ts";
import { nameParam } from "../decoded-transaction/party-names.ts";
import { headlineOf } from "../describe/evm/headline.ts";
import { callsIn } from "../effects/evm/calls.ts";
import {
	BUNDLE,
	CALL,
	DELEGATED,
	EVERY_CHAIN,
	LABEL,
	limitBy,
	NONE,
	onChain,
	otherOperation,
	plainAmount,
	refundLine,
} from "../format/labels.ts";
import { type Hex, readBytes } from "../format/numeral.ts";
import { amountParam, type Message, message, type Param, type Text } from "../localized-text.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { decodedCall } from "../signed/calls.ts";
import {
	addressAt,
	type SignedPart,
	type SignedReading,
	structsAt,
	textAt,
	wholeAt,
} from "../signed/reading.ts";
import { areRead, innerCallRows } from "./carried-call.ts";
import {
	actingFindings,
	addressText,
	danger,
	explanation,
	type MessageContext,
	type MessageExplanation,
	row,
	untilRow,
} from "./explanation.ts";

const DELEGATECALL = 1n;

const UNREAD = message("finding.unknown-call.safe");

const NO_OPERATION = message("finding.delegatecall.no-operation");

/** The refund is signed together with the call, so it could drain the Safe even if the call is harmless. */
function refundOf(context: MessageContext, [part]: readonly SignedPart[]): Message | null {
	if (part === undefined) return null;
	const { asset, least: raw } = part;
	const least =
		asset.kind === "native"
			? nativeAmount(context.chainRef ?? "", raw)
			: tokenAmount(context.facts, asset.address ?? ZERO_ADDRESS, raw);
	const to = part.to === null ? null : nameParam(context.user, part.to);
	return refundLine(amountParam(least), to);
}

const operationText = (operation: bigint): Message =>
	operation === 0n ? CALL : operation === DELEGATECALL ? DELEGATED : otherOperation(operation);

const forSafe = (safe: string, text: Text): Message =>
	message("message.for-safe", { safe: shortAddress(safe), told: text });

const asSafe = (safe: string, who: Param): Message =>
	message("message.acts-as-safe", { who, safe: shortAddress(safe) });

export function safeTransaction(
	context: MessageContext,
	{ domain, message }: TypedData,
	{ given }: SignedReading,
): MessageExplanation {
	const { user, facts, signer, chainRef } = context;
	const safe = domain.verifyingContract ?? ZERO_ADDRESS;
	const to = addressAt(message, "to");
	const value = wholeAt(message, "value");
	const data: Hex = readBytes(textAt(message, "data")) ?? "0x";
	const operation = wholeAt(message, "operation");
	const decoded = decodedCall(context, { from: safe, to, value, data });
	const bundle = operation === DELEGATECALL && isMultiSend(to) && decoded.meaning.kind === "calls";
	const headline = headlineOf({ decoded, facts, user, signer, chainRef: chainRef ?? "" });
	const isCall = operation === 0n || bundle;
	const text = isCall ? forSafe(safe, headline.text) : asSafe(safe, nameParam(user, to));
	const refund = refundOf(context, given);
	const calls = callsIn(safe, decoded, data);
	return {
		headline: { text, known: isCall && headline.known, amount: isCall ? headline.amount : null },
		rows: [
			row(LABEL.safe, addressText(user, safe)),
			row(LABEL.operation, bundle ? BUNDLE : operationText(operation), isCall ? "plain" : "danger"),
			row(LABEL.to, addressText(user, to)),
			row(LABEL.sends, plainAmount(amountParam(nativeAmount(chainRef ?? "", value)))),
			row(LABEL.call, decoded.call === null ? NONE : (decoded.call.signature ?? data.slice(0, 138))),
			...(decoded.meaning.kind === "calls"
				? innerCallRows(
						context,
						safe,
						decoded.meaning.calls.map((call) => call.decoded),
					)
				: []),
			...(refund === null ? [] : [row(LABEL.alsoPays, refund, "danger")]),
			row(LABEL.place, String(wholeAt(message, "nonce"))),
		],
		permissions: [],
		findings: [
			...(isCall ? actingFindings(calls, UNREAD) : []),
			...(operation > DELEGATECALL ? [danger("unknown-call", NO_OPERATION)] : []),
		],
		...(isCall && refund === null && areRead(chainRef, calls) ? { isSelfContained: true as const } : {}),
	};
}

const actsAs = (who: Param): Message => message("message.acts-as-account", { who });

/** Explains an ERC-7710 delegation, which lets the delegate act as the account within its caveats. */
export function delegation(context: MessageContext, { message }: TypedData): MessageExplanation {
	const { user } = context;
	const delegate = addressAt(message, "delegate");
	const caveats = structsAt(message, "caveats");
	const who = nameParam(user, delegate);
	return explanation({
		headline: { text: actsAs(who), known: true, amount: null },
		rows: [
			row(LABEL.mayAct, addressText(user, delegate), "danger"),
			row(LABEL.as, addressText(user, addressAt(message, "delegator"))),
			...(caveats.length === 0 ? [row(LABEL.limits, NONE, "danger")] : []),
			...caveats.map((caveat) =>
				row(
					LABEL.limitKeptBy,
					limitBy(addressText(user, addressAt(caveat, "enforcer")), textAt(caveat, "terms").slice(0, 138)),
				),
			),
		],
	});
}

const codeActsOn = (who: Param, chain: Message): Message =>
	message("message.acts-as-account.code", { who, chain });

/** Explains an EIP-7702 authorization. Chain 0 means every chain. */
export function codeAuthorization(context: MessageContext, { message }: TypedData): MessageExplanation {
	const contract = addressAt(message, "address");
	const chainId = wholeAt(message, "chainId");
	const who = nameParam(context.user, contract);
	const everywhere = chainId === 0n;
	const where = everywhere ? EVERY_CHAIN : onChain(chainId);
	return explanation({
		headline: { text: codeActsOn(who, where), known: true, amount: null },
		rows: [
			row(LABEL.contract, addressText(context.user, contract), "danger"),
			row(LABEL.chain, where, everywhere ? "danger" : "plain"),
			row(LABEL.nonce, String(wholeAt(message, "nonce"))),
		],
	});
}

const votesWith = (who: Param, symbol: Param): Message => message("message.votes-with", { who, symbol });

export function votes(context: MessageContext, { domain, message }: TypedData): MessageExplanation {
	const { user, facts } = context;
	const token = domain.verifyingContract ?? ZERO_ADDRESS;
	const delegatee = addressAt(message, "delegatee");
	const { symbol } = unitOf(facts, token);
	const who = nameParam(user, delegatee);
	return explanation({
		headline: { text: votesWith(who, symbol), known: true, amount: null },
		rows: [
			row(LABEL.token, addressText(user, token)),
			row(LABEL.votes, addressText(user, delegatee)),
			untilRow(context, LABEL.usedUntil, wholeAt(message, "expiry")),
		],
	});
}
