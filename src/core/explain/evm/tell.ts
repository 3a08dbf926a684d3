import { claimText } from "../../claims/claim-text.ts";
import type { Meaning } from "../../decode/evm/meaning.ts";
import { possibleFunction, shortSignature } from "../../decode/evm/selectors.ts";
import { fullText } from "../../format/amount.ts";
import { type AmountParam, amountParam, inner, type Message, message, type Param } from "../../message.ts";
import { nameParam, nativeAmount, shortAddress, tokenAmount } from "../../subject/subject.ts";
import {
	assetAmount,
	assetName,
	assetParam,
	type CallSentence,
	none,
	partyName,
	type Teller,
	unitsOf,
} from "./said.ts";
import { tellAct } from "./tell-act.ts";
import { tellControl } from "./tell-control.ts";
import {
	allowance,
	approve,
	approveItem,
	burn,
	items,
	operator,
	permission,
	transferFrom,
} from "./tell-token.ts";

/** One sentence, without its full stop, for a call that holds no others. */

type Of<Kind extends Meaning["kind"]> = Extract<Meaning, { kind: Kind }>;

/** What a contract publishes of such a call, as its own claim; null where it says nothing. */
function tellClaimed({ claims, decoded, person }: Teller): Message | null {
	const published = claims?.find((each) => each.decoded === decoded);
	const claim = published === undefined ? null : claimText(published);
	if (published === undefined || claim === null) return null;
	const where = nameParam(person, decoded.target);
	const { viaImplementation, boundTo } = published.description;
	return viaImplementation
		? message("call.claimed.proxy", { claim, where, implementation: shortAddress(boundTo) })
		: message("call.claimed", { claim, where });
}

function tellUnknown(telling: Teller, { reason }: Of<"unknown">): Message {
	const { decoded, person } = telling;
	const where = nameParam(person, decoded.target);
	if (reason === "delegate")
		return message("call.unknown.delegate", { where, who: nameParam(person, telling.as) });
	if (reason === "deep") return message("call.unknown.deep", { where });
	const claimed = tellClaimed(telling);
	if (claimed !== null) return claimed;
	const selector = decoded.call?.selector ?? null;
	if (selector === null) return message("call.unknown.unreadable", { where });
	if (selector.length < 10) return message("call.unknown.step", { where, selector });
	const possible = reason === "selector" ? possibleFunction(selector) : null;
	return possible === null
		? message("call.unknown", { selector, where })
		: message("call.unknown.possibly", { selector, possible: shortSignature(possible), where });
}

function permits(telling: Teller, { rows, owner, book }: Of<"permits">): CallSentence {
	const [first] = rows;
	if (first === undefined) return none(message("call.permits.none"));
	const told = permission(telling, first.spender, first.amount, first.token);
	const isOther = owner !== null && owner !== telling.as;
	const whose = isOther
		? message("call.permits.from", { told: told.text, owner: nameParam(telling.person, owner) })
		: told.text;
	const text = book === "permit2" ? message("call.permits.permit2", { told: whose }) : whose;
	const more = rows.length - 1;
	return more === 0
		? { text, amount: told.amount }
		: none(message("call.permits.more", { told: text, count: more }));
}

function moves(telling: Teller, { rows }: Of<"moves">): CallSentence {
	const [first] = rows;
	if (first === undefined) return none(message("call.moves.none"));
	const moved = tokenAmount(telling.facts, first.token, first.amount);
	const [amount, to] = [amountParam(moved), partyName(telling, first.to)];
	const isMine = first.from === "caller" || first.from === telling.as;
	const text = isMine
		? message("token.send", { amount, to })
		: message("token.move", { amount, from: partyName(telling, first.from), to });
	const more = rows.length - 1;
	return more === 0
		? { text, amount: moved }
		: none(message("headline.and-more", { told: text, count: more }));
}

const BIPS_DIGITS = 2;

function payment(
	telling: Teller,
	{ asset: of, from, to: payee, amount: raw, bound }: Of<"payment">,
): CallSentence {
	const to = partyName(telling, payee);
	const isIn = from === "caller";
	const asset = assetName(telling, of);
	const amount = assetParam(telling, of, raw);
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
	return { text, amount: raw === null ? null : assetAmount(telling, of, raw) };
}

function swap(
	telling: Teller,
	{ exact, assetIn, assetOut, amountIn, amountOut, to }: Of<"swap">,
): CallSentence {
	const given = assetParam(telling, assetIn, amountIn);
	const got = assetParam(telling, assetOut, amountOut);
	const told = message(exact === "in" ? "call.swap" : "call.swap.exact-out", { given, got });
	const isKept = to === null || to === "caller" || to === "here" || to === telling.as;
	return {
		text: isKept ? told : message("call.swap.sent-to", { told, to: partyName(telling, to) }),
		amount: amountIn === null ? null : assetAmount(telling, assetIn, amountIn),
	};
}

function wrap(telling: Teller, { into, amount: raw, to, least }: Of<"wrap">): CallSentence {
	const { decoded, chainRef, facts, person } = telling;
	const coin = raw === null ? null : nativeAmount(chainRef, raw);
	const isStep = decoded.call?.selector?.length === 4;
	if (!isStep && raw !== null && coin !== null) {
		const where = nameParam(person, decoded.target);
		if (into) return { text: message("call.deposit", { amount: amountParam(coin), where }), amount: coin };
		const taken = tokenAmount(facts, decoded.target, raw);
		return { text: message("call.take-out", { amount: amountParam(taken), where }), amount: taken };
	}
	const wrapped = assetParam(telling, "wrapped", raw);
	const told = into
		? message("call.wrap", { amount: assetParam(telling, "native", raw) })
		: least
			? message("call.unwrap.least", { asset: assetName(telling, "wrapped"), amount: wrapped })
			: message("call.unwrap", { amount: wrapped });
	return {
		text: to === "here" ? told : message("call.wrap.for", { told, who: partyName(telling, to) }),
		amount: coin,
	};
}

function vault(telling: Teller, { what, amount, receiver, owner }: Of<"vault">): CallSentence {
	const { decoded, person, facts } = telling;
	const where = nameParam(person, decoded.target);
	const shares = tokenAmount(facts, decoded.target, amount);
	const to = receiver === telling.as ? null : nameParam(person, receiver);
	const units = unitsOf(amount, message("call.vault.asset"));
	const isOther = owner !== null && owner !== telling.as;
	/** Whose shares are given up. */
	const whose = (of: AmountParam): Param =>
		isOther ? message("call.vault.of", { amount: of, owner: nameParam(person, owner) }) : of;
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

/** What it would do if the contract were what it speaks like: nobody vouches for that. */
function tellLike(telling: Teller, { app, meaning }: NonNullable<Of<"unknown">["like"]>): CallSentence {
	const where = nameParam(telling.person, telling.decoded.target);
	const told = tellMeaning({ ...telling, decoded: { ...telling.decoded, meaning } });
	return { ...told, text: message("call.like", { where, app, told: inner(told.text) }) };
}

function tellMeaning(telling: Teller): CallSentence {
	const { decoded, person, chainRef, facts } = telling;
	const { meaning, target } = decoded;
	switch (meaning.kind) {
		case "native": {
			const amount = nativeAmount(chainRef, decoded.value);
			const to = nameParam(person, target);
			return { text: message("token.send", { amount: amountParam(amount), to }), amount };
		}
		case "transfer": {
			const amount = tokenAmount(facts, target, meaning.amount);
			const to = nameParam(person, meaning.to);
			return { text: message("token.send", { amount: amountParam(amount), to }), amount };
		}
		case "approve":
			return approve(telling, meaning);
		case "transferFrom":
			return transferFrom(telling, meaning);
		case "allowance":
			return allowance(telling, meaning);
		case "items":
			return items(telling, meaning);
		case "operator":
			return operator(telling, meaning);
		case "approve-item":
			return approveItem(telling, meaning);
		case "permits":
			return permits(telling, meaning);
		case "moves":
			return moves(telling, meaning);
		case "payment":
			return payment(telling, meaning);
		case "swap":
			return swap(telling, meaning);
		case "wrap":
			return wrap(telling, meaning);
		case "vault":
			return vault(telling, meaning);
		case "control":
			return tellControl(telling, meaning);
		case "vote":
			return none(
				message("call.vote", {
					who: nameParam(person, telling.as),
					where: nameParam(person, target),
					to: nameParam(person, meaning.to),
				}),
			);
		case "burn":
			return burn(telling, meaning);
		case "check":
			return none(
				message("call.check", {
					who: nameParam(person, meaning.owner),
					amount: amountParam(tokenAmount(facts, meaning.token, meaning.least)),
				}),
			);
		case "act":
			return tellAct(telling, meaning);
		case "unknown":
			return meaning.like === undefined
				? none(tellUnknown(telling, meaning))
				: tellLike(telling, meaning.like);
		case "calls":
			return none(message("call.calls", { count: meaning.calls.length + meaning.left }));
	}
}

/** What a call that holds no others does, and the native coin that goes along with it. */
export function tellOne(telling: Teller): CallSentence {
	const { decoded, chainRef } = telling;
	const { meaning, value } = decoded;
	const told = tellMeaning(telling);
	const act = meaning.kind === "unknown" ? meaning.like?.meaning : meaning;
	const isPaid =
		(act?.kind === "act" && act.gives.some(({ asset }) => asset === "native")) ||
		(act?.kind === "swap" && act.assetIn === "native");
	const isSaid = meaning.kind === "native" || (meaning.kind === "wrap" && meaning.into) || isPaid;
	// A delegatecall moves no value of its own.
	if (isSaid || value === 0n || (meaning.kind === "unknown" && meaning.reason === "delegate")) return told;
	const sent = nativeAmount(chainRef, value);
	return {
		text: message("call.and-sends", { told: told.text, amount: amountParam(sent) }),
		amount: told.amount ?? sent,
	};
}
