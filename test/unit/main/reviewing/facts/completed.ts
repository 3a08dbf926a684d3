import { freezeAction } from "../../../../../src/core/match/freeze-action.ts";
import type { FrozenAction, Intent } from "../../../../../src/core/match/frozen.ts";
import { matchFrozen } from "../../../../../src/core/match/match.ts";
import { completeAction } from "../../../../../src/main/reviewing/facts/completing.ts";
import type { ActionRequest } from "../../../../../src/service-api/action.ts";
import type { Action } from "../../../../../src/service-api/events.ts";
import { OWNER } from "../../../core/match/honest.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { fakeChains } from "./fake-chains.ts";

/** Completes actions with data from fake chains, and matches the result. */

export const complete = (asked: ActionRequest, one = fakeChains()) =>
	completeAction(actionOf(asked), one.chains);

function frozenOf(action: Action, intents: readonly Intent[]): FrozenAction {
	const freezing = freezeAction(action, "session-1", OWNER, intents, false);
	if (!freezing.ok) throw new Error(freezing.refusals.map((each) => each.text).join(" "));
	return freezing.frozen;
}

/** Returns the match's verdict on the completed action, with each check that didn't pass. */
export function verdictOf(asked: ActionRequest, intents: readonly Intent[]) {
	const { verdict, checks } = matchFrozen(frozenOf(actionOf(asked), intents));
	const obstacles = checks.filter(({ status }) => status === "failed" || status === "unknown");
	return { verdict, against: obstacles.map(({ field, text }) => `${field}: ${text}`) };
}

export const MATCHED = { verdict: "matched", against: [] };

export function svmOf(intents: readonly Intent[]): Extract<Intent, { kind: "svm_transaction" }> {
	const [only] = intents;
	if (only?.kind !== "svm_transaction" || intents.length > 1) throw new Error("not one Solana transaction");
	return only;
}
