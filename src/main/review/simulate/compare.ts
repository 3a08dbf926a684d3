import type { PipelineSimulation } from "../../../contract/simulation.ts";
import type { ComparedEffect, Comparison, ControlChange, OwnSimulation } from "../opinion.ts";
import type { Subject } from "../subject.ts";
import type { SvmSubject } from "../svm-subject.ts";
import { approvalEffects } from "./compare-approvals.ts";
import { balanceEffects, movementOf, netsOf, sidesOf } from "./compare-balances.ts";
import { type Bearings, bearingsOf, bearingsOfAll } from "./compare-bearings.ts";
import { withRecipients } from "./compare-recipients.ts";
import { openedInside } from "./compare-rent.ts";
import { controlWords } from "./compare-words.ts";

/**
 * The service's simulation of one transaction held against ours, entry by entry, for the person's accounts.
 *
 * - Balances are netted by account, asset and item. More leaving, or less coming in, costs the person. The network fee
 *   never counts; a service that counts it into what leaves says more than we do, which costs nobody.
 * - Rent of token accounts that the payload opens is no loss. Where only our simulation knows that a program opens them
 *   in turn, for the person or for whom the service says they pay, it is a difference, and costs them nothing else.
 * - Of a trade (something in, something else out) up to 5 % are a drift of prices.
 * - A permission that we find and the service does not state, or states smaller, costs the person.
 * - No place of a service's simulation says who rules what. A change of control that our own decoding of the payload
 *   shows has a finding of its own there; one that it does not show is undeclared, where it was the person's.
 * - Where nobody tells what it does, nothing can be undeclared: the effects are `only_ours` and the verdict `unproven`,
 *   since the two can't agree either.
 */

type Done = Extract<OwnSimulation, { state: "done" }>;

/** Who rules what: only what was the person's can cost them. */
function controlEffects(
	bearings: Bearings,
	controls: readonly ControlChange[],
	stated: boolean,
): readonly ComparedEffect[] {
	return controls.map((control) => {
		const plainly = bearings.plainly(control);
		return {
			kind: "control",
			status: plainly ? "same" : "only_ours",
			costs: control.mine && !plainly && stated,
			account: control.account,
			asset: control.account,
			other: control.after,
			theirs: null,
			ours: null,
			words: controlWords(bearings, control, plainly ? "payload" : stated ? "nobody" : "not asked"),
		};
	});
}

function outcomeEffect(signer: string, service: PipelineSimulation, own: Done): ComparedEffect {
	const fails = own.simulation.status === "failed";
	return {
		kind: "outcome",
		status: "differs",
		costs: false,
		account: signer,
		asset: "native",
		other: null,
		theirs: null,
		ours: null,
		words: fails
			? "By your RPC this would fail; the service says that it works."
			: `By your RPC this works; the service says that it would ${service.status === "failed" ? "fail" : "work"}.`,
	};
}

/** What is allowed no more than before is no difference: an allowance may be there already, or be spent at once. */
const differs = ({ kind, status }: ComparedEffect) =>
	status !== "same" && status !== "drift" && !(kind === "approval" && status === "only_theirs");

function verdictOf(effects: readonly ComparedEffect[]): Comparison["verdict"] {
	const costly = effects.some(({ costs, status }) => costs && status !== "drift" && status !== "same");
	if (costly) return "undeclared";
	if (effects.some(differs)) return "differs";
	return effects.some(({ status }) => status === "drift") ? "drifts" : "agrees";
}

/** The gravest first. */
const weight = (effect: ComparedEffect) =>
	effect.costs && effect.status !== "drift" ? 0 : differs(effect) ? 1 : effect.status === "drift" ? 2 : 3;

/**
 * @param several it is one step of several: a record of the service that names no step may be of another one
 */
export function comparisonOf(subject: Subject | SvmSubject, own: OwnSimulation, several = false): Comparison {
	if (own.state === "running") return { verdict: "running", effects: [] };
	if (own.state !== "done") return { verdict: "unproven", effects: [] };
	const bearings = bearingsOf(subject);
	const { simulation: service } = subject;
	const failed = own.simulation.status === "failed";
	if (service !== null && (failed || service.status === "failed")) {
		const agreed = failed && service.status === "failed";
		return agreed
			? { verdict: "agrees", effects: [] }
			: { verdict: "differs", effects: [outcomeEffect(bearings.signer, service, own)] };
	}
	const sides = sidesOf(bearings, service, own.simulation, several);
	const opened = openedInside(subject, bearings, service, own);
	const effects = [
		...withRecipients(bearings, sides, balanceEffects(bearings, sides, service, { opened })),
		...approvalEffects(bearings, service, own.simulation),
		...controlEffects(bearings, own.controls, service !== null),
	].toSorted((left, right) => weight(left) - weight(right));
	return { verdict: service === null ? "unproven" : verdictOf(effects), effects };
}

/** Our simulation, where it ran to its end. */
const passedOf = (own: OwnSimulation) =>
	own.state === "done" && own.simulation.status === "passed" ? own.simulation : null;

interface Step {
	readonly subject: Subject | SvmSubject;
	readonly own: OwnSimulation;
}

const once = <T>(rows: readonly T[]): T[] => [...new Set(rows)];

/**
 * What several steps of one signer gain and lose together, by the service's records of all of them, each counted once.
 * A record that names no step may stand for each step alone, and still not for all. Of permissions and of control each
 * step is compared by itself. null where a step is not simulated, or fails: then there is no sum to compare.
 */
export function comparisonOfAll(steps: readonly Step[]): Comparison | null {
	const subjects = steps.map(({ subject }) => subject);
	const owns = steps.map(({ own }) => passedOf(own)).filter((own) => own !== null);
	const told = subjects.map(({ simulation }) => simulation).filter((each) => each !== null);
	const [[first, ...more], [own], [service]] = [subjects, owns, told];
	if (first === undefined || own === undefined || service === undefined) return null;
	if (owns.length < steps.length || told.length < steps.length) return null;
	if (told.some(({ status }) => status === "failed")) return null;
	const whole: PipelineSimulation = {
		...service,
		balanceChanges: once(told.flatMap(({ balanceChanges }) => balanceChanges)),
		fees: once(told.flatMap(({ fees }) => fees)),
	};
	const ours = { ...own, balanceChanges: owns.flatMap(({ balanceChanges }) => balanceChanges) };
	const bearings = bearingsOfAll(first, more);
	const sides = sidesOf(bearings, whole, ours, false);
	const opened = steps.flatMap(({ subject, own: ran }) => openedInside(subject, bearings, whole, ran));
	const moved = movementOf(owns.map(({ balanceChanges }) => netsOf(bearings, balanceChanges, false)));
	const effects = withRecipients(bearings, sides, balanceEffects(bearings, sides, whole, { moved, opened }));
	return {
		verdict: verdictOf(effects),
		effects: effects.toSorted((left, right) => weight(left) - weight(right)),
	};
}

/** An effect on the person's own account or permission that costs them. */
const costly = (effect: ComparedEffect) =>
	effect.costs && effect.status !== "drift" && effect.status !== "same";

/** Less comes in than the service says: a promise that is not kept, and nothing that is taken. */
export const fallsShort = (effect: ComparedEffect): boolean =>
	costly(effect) &&
	effect.kind === "balance" &&
	effect.theirs !== null &&
	effect.theirs.raw > 0n &&
	(effect.ours === null || effect.ours.raw >= 0n);

/** What the service did not declare and what costs the person: more leaves, more is allowed, control is lost. */
export const isUndeclared = (effect: ComparedEffect): boolean => costly(effect) && !fallsShort(effect);
