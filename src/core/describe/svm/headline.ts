import { WRAPPED_SOL } from "../../chain/well-known.ts";
import type { SvmStep } from "../../decode/svm/decode-svm.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import { isStranger } from "../../decoded-transaction/known-contracts.ts";
import {
	holderOf,
	mintFor,
	openedHere,
	type SvmContext,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { outgoingBy } from "../../effects/svm/movements.ts";
import { NOBODY } from "../../effects/svm/reader.ts";
import { message } from "../../localized-text.ts";
import type { Headline } from "../evm/headline.ts";
import { type Gain, largestGain, strangersFirst } from "../gain.ts";
import { joined } from "../joined.ts";
import { describeStep } from "./describe.ts";

function empoweredBy(meaning: SvmMeaning): readonly (string | null)[] {
	switch (meaning.kind) {
		case "token_approve":
			return [meaning.delegate];
		case "token_authority":
		case "control":
			return [meaning.to];
		case "lockup":
			return [meaning.custodian];
		case "rule":
			return [meaning.withdrawer, meaning.staker];
		case "assign":
			return [meaning.owner];
		default:
			return [];
	}
}

const MAX_LISTED = 3;

function isAside(context: SvmContext, { meaning }: SvmStep): boolean {
	const { steps, signer } = context;
	const parts = steps.flatMap((other) =>
		other.meaning.kind === "app" ? [...other.meaning.gives, ...other.meaning.gets] : [],
	);
	if (parts.length === 0) return false;
	const isPart = (account: string) => parts.some((part) => part.account === account);
	const wraps = (account: string) =>
		isPart(account) &&
		mintFor(context, account, null) === WRAPPED_SOL &&
		holderOf(context, account) === signer;
	switch (meaning.kind) {
		case "app":
			return meaning.act === "prepare";
		case "lamports":
			return meaning.from === signer && wraps(meaning.to);
		case "token_close":
			return meaning.to === signer && wraps(meaning.account);
		case "token_open":
			return meaning.owner === signer && isPart(meaning.account);
		default:
			return false;
	}
}

const isAssertion = ({ program, meaning }: SvmStep): boolean =>
	program === "Lighthouse" && meaning.kind === "other";

function goesWithoutSaying(context: SvmContext, step: SvmStep): boolean {
	const { steps } = context;
	const { meaning } = step;
	if (meaning.kind === "budget" || meaning.kind === "memo" || isAside(context, step)) return true;
	if (step.name === "syncNative" || isAssertion(step)) return true;
	if (meaning.kind === "create")
		return openedHere(steps, meaning.account) !== null && outgoingBy(context, step).length === 0;
	if (meaning.kind !== "token_open") return false;
	return steps.some(
		(other) => other.meaning.kind === "token_transfer" && other.meaning.destination === meaning.account,
	);
}

export function isGrave(context: SvmContext, step: SvmStep): boolean {
	const { meaning } = step;
	switch (meaning.kind) {
		case "token_approve":
		case "token_authority":
		case "token_mint":
		case "assign":
		case "nonce":
		case "control":
		case "lockup":
		case "rule":
			return true;
		case "other":
			return meaning.control;
		case "app":
			return meaning.gives.length > 0 || meaning.rulers.length > 0 || meaning.open !== null;
		default:
			return outgoingBy(context, step).length > 0;
	}
}

/** Instructions that grant rights. They rank above payments, because a right has no amount to compare. */
const GIVES_RIGHTS: ReadonlySet<SvmMeaning["kind"]> = new Set([
	"token_approve",
	"token_authority",
	"assign",
	"nonce",
	"control",
	"lockup",
	"rule",
	"other",
]);

/**
 * Orders steps by severity, starting with undecoded ones. In long lists, strangers' rights, strangers' gains,
 * and other payments follow, so "and 20 more" never hides one of them.
 */
function weight(context: SvmContext, step: SvmStep, all: number, toStranger: boolean): number {
	if (step.meaning.kind === "unknown") return 0;
	if (all <= MAX_LISTED) return 1;
	if (!isGrave(context, step)) return 5;
	if (GIVES_RIGHTS.has(step.meaning.kind)) return empowersKnown(context, step) ? 3 : 1;
	return toStranger ? 2 : 4;
}

/** Returns whether all new rights go to the user, contacts, or known programs. */
function empowersKnown(context: SvmContext, { meaning }: SvmStep): boolean {
	const holders = empoweredBy(meaning);
	return holders.length > 0 && holders.every((each) => each !== null && !isStranger(context, each));
}

/** No one receives burned tokens. */
const stepGain = (context: SvmContext, step: SvmStep): Gain | null =>
	largestGain(
		outgoingBy(context, step).filter(({ to }) => to !== null && to !== NOBODY && isStranger(context, to)),
	);

export function svmHeadlineOf(context: SvmContext): Headline {
	const { steps } = context;
	const isKnown = steps.every((step) => step.meaning.kind !== "unknown");
	const weighty = steps.filter((step) => !goesWithoutSaying(context, step));
	const all = weighty.length === 0 ? steps : weighty;
	const gains = new Map(all.map((step) => [step, stepGain(context, step)] as const));
	const gainOf = (step: SvmStep) => gains.get(step) ?? null;
	const weightOf = (step: SvmStep) => weight(context, step, all.length, gainOf(step) !== null);
	const shown = (all.length > MAX_LISTED ? strangersFirst(all, gainOf) : all).toSorted(
		(left, right) => weightOf(left) - weightOf(right),
	);
	const gain = largestGain([...gains.values()].filter((each) => each !== null));
	if (shown.length === 0) return { text: message("headline.nothing"), known: isKnown, amount: null };
	const described = shown.slice(0, MAX_LISTED).map((step) => describeStep(context, step));
	const rest = shown.length - described.length;
	const amounts = described.flatMap(({ amount }) => (amount === null ? [] : [amount]));
	const text = joined(described.map((each) => each.text));
	return {
		text: rest === 0 ? text : message("headline.and-more", { told: text, count: rest }),
		known: isKnown,
		amount: amounts.length === 1 ? (amounts[0] ?? null) : null,
		...(gain === null ? {} : { gain }),
	};
}
