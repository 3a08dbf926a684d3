import { compareTypedIntent, type TypedIntent } from "../../src/core/typed-intent/typed-intent.ts";
import { user } from "../unit/core/review/scene.ts";
import { allow, BEN, buy, DAI, eth, OWN, pay, trade, USDC } from "../unit/core/typed-intent/does.ts";
import type { Wrong } from "./compare.ts";
import type { TypedCase } from "./expected.ts";

/** Compares a sentence that the user typed with a request, using the app's own rule. */

const LABELS = { [BEN.toLowerCase()]: "Ben" };
const TOKENS = { USDC, DAI } as const;

function claimedAction({ kind, amount, token, to }: TypedCase["does"]) {
	const address = to === "Ben" ? BEN : to;
	switch (kind) {
		case "pays":
			return token === "ETH" ? eth(address, amount) : pay(TOKENS[token], address, amount);
		case "allows":
			return allow(TOKENS[token === "ETH" ? "USDC" : token], address, amount);
		case "swaps": {
			const bought = TOKENS[to === "DAI" ? "DAI" : "USDC"];
			return token === "ETH" ? buy(bought, amount) : trade(TOKENS[token], bought, amount);
		}
	}
}

function compareTyped({ typed, does }: TypedCase): TypedIntent | null {
	return compareTypedIntent([claimedAction(does)(LABELS)], {
		typed: [{ text: typed, at: 1, foreign: [] }],
		user: user({ accounts: [OWN], labels: LABELS }),
		names: new Map(),
	});
}

export function judgeTyped(one: TypedCase): readonly Wrong[] {
	const comparison = compareTyped(one);
	const { differs, agrees } = one.expect;
	const outcome = comparison?.outcome ?? "nothing is said";
	if ((outcome === "differs") !== differs)
		return [{ what: "typed", expected: differs ? "differs" : "no difference", said: outcome }];
	if (agrees === undefined || comparison?.outcome !== "same") return [];
	const more = comparison.agrees.filter((field) => !agrees.includes(field));
	return more.length === 0
		? []
		: [{ what: "agrees", expected: agrees.join(", "), said: comparison.agrees.join(", ") }];
}
