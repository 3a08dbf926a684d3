import { LOCAL_OWNER } from "../../../../src/core/journal/intent-id.ts";
import { freezeAction } from "../../../../src/core/match/freeze-action.ts";
import type { FrozenAction, FrozenReplacement, Intent } from "../../../../src/core/match/frozen.ts";
import { composeReview } from "../../../../src/core/review/compose.ts";
import type { Review, ReviewInput } from "../../../../src/core/review/review.ts";
import type { ActionRequest } from "../../../../src/service-api/action.ts";
import { type Action, actionEvent } from "../../../../src/service-api/events.ts";
import { frozenProposalOf, proposedAction, requestOfProposal } from "../../../fixtures/proposals.ts";
import { requestOfAction } from "../../../fixtures/requests.ts";
import {
	CHAIN,
	OTHER,
	OWNER,
	payload,
	request,
	SIGNER,
	simulation,
	TOKEN,
	transaction,
	transferData,
} from "../match/honest.ts";
import { answerOf, facts, input } from "./scene.ts";

/** Actions and replacements. */

export function action(of: ActionRequest, patch: Partial<Action> = {}): Action {
	return actionEvent.parse({
		event_id: "event-1",
		sequence: 1,
		turn_id: "turn-1",
		occurred_at: 1_790_000_000,
		type: "action",
		id: "act_1",
		revision: 3,
		state: "pending",
		request: of,
		created_at: 1_790_000_000,
		expires_at: 1_790_000_900,
		...patch,
	});
}

const sendData = transferData(OTHER, 5_000_000n);

/** Returns an action with two steps: an allowance, then a transfer. */
export function pair(): { readonly action: Action; readonly intents: readonly Intent[] } {
	const sends = transaction({
		to: TOKEN,
		data: sendData,
		label: "Send 5 TUSD",
		kind: "transfer",
		pending_tx_id: 42,
		gas: "60000",
	});
	const out = { account: SIGNER, asset: TOKEN, amount: "5000000", direction: "out" as const, step: 2 };
	const told = simulation({ balanceChanges: [out] });
	return {
		action: action(request([transaction(), sends], told)),
		intents: [payload(), payload({ data: sendData }, { nonce: 12 })],
	};
}

export function frozenAction(of: Action, intents: readonly Intent[]): FrozenAction {
	const freezing = freezeAction(of, "session-1", OWNER, intents, false);
	if (!freezing.ok) throw new Error(freezing.refusals.map((each) => each.text).join(" "));
	return freezing.frozen;
}

export function actionReview(
	of: Action = pair().action,
	intents: readonly Intent[] = pair().intents,
	patch: Partial<ReviewInput> = {},
): Review {
	const freezing = freezeAction(of, "session-1", OWNER, intents, false);
	return composeReview({
		...input(),
		request: requestOfAction(of),
		freezing,
		answers: intents.map(() => answerOf(facts())),
		...patch,
	});
}

/** Reviews the same request as a proposal of an agent on this computer. */
export function proposalReview(
	of: Action = pair().action,
	intents: readonly Intent[] = pair().intents,
	patch: Partial<ReviewInput> = {},
): Review {
	const proposed = proposedAction(of);
	return composeReview({
		...input(),
		...LOCAL_OWNER,
		request: requestOfProposal(proposed),
		freezing: { ok: true, frozen: frozenProposalOf(proposed, intents) },
		answers: intents.map(() => answerOf(facts())),
		...patch,
	});
}

export function replacement(purpose: FrozenReplacement["purpose"] = "speed_up"): FrozenReplacement {
	const fees = { max_fee_per_gas: "4000000000", max_priority_fee_per_gas: "200000000" };
	return {
		kind: "replacement",
		...OWNER,
		session_id: "session-1",
		replacement_id: "replacement-1",
		purpose,
		signer: SIGNER,
		chain_family: "evm",
		chain_ref: String(CHAIN),
		expires_at: null,
		replaces: { transaction_id: `0x${"ab".repeat(32)}`, payload: payload() },
		payload:
			purpose === "speed_up"
				? payload(fees)
				: payload({ ...fees, to: SIGNER, value: "0", data: "0x", gas_limit: 21_000 }),
	};
}
