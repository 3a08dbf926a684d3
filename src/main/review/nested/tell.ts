import { amountWords, fullText } from "../amount.ts";
import { possibleFunction, shortSignature } from "../selectors.ts";
import { nameOf, nativeAmount, tokenAmount } from "../subject.ts";
import type { Meaning } from "./meaning.ts";
import {
	assetAmount,
	assetName,
	assetWords,
	none,
	partyName,
	type Said,
	type Teller,
	unitsOf,
	within,
} from "./said.ts";
import { tellControl } from "./tell-control.ts";
import { allowance, approve, burn, items, operator, permission, transferFrom } from "./tell-token.ts";

/** One sentence, without its full stop, for a call that holds no others. */

type Of<Kind extends Meaning["kind"]> = Extract<Meaning, { kind: Kind }>;

function tellUnknown(telling: Teller, { reason }: Of<"unknown">): string {
	const { decoded, person } = telling;
	const where = nameOf(person, decoded.target);
	if (reason === "delegate")
		return `Lets the code of ${where} act as ${nameOf(person, telling.as)}, with all that it holds`;
	if (reason === "deep") return `Makes more calls on ${where} than can be shown`;
	const selector = decoded.call?.selector ?? null;
	if (selector === null) return `Sends unreadable data to ${where}`;
	if (selector.length < 10) return `Has ${where} do something unknown (${selector})`;
	const possible = reason === "selector" ? possibleFunction(selector) : null;
	const perhaps = possible === null ? "" : `, possibly ${shortSignature(possible)},`;
	return `Calls an unknown function ${selector}${perhaps} on ${where}`;
}

function permits(telling: Teller, { rows, owner, book }: Of<"permits">): Said {
	const [first] = rows;
	if (first === undefined) return none("Changes no permission");
	const isOther = owner !== null && owner !== telling.as;
	const whose = isOther ? ` from ${nameOf(telling.person, owner)}` : "";
	const through = book === "permit2" ? " through Permit2" : "";
	const told = permission(telling, first.spender, first.amount, first.token);
	const more = rows.length - 1;
	const rest = more === 0 ? "" : `, and changes ${more} more ${more === 1 ? "permission" : "permissions"}`;
	return { text: `${told.text}${whose}${through}${rest}`, amount: more === 0 ? told.amount : null };
}

function moves(telling: Teller, { rows }: Of<"moves">): Said {
	const [first] = rows;
	if (first === undefined) return none("Moves nothing");
	const amount = tokenAmount(telling.facts, first.token, first.amount);
	const mine = first.from === "caller" || first.from === telling.as;
	const from = mine ? "" : ` from ${partyName(telling, first.from)}`;
	const more = rows.length - 1;
	const rest = more === 0 ? "" : `, and ${more} more`;
	const text = `${mine ? "Sends" : "Moves"} ${amountWords(amount)}${from} to ${partyName(telling, first.to)}${rest}`;
	return { text, amount: more === 0 ? amount : null };
}

const BIPS_DIGITS = 2;

function payment(telling: Teller, { asset, from, to, amount, bound }: Of<"payment">): Said {
	const payee = partyName(telling, to);
	const verb = from === "caller" ? "Pays" : "Pays out";
	if (bound === "share")
		return none(
			`${verb} ${fullText(amount ?? 0n, BIPS_DIGITS)} % of its ${assetName(telling, asset)} to ${payee}`,
		);
	if (bound === "least")
		return none(
			`${verb} all ${assetName(telling, asset)}, at least ${assetWords(telling, asset, amount)}, to ${payee}`,
		);
	const most = bound === "most" ? "up to " : "";
	const told = amount === null ? null : assetAmount(telling, asset, amount);
	return { text: `${verb} ${most}${assetWords(telling, asset, amount)} to ${payee}`, amount: told };
}

function swap(telling: Teller, { exact, assetIn, assetOut, amountIn, amountOut, to }: Of<"swap">): Said {
	const paid = assetWords(telling, assetIn, amountIn);
	const got = assetWords(telling, assetOut, amountOut);
	const isKept = to === null || to === "caller" || to === "here" || to === telling.as;
	const where = isKept ? "" : `, sent to ${partyName(telling, to)}`;
	const amount = amountIn === null ? null : assetAmount(telling, assetIn, amountIn);
	const text = exact === "in" ? `Swaps ${paid} for at least ${got}` : `Swaps at most ${paid} for ${got}`;
	return { text: `${text}${where}`, amount };
}

function wrap(telling: Teller, { into, amount, to, least }: Of<"wrap">): Said {
	const { decoded, chainRef, facts, person } = telling;
	const coin = amount === null ? null : nativeAmount(chainRef, amount);
	const isStep = decoded.call?.selector?.length === 4;
	if (!isStep && amount !== null) {
		const where = nameOf(person, decoded.target);
		if (into)
			return { text: `Deposits ${amountWords(nativeAmount(chainRef, amount))} in ${where}`, amount: coin };
		const taken = tokenAmount(facts, decoded.target, amount);
		return { text: `Takes ${amountWords(taken)} out of ${where}`, amount: taken };
	}
	const payee = to === "here" ? "" : ` for ${partyName(telling, to)}`;
	if (into) return { text: `Wraps ${assetWords(telling, "native", amount)}${payee}`, amount: coin };
	const bound = least ? `all ${assetName(telling, "wrapped")}, at least ` : "";
	return { text: `Unwraps ${bound}${assetWords(telling, "wrapped", amount)}${payee}`, amount: coin };
}

function vault(telling: Teller, { what, amount, receiver, owner }: Of<"vault">): Said {
	const { decoded, person, facts } = telling;
	const where = nameOf(person, decoded.target);
	const shares = tokenAmount(facts, decoded.target, amount);
	const whose = owner === null || owner === telling.as ? "" : ` of ${nameOf(person, owner)}`;
	const to = receiver === telling.as ? "" : nameOf(person, receiver);
	switch (what) {
		case "deposit":
			return none(
				`Puts ${unitsOf(amount, "its asset")} into the vault ${where}${to === "" ? "" : ` for ${to}`}`,
			);
		case "mint":
			return {
				text: `Buys ${amountWords(shares)} of the vault ${where} at its own price${to === "" ? "" : ` for ${to}`}`,
				amount: shares,
			};
		case "withdraw":
			return none(
				`Takes ${unitsOf(amount, "its asset")}${whose} out of the vault ${where}${to === "" ? "" : ` to ${to}`}`,
			);
		case "redeem":
			return {
				text: `Gives back ${amountWords(shares)}${whose} to the vault ${where} for its asset${to === "" ? "" : `, paid to ${to}`}`,
				amount: shares,
			};
	}
}

function tellMeaning(telling: Teller): Said {
	const { decoded, person, chainRef, facts } = telling;
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
			return approve(telling, meaning);
		case "transferFrom":
			return transferFrom(telling, meaning);
		case "allowance":
			return allowance(telling, meaning);
		case "items":
			return items(telling, meaning);
		case "operator":
			return operator(telling, meaning);
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
				`Lends the votes of ${nameOf(person, telling.as)} in ${nameOf(person, target)} to ${nameOf(person, meaning.to)}`,
			);
		case "burn":
			return burn(telling, meaning);
		case "check":
			return none(
				`Fails unless ${nameOf(person, meaning.owner)} holds ${amountWords(tokenAmount(facts, meaning.token, meaning.least))}`,
			);
		case "unknown":
			return none(tellUnknown(telling, meaning));
		case "calls":
			return none(`Makes ${meaning.calls.length + meaning.left} calls`);
	}
}

/** What a call that holds no others does, and the native coin that goes along with it. */
export function tellOne(telling: Teller): Said {
	const { decoded, chainRef } = telling;
	const { meaning, value } = decoded;
	const told = tellMeaning(telling);
	const isSaid = meaning.kind === "native" || (meaning.kind === "wrap" && meaning.into);
	// A delegatecall moves no value of its own.
	if (isSaid || value === 0n || (meaning.kind === "unknown" && meaning.reason === "delegate")) return told;
	const sent = nativeAmount(chainRef, value);
	return { text: `${told.text}, and sends it ${amountWords(sent)}`, amount: told.amount ?? sent };
}

export const joined = (texts: readonly string[]): string =>
	texts.map((text, at) => (at === 0 ? text : within(text))).join(", then ");
