import { amountWords } from "../amount.ts";
import {
	collectionName,
	isUnlimited,
	nameOf,
	standardOf,
	type Telling,
	tokenAmount,
	tokenOf,
	unitOf,
} from "../subject.ts";
import type { Meaning } from "./meaning.ts";
import { none, type Said } from "./said.ts";

/** Sentences about tokens and collections. */

type Of<Kind extends Meaning["kind"]> = Extract<Meaning, { kind: Kind }>;

const ZERO = `0x${"0".repeat(40)}`;

/** The chain was asked and does not say whether this is a token or a collection. */
function doubtful(subject: Telling): boolean {
	return subject.facts !== null && standardOf(tokenOf(subject.facts, subject.decoded.target)) === "unknown";
}

/** Somebody may take so much of a token. */
export function permission(subject: Telling, spender: string, raw: bigint, token: string): Said {
	const who = nameOf(subject.person, spender);
	const { symbol } = unitOf(subject.facts, token);
	if (raw === 0n) return none(`Takes back the permission of ${who} to take ${symbol}`);
	if (isUnlimited(raw)) return none(`Lets ${who} take any amount of ${symbol}`);
	const amount = tokenAmount(subject.facts, token, raw);
	return { text: `Lets ${who} take up to ${amountWords(amount)}`, amount };
}

export function approve(subject: Telling, { spender, amountOrId }: Of<"approve">): Said {
	const { target } = subject.decoded;
	const standard = standardOf(tokenOf(subject.facts, target));
	const who = nameOf(subject.person, spender);
	if (standard === "erc20") return permission(subject, spender, amountOrId, target);
	const collection = collectionName(subject, target);
	if (standard === "erc721")
		return none(
			spender === ZERO
				? `Takes back the permission on item ${amountOrId} of ${collection}`
				: `Lets ${who} take item ${amountOrId} of ${collection}`,
		);
	if (isUnlimited(amountOrId)) return permission(subject, spender, amountOrId, target);
	const amount = tokenAmount(subject.facts, target, amountOrId);
	const text = `Lets ${who} take up to ${amountWords(amount)}`;
	return { text: doubtful(subject) ? `${text}, or item ${amountOrId} of it` : text, amount };
}

export function allowance(subject: Telling, { spender, by, up }: Of<"allowance">): Said {
	const { target } = subject.decoded;
	if (up && isUnlimited(by)) return permission(subject, spender, by, target);
	const amount = tokenAmount(subject.facts, target, by);
	const more = up ? "more" : "less";
	return {
		text: `Lets ${nameOf(subject.person, spender)} take ${amountWords(amount)} ${more} than before`,
		amount,
	};
}

export function transferFrom(subject: Telling, { from, to, amountOrId }: Of<"transferFrom">): Said {
	const { target } = subject.decoded;
	const standard = standardOf(tokenOf(subject.facts, target));
	const way = `from ${nameOf(subject.person, from)} to ${nameOf(subject.person, to)}`;
	if (standard === "erc721")
		return none(`Moves item ${amountOrId} of ${collectionName(subject, target)} ${way}`);
	const amount = tokenAmount(subject.facts, target, amountOrId);
	const doubt = doubtful(subject) ? `, or item ${amountOrId} of it,` : "";
	return { text: `Moves ${amountWords(amount)}${doubt} ${way}`, amount };
}

export function items(subject: Telling, meaning: Of<"items">): Said {
	const collection = collectionName(subject, subject.decoded.target);
	const [first] = meaning.items;
	const what =
		meaning.items.length === 1 && first !== undefined
			? `${first.amount === 1n ? "" : `${first.amount} of `}item ${first.id}`
			: `${meaning.items.length} kinds of items`;
	const way = `from ${nameOf(subject.person, meaning.from)} to ${nameOf(subject.person, meaning.to)}`;
	return none(`Moves ${what} of ${collection} ${way}`);
}

export function operator(subject: Telling, meaning: Of<"operator">): Said {
	const who = nameOf(subject.person, meaning.operator);
	const collection = collectionName(subject, subject.decoded.target);
	return none(
		meaning.approved
			? `Lets ${who} take every item of ${collection}, now and later`
			: `Takes back the permission of ${who} on ${collection}`,
	);
}

export function burn(subject: Telling, { amountOrId }: Of<"burn">): Said {
	const { target } = subject.decoded;
	if (standardOf(tokenOf(subject.facts, target)) === "erc721")
		return none(`Burns item ${amountOrId} of ${collectionName(subject, target)}`);
	const amount = tokenAmount(subject.facts, target, amountOrId);
	const doubt = doubtful(subject) ? `, or item ${amountOrId} of it` : "";
	return { text: `Burns ${amountWords(amount)}${doubt}`, amount };
}
