import { byKind } from "../../core/by-kind.ts";
import { ChainError } from "../../core/chain/chain-error.ts";
import { readDetail, type StepDetail } from "../../core/journal/details.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { type Message, message } from "../../core/localized-text.ts";
import type { Frozen } from "../../core/match/frozen.ts";
import { type WorseEffect, worseThan } from "../../core/review/effects/worse-effects.ts";
import { judge } from "../../core/rules/check-rules.ts";
import type { ItemFacts } from "../../core/rules/rule-facts.ts";
import type { PolicyContext } from "../../core/rules/rules.ts";
import type { Ports } from "../ports.ts";
import type { StepCheck, StepChecks } from "../reviewing/step-checks.ts";
import { spentOn, spentWithinDay } from "../rules/spent.ts";
import type { Journal } from "../storage/journal-db.ts";
import { doneBy } from "../storage/same-nonce.ts";
import type { StepSimulations } from "./run.ts";
import { APPROVAL_LIFE_MS } from "./sign-step.ts";

export interface StepFault {
	readonly text: Message;
	readonly detail?: StepDetail;
}

const NO_RULES_ASIDE: ReadonlySet<string> = new Set();

const NOT_SIMULATED: StepFault = { text: message("signing.worse.not-simulated") };

function worseText(worse: WorseEffect): Message {
	return byKind(worse, {
		fails: () => message("signing.worse.fails"),
		"not-simulated": () => message("signing.worse.not-simulated"),
		incomplete: () => message("signing.worse.incomplete"),
		block: () => message("signing.worse.block"),
		control: () => message("signing.worse.control"),
		loss: () => message("signing.worse.loss"),
		less: () => message("signing.worse.less"),
		receiver: (worse) =>
			worse.to === null
				? message("signing.worse.receiver.unknown")
				: message("signing.worse.receiver", { address: worse.to }),
		right: (worse) => message("signing.worse.right", { address: worse.holder }),
		unexplained: () => message("signing.worse.unexplained"),
		unread: () => message("signing.worse.unread"),
		code: (worse) => message("signing.worse.code", { address: worse.address }),
		fee: () => message("signing.worse.fee"),
	});
}

/** Returns the other steps' facts as they were approved. `null` if they can't be read. */
function recordedFacts(row: JournalRow): ItemFacts | null {
	const predicted = readableOrNull(row.predicted);
	if (predicted === null) return null;
	const { facts, spends } = predicted;
	return { ...facts, spends, known: spends.certain };
}

function blockOf(row: JournalRow | null): bigint | null {
	const receipt = row === null ? null : readableOrNull(row.receipt);
	if (receipt === null) return null;
	return BigInt("family" in receipt ? receipt.slot : receipt.blockNumber);
}

export interface GuardContext {
	readonly ports: Pick<Ports, "clock">;
	readonly stores: { readonly journal: Journal };
	readonly wallet: { locks(): number };
	readonly rules: { policyContext(frozen: Frozen): PolicyContext; changedSince(at: number): boolean };
	readonly reviewing: { readonly steps: Pick<StepChecks, "check"> };
}

/**
 * Decides whether one of several steps may still be signed under their shared approval. It may if it is no
 * worse than what the user saw, the approval is recent, the vault hasn't been locked since, and no rule stops
 * it.
 */
export class StepGuard {
	readonly #app;
	/** Number of vault locks when this app first handled the approval, by the ID of the request's row. */
	readonly #locks = new Map<string, number>();

	constructor(app: GuardContext) {
		this.#app = app;
	}

	/** Must be called as soon as work on a row begins, so no later lock is missed. */
	begin({ parent }: JournalRow): void {
		if (parent !== null && !this.#locks.has(parent)) this.#locks.set(parent, this.#app.wallet.locks());
	}

	/** Returns why the approval has ended. `null` if it is still valid. */
	ended({ approvedAt, parent }: JournalRow): Message | null {
		const { ports, wallet } = this.#app;
		if (ports.clock.now() - approvedAt > APPROVAL_LIFE_MS) return message("signing.approved.too-long-ago");
		const before = parent === null ? undefined : this.#locks.get(parent);
		return before === wallet.locks() ? null : message("signing.locked-since");
	}

	/**
	 * Returns whether the rules are unknown until the vault is unlocked, for example after startup. This
	 * applies even if a Ledger signs.
	 */
	waitsForVault(frozen: Frozen): boolean {
		const { stored } = this.#app.rules.policyContext(frozen);
		return !stored.ok && stored.why === "locked";
	}

	/**
	 * Returns why the step must not be signed. `null` if it can be. Throws a ChainError if the RPC should be
	 * queried again.
	 */
	async fault(row: JournalRow, frozen: Frozen, simulations: StepSimulations): Promise<StepFault | null> {
		const shown = readableOrNull(row.predicted)?.shown;
		// Without the effects that the user saw, there is nothing to compare the new simulation with.
		if (shown === undefined) return NOT_SIMULATED;
		const check = await this.#app.reviewing.steps.check(frozen, row.place);
		const isUnanswered = this.#isUnanswered(row, check, simulations);
		if (check.shown === null || check.facts === null || isUnanswered) return NOT_SIMULATED;
		const worse = worseThan(shown, check.shown);
		return worse === null ? this.#ruleFault(row, frozen, check.facts) : { text: worseText(worse) };
	}

	#isUnanswered(row: JournalRow, { at, unanswered }: StepCheck, simulations: StepSimulations): boolean {
		const behind = this.#isBehind(row, at) ? message("chain.step-not-simulated") : null;
		const text = unanswered ?? behind;
		if (text === null) {
			simulations.reset();
			return false;
		}
		if (simulations.allowRetry()) throw new ChainError("busy", text);
		return true;
	}

	/**
	 * Returns whether the RPC answered from a node that hasn't reached the previous step's block yet. An RPC
	 * may have several nodes.
	 */
	#isBehind(row: JournalRow, at: bigint | null): boolean {
		const { journal } = this.#app.stores;
		const previous = row.parent === null ? undefined : journal.stepRowsOf(row.parent)[row.place - 1];
		const block = previous === undefined ? null : blockOf(doneBy(journal, previous));
		return at !== null && block !== null && at < block;
	}

	#ruleFault(row: JournalRow, frozen: Frozen, now: ItemFacts): StepFault | null {
		const { ports, rules, stores } = this.#app;
		const { parent } = row;
		if (parent === null) throw new Error("the step has no request");
		const items = stores.journal
			.stepRowsOf(parent)
			.map((each) => (each.place === row.place ? now : recordedFacts(each)));
		const known = items.filter((each) => each !== null);
		if (known.length < items.length) return { text: message("signing.authorize.rules-unclear") };
		const context = rules.policyContext(frozen);
		const { request } = context;
		const others = withoutRequest(stores.journal, parent);
		const spent: PolicyContext["spent"] = (chainRef, agents = "all") =>
			spentWithinDay(others, { ...spentOn(request, chainRef), agents }, ports.clock.now());
		const { refusals } = judge(request === null ? context : { ...context, spent }, known);
		// The user's exception applied to the rules as they were at the time of approval.
		const setAside = rules.changedSince(row.approvedAt) ? NO_RULES_ASIDE : this.#setAside(parent);
		const left = refusals.filter(({ ruleId }) => !setAside.has(ruleId));
		if (left.length === 0) return null;
		return {
			// The service and the agent can read this text, so it doesn't name any rules.
			text: message("signing.rest.rule"),
			detail: { kind: "stopped_by", rules: left.map(({ ruleId, rule }) => ({ id: ruleId, name: rule })) },
		};
	}

	/** Returns the rules that the user overrode for this approval. */
	#setAside(parent: string): ReadonlySet<string> {
		const details = this.#app.stores.journal.steps(parent).map(readDetail);
		return new Set(
			details.flatMap((detail) => (detail?.kind === "allowed_once" ? detail.rules.map(({ id }) => id) : [])),
		);
	}
}

/** The request's own steps count as its items, so they must not also count as spent. */
const withoutRequest = (
	journal: Pick<Journal, "unsettled" | "settledSince">,
	parent: string,
): Pick<Journal, "unsettled" | "settledSince"> => ({
	unsettled: () => journal.unsettled().filter((each) => each.parent !== parent),
	settledSince: (since) => journal.settledSince(since).filter((each) => each.parent !== parent),
});
