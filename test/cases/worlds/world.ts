import type { ExplainRpc } from "../../../src/explain/explain.ts";
import type { GivenRequest } from "../sets.ts";

/** A local chain that several requests share. */
export interface CaseWorld {
	readonly rpcs: readonly ExplainRpc[];
	/** Order of judging: a cluster can't return to the block for which an earlier request was built. */
	readonly rank: (given: GivenRequest) => number;
	/** Applies what happened before the request, runs the work, and reverts it. */
	prepared<T>(given: GivenRequest, work: () => Promise<T>): Promise<T>;
	stop(): Promise<void>;
}
