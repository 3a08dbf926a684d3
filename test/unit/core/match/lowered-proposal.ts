import { agentSession } from "../../../../src/core/identities/agents.ts";
import { LOCAL_OWNER } from "../../../../src/core/journal/intent-id.ts";
import { freezeProposal } from "../../../../src/core/match/freeze-action.ts";
import type { FrozenProposal, Lowered } from "../../../../src/core/match/frozen.ts";
import { AGENT, proposedAction } from "../../../fixtures/proposals.ts";
import { actionOf } from "../../main/signing/actions-scene.ts";
import { approveData, payload, request, TOKEN, transaction, transferData, VAULT } from "./honest.ts";

export const PROPOSED = 1_000n;
export const APPROVE: string = approveData(VAULT, PROPOSED);

/** Returns a proposal of an approval and a payment, with these lowered allowances. */
export function loweredProposal(lowered: readonly Lowered[], data = APPROVE): FrozenProposal {
	const action = proposedAction(
		actionOf(
			request([
				transaction({ to: TOKEN, data: APPROVE, value: "0", gas: null }),
				transaction({ to: TOKEN, data: transferData(VAULT, 5n), value: "0", gas: null }),
			]),
		),
	);
	const intents = [
		payload({ to: TOKEN, data, value: "0" }),
		{ ...payload({ to: TOKEN, data: transferData(VAULT, 5n), value: "0" }), nonce: payload().nonce + 1 },
	];
	const freezing = freezeProposal(action, agentSession(AGENT), LOCAL_OWNER, intents, false, null, lowered);
	if (!freezing.ok) throw new Error(freezing.refusals.map(({ text }) => text.code).join(" "));
	return freezing.frozen;
}
