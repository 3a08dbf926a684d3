import type { PipelineSimulation } from "../../../service-api/simulation.ts";
import { message } from "../../message.ts";
import {
	type ComparedEffect,
	type Comparison,
	type ControlChange,
	type OwnSimulation,
	passedOf,
} from "../../subject/opinion.ts";
import type { Subject } from "../../subject/subject.ts";
import type { SvmSubject } from "../../subject/svm/svm-subject.ts";
import { type FamilyOperations, familyOperationsOf, familyOperationsOfAll } from "../family.ts";
import { approvalEffects } from "./approvals.ts";
import { balanceEffects, netsOf, priceDriftOf, sidesOf } from "./balances.ts";
import { controlText } from "./comparison-text.ts";
import { withRecipients } from "./recipients.ts";
import { openedInside } from "./rent.ts";

/**
 * Compares the service's simulation of one transaction with ours, entry by entry, for the user's accounts.
 *
 * - Balances are netted by account, asset and item. More leaving, or less coming in, costs the user. The
 *   network fee never counts; a service that counts it as a loss declares more than we find, which costs
 *   nobody.
 * - Items that both show as new are counted: others who create some in between shift their numbers.
 * - Rent of token accounts that the payload opens is no loss. If only our simulation shows that a program
 *   opens them in turn, for the user or for a payee in the service's simulation, it is a difference, and
 *   costs them nothing else.
 * - SOL in a stake, vote or nonce account belongs to its withdraw authority. A service has one field for the
 *   counterparty and may name either of the two, and it may state the user's loss as that of their stake
 *   account.
 * - In a trade (one asset in, another out) up to 5 % are a drift of prices.
 * - A permission that we find and the service does not state, or states smaller, costs the user.
 * - A service's simulation has no field for control. A change of control that our own decoding of the payload
 *   shows has a finding of its own; one that it does not show is undeclared if the user loses control.
 * - Without a declaration nothing can be undeclared: the effects are `only_ours` and the verdict `unproven`,
 *   since the two can't agree either.
 * - Two simulations that both show nothing agree about nothing: the verdict is `unseen`. Neither covers
 *   another contract's records of the user (a position, a right, a name).
 */

type Done = Extract<OwnSimulation, { state: "done" }>;

/** Compares changes of control; only the loss of the user's own control costs them. */
function controlEffects(
	family: FamilyOperations,
	controls: readonly ControlChange[],
	stated: boolean,
): readonly ComparedEffect[] {
	return controls.map((control) => {
		const plainly = family.plainly(control);
		return {
			kind: "control",
			status: plainly ? "same" : "only_ours",
			costs: control.mine && !plainly && stated,
			account: control.account,
			asset: control.account,
			other: control.after,
			theirs: null,
			ours: null,
			text: controlText(family, control, plainly ? "payload" : stated ? "nobody" : "not asked"),
		};
	});
}

/** Returns the effect if one of the two simulations fails. */
function outcomeEffect(signer: string, service: PipelineSimulation, own: Done): ComparedEffect {
	const fails = own.simulation.status === "failed";
	const agrees = fails && service.status === "failed";
	return {
		kind: "outcome",
		status: agrees ? "same" : "differs",
		costs: false,
		account: signer,
		asset: "native",
		other: null,
		theirs: null,
		ours: null,
		text: message(
			agrees
				? "comparison.outcome.both-fail"
				: fails
					? "comparison.outcome.own-fails"
					: "comparison.outcome.own-works",
		),
	};
}

/**
 * Checks for a difference; a permission that only the service states is none: it may exist already, or be
 * spent at once.
 */
const differs = ({ kind, status }: ComparedEffect) =>
	status !== "same" && status !== "drift" && !(kind === "approval" && status === "only_theirs");

/**
 * Checks whether our own simulation shows an effect: one that only the service states does not count, nor one
 * of nothing.
 */
const observed = ({ kind, status, ours }: ComparedEffect) =>
	status !== "only_theirs" && (kind !== "balance" || (ours !== null && ours.raw !== 0n));

function verdictOf(effects: readonly ComparedEffect[]): Comparison["verdict"] {
	const costly = effects.some(({ costs, status }) => costs && status !== "drift" && status !== "same");
	if (costly) return "undeclared";
	if (effects.some(differs)) return "differs";
	if (!effects.some(observed)) return "unseen";
	return effects.some(({ status }) => status === "drift") ? "drifts" : "agrees";
}

/** Ranks the most severe first. */
const weight = (effect: ComparedEffect) =>
	effect.costs && effect.status !== "drift" ? 0 : differs(effect) ? 1 : effect.status === "drift" ? 2 : 3;

/**
 * @param several it is one step of several: a record of the service that names no step may be of another one
 */
export function comparisonOf(subject: Subject | SvmSubject, own: OwnSimulation, several = false): Comparison {
	if (own.state === "running") return { verdict: "running", effects: [] };
	if (own.state !== "done") return { verdict: "unproven", effects: [] };
	const family = familyOperationsOf(subject);
	const { simulation: service } = subject;
	const failed = own.simulation.status === "failed";
	if (service !== null && (failed || service.status === "failed")) {
		const effects = [outcomeEffect(family.signer, service, own)];
		return { verdict: verdictOf(effects), effects };
	}
	const sides = sidesOf(family, service, own.simulation, several);
	const opened = openedInside(subject, family, service, own);
	const effects = [
		...withRecipients(family, sides, balanceEffects(family, sides, service, { opened })),
		...approvalEffects(family, service, own.simulation),
		...controlEffects(family, own.controls, service !== null),
	].toSorted((left, right) => weight(left) - weight(right));
	return { verdict: service === null ? "unproven" : verdictOf(effects), effects };
}

interface ComparedStep {
	readonly subject: Subject | SvmSubject;
	readonly own: OwnSimulation;
}

const once = <T>(rows: readonly T[]): T[] => [...new Set(rows)];

/**
 * Compares gains and losses of several steps of one signer together; each of the service's records counts
 * once. A record that names no step may explain each step alone, and still not all of them. Permissions and
 * control are compared step by step. Returns `null` if a step is not simulated, or fails: then there is no
 * sum to compare.
 */
export function comparisonOfAll(steps: readonly ComparedStep[]): Comparison | null {
	const subjects = steps.map(({ subject }) => subject);
	const owns = steps.map(({ own }) => passedOf(own)).filter((own) => own !== null);
	const claimed = subjects.map(({ simulation }) => simulation).filter((each) => each !== null);
	const [[first, ...more], [own], [service]] = [subjects, owns, claimed];
	if (first === undefined || own === undefined || service === undefined) return null;
	if (owns.length < steps.length || claimed.length < steps.length) return null;
	if (claimed.some(({ status }) => status === "failed")) return null;
	const whole: PipelineSimulation = {
		...service,
		balanceChanges: once(claimed.flatMap(({ balanceChanges }) => balanceChanges)),
		fees: once(claimed.flatMap(({ fees }) => fees)),
	};
	const ours = { ...own, balanceChanges: owns.flatMap(({ balanceChanges }) => balanceChanges) };
	const family = familyOperationsOfAll(first, more);
	const sides = sidesOf(family, whole, ours, false);
	const opened = steps.flatMap(({ subject, own: ran }) => openedInside(subject, family, whole, ran));
	const moved = priceDriftOf(owns.map(({ balanceChanges }) => netsOf(family, balanceChanges, false)));
	const effects = withRecipients(family, sides, balanceEffects(family, sides, whole, { moved, opened }));
	return {
		verdict: verdictOf(effects),
		effects: effects.toSorted((left, right) => weight(left) - weight(right)),
	};
}

/** Checks for an effect on the user's own account or permission that costs them. */
const costly = (effect: ComparedEffect) =>
	effect.costs && effect.status !== "drift" && effect.status !== "same";

/** Checks for an inflow below the service's declaration: a broken promise, and no loss. */
export const fallsShort = (effect: ComparedEffect): boolean =>
	costly(effect) &&
	effect.kind === "balance" &&
	effect.theirs !== null &&
	effect.theirs.raw > 0n &&
	(effect.ours === null || effect.ours.raw >= 0n);

/** Checks whether the user loses more than the service declares: assets, a permission or control. */
export const isUndeclared = (effect: ComparedEffect): boolean => costly(effect) && !fallsShort(effect);
