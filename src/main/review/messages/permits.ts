import { known } from "../../chains/chain-error.ts";
import type { TypedData } from "../../match/typed-data.ts";
import type { Allow } from "../allows.ts";
import type { Finding } from "../findings/finding.ts";
import { largeFinding } from "../findings/large-outflow.ts";
import { nameOf, tokenAmount, tokenOf, unitOf } from "../subject.ts";
import type { ExplainedRow } from "./content.ts";
import {
	addressAt,
	addressWords,
	allowanceOf,
	amountText,
	boolAt,
	danger,
	type Explanation,
	finding,
	isEndless,
	isFar,
	type MessageTelling,
	row,
	structAt,
	structsAt,
	timeWords,
	untilRow,
	wholeAt,
	ZERO,
} from "./telling.ts";

/** Permissions over tokens that are given by a signature alone: EIP-2612, DAI, Permit2. */

const LASTS = "now and later";
const MOST = 2n ** 256n - 1n;

function allowHeadline(telling: MessageTelling, allow: Allow): Explanation["headline"] {
	const who = nameOf(telling.person, allow.spender);
	const { symbol } = unitOf(telling.facts, allow.token);
	if (!allow.grants)
		return { text: `Takes back the permission of ${who} to take ${symbol}`, known: true, amount: null };
	if (allow.amount === null)
		return { text: `Lets ${who} take any amount of ${symbol}`, known: true, amount: null };
	const text = `Lets ${who} take up to ${amountText(telling, allow.token, allow.amount.raw)}`;
	return { text, known: true, amount: allow.amount };
}

const amountRow = (telling: MessageTelling, allow: Allow): ExplainedRow =>
	allow.unlimited
		? row("Amount", `any amount of ${unitOf(telling.facts, allow.token).symbol}`, "danger")
		: row("Amount", amountText(telling, allow.token, allow.amount?.raw ?? 0n));

const tokenRow = (telling: MessageTelling, token: string) =>
	row("Token", addressWords(telling.person, token));
const spenderRow = (telling: MessageTelling, spender: string) =>
	row("Who may take it", addressWords(telling.person, spender));

function single(telling: MessageTelling, allow: Allow, ends: readonly ExplainedRow[]): Explanation {
	const { token, spender } = allow;
	const rows = [tokenRow(telling, token), spenderRow(telling, spender), amountRow(telling, allow), ...ends];
	return { headline: allowHeadline(telling, allow), rows, allows: [allow], findings: [] };
}

/** EIP-2612: the token is the domain's contract. The allowance itself has no end, only the signature has. */
export function permit(telling: MessageTelling, { domain, message }: TypedData): Explanation {
	const token = domain.verifyingContract ?? ZERO;
	const allow = allowanceOf(telling, addressAt(message, "spender"), token, wholeAt(message, "value"), LASTS);
	return single(telling, allow, [
		untilRow(telling, "Signature can be used until", wholeAt(message, "deadline")),
	]);
}

/** DAI's own: all or nothing. */
export function daiPermit(telling: MessageTelling, { domain, message }: TypedData): Explanation {
	const token = domain.verifyingContract ?? ZERO;
	const raw = boolAt(message, "allowed") ? MOST : 0n;
	const expiry = wholeAt(message, "expiry");
	const until =
		expiry === 0n
			? row("Signature can be used until", "without end", "danger")
			: untilRow(telling, "Signature can be used until", expiry);
	return single(telling, allowanceOf(telling, addressAt(message, "spender"), token, raw, LASTS), [until]);
}

interface Detail {
	readonly allow: Allow;
	readonly expiration: bigint;
}

function several(
	telling: MessageTelling,
	allows: readonly Allow[],
	before: readonly ExplainedRow[],
): Pick<Explanation, "headline" | "rows" | "allows"> {
	const [first, ...others] = allows;
	const rows = allows.flatMap((allow) => [tokenRow(telling, allow.token), amountRow(telling, allow)]);
	const headline =
		first === undefined
			? { text: "Gives no permission at all", known: true, amount: null }
			: others.length === 0
				? allowHeadline(telling, first)
				: {
						text: `Lets ${nameOf(telling.person, first.spender)} take ${allows.length} tokens`,
						known: true,
						amount: null,
					};
	return { headline, rows: [...before, ...rows], allows };
}

function lastingFinding(until: bigint): Finding {
	return isEndless(until)
		? danger("allowance-far", "The permission itself has no end: it stays until it is spent or taken back.")
		: finding(
				"allowance-far",
				"caution",
				`The permission itself lasts until ${timeWords(until)}, more than 30 days from now.`,
			);
}

/** Permit2's allowances: each has an end of its own, beside the signature's. */
export function permit2Allowance(telling: MessageTelling, data: TypedData): Explanation {
	const { message, primaryType } = data;
	const spender = addressAt(message, "spender");
	const parts =
		primaryType === "PermitSingle" ? [structAt(message, "details")] : structsAt(message, "details");
	const details: Detail[] = parts.map((part) => {
		const expiration = wholeAt(part, "expiration");
		const until = `until ${timeWords(expiration)}`;
		return {
			allow: allowanceOf(telling, spender, addressAt(part, "token"), wholeAt(part, "amount"), until),
			expiration,
		};
	});
	const latest = details.reduce((most, { expiration }) => (expiration > most ? expiration : most), 0n);
	const told = several(
		telling,
		details.map((detail) => detail.allow),
		[spenderRow(telling, spender)],
	);
	const gives = details.some(({ allow }) => allow.grants);
	const far = gives && isFar(telling, latest) ? [lastingFinding(latest)] : [];
	const ends = [
		untilRow(telling, "Permission lasts until", latest),
		untilRow(telling, "Signature can be used until", wholeAt(message, "sigDeadline")),
	];
	return { ...told, rows: [...told.rows, ...ends], findings: far };
}

/** Permit2's transfers: whoever the signature names takes it once. */
export function permit2Transfer(telling: MessageTelling, { message, primaryType }: TypedData): Explanation {
	const spender = addressAt(message, "spender");
	const deadline = wholeAt(message, "deadline");
	const isBatch = primaryType === "PermitBatchTransferFrom";
	const parts = isBatch ? structsAt(message, "permitted") : [structAt(message, "permitted")];
	const allows = parts.map((part) =>
		allowanceOf(
			telling,
			spender,
			addressAt(part, "token"),
			wholeAt(part, "amount"),
			`once, until ${timeWords(deadline)}`,
		),
	);
	const told = several(telling, allows, [spenderRow(telling, spender)]);
	const end = untilRow(telling, "Signature can be used until", deadline);
	return { ...told, rows: [...told.rows, end], findings: [] };
}

/** EIP-3009: a transfer that anybody, or only its recipient, may carry out once. */
export function transferAuthorization(telling: MessageTelling, data: TypedData): Explanation {
	const { domain, message, primaryType } = data;
	const token = domain.verifyingContract ?? ZERO;
	const to = addressAt(message, "to");
	const raw = wholeAt(message, "value");
	const pulled = primaryType === "ReceiveWithAuthorization";
	const amount = tokenAmount(telling.facts, token, raw);
	const who = nameOf(telling.person, to);
	const words = amountText(telling, token, raw);
	const held = known(tokenOf(telling.facts, token)?.balance);
	const large = held === null ? null : largeFinding(amount, tokenAmount(telling.facts, token, held));
	return {
		headline: {
			text: pulled ? `Lets ${who} take ${words} once` : `Sends ${words} to ${who}`,
			known: true,
			amount,
		},
		rows: [
			tokenRow(telling, token),
			row(pulled ? "Who may take it" : "Recipient", addressWords(telling.person, to)),
			row("Amount", words),
			row("Not before", timeWords(wholeAt(message, "validAfter"))),
			untilRow(telling, "Can be carried out until", wholeAt(message, "validBefore")),
		],
		allows: pulled
			? [allowanceOf(telling, to, token, raw, `once, until ${timeWords(wholeAt(message, "validBefore"))}`)]
			: [],
		findings: large === null ? [] : [large],
	};
}
