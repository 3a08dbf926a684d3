import { sameAddress } from "../../policy/labels.ts";
import type { Amount } from "../amount.ts";
import { amountWords } from "../amount.ts";
import { nameOf, nativeAmount } from "../subject.ts";
import { isUnderstood } from "./leaves.ts";
import type { Decoded, Inner, Meaning } from "./meaning.ts";
import { assetWords, type Said, type Teller, within } from "./said.ts";
import { joined, tellOne } from "./tell.ts";

/** A sentence for a call that holds others. */

type Calls = Extract<Meaning, { kind: "calls" }>;

/** More than these are counted, not told. */
const MOST_TOLD = 3;

/** The same telling for a call inside of this one. */
export function inside(telling: Teller, inner: Inner): Teller {
	return { ...telling, decoded: inner.decoded, as: inner.by === "caller" ? telling.as : inner.by };
}

/** Steps of a trade that only carry its two sides from place to place, between the caller, the router and the pool. */
function goesWithoutSaying({ meaning }: Decoded, as: string): boolean {
	const isOwn = (party: string) => party === "here" || party === "pool" || party === "caller" || party === as;
	if (meaning.kind === "check") return true;
	if (meaning.kind === "payment") return isOwn(meaning.to) && meaning.bound !== "share";
	return meaning.kind === "wrap" && isOwn(meaning.to);
}

/** A router's steps laid flat, without those that go without saying beside a trade. */
function stepsOf(calls: readonly Inner[], as: string): readonly Inner[] {
	const flat = (all: readonly Inner[]): readonly Inner[] =>
		all.flatMap((inner) => {
			const { meaning } = inner.decoded;
			return meaning.kind === "calls" && meaning.left === 0 ? flat(meaning.calls) : [inner];
		});
	const all = flat(calls);
	const trades = all.some(({ decoded }) => decoded.meaning.kind === "swap");
	const told = trades ? all.filter(({ decoded }) => !goesWithoutSaying(decoded, as)) : all;
	return told.length === 0 ? all : told;
}

/** Code in another's name comes first, then what can't be read; where not all is told, what gives rights away. */
function weight({ decoded }: Inner, all: number): number {
	const { meaning } = decoded;
	if (meaning.kind === "unknown" && meaning.reason === "delegate") return 0;
	if (!isUnderstood(decoded)) return 1;
	if (all <= MOST_TOLD) return 2;
	const grave = ["control", "permits", "approve", "allowance", "operator"].includes(meaning.kind);
	return grave ? 2 : meaning.kind === "check" || meaning.kind === "wrap" ? 4 : 3;
}

function lead(telling: Teller, { way, sure, calls }: Calls, count: number): string {
	const { decoded, person } = telling;
	const where = nameOf(person, decoded.target);
	const things = count === 1 ? "" : `does ${count} things: `;
	switch (way) {
		case "multicall":
			return count === 1 ? "" : `Does ${count} things on ${where}: `;
		case "multisend": {
			// Run by a Safe as its own code, it is no party of its own.
			const isLent = calls.some(({ by }) => by !== decoded.target);
			return isLent ? things.replace("does", "Does") : `Through ${where}: ${things}`;
		}
		case "aggregate":
			return `Through ${where}: ${things}`;
		case "safe":
			return `Through the Safe ${where}: ${things}`;
		case "account":
			return sameAddress(decoded.target, telling.signer)
				? `Through your own account's code: ${things}`
				: `Through the account ${where}: ${things}`;
		case "router":
			return sure ? `Through the router ${where}: ` : `If ${where} is a Universal Router: `;
	}
}

/** Native coin that goes in beyond what the calls themselves send on. */
function valueWords(telling: Teller, meaning: Calls): string {
	const { value } = telling.decoded;
	const onward = meaning.calls.reduce(
		(sum, { decoded, how }) => sum + (how === "call" ? decoded.value : 0n),
		0n,
	);
	if (value === 0n || (meaning.way !== "router" && onward === value)) return "";
	return `With ${amountWords(nativeAmount(telling.chainRef, value))}: `;
}

function refundWords(telling: Teller, { refund }: Calls): string {
	if (refund === null) return "";
	const to = refund.to === null ? "whoever sends this" : nameOf(telling.person, refund.to);
	return `, and pays at least ${assetWords(telling, refund.asset, refund.least)} to ${to} for gas`;
}

/** What a call does, with all that it holds. */
export function tellCall(telling: Teller): Said {
	const { meaning } = telling.decoded;
	if (meaning.kind !== "calls") return tellOne(telling);
	const steps = meaning.way === "router" ? stepsOf(meaning.calls, telling.as) : meaning.calls;
	const total = steps.length + meaning.left;
	const value = valueWords(telling, meaning);
	const start = lead(telling, meaning, total);
	const refund = refundWords(telling, meaning);
	if (total === 0) {
		const where = nameOf(telling.person, telling.decoded.target);
		return { text: `${value}Does nothing through ${where}${refund}`, amount: amountOf([], telling) };
	}
	const shown = steps
		.toSorted((left, right) => weight(left, total) - weight(right, total))
		.slice(0, MOST_TOLD);
	const told = shown.map((inner) => tellCall(inside(telling, inner)));
	const rest = total - told.length;
	const more = rest === 0 ? "" : `, and ${rest} more`;
	const unread = meaning.left === 0 ? "" : ` (${meaning.left} of them more than can be shown)`;
	const sentence = `${joined(told.map(({ text }) => text))}${more}${unread}${refund}`;
	const text = `${value}${start === "" ? sentence : `${value === "" ? start : within(start)}${within(sentence)}`}`;
	return { text, amount: amountOf(told, telling) };
}

function amountOf(told: readonly Said[], { decoded, chainRef }: Teller): Amount | null {
	const amounts = told.flatMap(({ amount }) => (amount === null ? [] : [amount]));
	const [only] = amounts;
	if (amounts.length === 1 && only !== undefined) return only;
	return decoded.value === 0n ? null : nativeAmount(chainRef, decoded.value);
}
