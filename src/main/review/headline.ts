import { type Amount, amountWords } from "./amount.ts";
import type { Decoded, Meaning } from "./decode-evm.ts";
import {
	collectionName,
	isUnlimited,
	nameOf,
	nativeAmount,
	standardOf,
	type Telling,
	tokenAmount,
	tokenOf,
	unitOf,
} from "./subject.ts";

/** One plain sentence of what a payload does, from our own decoding and the chain's own token data. */

export interface Headline {
	readonly text: string;
	/** False where we could not tell what the call does. */
	readonly known: boolean;
	/** What is at stake, for a list; null where there is no one amount. */
	readonly amount: Amount | null;
}

const ZERO = `0x${"0".repeat(40)}`;

interface Said {
	readonly text: string;
	readonly amount: Amount | null;
}

type Of<Kind extends Meaning["kind"]> = Extract<Meaning, { kind: Kind }>;

/** The chain was asked and does not say whether this is a token or a collection. */
function doubtful(subject: Telling): boolean {
	return subject.facts !== null && standardOf(tokenOf(subject.facts, subject.decoded.target)) === "unknown";
}

function permission(subject: Telling, spender: string, raw: bigint): Said {
	const { target } = subject.decoded;
	const who = nameOf(subject.person, spender);
	const { symbol } = unitOf(subject.facts, target);
	if (raw === 0n) return { text: `Takes back the permission of ${who} to take ${symbol}`, amount: null };
	if (isUnlimited(raw)) return { text: `Lets ${who} take any amount of ${symbol}`, amount: null };
	const amount = tokenAmount(subject.facts, target, raw);
	return { text: `Lets ${who} take up to ${amountWords(amount)}`, amount };
}

function approve(subject: Telling, { spender, amountOrId }: Of<"approve">): Said {
	const { target } = subject.decoded;
	const standard = standardOf(tokenOf(subject.facts, target));
	const who = nameOf(subject.person, spender);
	if (standard === "erc20") return permission(subject, spender, amountOrId);
	const collection = collectionName(subject, target);
	if (standard === "erc721") {
		const text =
			spender === ZERO
				? `Takes back the permission on item ${amountOrId} of ${collection}`
				: `Lets ${who} take item ${amountOrId} of ${collection}`;
		return { text, amount: null };
	}
	if (isUnlimited(amountOrId)) return permission(subject, spender, amountOrId);
	const amount = tokenAmount(subject.facts, target, amountOrId);
	const text = `Lets ${who} take up to ${amountWords(amount)}`;
	return { text: doubtful(subject) ? `${text}, or item ${amountOrId} of it` : text, amount };
}

function transferFrom(subject: Telling, { from, to, amountOrId }: Of<"transferFrom">): Said {
	const { target } = subject.decoded;
	const standard = standardOf(tokenOf(subject.facts, target));
	const way = `from ${nameOf(subject.person, from)} to ${nameOf(subject.person, to)}`;
	if (standard === "erc721")
		return { text: `Moves item ${amountOrId} of ${collectionName(subject, target)} ${way}`, amount: null };
	const amount = tokenAmount(subject.facts, target, amountOrId);
	const doubt = doubtful(subject) ? `, or item ${amountOrId} of it,` : "";
	return { text: `Moves ${amountWords(amount)}${doubt} ${way}`, amount };
}

function items(subject: Telling, meaning: Of<"items">): Said {
	const collection = collectionName(subject, subject.decoded.target);
	const [first] = meaning.items;
	const what =
		meaning.items.length === 1 && first !== undefined
			? `${first.amount === 1n ? "" : `${first.amount} of `}item ${first.id}`
			: `${meaning.items.length} kinds of items`;
	const way = `from ${nameOf(subject.person, meaning.from)} to ${nameOf(subject.person, meaning.to)}`;
	return { text: `Moves ${what} of ${collection} ${way}`, amount: null };
}

function operator(subject: Telling, meaning: Of<"operator">): Said {
	const who = nameOf(subject.person, meaning.operator);
	const collection = collectionName(subject, subject.decoded.target);
	const text = meaning.approved
		? `Lets ${who} take every item of ${collection}, now and later`
		: `Takes back the permission of ${who} on ${collection}`;
	return { text, amount: null };
}

function unknownCall(decoded: Decoded, where: string): string {
	const selector = decoded.call?.selector;
	if (selector === null || selector === undefined) return `Sends unreadable data to ${where}`;
	return `Calls an unknown function ${selector} on ${where}`;
}

function said(subject: Telling): Said {
	const { decoded, person, chainRef, facts } = subject;
	const { meaning, target } = decoded;
	switch (meaning.kind) {
		case "native": {
			const amount = nativeAmount(chainRef, decoded.value);
			return { text: `Sends ${amountWords(amount)} to ${nameOf(person, target)}`, amount };
		}
		case "transfer": {
			const amount = tokenAmount(facts, target, meaning.amount);
			return { text: `Sends ${amountWords(amount)} to ${nameOf(person, meaning.to)}`, amount };
		}
		case "approve":
			return approve(subject, meaning);
		case "transferFrom":
			return transferFrom(subject, meaning);
		case "allowance": {
			const amount = tokenAmount(facts, target, meaning.by);
			const who = nameOf(person, meaning.spender);
			const more = meaning.up ? "more" : "less";
			if (meaning.up && isUnlimited(meaning.by)) return permission(subject, meaning.spender, meaning.by);
			return { text: `Lets ${who} take ${amountWords(amount)} ${more} than before`, amount };
		}
		case "items":
			return items(subject, meaning);
		case "operator":
			return operator(subject, meaning);
		case "unknown":
			return { text: unknownCall(decoded, nameOf(person, target)), amount: null };
	}
}

/** What the payload does. Unchecked token amounts are told in base units. */
export function headlineOf(subject: Telling): Headline {
	const { decoded, chainRef } = subject;
	const { text, amount } = said(subject);
	const isKnown = decoded.meaning.kind !== "unknown";
	if (decoded.meaning.kind === "native" || decoded.value === 0n) return { text, known: isKnown, amount };
	const sent = nativeAmount(chainRef, decoded.value);
	return { text: `${text}, and sends it ${amountWords(sent)}`, known: isKnown, amount: amount ?? sent };
}
