import { ServiceError } from "../service/errors.ts";
import { CommitFault } from "../signing/ports.ts";

/** Signing's view of a failure of the service: whether the same call may be made again, and in whose words. */
export function asCommitFault(cause: unknown): unknown {
	if (!(cause instanceof ServiceError)) return cause;
	return new CommitFault(cause.words, {
		// A token can be renewed; until then the call waits rather than fails.
		again: cause.retryable || cause.kind === "unauthorized" || cause.kind === "forbidden",
		retryAfterMs: cause.retryAfterMs,
		cause,
	});
}
