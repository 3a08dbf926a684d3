import { byKind } from "../../by-kind.ts";
import { isZeroAddress } from "../../chain/well-known.ts";
import { readableText } from "../../decode/evm/decode-evm.ts";
import type { Meaning } from "../../decode/evm/meaning.ts";
import { possibleFunction, shortSignature } from "../../decode/evm/selectors.ts";
import { nativeAmount, shortAddress, tokenAmount } from "../../decoded-transaction/decoded-transaction.ts";
import { nameParam } from "../../decoded-transaction/party-names.ts";
import { fullText } from "../../format/amount.ts";
import type { Hex } from "../../format/numeral.ts";
import { plain } from "../../format/plain.ts";
import {
	type AmountParam,
	amountParam,
	inner,
	type Message,
	message,
	type Param,
} from "../../localized-text.ts";
import { claimText } from "../../published-descriptors/published-claims.ts";
import {
	assetAmount,
	assetName,
	assetParam,
	type CallSentence,
	type DescribeContext,
	none,
	partyName,
	unitsOf,
} from "./call-text.ts";
import { describeAct } from "./describe-act.ts";
import {
	allowance,
	approve,
	approveItem,
	burn,
	items,
	operator,
	permission,
	transferFrom,
} from "./describe-token.ts";

/** OpenZeppelin's DEFAULT_ADMIN_ROLE, which can grant every other role. */
const ADMIN_ROLE = `0x${"0".repeat(64)}`;

function roleName(role: string | null): Message {
	return role === ADMIN_ROLE
		? message("control.admin-role")
		: message("control.role", { role: role?.slice(0, 10) ?? "" });
}

type Of<Kind extends Meaning["kind"]> = Extract<Meaning, { kind: Kind }>;

function describeControl(context: DescribeContext, meaning: Of<"control">): CallSentence {
	const { user, decoded } = context;
	const where = nameParam(user, decoded.target);
	const who = meaning.to === null ? "" : nameParam(user, meaning.to);
	const threshold = String(meaning.threshold);
	const texts: Readonly<Record<Of<"control">["what"], () => Message>> = {
		owner: () => message("control.owner", { who, where }),
		renounce: () => message("control.renounce", { where }),
		accept: () => message("control.accept", { where }),
		grant: () => message("control.grant", { who, role: roleName(meaning.role), where }),
		revoke: () => message("control.revoke", { role: roleName(meaning.role), where, who }),
		upgrade: () => message(meaning.bytes > 0 ? "control.upgrade.and-run" : "control.upgrade", { where, who }),
		admin: () => message("control.admin", { who, where }),
		"safe-owner-added": () => message("control.safe-owner-added", { who, where, threshold }),
		"safe-owner-removed": () => message("control.safe-owner-removed", { who, where, threshold }),
		"safe-owner-swapped": () => {
			const before = nameParam(user, meaning.from ?? "");
			return message("control.safe-owner-swapped", { who, where, before });
		},
		"safe-threshold": () => message("control.safe-threshold", { where, threshold }),
		"safe-module": () => message("control.safe-module", { who, where }),
		"safe-module-removed": () => message("control.safe-module-removed", { who, where }),
		"safe-guard": () =>
			isZeroAddress(meaning.to ?? "")
				? message("control.safe-guard-removed", { where })
				: message("control.safe-guard", { who, where: shortAddress(decoded.target) }),
		"safe-handler": () => message("control.safe-handler", { who, where }),
	};
	return none(texts[meaning.what]());
}

function describeClaimed({ claims, decoded, user }: DescribeContext): Message | null {
	const published = claims?.find((each) => each.decoded === decoded);
	const claim = published === undefined ? null : claimText(published);
	if (published === undefined || claim === null) return null;
	const where = nameParam(user, decoded.target);
	const { viaImplementation, boundTo } = published.description;
	return viaImplementation
		? message("call.claimed.proxy", { claim, where, implementation: shortAddress(boundTo) })
		: message("call.claimed", { claim, where });
}

function describeUnknown(context: DescribeContext, { reason }: Of<"unknown">): Message {
	const { decoded, user } = context;
	const where = nameParam(user, decoded.target);
	if (reason === "delegate")
		return message("call.unknown.delegate", { where, who: nameParam(user, context.as) });
	if (reason === "deep") return message("call.unknown.deep", { where });
	const claimed = describeClaimed(context);
	if (claimed !== null) return claimed;
	const selector = decoded.call?.selector ?? null;
	if (selector === null) return message("call.unknown.unreadable", { where });
	if (selector.length < 10) return message("call.unknown.step", { where, selector });
	const possible = reason === "selector" ? possibleFunction(selector) : null;
	return possible === null
		? message("call.unknown", { selector, where })
		: message("call.unknown.possibly", { selector, possible: shortSignature(possible), where });
}

function permits(context: DescribeContext, { rows, owner, book }: Of<"permits">): CallSentence {
	const [first] = rows;
	if (first === undefined) return none(message("call.permits.none"));
	const granted = permission(context, first.spender, first.amount, first.token);
	const isOther = owner !== null && owner !== context.as;
	const whose = isOther
		? message("call.permits.from", { told: granted.text, owner: nameParam(context.user, owner) })
		: granted.text;
	const text = book === "permit2" ? message("call.permits.permit2", { told: whose }) : whose;
	const more = rows.length - 1;
	return more === 0
		? { text, amount: granted.amount }
		: none(message("call.permits.more", { told: text, count: more }));
}

function moves(context: DescribeContext, { rows }: Of<"moves">): CallSentence {
	const [first] = rows;
	if (first === undefined) return none(message("call.moves.none"));
	const moved = tokenAmount(context.facts, first.token, first.amount);
	const [amount, to] = [amountParam(moved), partyName(context, first.to)];
	const isMine = first.from === "caller" || first.from === context.as;
	const text = isMine
		? message("token.send", { amount, to })
		: message("token.move", { amount, from: partyName(context, first.from), to });
	const more = rows.length - 1;
	return more === 0
		? { text, amount: moved }
		: none(message("headline.and-more", { told: text, count: more }));
}

const BIPS_DIGITS = 2;

function payment(
	context: DescribeContext,
	{ asset: of, from, to: payee, amount: raw, bound }: Of<"payment">,
): CallSentence {
	const to = partyName(context, payee);
	const isIn = from === "caller";
	const asset = assetName(context, of);
	const amount = assetParam(context, of, raw);
	if (bound === "share") {
		const share = fullText(raw ?? 0n, BIPS_DIGITS);
		return none(message(isIn ? "call.pays.share" : "call.pays-out.share", { share, asset, to }));
	}
	if (bound === "least")
		return none(message(isIn ? "call.pays.least" : "call.pays-out.least", { asset, amount, to }));
	const text =
		bound === "most"
			? message(isIn ? "call.pays.most" : "call.pays-out.most", { amount, to })
			: message(isIn ? "call.pays" : "call.pays-out", { amount, to });
	return { text, amount: raw === null ? null : assetAmount(context, of, raw) };
}

function swap(
	context: DescribeContext,
	{ exact, assetIn, assetOut, amountIn, amountOut, to }: Of<"swap">,
): CallSentence {
	const given = assetParam(context, assetIn, amountIn);
	const got = assetParam(context, assetOut, amountOut);
	const text = message(exact === "in" ? "call.swap" : "call.swap.exact-out", { given, got });
	const isKept = to === null || to === "caller" || to === "here" || to === context.as;
	return {
		text: isKept ? text : message("call.swap.sent-to", { told: text, to: partyName(context, to) }),
		amount: amountIn === null ? null : assetAmount(context, assetIn, amountIn),
	};
}

function wrap(context: DescribeContext, { into, amount: raw, to, least }: Of<"wrap">): CallSentence {
	const { decoded, chainRef, facts, user } = context;
	const coin = raw === null ? null : nativeAmount(chainRef, raw);
	const isStep = decoded.call?.selector?.length === 4;
	if (!isStep && raw !== null && coin !== null) {
		const where = nameParam(user, decoded.target);
		if (into) return { text: message("call.deposit", { amount: amountParam(coin), where }), amount: coin };
		const taken = tokenAmount(facts, decoded.target, raw);
		return { text: message("call.take-out", { amount: amountParam(taken), where }), amount: taken };
	}
	const wrapped = assetParam(context, "wrapped", raw);
	const text = into
		? message("call.wrap", { amount: assetParam(context, "native", raw) })
		: least
			? message("call.unwrap.least", { asset: assetName(context, "wrapped"), amount: wrapped })
			: message("call.unwrap", { amount: wrapped });
	return {
		text: to === "here" ? text : message("call.wrap.for", { told: text, who: partyName(context, to) }),
		amount: coin,
	};
}

function vault(context: DescribeContext, { what, amount, receiver, owner }: Of<"vault">): CallSentence {
	const { decoded, user, facts } = context;
	const where = nameParam(user, decoded.target);
	const shares = tokenAmount(facts, decoded.target, amount);
	const to = receiver === context.as ? null : nameParam(user, receiver);
	const units = unitsOf(amount, message("call.vault.asset"));
	const isOther = owner !== null && owner !== context.as;
	const whose = (of: AmountParam): Param =>
		isOther ? message("call.vault.of", { amount: of, owner: nameParam(user, owner) }) : of;
	switch (what) {
		case "deposit":
			return none(
				to === null
					? message("call.vault.deposit", { amount: units, where })
					: message("call.vault.deposit.for", { amount: units, where, to }),
			);
		case "mint": {
			const bought = amountParam(shares);
			const text =
				to === null
					? message("call.vault.mint", { amount: bought, where })
					: message("call.vault.mint.for", { amount: bought, where, to });
			return { text, amount: shares };
		}
		case "withdraw": {
			const taken = whose(units);
			return none(
				to === null
					? message("call.vault.withdraw", { amount: taken, where })
					: message("call.vault.withdraw.to", { amount: taken, where, to }),
			);
		}
		case "redeem": {
			const given = whose(amountParam(shares));
			const text =
				to === null
					? message("call.vault.redeem", { amount: given, where })
					: message("call.vault.redeem.to", { amount: given, where, to });
			return { text, amount: shares };
		}
	}
}

function describeLike(
	context: DescribeContext,
	{ app, meaning }: NonNullable<Of<"unknown">["like"]>,
): CallSentence {
	const described = describeMeaning({ ...context, decoded: { ...context.decoded, meaning } });
	return { ...described, text: message("call.like", { app, told: inner(described.text) }) };
}

/** Limits the length, because the full data is shown below the sentence. */
const MAX_NOTE = 80;

function withNote(told: Message, note: Hex): Message {
	const text = readableText(note);
	return text === null
		? message("token.send.bytes", { told, bytes: plain(note, MAX_NOTE), count: (note.length - 2) / 2 })
		: message("token.send.note", { told, note: plain(text, MAX_NOTE) });
}

function describeMeaning(context: DescribeContext): CallSentence {
	const { decoded, user, chainRef, facts } = context;
	const { meaning, target } = decoded;
	return byKind(meaning, {
		native: (meaning) => {
			const amount = nativeAmount(chainRef, decoded.value);
			const to = nameParam(user, target);
			const sent = message("token.send", { amount: amountParam(amount), to });
			return { text: meaning.note === undefined ? sent : withNote(sent, meaning.note), amount };
		},
		transfer: (meaning) => {
			const amount = tokenAmount(facts, target, meaning.amount);
			const to = nameParam(user, meaning.to);
			return { text: message("token.send", { amount: amountParam(amount), to }), amount };
		},
		approve: (meaning) => approve(context, meaning),
		transferFrom: (meaning) => transferFrom(context, meaning),
		allowance: (meaning) => allowance(context, meaning),
		items: (meaning) => items(context, meaning),
		operator: (meaning) => operator(context, meaning),
		"approve-item": (meaning) => approveItem(context, meaning),
		permits: (meaning) => permits(context, meaning),
		moves: (meaning) => moves(context, meaning),
		payment: (meaning) => payment(context, meaning),
		swap: (meaning) => swap(context, meaning),
		wrap: (meaning) => wrap(context, meaning),
		vault: (meaning) => vault(context, meaning),
		control: (meaning) => describeControl(context, meaning),
		vote: (meaning) =>
			none(
				message("call.vote", {
					who: nameParam(user, context.as),
					where: nameParam(user, target),
					to: nameParam(user, meaning.to),
				}),
			),
		burn: (meaning) => burn(context, meaning),
		check: (meaning) =>
			none(
				message("call.check", {
					who: nameParam(user, meaning.owner),
					amount: amountParam(tokenAmount(facts, meaning.token, meaning.least)),
				}),
			),
		act: (meaning) => describeAct(context, meaning),
		unknown: (meaning) =>
			meaning.like === undefined
				? none(describeUnknown(context, meaning))
				: describeLike(context, meaning.like),
		calls: (meaning) => none(message("call.calls", { count: meaning.calls.length + meaning.left })),
	});
}

export function describeOne(context: DescribeContext): CallSentence {
	const { decoded, chainRef } = context;
	const { meaning, value } = decoded;
	const described = describeMeaning(context);
	const act = meaning.kind === "unknown" ? meaning.like?.meaning : meaning;
	const isPaid =
		(act?.kind === "act" && act.gives.some(({ asset }) => asset === "native")) ||
		(act?.kind === "swap" && act.assetIn === "native");
	const isDescribed = meaning.kind === "native" || (meaning.kind === "wrap" && meaning.into) || isPaid;
	// A delegatecall doesn't transfer any value itself.
	if (isDescribed || value === 0n || (meaning.kind === "unknown" && meaning.reason === "delegate"))
		return described;
	const sent = nativeAmount(chainRef, value);
	return {
		text: message("call.and-sends", { told: described.text, amount: amountParam(sent) }),
		amount: described.amount ?? sent,
	};
}
