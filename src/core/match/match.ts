import { matchAction } from "./action.ts";
import type { MatchResult } from "./check.ts";
import { matchFrozenEvm } from "./evm/commit.ts";
import { matchUserOperation } from "./evm/user-operation.ts";
import type { Frozen, FrozenCommit } from "./frozen.ts";
import { matchReplacement } from "./replacement.ts";
import { matchRevocation } from "./revocation.ts";
import { matchFrozenSvm } from "./svm/commit.ts";

function matchCommit(frozen: FrozenCommit): MatchResult {
	switch (frozen.payload.kind) {
		case "evm_transaction":
			return matchFrozenEvm(frozen);
		case "svm_transaction":
			return matchFrozenSvm(frozen);
		case "user_operation":
			return matchUserOperation(frozen);
	}
}

/**
 * Is what is to be signed what was reviewed? Needs neither chain nor clock: main uses it to show, the door before
 * anything is written, and the vault process again before it signs.
 */
export function matchFrozen(frozen: Frozen): MatchResult {
	switch (frozen.kind) {
		case "commit":
			return matchCommit(frozen);
		case "action":
			return matchAction(frozen);
		case "replacement":
			return matchReplacement(frozen);
		case "revocation":
			return matchRevocation(frozen);
	}
}
