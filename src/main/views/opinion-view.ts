import type { OpinionRow, OpinionView } from "../../bridge/opinion-views.ts";
import type { Labels } from "../policy/labels.ts";
import type { Amount } from "../review/amount.ts";
import type { Insight } from "../review/insight.ts";
import type { ComparedEffect, Comparison, OwnSimulation } from "../review/opinion.ts";
import { plain } from "../review/plain.ts";
import type { Review } from "../review/review.ts";
import { isUndeclared } from "../review/simulate/compare.ts";
import { addressView } from "./addresses.ts";
import { amountView } from "./amounts.ts";

/** What the trusted window draws of the second opinion. */

interface Compared {
	readonly own: OwnSimulation;
	readonly comparison: Comparison;
	/** Counted from 1; null where there is one only. */
	readonly step: number | null;
}

/** The first that one of several steps has is told of the whole: the least that can be relied on. */
const GRAVEST: readonly OpinionView["state"][] = [
	"undeclared",
	"running",
	"differs",
	"unproven",
	"drifts",
	"agrees",
];

type Shown = NonNullable<OpinionRow["ours"]>;

function shownAmount(amount: Amount | null, kind: ComparedEffect["kind"]): Shown | null {
	if (amount === null) return null;
	const leaves = amount.raw < 0n;
	const direction = kind === "balance" ? (leaves ? "out" : "in") : "none";
	return { ...amountView(leaves ? -amount.raw : amount.raw, amount), direction };
}

function rowOf(effect: ComparedEffect, step: number | null, labels: Labels): OpinionRow {
	const { kind, status, costs, account, other, theirs, ours, words } = effect;
	return {
		kind,
		status,
		costs,
		account: addressView(account, labels),
		other: other === null ? null : addressView(other, labels),
		theirs: shownAmount(theirs, kind),
		ours: shownAmount(ours, kind),
		words,
		step,
	};
}

const isDone = (own: OwnSimulation) => own.state === "done";
const fails = ({ own }: Compared) => own.state === "done" && own.simulation.status === "failed";

/** Why nothing is proven: what can't be simulated says so itself. */
function unprovenWords(all: readonly Compared[]): string {
	const why = all.flatMap(({ own }) => (own.state === "impossible" ? [own.words] : []));
	const [first] = why;
	if (first !== undefined) return `${first} What this does is not proven.`;
	return all.every(({ own }) => isDone(own))
		? "Only your own simulation says what this does: the service does not."
		: "What this does is not proven.";
}

function wordsOf(state: OpinionView["state"], all: readonly Compared[]): string {
	switch (state) {
		case "running":
			return "Simulating on your RPC…";
		case "agrees":
			return "Your own simulation shows the same.";
		case "drifts":
			return "Your own simulation shows the same, but prices moved.";
		case "undeclared":
			return all.some(({ comparison }) => comparison.effects.some(isUndeclared))
				? "Your own simulation shows what the service does not declare."
				: "In your own simulation, less comes in than the service says.";
		case "unproven":
			return unprovenWords(all);
		case "differs":
			return "Your own simulation differs, at no cost to you.";
	}
}

const LONGEST_WARNING = 200;

/** What our own simulation could not see, each once. */
function caveats(all: readonly Compared[]): string {
	const warnings = all.flatMap(({ own }) => (own.state === "done" ? own.simulation.warnings : []));
	return [...new Set(warnings)].map((warning) => ` ${plain(warning, LONGEST_WARNING)}`).join("");
}

function howOf(all: readonly Compared[]): string | null {
	for (const { own } of all) {
		if (own.state !== "done") continue;
		const top = own.how === "simulateTransaction" ? "slot" : "block";
		return `Simulated on your RPC (${own.how}), on top of ${top} ${own.at}`;
	}
	return null;
}

function comparedOf(insights: readonly Insight[]): Compared[] {
	const only = insights.length === 1;
	return insights.flatMap(({ comparison, opinion }, index) =>
		comparison === null ? [] : [{ own: opinion.own, comparison, step: only ? null : index + 1 }],
	);
}

/** What costs the person first, then what differs. */
const weight = ({ costs, status }: OpinionRow) =>
	status === "same" ? 3 : status === "drift" ? 2 : costs ? 0 : 1;

/** Of what is sent, and of a message for as long as the RPC is asked about the addresses in it; else null. */
export function opinionView({ insights, person }: Review): OpinionView | null {
	const all = comparedOf(insights);
	const asking = insights.some(({ opinion }) => opinion.enquiry === null);
	if (all.length === 0)
		return asking
			? { state: "running", words: "Asking your RPC about the addresses…", how: null, rows: [] }
			: null;
	const verdicts = new Set(all.map(({ comparison }) => comparison.verdict));
	if (asking) verdicts.add("running");
	const state = GRAVEST.find((each) => verdicts.has(each)) ?? "unproven";
	const words = all.some(fails) ? "In your own simulation this fails." : wordsOf(state, all);
	return {
		state,
		words: `${words}${caveats(all)}`,
		how: howOf(all),
		rows: all
			.flatMap(({ comparison, step }) => comparison.effects.map((each) => rowOf(each, step, person.labels)))
			.toSorted((left, right) => weight(left) - weight(right)),
	};
}
