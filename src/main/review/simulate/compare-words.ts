import { type Amount, fullText, grouped } from "../amount.ts";
import type { ControlChange } from "../opinion.ts";
import type { Bearings } from "./compare-bearings.ts";

/** What one effect is, and how far the two simulations agree on it, as whole sentences. */

/** Every digit: what is cut short could hide the difference. */
export function exactWords(amount: Amount): string {
	const raw = amount.raw < 0n ? -amount.raw : amount.raw;
	if (amount.checked) return `${fullText(raw, amount.decimals)} ${amount.symbol}`;
	return amount.decimals === 0
		? `${grouped(raw)} ${amount.symbol}`
		: `${grouped(raw)} base units of ${amount.symbol}`;
}

/** Which of the person's accounts, where it is not the one that signs. */
function ofWhom({ signer, nameOf }: Bearings, account: string): string {
	return account === signer ? "" : ` of ${nameOf(account)}`;
}

const goes = (amount: Amount) => (amount.raw < 0n ? "leaves" : "comes in");

function side({ nameOf }: Bearings, amount: Amount, other: string | null): string {
	return other === null ? "" : ` ${amount.raw < 0n ? "to" : "from"} ${nameOf(other)}`;
}

interface Told {
	readonly account: string;
	readonly other: string | null;
	readonly theirs: Amount | null;
	readonly ours: Amount | null;
}

function both({ theirs, ours }: Told): readonly [Amount, Amount] | null {
	return theirs === null || ours === null ? null : [theirs, ours];
}

export function balanceWords(
	bearings: Bearings,
	told: Told,
	status: "same" | "drift" | "other" | "rent",
): string {
	const { account, other, theirs, ours } = told;
	const whose = ofWhom(bearings, account);
	const pair = both(told);
	if (pair === null) {
		if (ours !== null && status === "same")
			return `${exactWords(ours)}${whose} ${goes(ours)}${side(bearings, ours, other)}.`;
		if (ours !== null)
			return `${exactWords(ours)}${whose} ${goes(ours)}${side(bearings, ours, other)}, which the service does not say.`;
		if (theirs === null) return "";
		return `${exactWords(theirs)}${whose} ${goes(theirs)}, says the service; your RPC shows nothing of it.`;
	}
	const [stated, found] = pair;
	if (status === "same") return `${exactWords(found)}${whose} ${goes(found)}${side(bearings, found, other)}.`;
	if (status === "rent")
		return `${exactWords(found)}${whose} ${goes(found)}, with the rent of the accounts that this opens.`;
	const turned = goes(stated) === goes(found) ? "" : ` ${goes(found)}`;
	const counts = `The service says that ${exactWords(stated)}${whose} ${goes(stated)}; by your RPC ${
		turned === "" ? "it is" : ""
	} ${exactWords(found)}${turned}${side(bearings, found, other)}`.replace(/ {2}/g, " ");
	return status === "drift" ? `${counts}: no further apart than prices move.` : `${counts}.`;
}

export function redirectWords(
	{ nameOf }: Bearings,
	ours: Amount,
	stated: string,
	found: string | null,
): string {
	const where = found === null ? "elsewhere" : `to ${nameOf(found)}`;
	return `${exactWords(ours)} goes ${where}, not to ${nameOf(stated)} as the service says.`;
}

export function shortWords({ nameOf }: Bearings, to: string, stated: Amount, found: Amount): string {
	return `The service says that ${nameOf(to)} gets ${exactWords(stated)}; by your RPC it is ${exactWords(found)}.`;
}

export interface Allowed {
	readonly spender: string;
	readonly symbol: string;
	readonly kind: "allowance" | "token" | "operator";
	/** null: no limit, or no amount of its own. */
	readonly amount: Amount | null;
	readonly unlimited: boolean;
}

function may({ nameOf }: Bearings, { spender, symbol, kind, amount, unlimited }: Allowed): string {
	const who = nameOf(spender);
	if (kind === "operator") return `${who} may take every item of ${symbol}`;
	if (kind === "token") return `${who} may take ${symbol}`;
	if (unlimited || amount === null) return `${who} may take any amount of ${symbol}`;
	return `${who} may take up to ${exactWords(amount)}`;
}

export function approvalWords(
	bearings: Bearings,
	theirs: Allowed | null,
	ours: Allowed | null,
	same: boolean,
): string {
	if (ours !== null) {
		const told = may(bearings, ours);
		if (same) return `${told}.`;
		if (theirs === null) return `${told}, which the service does not say.`;
		const stated = theirs.unlimited
			? "without limit"
			: theirs.amount === null
				? "an amount that is not stated"
				: `up to ${exactWords(theirs.amount)}`;
		return `By your RPC ${told}; the service says ${stated}.`;
	}
	if (theirs === null) return "";
	return `${may(bearings, theirs)}, says the service; by your RPC nothing more may be taken afterwards than before.`;
}

const RULES: Readonly<Record<Exclude<ControlChange["what"], "program" | "code">, (what: string) => string>> =
	{
		owner: (what) => `control of ${what}`,
		close: (what) => `the right to close ${what}`,
		mint: (what) => `the right to mint ${what}`,
		freeze: (what) => `the right to freeze ${what}`,
		other: (what) => `a right over ${what}`,
	};

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function changed(what: ControlChange["what"], whose: string, to: string | null): string {
	if (what === "code")
		return `${whose} runs ${to === null ? "no code of others" : `the code at ${to}`} from now on`;
	if (what === "program") return `${whose} is handed over to ${to === null ? "nobody" : `the program ${to}`}`;
	return `${RULES[what](whose)} ${to === null ? "is given up" : `goes to ${to}`}`;
}

export function controlWords(
	{ nameOf }: Bearings,
	{ account, what, after }: ControlChange,
	says: "payload" | "nobody" | "not asked",
): string {
	const told = capital(changed(what, nameOf(account), after === null ? null : nameOf(after)));
	if (says === "nobody") return `${told}, which the service does not say.`;
	return says === "payload" ? `${told}, as the payload itself says.` : `${told}.`;
}
