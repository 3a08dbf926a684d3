import { LABEL } from "../format/labels.ts";
import { plain } from "../format/plain.ts";
import { sameAddress } from "../identities/labels.ts";
import { type Message, message } from "../localized-text.ts";
import { memberAt } from "../match/typed-data/kinds.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { doubt, newFinding } from "../risk/finding.ts";
import { type SignedReading, textAt, wholeAt } from "../signed/reading.ts";
import { explanation, type MessageContext, type MessageExplanation, row, untilRow } from "./explanation.ts";
import { isPlainText } from "./plain-text.ts";
import { keysFinding, unknownFinding } from "./texts.ts";

const LABELS: Readonly<Record<string, string>> = {
	nonce: "Nonce",
	issuedAt: "Issued At",
	timestamp: "Timestamp",
	expiresAt: "Expires At",
};
const SENTENCES = ["statement", "message"];
const ACCOUNTS = ["account", "address", "user", "wallet"];
const USERNAME = /^(?!0x)[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/i;

function textOf({ message: data }: TypedData): string {
	const sentences = SENTENCES.map((name) => memberAt(data, name)).filter((each) => typeof each === "string");
	const fields = Object.entries(LABELS).flatMap(([name, label]) => {
		const value = memberAt(data, name);
		return value === undefined ? [] : [`${label}: ${String(value)}`];
	});
	return [...sentences, ...fields].join("\n");
}

/** Returns whether the login names the signer, or a username that exists on no chain. */
function namesSigner({ message: data }: TypedData, signer: string): boolean {
	const isName = (value: unknown) => typeof value === "string" && USERNAME.test(value);
	const username = memberAt(data, "username");
	return (
		ACCOUNTS.map((name) => memberAt(data, name))
			.filter((value) => value !== undefined)
			.every((value) => isName(value) || (typeof value === "string" && sameAddress(value, signer))) &&
		(username === undefined || isName(username))
	);
}

const PLAIN_TEXT = doubt(newFinding("text-plain", "caution", message("finding.text-plain")));

/**
 * A login is only ordinary if its text has a known form, because a server could interpret any other text
 * however it likes.
 */
export function login(context: MessageContext, data: TypedData): MessageExplanation {
	const { signer } = context;
	const text = textOf(data);
	const isPlain = isPlainText(text, signer) && namesSigner(data, signer);
	const name = plain(data.domain.name ?? data.primaryType, 64);
	const found = keysFinding(text) ?? (isPlain ? PLAIN_TEXT : unknownFinding(name));
	return explanation({
		headline: { text: message("message.signs-login", { name }), known: isPlain, amount: null },
		rows: SENTENCES.flatMap((each) => {
			const value = memberAt(data.message, each);
			return typeof value === "string" ? [row(LABEL.says, plain(value, 400))] : [];
		}),
		findings: [found],
	});
}

const MAKES_KEYS: Message = message("finding.interface-login");

/** Polymarket's API keys can read and cancel orders, but placing an order requires another signature. */
export function interfaceLogin(_: MessageContext, data: TypedData): MessageExplanation {
	return explanation({
		headline: { text: message("message.signs-in-to", { site: "Polymarket" }), known: true, amount: null },
		rows: [row(LABEL.says, plain(textAt(data.message, "message"), 400))],
		findings: [newFinding("interface-login", "caution", MAKES_KEYS)],
	});
}

/**
 * Explains a request in which a Farcaster app vouches for a key. The account's owner must add the key with a
 * separate signature.
 */
export function keyRequest(
	context: MessageContext,
	{ message: data }: TypedData,
	{ deadline }: SignedReading,
): MessageExplanation {
	const account = String(wholeAt(data, "requestFid"));
	return explanation({
		headline: { text: message("message.requests-key", { account }), known: true, amount: null },
		rows: [row(LABEL.names, plain(textAt(data, "key"), 138)), untilRow(context, LABEL.usedUntil, deadline)],
		findings: [newFinding("key-request", "caution", message("finding.key-request", { account }))],
	});
}

export function keyRegistration(
	context: MessageContext,
	{ message: data }: TypedData,
	{ deadline }: SignedReading,
): MessageExplanation {
	return explanation({
		headline: { text: message("message.adds-key"), known: true, amount: null },
		rows: [
			row(LABEL.mayAct, plain(textAt(data, "key"), 138), "danger"),
			untilRow(context, LABEL.usedUntil, deadline),
		],
	});
}
