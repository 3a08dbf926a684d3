import type { ComparedEffect, Comparison, LocalSimulation } from "../../core/decoded-transaction/opinion.ts";
import { isUndeclared } from "../../core/effects/compare/compare.ts";
import type { Amount } from "../../core/format/amount.ts";
import type { Labels } from "../../core/identities/labels.ts";
import { type Message, message, sameText, sentences } from "../../core/localized-text.ts";
import { isOwnKind } from "../../core/review/approval-request.ts";
import type { Review } from "../../core/review/review.ts";
import type { OpinionRow, OpinionView } from "../../ipc/review.ts";
import { addressView } from "./addresses.ts";
import { amountView } from "./amounts.ts";

interface ComparedOpinion {
	readonly local: LocalSimulation;
	readonly comparison: Comparison;
	readonly silent: boolean;
	/** Whether an agent on this computer proposed the request, so no service simulated it. */
	readonly ofAgent: boolean;
	/** Whether it is the user's own request, which no service knows. */
	readonly isOwn: boolean;
	/** Counted from 1. `null` for a single step. */
	readonly step: number | null;
}

const GRAVEST: readonly OpinionView["state"][] = [
	"undeclared",
	"running",
	"differs",
	"unseen",
	"unproven",
	"drifts",
	"agrees",
];

type ShownEffect = NonNullable<OpinionRow["ours"]>;

function shownAmount(amount: Amount | null, kind: ComparedEffect["kind"]): ShownEffect | null {
	if (amount === null) return null;
	const leaves = amount.raw < 0n;
	const direction = kind === "balance" ? (leaves ? "out" : "in") : "none";
	return { ...amountView(leaves ? -amount.raw : amount.raw, amount), direction };
}

function rowOf(effect: ComparedEffect, step: number | null, labels: Labels): OpinionRow {
	const { kind, status, costs, account, other, theirs, ours, text } = effect;
	return {
		kind,
		status,
		costs,
		account: addressView(account, labels),
		other: other === null ? null : addressView(other, labels),
		theirs: shownAmount(theirs, kind),
		ours: shownAmount(ours, kind),
		text,
		step,
	};
}

const isDone = (own: LocalSimulation) => own.state === "done";
const fails = ({ local }: ComparedOpinion) => local.state === "done" && local.simulation.status === "failed";

function unprovenText(all: readonly ComparedOpinion[]): Message {
	const why = all.flatMap(({ local }) => (local.state === "impossible" ? [local.text] : []));
	const [first] = why;
	if (first !== undefined) return sentences(first, message("opinion.unproven"));
	if (all.some(({ silent }) => silent)) return message("opinion.declared-unknown");
	if (!all.every(({ local }) => isDone(local))) return message("opinion.unproven");
	if (all.some(({ isOwn }) => isOwn)) return message("opinion.own-request");
	return message(all.some(({ ofAgent }) => ofAgent) ? "opinion.simulated-here" : "opinion.only-own");
}

/** The text must not deny effects that only one simulation shows or that another step has. */
function unseenText(all: readonly ComparedOpinion[]): Message {
	if (all.every(({ comparison }) => comparison.effects.length === 0)) return message("opinion.unseen");
	const steps = all.filter(({ comparison }) => comparison.verdict === "unseen").length;
	return message("opinion.partly-unseen", { steps: all.length === 1 ? 0 : steps });
}

function messageOf(state: OpinionView["state"], all: readonly ComparedOpinion[]): Message {
	switch (state) {
		case "running":
			return message("opinion.running");
		case "agrees":
			return message("opinion.agrees");
		case "unseen":
			return unseenText(all);
		case "drifts":
			return message("opinion.drifts");
		case "undeclared":
			return all.some(({ comparison }) => comparison.effects.some(isUndeclared))
				? message("opinion.undeclared")
				: message("opinion.less-comes-in");
		case "unproven":
			return unprovenText(all);
		case "differs":
			return message("opinion.differs");
	}
}

function caveats(all: readonly ComparedOpinion[]): readonly Message[] {
	const gaps = all.flatMap(({ local }) => (local.state === "done" ? local.gaps : []));
	return gaps.filter((gap, at) => !gaps.slice(0, at).some((other) => sameText(other, gap)));
}

function howOf(all: readonly ComparedOpinion[]): Message | null {
	for (const { local } of all) {
		if (local.state !== "done") continue;
		return message(local.how === "simulateTransaction" ? "opinion.how.slot" : "opinion.how.block", {
			how: local.how,
			at: String(local.at),
		});
	}
	return null;
}

function comparedOf({ analyses, request }: Pick<Review, "analyses" | "request">): ComparedOpinion[] {
	const isOwn = isOwnKind(request.kind);
	const only = analyses.length === 1;
	return analyses.flatMap(({ comparison, opinion, content }, index) => {
		if (comparison === null) return [];
		const silent = "subject" in content && content.subject.unavailable !== undefined;
		const ofAgent = "subject" in content && content.subject.isUndeclared === true;
		return [{ local: opinion.local, comparison, silent, ofAgent, isOwn, step: only ? null : index + 1 }];
	});
}

const weight = ({ costs, status }: OpinionRow) =>
	status === "same" ? 3 : status === "drift" ? 2 : costs ? 0 : 1;

/** Returns `null` if there is nothing to compare and no address is still being queried. */
export function opinionView(review: Review): OpinionView | null {
	const { analyses, user } = review;
	const all = comparedOf(review);
	const asking = analyses.some(({ opinion }) => opinion.addressFacts === null);
	if (all.length === 0)
		return asking ? { state: "running", text: message("opinion.asking"), how: null, rows: [] } : null;
	const verdicts = new Set(all.map(({ comparison }) => comparison.verdict));
	if (asking) verdicts.add("running");
	const state = GRAVEST.find((each) => verdicts.has(each)) ?? "unproven";
	const text = all.some(fails) ? message("opinion.fails") : messageOf(state, all);
	const unseen = caveats(all);
	return {
		state,
		text: unseen.length === 0 ? text : sentences(text, ...unseen),
		how: howOf(all),
		rows: all
			.flatMap(({ comparison, step }) => comparison.effects.map((each) => rowOf(each, step, user.labels)))
			.toSorted((left, right) => weight(left) - weight(right)),
	};
}
