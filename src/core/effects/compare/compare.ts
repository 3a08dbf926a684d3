import type { PipelineSimulation } from "../../../service-api/simulation.ts";
import type { Subject } from "../../decoded-transaction/decoded-transaction.ts";
import {
	type ComparedEffect,
	type Comparison,
	type ControlChange,
	type LocalSimulation,
	passedOf,
} from "../../decoded-transaction/opinion.ts";
import type { SvmSubject } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { message } from "../../localized-text.ts";
import { type FamilyOperations, familyOperationsOf, familyOperationsOfAll } from "../family.ts";
import { approvalEffects } from "./approvals.ts";
import { balanceEffects, netsOf, priceDriftOf, sidesOf } from "./balances.ts";
import { controlText } from "./comparison-text.ts";
import { withRecipients } from "./recipients.ts";
import { openedInside } from "./rent.ts";

/**
 * Compares the service's simulation of one transaction with ours, for the user's accounts.
 * - Balances are netted by account, asset and item. A larger outflow or a smaller inflow is at the user's
 *   expense. The network fee never counts.
 * - Items that are new in both simulations are counted, because transactions in between shift their ids.
 * - Rent for token accounts that the payload opens is not a loss. If only our simulation shows that a program
 *   opens them, for the user or for a payee that the service names, that is a difference without a cost.
 * - SOL in a stake, vote or nonce account belongs to its withdraw authority. A service may name either as the
 *   counterparty, and may report the user's loss as a loss of their stake account.
 * - In a trade (one asset in, another out), up to 5 % count as price movement.
 * - A permission that the service omits or understates is at the user's expense.
 * - The service's simulation has no field for control. If our decoding shows a change of control, it has its
 *   own finding. Any other change is undeclared if the user loses control.
 * - Without a declaration, nothing can be undeclared: the effects are `only_ours` and the verdict is
 *   `unproven`.
 * - If neither simulation shows anything, the verdict is `unseen`. Neither covers what other contracts record
 *   about the user (a position, a right, a name).
 */

type Done = Extract<LocalSimulation, { state: "done" }>;

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
 * A permission stated only by the service is not a difference: it may already exist, or be used up within the
 * transaction.
 */
const differs = ({ kind, status }: ComparedEffect) =>
	status !== "same" && status !== "drift" && !(kind === "approval" && status === "only_theirs");

const observed = ({ kind, status, ours }: ComparedEffect) =>
	status !== "only_theirs" && (kind !== "balance" || (ours !== null && ours.raw !== 0n));

function verdictOf(effects: readonly ComparedEffect[]): Comparison["verdict"] {
	const costly = effects.some(({ costs, status }) => costs && status !== "drift" && status !== "same");
	if (costly) return "undeclared";
	if (effects.some(differs)) return "differs";
	if (!effects.some(observed)) return "unseen";
	return effects.some(({ status }) => status === "drift") ? "drifts" : "agrees";
}

const weight = (effect: ComparedEffect) =>
	effect.costs && effect.status !== "drift" ? 0 : differs(effect) ? 1 : effect.status === "drift" ? 2 : 3;

export function comparisonOf(
	subject: Subject | SvmSubject,
	own: LocalSimulation,
	several = false,
): Comparison {
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
	readonly local: LocalSimulation;
}

const once = <T>(rows: readonly T[]): T[] => [...new Set(rows)];

/**
 * Compares the balances of several steps of one signer and counts each of the service's records once. A
 * record without a step may explain any single step, but not all of them. Permissions and control are
 * compared step by step. Returns `null` if a step fails or isn't simulated.
 */
export function comparisonOfAll(steps: readonly ComparedStep[]): Comparison | null {
	const subjects = steps.map(({ subject }) => subject);
	const owns = steps.map(({ local }) => passedOf(local)).filter((own) => own !== null);
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
	const opened = steps.flatMap(({ subject, local: ran }) => openedInside(subject, family, whole, ran));
	const moved = priceDriftOf(owns.map(({ balanceChanges }) => netsOf(family, balanceChanges, false)));
	const effects = withRecipients(family, sides, balanceEffects(family, sides, whole, { moved, opened }));
	return {
		verdict: verdictOf(effects),
		effects: effects.toSorted((left, right) => weight(left) - weight(right)),
	};
}

const costly = (effect: ComparedEffect) =>
	effect.costs && effect.status !== "drift" && effect.status !== "same";

/** A smaller inflow than declared breaks a promise but isn't a loss. */
export const fallsShort = (effect: ComparedEffect): boolean =>
	costly(effect) &&
	effect.kind === "balance" &&
	effect.theirs !== null &&
	effect.theirs.raw > 0n &&
	(effect.ours === null || effect.ours.raw >= 0n);

export const isUndeclared = (effect: ComparedEffect): boolean => costly(effect) && !fallsShort(effect);
