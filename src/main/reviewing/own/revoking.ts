import { randomUUID } from "node:crypto";
import { ChainError } from "../../../core/chain/chain-error.ts";
import type { FrozenRevocation, RequestOwner } from "../../../core/match/frozen.ts";
import { message, type Text } from "../../../core/message.ts";
import type { PlannedRevocation, RevocationRequest } from "../../../core/review/approval-request.ts";
import { saying } from "../../../core/unsigned.ts";
import { OWN_SESSION } from "../../inbox/entries/titles.ts";

import type { Clock } from "../../ports.ts";
import { type Chains, CompletionError } from "../facts/completing.ts";
import { chooseRevocation, stillFits } from "./revocation-choice.ts";

/** Revocations that the user asked for: each is a review of its own, from the request until it is approved. */

type RevocationPlanning =
	| { readonly ok: true; readonly planned: PlannedRevocation }
	| { readonly ok: false; readonly text: Text };

export interface Revocations {
	get(id: string): PlannedRevocation | null;
	/** Chooses nonce, gas and fees by the chain as it is now. Throws a ChainError. */
	plan(request: RevocationRequest): Promise<RevocationPlanning>;
	/** As it was chosen last. */
	current(planned: PlannedRevocation): FrozenRevocation;
	/** The same where it still fits the chain, else chosen anew. Throws a ChainError. */
	fresh(planned: PlannedRevocation): Promise<FrozenRevocation>;
}

/** So many are kept: an old request that was never approved costs nothing. */
const MAX = 50;
export function createRevocations(parts: {
	readonly chains: Chains;
	readonly clock: Clock;
	readonly owner: () => RequestOwner;
}): Revocations {
	const { chains } = parts;
	const plans = new Map<string, { readonly planned: PlannedRevocation; frozen: FrozenRevocation }>();

	function known(planned: PlannedRevocation): FrozenRevocation {
		const plan = plans.get(planned.id);
		if (plan === undefined) throw new Error("a revocation that was forgotten");
		return plan.frozen;
	}

	return {
		get: (id) => plans.get(id)?.planned ?? null,
		current: known,
		async plan(request) {
			const id = randomUUID();
			try {
				const frozen = await chooseRevocation(chains, parts.owner, id, request);
				if (frozen === null)
					return {
						ok: false,
						text: message("app.permission.not-revocable"),
					};
				const planned: PlannedRevocation = {
					id,
					sessionId: OWN_SESSION,
					request,
					asset: request.asset,
					plannedAt: parts.clock.now(),
				};
				plans.set(id, { planned, frozen });
				for (const old of plans.keys()) {
					if (plans.size <= MAX) break;
					plans.delete(old);
				}
				return { ok: true, planned };
			} catch (cause) {
				if (cause instanceof CompletionError) return { ok: false, text: cause.text };
				throw cause;
			}
		},
		async fresh(planned) {
			const before = known(planned);
			if (await stillFits(chains, before)) return before;
			try {
				const frozen = await chooseRevocation(chains, parts.owner, planned.id, planned.request);
				const plan = plans.get(planned.id);
				if (frozen === null || plan === undefined) return before;
				plan.frozen = frozen;
				return frozen;
			} catch (cause) {
				// What it would do now is told by its review; its own words say why no other was chosen.
				if (cause instanceof CompletionError)
					throw new ChainError("refused", cause.text, { cause, ...saying(cause) });
				throw cause;
			}
		},
	};
}
