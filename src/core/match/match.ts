import { matchAction } from "./action.ts";
import type { MatchResult } from "./check.ts";
import { matchFrozenEvm } from "./evm/commit.ts";
import { matchUserOperation } from "./evm/user-operation.ts";
import type { Frozen, FrozenCommit } from "./frozen.ts";
import { matchReplacement } from "./replacement.ts";
import { matchRevocation } from "./revocation.ts";
import { matchFrozenSvm } from "./svm/commit.ts";
import { matchTransfer } from "./transfer.ts";

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
 * Compares a frozen object with its review. Doesn't depend on the chain or the clock, because the vault
 * process repeats it before signing.
 */
export function matchFrozen(frozen: Frozen): MatchResult {
	switch (frozen.kind) {
		case "commit":
			return matchCommit(frozen);
		case "action":
		case "proposal":
			return matchAction(frozen);
		case "replacement":
			return matchReplacement(frozen);
		case "revocation":
			return matchRevocation(frozen);
		case "transfer":
			return matchTransfer(frozen);
	}
}
