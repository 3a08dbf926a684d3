import { ZERO_ADDRESS } from "../../chain/well-known.ts";
import type { Meaning } from "../../decode/evm/meaning.ts";
import {
	type CallContext,
	isUnlimited,
	standardOf,
	tokenAmount,
	tokenOf,
	unitOf,
} from "../../decoded-transaction/decoded-transaction.ts";
import { collectionParam, nameParam } from "../../decoded-transaction/party-names.ts";
import { sameAddress } from "../../identities/labels.ts";
import { amountParam, type Message, message } from "../../localized-text.ts";
import { type CallSentence, type DescribeContext, none, partyName, unitsOf } from "./call-text.ts";

type Of<Kind extends Meaning["kind"]> = Extract<Meaning, { kind: Kind }>;

function doubtful(subject: CallContext): boolean {
	return subject.facts !== null && standardOf(tokenOf(subject.facts, subject.decoded.target)) === "unknown";
}

export function permission(subject: CallContext, spender: string, raw: bigint, token: string): CallSentence {
	const who = nameParam(subject.user, spender);
	const { symbol: asset } = unitOf(subject.facts, token);
	if (raw === 0n) return none(message("token.permission.take-back", { who, asset }));
	if (isUnlimited(raw)) return none(message("token.permission.any", { who, asset }));
	const amount = tokenAmount(subject.facts, token, raw);
	return { text: message("token.permission", { who, amount: amountParam(amount) }), amount };
}

export function approve(subject: CallContext, { spender, amountOrId }: Of<"approve">): CallSentence {
	const { target } = subject.decoded;
	const standard = standardOf(tokenOf(subject.facts, target));
	if (standard === "erc20") return permission(subject, spender, amountOrId, target);
	const who = nameParam(subject.user, spender);
	const item = String(amountOrId);
	if (standard === "erc721") {
		const collection = collectionParam(subject, target);
		return none(
			spender === ZERO_ADDRESS
				? message("token.item.take-back", { item, collection })
				: message("token.item.permission", { who, item, collection }),
		);
	}
	if (isUnlimited(amountOrId)) return permission(subject, spender, amountOrId, target);
	const amount = tokenAmount(subject.facts, target, amountOrId);
	const allowed = amountParam(amount);
	const text = doubtful(subject)
		? message("token.permission.or-item", { who, amount: allowed, item })
		: message("token.permission", { who, amount: allowed });
	return { text, amount };
}

export function allowance(subject: CallContext, { spender, by, up }: Of<"allowance">): CallSentence {
	const { target } = subject.decoded;
	if (up && isUnlimited(by)) return permission(subject, spender, by, target);
	const amount = tokenAmount(subject.facts, target, by);
	const who = nameParam(subject.user, spender);
	const text = message(up ? "token.permission.more" : "token.permission.less", {
		who,
		amount: amountParam(amount),
	});
	return { text, amount };
}

export function transferFrom(
	subject: CallContext,
	{ from, to, amountOrId }: Of<"transferFrom">,
): CallSentence {
	const { target } = subject.decoded;
	const standard = standardOf(tokenOf(subject.facts, target));
	const [giver, taker] = [nameParam(subject.user, from), nameParam(subject.user, to)];
	const item = String(amountOrId);
	if (standard === "erc721") {
		const collection = collectionParam(subject, target);
		return none(
			sameAddress(from, subject.signer)
				? message("token.send.item", { item, collection, to: taker })
				: message("token.move.item", { item, collection, from: giver, to: taker }),
		);
	}
	const amount = tokenAmount(subject.facts, target, amountOrId);
	const moved = amountParam(amount);
	const text = doubtful(subject)
		? message("token.move.or-item", { amount: moved, item, from: giver, to: taker })
		: message("token.move", { amount: moved, from: giver, to: taker });
	return { text, amount };
}

const numbered = (subject: CallContext, id: bigint): Message =>
	message("token.numbered", { id: String(id), where: nameParam(subject.user, subject.decoded.target) });

export function approveItem(subject: CallContext, { spender, id, amount }: Of<"approve-item">): CallSentence {
	const who = nameParam(subject.user, spender);
	const asset = numbered(subject, id);
	if (amount === 0n) return none(message("token.permission.take-back", { who, asset }));
	return none(
		isUnlimited(amount)
			? message("token.permission.any", { who, asset })
			: message("token.permission", { who, amount: unitsOf(amount, asset) }),
	);
}

export function items(subject: DescribeContext, meaning: Of<"items">): CallSentence {
	const [giver, taker] = [partyName(subject, meaning.from), nameParam(subject.user, meaning.to)];
	const collection = collectionParam(subject, subject.decoded.target);
	const [first] = meaning.items;
	if (meaning.standard === "erc6909" && first !== undefined)
		return none(
			message("token.move", {
				amount: unitsOf(first.amount, numbered(subject, first.id)),
				from: giver,
				to: taker,
			}),
		);
	if (meaning.items.length !== 1 || first === undefined)
		return none(
			message("token.move.kinds", { count: meaning.items.length, collection, from: giver, to: taker }),
		);
	const item = String(first.id);
	const isSent =
		meaning.from === "caller"
			? sameAddress(subject.as, subject.signer)
			: sameAddress(meaning.from, subject.signer);
	if (isSent)
		return none(
			first.amount === 1n
				? message("token.send.item", { item, collection, to: taker })
				: message("token.send.of-item", { amount: String(first.amount), item, collection, to: taker }),
		);
	return none(
		first.amount === 1n
			? message("token.move.item", { item, collection, from: giver, to: taker })
			: message("token.move.of-item", {
					amount: String(first.amount),
					item,
					collection,
					from: giver,
					to: taker,
				}),
	);
}

export function operator(subject: CallContext, meaning: Of<"operator">): CallSentence {
	const who = nameParam(subject.user, meaning.operator);
	if (meaning.over === "all") {
		const where = nameParam(subject.user, subject.decoded.target);
		return none(
			message(meaning.approved ? "token.operator.all" : "token.operator.all.take-back", { who, where }),
		);
	}
	const collection = collectionParam(subject, subject.decoded.target);
	return none(message(meaning.approved ? "token.operator" : "token.operator.take-back", { who, collection }));
}

export function burn(subject: CallContext, { amountOrId }: Of<"burn">): CallSentence {
	const { target } = subject.decoded;
	const item = String(amountOrId);
	if (standardOf(tokenOf(subject.facts, target)) === "erc721")
		return none(message("token.burn.item", { item, collection: collectionParam(subject, target) }));
	const amount = tokenAmount(subject.facts, target, amountOrId);
	const burnt = amountParam(amount);
	const text = doubtful(subject)
		? message("token.burn.or-item", { amount: burnt, item })
		: message("token.burn", { amount: burnt });
	return { text, amount };
}
