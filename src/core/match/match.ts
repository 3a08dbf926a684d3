import { matchAction } from "./action.ts";
import type { MatchResult } from "./check.ts";
import { matchFrozenEvm } from "./evm/commit.ts";
import { matchUserOperation } from "./evm/user-operation.ts";
import type { Frozen } from "./frozen.ts";
import { matchReplacement } from "./replacement.ts";
import { matchRevocation } from "./revocation.ts";
import { matchFrozenSvm } from "./svm/commit.ts";

/**
 * Is what is to be signed what was reviewed? Needs neither chain nor clock: main uses it to show, the door before
 * anything is written, and the vault process again before it signs.
 */
export function matchFrozen(frozen: Frozen): MatchResult {
	if ("replaces" in frozen) return matchReplacement(frozen);
	if ("revokes" in frozen) return matchRevocation(frozen);
	if ("intents" in frozen) return matchAction(frozen);
	switch (frozen.payload.kind) {
		case "evm_transaction":
			return matchFrozenEvm(frozen);
		case "svm_transaction":
			return matchFrozenSvm(frozen);
		case "user_operation":
			return matchUserOperation(frozen);
	}
}
