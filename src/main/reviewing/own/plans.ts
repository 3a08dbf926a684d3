import { ChainError } from "../../../core/chain/chain-error.ts";
import { message, type Text } from "../../../core/localized-text.ts";
import type { FeeChoice } from "../../../core/review/approval-request.ts";
import { saying } from "../../../core/unsigned.ts";
import { CompletionError } from "../facts/completing.ts";
import { NORMAL } from "./evm-fees.ts";

const MAX = 50;

export type Planning<Planned> =
	| { readonly ok: true; readonly planned: Planned }
	| { readonly ok: false; readonly text: Text };

interface Plan<Planned, Frozen> {
	readonly planned: Planned;
	readonly fee: FeeChoice;
	frozen: Frozen;
}

/** The user's own requests that are waiting for approval, each with its current frozen object. */
export class Plans<Planned extends { readonly id: string }, Frozen> {
	readonly #plans = new Map<string, Plan<Planned, Frozen>>();

	get(id: string): Planned | null {
		return this.#plans.get(id)?.planned ?? null;
	}

	fee(planned: Planned): FeeChoice {
		return this.#plans.get(planned.id)?.fee ?? NORMAL;
	}

	/** Throws if the plan was dropped, which can't happen while its review is open. */
	current(planned: Planned): Frozen {
		const plan = this.#plans.get(planned.id);
		if (plan === undefined) throw new Error("the user's request is no longer in memory");
		return plan.frozen;
	}

	/**
	 * Stores a new plan, or replaces the plan that it was derived from. Drops the oldest plans above MAX.
	 * @param before the plan to replace, which may already have been dropped or replaced
	 */
	async store(
		id: string,
		fee: FeeChoice,
		before: Planned | null,
		choose: () => Promise<{ readonly planned: Planned; readonly frozen: Frozen }>,
	): Promise<Planning<Planned>> {
		try {
			const { planned, frozen } = await choose();
			if (this.get(id) !== before) return { ok: false, text: message("app.request-gone") };
			this.#plans.delete(id);
			this.#plans.set(id, { planned, fee, frozen });
			for (const old of this.#plans.keys()) {
				if (this.#plans.size <= MAX) break;
				this.#plans.delete(old);
			}
			return { ok: true, planned };
		} catch (cause) {
			if (cause instanceof CompletionError) return { ok: false, text: cause.text };
			throw cause;
		}
	}

	/**
	 * Replaces the frozen object unless the user has changed the plan in the meantime. Throws a ChainError.
	 */
	async renew(planned: Planned, choose: () => Promise<Frozen>): Promise<Frozen> {
		const before = this.current(planned);
		try {
			const frozen = await choose();
			const plan = this.#plans.get(planned.id);
			if (plan?.planned !== planned) return before;
			plan.frozen = frozen;
			return frozen;
		} catch (cause) {
			if (cause instanceof CompletionError)
				throw new ChainError("refused", cause.text, { cause, ...saying(cause) });
			throw cause;
		}
	}
}
