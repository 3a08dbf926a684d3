import { getAddress } from "viem/utils";
import { chainName, clusterOf, nativeOf } from "../chain/names.ts";
import { matchSymbol, wellKnownAt } from "../chain/tokens/known.ts";
import type { User } from "../decoded-transaction/decoded-transaction.ts";
import type { Operation, Operations, Thing } from "../effects/operations.ts";
import type { Unit } from "../format/amount.ts";
import { readAddress } from "../format/numeral.ts";
import { scaled } from "../format/scale.ts";
import { lookAlikeOf, sameAddress } from "../identities/labels.ts";
import { amountParam, type Message, message, type Param } from "../localized-text.ts";
import type { Decimal } from "./sentences.ts";
import {
	type Clause,
	isCorrection,
	MAX_LOOKBACK,
	type Recipient,
	type TypedAmount,
	type TypedRequest,
	type TypedText,
	typedRequestOf,
} from "./typed-request.ts";
import { type Currency, isRelatedSymbol, PEGGED, sameSymbol } from "./vocabulary.ts";

type IntentField = "recipient" | "amount" | "token" | "network";

type IntentMismatch = "look-alike" | "recipient" | "spender" | "network" | "token" | "amount";

export type TypedIntent =
	| { readonly outcome: "same"; readonly agrees: readonly IntentField[]; readonly text: Message }
	| {
			readonly outcome: "differs";
			readonly kind: IntentMismatch;
			readonly text: Message;
			readonly address: string | null;
			/**
			 * `true` if the words have only one meaning and it differs from the payload. `false` if they have
			 * several meanings and none matches.
			 */
			readonly certain: boolean;
	  };

export interface IntentContext {
	readonly typed: readonly TypedText[];
	readonly user: User;
	/** Verified on-chain names by address. EVM addresses are lowercase. */
	readonly names: ReadonlyMap<string, string>;
}

/** `unnamed`: the user's words don't mention it. `unclear`: they mention it, but fixed rules can't decide. */
type Verdict =
	| { readonly is: "same" | "unclear" | "unnamed" }
	| {
			readonly is: "differs";
			readonly kind: IntentMismatch;
			readonly text: Message;
			readonly address?: string;
			readonly certain?: boolean;
	  };

const SAME: Verdict = { is: "same" };
const UNCLEAR: Verdict = { is: "unclear" };
const UNNAMED: Verdict = { is: "unnamed" };

function written(address: string): string {
	const bytes = readAddress(address);
	return bytes === null ? address : getAddress(bytes);
}

const isEvm = (address: string) => address.startsWith("0x");

function listed(recipients: readonly Recipient[]): readonly string[] {
	return recipients.flatMap((each) =>
		each.kind === "address" ? [each.address] : each.kind === "contact" ? each.addresses : [],
	);
}

function namedAs(recipient: Recipient): Param {
	switch (recipient.kind) {
		case "address":
			return written(recipient.address);
		case "contact":
			return recipient.name;
		case "ends":
			return `0x${recipient.head}…${recipient.tail}`;
		case "name":
			return recipient.name;
	}
}

function isNamed(recipient: Recipient, to: string, context: IntentContext): boolean {
	switch (recipient.kind) {
		case "address":
			return sameAddress(recipient.address, to);
		case "contact":
			return recipient.addresses.some((each) => sameAddress(each, to));
		case "ends": {
			const bytes = readAddress(to)?.slice(2) ?? "";
			return bytes.startsWith(recipient.head) && bytes.endsWith(recipient.tail);
		}
		case "name":
			return context.names.get(readAddress(to) ?? to)?.toLowerCase() === recipient.name;
	}
}

function payable(request: TypedRequest, to: string, chainRef: string, thing: Thing): readonly Recipient[] {
	const fits = (address: string) =>
		isEvm(address) === isEvm(to) &&
		!sameAddress(address, thing.address) &&
		wellKnownAt(chainRef, address) === null;
	return request.recipients.flatMap((each): readonly Recipient[] => {
		if (each.kind === "address") return fits(each.address) ? [each] : [];
		if (each.kind === "ends") return isEvm(to) ? [each] : [];
		return [each];
	});
}

function party(
	request: TypedRequest,
	operation: Extract<Operation, { kind: "send" | "approve" }>,
	{ chainRef }: Operations,
	context: IntentContext,
): Verdict {
	const to = operation.kind === "send" ? operation.to : operation.spender;
	const account = operation.kind === "send" ? operation.account : operation.spender;
	const typed = [...listed(request.recipients), ...request.otherAddresses];
	const here = to ?? account;
	const named = payable(request, here, chainRef, operation.thing);
	const found = named.filter((each) => isNamed(each, here, context) || isNamed(each, account, context));
	if (found.length > 0) {
		const [only] = found;
		const isOwn =
			only?.kind === "contact" || only?.kind === "name" || (only?.kind === "address" && only.isUsers);
		return named.length === 1 && isOwn ? SAME : UNCLEAR;
	}
	const imitated = lookAlikeOf(here, typed);
	if (imitated !== null) {
		const text = message("asked.look-alike", { here: written(here), asked: written(imitated) });
		return { is: "differs", kind: "look-alike", text, address: here };
	}
	const isElsewhere = request.otherAddresses.some(
		(each) => sameAddress(each, here) || sameAddress(each, account),
	);
	const unresolved = named.some(
		(each) =>
			each.kind === "name" ||
			(each.kind === "contact" && !each.addresses.some((address) => isEvm(address) === isEvm(here))),
	);
	const [first] = named;
	if (first === undefined || isElsewhere || unresolved || to === null) return UNCLEAR;
	const [asked, paid] = [namedAs(first), written(here)];
	return operation.kind === "send"
		? {
				is: "differs",
				kind: "recipient",
				text: message("asked.recipient", { asked, here: paid }),
				address: here,
			}
		: {
				is: "differs",
				kind: "spender",
				text: message("asked.spender", { asked, here: paid }),
				address: here,
			};
}

type Relation = "same" | "related" | "other" | "unknown";

function relation(symbol: string, thing: Thing, chainRef: string): Relation {
	const { sure, symbol: own } = thing;
	if (sure && own !== null)
		return sameSymbol(symbol, own) ? "same" : isRelatedSymbol(symbol, own) ? "related" : "other";
	const isCoin = sameSymbol(symbol, nativeOf(chainRef).symbol);
	const isListed = matchSymbol(chainRef, symbol).kind === "same" || isCoin;
	if (isListed)
		return own !== null && isRelatedSymbol(symbol, own) && !sameSymbol(symbol, own) ? "related" : "other";
	if (own === null) return "unknown";
	return isRelatedSymbol(symbol, own) ? "related" : "unknown";
}

const symbolsOf = (clauses: readonly Clause[]): readonly string[] => [
	...new Set([
		...clauses.flatMap(({ symbols }) => symbols),
		...clauses.flatMap(({ amounts }) =>
			amounts.flatMap(({ unit }) => (unit.kind === "symbol" ? [unit.symbol] : [])),
		),
	]),
];

const named = ({ symbol, address }: Thing): Param =>
	symbol === null || address === "native"
		? (symbol ?? written(address))
		: message("asked.token-at", { symbol, address: written(address) });

/** Returns the amounts that the user typed with the name of an unlisted token. */
const countedIn = (clauses: readonly Clause[], { symbol }: Thing): readonly TypedAmount[] =>
	clauses.flatMap(({ amounts }) =>
		amounts.filter(({ unit }) => unit.kind === "word" && unit.word === symbol?.toLowerCase()),
	);

function token(clauses: readonly Clause[], thing: Thing, chainRef: string): Verdict {
	const symbols = symbolsOf(clauses);
	const [first] = symbols;
	const all = symbols.map((symbol) => relation(symbol, thing, chainRef));
	if (first === undefined) return UNNAMED;
	if (all.some((each) => each === "related" || each === "unknown")) return UNCLEAR;
	if (all.includes("same")) return symbols.length === 1 ? SAME : UNCLEAR;
	if (countedIn(clauses, thing).length > 0) return UNCLEAR;
	const text = message("asked.token", { asked: first, here: named(thing) });
	return { is: "differs", kind: "token", text };
}

function rawOf({ digits, scale }: Decimal, decimals: number): bigint | null {
	if (scale <= decimals) return digits * 10n ** BigInt(decimals - scale);
	const cut = 10n ** BigInt(scale - decimals);
	return digits % cut === 0n ? digits / cut : null;
}

/**
 * Tolerance in percent for shares and dollar amounts. Prices and balances change between the message and the
 * payload.
 */
const TOLERANCE = 10n;

const isNear = (raw: bigint, goal: bigint): boolean =>
	raw * 100n <= goal * (100n + TOLERANCE) && raw * 100n >= goal * (100n - TOLERANCE);

type Fit = "yes" | "no" | "unknown";

/** Lower and upper bounds for each currency since 1980, in tenths of a US dollar. */
const DOLLAR_BOUNDS: Readonly<Partial<Record<Currency, readonly [least: bigint, most: bigint]>>> = {
	eur: [6n, 20n],
	gbp: [9n, 30n],
};

function fitsMoney(currency: Currency, goal: bigint, raw: bigint, { sure, symbol }: Thing): Fit {
	if (!sure || symbol === null) return "unknown";
	if (PEGGED[currency].has(symbol)) return isNear(raw, goal) ? "yes" : "no";
	const bounds = PEGGED.usd.has(symbol) ? DOLLAR_BOUNDS[currency] : undefined;
	if (bounds === undefined) return "unknown";
	const isWithin = raw * 10n >= goal * bounds[0] && raw * 10n <= goal * bounds[1];
	// If the two numbers are equal, the currency sign was probably mistaken for the token's unit.
	return isWithin && raw !== goal ? "unknown" : "no";
}

function fitsOne(asked: TypedAmount, raw: bigint, thing: Thing, chainRef: string): Fit {
	const { unit, values, most } = asked;
	const { decimals } = thing.unit;
	if (unit.kind === "share") {
		if (thing.balance === null || unit.of === 0n) return "unknown";
		const goal = (thing.balance * unit.part) / unit.of;
		// Sending everything leaves part of the balance for the fee.
		if (unit.part >= unit.of && thing.address === "native" && raw * 2n >= goal) return "yes";
		if (most) return raw <= goal ? "yes" : "no";
		return isNear(raw, goal) ? "yes" : "no";
	}
	if (decimals === null) return "unknown";
	if (unit.kind === "word" && thing.symbol?.toLowerCase() !== unit.word) return "unknown";
	if (
		(unit.kind === "symbol" || unit.kind === "subunit") &&
		!["same", "related"].includes(relation(unit.symbol, thing, chainRef))
	)
		return "unknown";
	const { scale } = thing.unit;
	const [least, highest] =
		scale === undefined ? [raw, raw] : [scaled(raw, scale, "down"), scaled(raw, scale, "up")];
	const fits = values.map((each): Fit => {
		const goal = rawOf(each, decimals);
		if (goal === null) return "unknown";
		if (unit.kind !== "fiat")
			return (most ? highest <= goal : least <= goal && goal <= highest) ? "yes" : "no";
		const money = fitsMoney(unit.currency, goal, least, thing);
		return most && highest < goal ? "yes" : money;
	});
	return bestOf(fits);
}

const bestOf = (fits: readonly Fit[]): Fit =>
	fits.includes("yes") ? "yes" : fits.includes("unknown") ? "unknown" : "no";

const meaningsOf = (asked: TypedAmount): readonly TypedAmount[] =>
	asked.or === undefined ? [asked] : [asked, ...meaningsOf(asked.or)];

const fits = (asked: TypedAmount, raw: bigint, thing: Thing, chainRef: string): Fit =>
	bestOf(meaningsOf(asked).map((each) => fitsOne(each, raw, thing, chainRef)));

const typedUnit = ({ unit: { decimals, symbol, checked } }: Thing): Unit => ({ decimals, symbol, checked });

const isCertain = ({ values, unit, or }: TypedAmount): boolean =>
	or === undefined && values.length <= 1 && (unit.kind !== "fiat" || unit.currency === "usd");

function typedAmountParam(asked: TypedAmount, thing: Thing): Param {
	const all = meaningsOf(asked).flatMap(({ unit, values }): readonly Param[] => {
		if (unit.kind === "share")
			return [
				message("asked.share", { percent: Number((unit.part * 100n) / (unit.of === 0n ? 1n : unit.of)) }),
			];
		const symbol = unit.kind === "fiat" && unit.currency !== "usd" ? unit.currency.toUpperCase() : null;
		return values.map((each) =>
			symbol === null
				? amountParam({ ...typedUnit(thing), raw: rawOf(each, thing.unit.decimals ?? 0) ?? 0n })
				: amountParam({ ...typedUnit(thing), symbol, decimals: each.scale, raw: each.digits }),
		);
	});
	const [first = "", second] = all;
	return second === undefined ? first : message("asked.either", { first, second });
}

function amount(clauses: readonly Clause[], raw: bigint | null, thing: Thing, chainRef: string): Verdict {
	const counted = countedIn(clauses, thing);
	// An amount of another token in the same message doesn't count.
	const all = counted.length > 0 ? counted : clauses.flatMap(({ amounts }) => amounts);
	const [first] = all;
	if (clauses.some(({ vague }) => vague)) return UNCLEAR;
	if (first === undefined) return UNNAMED;
	const found = all.map((each) => (raw === null ? "no" : fits(each, raw, thing, chainRef)));
	if (found.includes("yes")) {
		const isPlain = !first.most && ["none", "symbol", "subunit"].includes(first.unit.kind);
		return all.length === 1 && isCertain(first) && isPlain ? SAME : UNCLEAR;
	}
	if (found.includes("unknown")) return UNCLEAR;
	const asked = typedAmountParam(first, thing);
	const text =
		raw === null
			? message("asked.unlimited", { asked })
			: message("asked.amount", { asked, here: amountParam({ ...thing.unit, raw }) });
	return { is: "differs", kind: "amount", text, certain: all.every(isCertain) };
}

function network({ networks, bridges }: TypedRequest, chainRef: string): Verdict {
	const here = clusterOf(chainRef) ?? chainRef;
	if (bridges) return UNCLEAR;
	if (networks.length === 0) return UNNAMED;
	if (networks.some((each) => each.includes(here))) return networks.length === 1 ? SAME : UNCLEAR;
	if (nativeOf(chainRef).symbol === "native coin" || here === "31337" || here === "localnet") return UNCLEAR;
	const [asked = "1"] = networks[0] ?? [];
	const text = message("asked.network", { asked: chainName(asked), here: chainName(chainRef) });
	return { is: "differs", kind: "network", text };
}

type Verdicts = Readonly<Record<IntentField, Verdict>>;

const atMost = (clauses: readonly Clause[]): readonly Clause[] =>
	clauses.map((clause) => ({
		...clause,
		amounts: clause.amounts.map((each) => ({ ...each, most: true })),
	}));

/** A request may be split into several orders, so only a larger amount is a contradiction. */
function amountOrLess(
	clauses: readonly Clause[],
	raw: bigint | null,
	thing: Thing,
	chainRef: string,
): Verdict {
	const exact = amount(clauses, raw, thing, chainRef);
	return exact.is === "differs" ? amount(atMost(clauses), raw, thing, chainRef) : exact;
}

function swapVerdicts(
	clauses: readonly Clause[],
	operation: Extract<Operation, { kind: "swap" }>,
	chainRef: string,
): Pick<Verdicts, "token" | "amount"> {
	const symbols = symbolsOf(clauses);
	const sides = [operation.gives, operation.gets].map((thing) =>
		symbols.map((symbol) => relation(symbol, thing, chainRef)),
	);
	const isOther = (each: readonly Relation[]) => each.every((one) => one === "other");
	// If the user names two symbols, both must occur. A single symbol may be on either side of the swap.
	const strays = symbols.length >= 2 ? sides.some(isOther) : symbols.length === 1 && sides.every(isOther);
	const stray = isOther(sides[0] ?? []) ? operation.gives : operation.gets;
	const isBoth = symbols.length === 2 && sides.every((side) => side.includes("same"));
	const counted = operation.exact === "in" ? operation.gives : operation.gets;
	const mine = clauses.map((clause) => ({
		...clause,
		amounts: clause.amounts.filter(
			({ unit }) =>
				unit.kind === "symbol" && ["same", "related"].includes(relation(unit.symbol, counted, chainRef)),
		),
	}));
	const isOfOther = clauses.some(({ amounts }, at) => amounts.length > (mine[at]?.amounts.length ?? 0));
	const held = operation.amount === null ? UNCLEAR : amountOrLess(mine, operation.amount, counted, chainRef);
	const differs = () => message("asked.token", { asked: symbols.join(", "), here: named(stray) });
	return {
		token: strays ? { is: "differs", kind: "token", text: differs() } : isBoth ? SAME : UNCLEAR,
		amount: isOfOther && held.is === "unnamed" ? UNCLEAR : held,
	};
}

function verdictsOf(
	request: TypedRequest,
	operation: Operation,
	intent: Operations,
	context: IntentContext,
): Verdicts | null {
	const { chainRef } = intent;
	const clauses = request.clauses.filter(({ verb }) => verb === operation.kind);
	if (clauses.length === 0) return null;
	const where = network(request, chainRef);
	if (operation.kind === "swap")
		return { recipient: UNNAMED, network: where, ...swapVerdicts(clauses, operation, chainRef) };
	const { thing } = operation;
	if (operation.kind === "send")
		return {
			recipient: party(request, operation, intent, context),
			network: where,
			token: token(clauses, thing, chainRef),
			amount: operation.amount === null ? UNCLEAR : amount(clauses, operation.amount, thing, chainRef),
		};
	if (clauses.some(({ ofRequest }) => ofRequest)) return null;
	const isFree = clauses.some(({ unlimited }) => unlimited);
	return {
		// If the message also contains a payment, the named party may be its recipient instead.
		recipient: request.clauses.every(({ verb }) => verb === "approve")
			? party(request, operation, intent, context)
			: UNCLEAR,
		network: where,
		token: token(clauses, thing, chainRef),
		amount: isFree ? UNCLEAR : amountOrLess(clauses, operation.amount, thing, chainRef),
	};
}

/** Largest payment to a third party, in lamports, that counts as a validator tip. */
const TIP = 5_000_000n;

const isTip = (operation: Operation): boolean =>
	operation.kind === "send" &&
	operation.thing.symbol === "SOL" &&
	operation.amount !== null &&
	operation.amount <= TIP;

const ORDER: readonly IntentMismatch[] = ["look-alike", "recipient", "spender", "network", "token", "amount"];
const FIELDS: readonly IntentField[] = ["recipient", "amount", "token", "network"];

const FIELD_NAMES: Readonly<Record<IntentField, Message>> = {
	recipient: message("asked.field.recipient"),
	amount: message("asked.field.amount"),
	token: message("asked.field.token"),
	network: message("asked.field.network"),
};

interface OperationResult {
	readonly operation: Operation;
	readonly verdicts: Verdicts;
}

const differing = ({ verdicts }: OperationResult) =>
	Object.values(verdicts).filter((each) => each.is === "differs");

function worst(held: readonly OperationResult[]): TypedIntent | null {
	const all = held.flatMap(differing);
	const [first] = all.toSorted((left, right) => ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind));
	if (first === undefined) return null;
	const { kind, text, address = null, certain = true } = first;
	return { outcome: "differs", kind, text, address, certain };
}

const PAYMENT: readonly IntentField[] = ["recipient", "amount", "token"];

function sameText({ operation }: OperationResult, agrees: readonly IntentField[]): Message {
	if (
		operation.kind !== "send" ||
		operation.to === null ||
		operation.amount === null ||
		!PAYMENT.every((each) => agrees.includes(each))
	)
		return message("asked.same", { fields: agrees.map((field) => FIELD_NAMES[field]) });
	return message("asked.same.pays", {
		amount: amountParam({ ...operation.thing.unit, raw: operation.amount }),
		to: written(operation.to),
	});
}

const mainField = ({ kind }: Operation): IntentField => (kind === "swap" ? "token" : "recipient");

function agreement(held: readonly OperationResult[], whole: boolean): TypedIntent | null {
	const [only] = held;
	if (only === undefined || held.length > 1 || !whole) return null;
	const { operation, verdicts } = only;
	if (FIELDS.some((field) => verdicts[field].is !== "same" && verdicts[field].is !== "unnamed")) return null;
	// A payment or approval needs the right recipient, and a swap needs the right tokens.
	if (verdicts[mainField(operation)].is !== "same") return null;
	const agrees = FIELDS.filter((field) => verdicts[field].is === "same");
	return { outcome: "same", agrees, text: sameText(only, agrees) };
}

const isRequestedBy = (held: readonly OperationResult[]): boolean =>
	held.length > 0 &&
	held.every(
		(each) => differing(each).length === 0 && each.verdicts[mainField(each.operation)].is === "same",
	);

function compareOperations(
	request: TypedRequest | null,
	all: readonly Operations[],
	context: IntentContext,
): readonly OperationResult[] {
	if (request === null) return [];
	const held = all.flatMap((intent) =>
		intent.operations.flatMap((operation): readonly OperationResult[] => {
			const verdicts = verdictsOf(request, operation, intent, context);
			return verdicts === null ? [] : [{ operation, verdicts }];
		}),
	);
	const isPaid = held.some((each) => differing(each).length === 0 && each.operation.kind === "send");
	return isPaid ? held.filter((each) => differing(each).length === 0 || !isTip(each.operation)) : held;
}

const earlier = (typed: readonly TypedText[]): readonly (readonly TypedText[])[] =>
	typed.slice(-MAX_LOOKBACK).map((_, at, last) => typed.slice(0, typed.length - last.length + at));

/**
 * Compares the user's messages with the payload according to fixed rules. Agreement never reduces a finding.
 * A contradiction is only reported if no interpretation of the words permits the payload.
 */
export function compareTypedIntent(all: readonly Operations[], context: IntentContext): TypedIntent | null {
	const { typed, user } = context;
	if (all.length === 0 || typed.length === 0) return null;
	const against = (texts: readonly TypedText[]) =>
		compareOperations(typedRequestOf(texts, user.labels), all, context);
	const held = against(typed);
	const contradiction = worst(held);
	if (contradiction === null) {
		const operations = all.reduce((count, each) => count + each.operations.length, 0);
		return agreement(held, operations === 1 && all.every(({ whole }) => whole));
	}
	const last = typed.at(-1);
	// The user corrected their earlier words, which therefore no longer count.
	if (last !== undefined && isCorrection(last, user.labels)) return contradiction;
	return earlier(typed).some((texts) => isRequestedBy(against(texts))) ? null : contradiction;
}
