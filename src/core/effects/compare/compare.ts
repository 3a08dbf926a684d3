import type { ApprovalChange, PipelineSimulation } from "../../../service-api/simulation.ts";
import { type DecodedEvmTransaction, isUnlimited } from "../../decoded-transaction/decoded-transaction.ts";
import {
	type ComparedEffect,
	type Comparison,
	type ControlChange,
	type LocalSimulation,
	passedOf,
} from "../../decoded-transaction/opinion.ts";
import type { DecodedSvmTransaction } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { readUint } from "../../format/numeral.ts";
import { message } from "../../localized-text.ts";
import { type FamilyOperations, familyOperationsOf, familyOperationsOfAll, itemOf } from "../family.ts";
import {
	type BalanceEffect,
	balanceEffects,
	DRIFT_PERCENT,
	isTrade,
	type Net,
	netsOf,
	priceDriftOf,
	type Sides,
	sidesOf,
} from "./balances.ts";
import {
	type ApprovedAmount,
	approvalText,
	controlText,
	redirectText,
	shortText,
} from "./comparison-text.ts";
import { openedInside } from "./rent.ts";

interface StatedRecipient {
	readonly to: string;
	readonly stated: bigint;
	readonly found: bigint;
}

function recipientsOf(stated: Net, found: Net): StatedRecipient[] {
	return [...stated.sides].map(([to, amount]) => ({ to, stated: amount, found: found.sides.get(to) ?? 0n }));
}

function strangerIn(found: Net, named: Net): string | null {
	const strangers = [...found.sides].filter(([to]) => !named.sides.has(to));
	return strangers.toSorted(([, left], [, right]) => (left < right ? 1 : -1))[0]?.[0] ?? null;
}

function netFor(effect: BalanceEffect, nets: Sides["theirs"]): Net | undefined {
	return nets.get(JSON.stringify([effect.account, effect.asset, effect.item]));
}

const total = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n);

/**
 * Returns whether an amount goes to recipients that the service doesn't name. A record without a step may
 * belong to a different step, so its recipients might not appear in this one. An amount for an undeclared
 * recipient must be covered by records that don't name a recipient, or by a contract that passes it on.
 */
function strays(family: FamilyOperations, asset: string, stated: Net, found: Net): boolean {
	const open = [...stated.sides].filter(([to]) => family.mine(to) || family.passesOn(to, asset));
	const strangers = [...found.sides].filter(([to]) => !stated.sides.has(to) && !family.mine(to));
	return (
		total(strangers.map(([, amount]) => amount)) > stated.unnamed + total(open.map(([, amount]) => amount))
	);
}

function checked(family: FamilyOperations, sides: Sides, effect: BalanceEffect): readonly ComparedEffect[] {
	const { account, asset, item, ours, theirs } = effect;
	const [stated, found] = [netFor(effect, sides.theirs), netFor(effect, sides.ours)];
	if (ours === null || theirs === null || ours.raw >= 0n || theirs.raw >= 0n) return [effect];
	if (stated === undefined || found === undefined || found.sides.size === 0) return [effect];
	const trade = isTrade(sides, account);
	// A trade can pass through any stranger, so only its result is compared. An address that the user knows
	// isn't an intermediary, and a small incoming amount doesn't turn a payment into a trade.
	const named = recipientsOf(stated, found).filter(
		({ to }) => !family.passesOn(to, asset) && (!trade || (to !== account && family.knows(to))),
	);
	if (stated.loose) {
		const [first] = named;
		if (first === undefined || !strays(family, asset, stated, found)) return [effect];
		const other = strangerIn(found, stated);
		const text = redirectText(family, ours, first.to, other);
		return [{ ...effect, status: "differs", costs: true, other, text }];
	}
	const strangers = total(
		[...found.sides].filter(([to]) => !stated.sides.has(to)).map(([, amount]) => amount),
	);
	const cheated = named.find(
		(each) =>
			each.found * 2n < each.stated ||
			// A token may withhold part of a plain transfer. If an opaque call pays a stranger, that isn't a
			// fee.
			(each.found < each.stated &&
				!family.handsTo(each.to, asset) &&
				strangers * 100n > each.stated * DRIFT_PERCENT),
	);
	if (cheated !== undefined) {
		const other = strangerIn(found, stated);
		const text = redirectText(family, ours, cheated.to, other);
		return [{ ...effect, status: "differs", costs: true, other, text }];
	}
	const short = named.filter((each) => each.found < each.stated && family.handsTo(each.to, asset));
	return [
		effect,
		...short.map((each): ComparedEffect => {
			const [claimed, is] = [family.amount(asset, item, each.stated), family.amount(asset, item, each.found)];
			return {
				kind: "balance",
				status: "differs",
				// The user still loses only the declared amount. The recipient receives less of it.
				costs: false,
				account: each.to,
				asset,
				other: account,
				theirs: claimed,
				ours: is,
				text: shortText(family, each.to, claimed, is),
			};
		}),
	];
}

function withRecipients(
	family: FamilyOperations,
	sides: Sides,
	effects: readonly BalanceEffect[],
): readonly ComparedEffect[] {
	return effects.flatMap((effect) => checked(family, sides, effect));
}

interface ComparedApproval {
	readonly account: string;
	readonly token: string;
	readonly spender: string;
	readonly kind: ApprovalChange["kind"];
	readonly item: string | null;
	/**
	 * Amount in base units. `null` if it is unlimited or doesn't apply. 0 if nothing is allowed or no amount
	 * is stated.
	 */
	readonly amount: bigint | null;
}

function permissionOf(family: FamilyOperations, record: ApprovalChange): ComparedApproval {
	const raw = readUint(record.amount ?? "");
	const unlimited = record.unlimited === true || (raw !== null && isUnlimited(raw));
	const gone = record.approved === false;
	const counted = record.kind === "allowance" && !unlimited;
	return {
		account: family.account(record.account),
		token: family.token(record.asset),
		spender: family.account(record.spender),
		kind: record.kind,
		item: record.kind === "token" ? itemOf(record.tokenId) : null,
		amount: gone ? 0n : counted ? (raw ?? 0n) : null,
	};
}

const covers = (theirs: bigint | null, ours: bigint | null) =>
	theirs === null || (ours !== null && ours <= theirs);

const largestFirst = (left: ComparedApproval, right: ComparedApproval) =>
	left.amount === right.amount ? 0 : covers(left.amount, right.amount) ? -1 : 1;

function sameThing(left: ComparedApproval, right: ComparedApproval): boolean {
	return (
		left.account === right.account &&
		left.token === right.token &&
		left.spender === right.spender &&
		left.kind === right.kind &&
		(left.item === null || right.item === null || left.item === right.item)
	);
}

/** Returns the largest permission, because the service listed all of these records under the same asset. */
function most(permissions: readonly ComparedApproval[]): ComparedApproval | null {
	return permissions.reduce<ComparedApproval | null>(
		(best, each) => (best === null || !covers(best.amount, each.amount) ? each : best),
		null,
	);
}

function allowedOf({ amount }: FamilyOperations, permission: ComparedApproval): ApprovedAmount {
	const { spender, token, kind, item } = permission;
	const unlimited = permission.amount === null && kind === "allowance";
	const counted = permission.amount === null ? null : amount(token, null, permission.amount);
	return { spender, symbol: amount(token, item, 1n).symbol, kind, amount: counted, unlimited };
}

/** @param service `null` if no one declares effects, in which case nothing can be undeclared */
function approvalEffects(
	family: FamilyOperations,
	service: PipelineSimulation | null,
	own: PipelineSimulation,
): readonly ComparedEffect[] {
	const read = (records: readonly ApprovalChange[]) =>
		records.map((record) => permissionOf(family, record)).filter(({ account }) => family.mine(account));
	const theirs = read(service?.approvals ?? []);
	const ours = read(own.approvals);
	const effect = (stated: ComparedApproval | null, found: ComparedApproval | null): ComparedEffect[] => {
		const of = found ?? stated;
		if (of === null) return [];
		const grants = found !== null && found.amount !== 0n;
		const more = grants && (stated === null || !covers(stated.amount, found.amount));
		const same = found !== null && stated !== null && found.amount === stated.amount;
		const says = stated === null ? null : allowedOf(family, stated);
		const is = found === null ? null : allowedOf(family, found);
		const text = approvalText(family, says, is, same || service === null);
		if (text === null) return [];
		return [
			{
				kind: "approval",
				status: found === null ? "only_theirs" : stated === null ? "only_ours" : same ? "same" : "differs",
				costs: more && service !== null,
				account: of.account,
				asset: of.token,
				other: of.spender,
				theirs: says?.amount ?? null,
				ours: is?.amount ?? null,
				text,
			},
		];
	};
	// Tokens and Permit2 track allowances separately, so one statement can't cover both. The largest
	// allowances are matched first.
	const taken = new Set<ComparedApproval>();
	const found = ours.toSorted(largestFirst).flatMap((each) => {
		const same = theirs.filter((stated) => sameThing(stated, each));
		const others = ours.filter((other) => sameThing(other, each)).length > 1;
		const stated = most(others ? same.filter((record) => !taken.has(record)) : same);
		if (stated !== null) taken.add(stated);
		return effect(stated, each);
	});
	const missing = theirs.filter((stated) => !ours.some((each) => sameThing(stated, each)));
	return [...found, ...missing.flatMap((stated) => effect(stated, null))];
}

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
 * A permission that only the service states isn't a difference. It may already exist, or be used up within
 * the transaction.
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

/**
 * Compares the service's simulation of a transaction with ours, for the user's accounts.
 * - Balances are netted by account, asset and item. A larger outflow or a smaller inflow is at the user's
 *   expense. The network fee never counts.
 * - Items that are new in both simulations are counted, because transactions in between shift their IDs.
 * - Rent for token accounts that the payload opens isn't a loss. If only our simulation shows that a program
 *   opens them, for the user or for a payee that the service names, the difference has no cost.
 * - SOL in a stake, vote or nonce account belongs to its withdraw authority. The service may name either one
 *   as the counterparty, and may report the user's loss as their stake account's loss.
 * - In a trade (one asset in, another out), up to 5% counts as price movement.
 * - A permission that the service omits or understates is at the user's expense.
 * - The service's simulation has no field for control. A change of control that our decoding shows has a
 *   finding of its own. Any other change is undeclared if the user loses control.
 * - Without a declaration, nothing can be undeclared. The effects are then `only_ours`, and the verdict is
 *   `unproven`.
 * - If neither simulation shows anything, the verdict is `unseen`. Neither simulation covers what other
 *   contracts record about the user (a position, a right, a name).
 */
export function comparisonOf(
	subject: DecodedEvmTransaction | DecodedSvmTransaction,
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
	readonly subject: DecodedEvmTransaction | DecodedSvmTransaction;
	readonly local: LocalSimulation;
}

const once = <T>(rows: readonly T[]): T[] => [...new Set(rows)];

/**
 * Compares the balances of several steps by the same signer, and counts each of the service's records once. A
 * record without a step can explain any single step, but not all of them. Permissions and control are
 * compared step by step. Returns `null` if a step fails or wasn't simulated.
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

/** Returns whether less comes in than declared. This breaks a promise but isn't a loss. */
export const fallsShort = (effect: ComparedEffect): boolean =>
	costly(effect) &&
	effect.kind === "balance" &&
	effect.theirs !== null &&
	effect.theirs.raw > 0n &&
	(effect.ours === null || effect.ours.raw >= 0n);

export const isUndeclared = (effect: ComparedEffect): boolean => costly(effect) && !fallsShort(effect);
