import type { ExplainRpc } from "../../../src/explain/explain.ts";
import type { GivenRequest } from "../sets.ts";

/** A local chain that requests of a family share. */
export interface CaseWorld {
	readonly rpcs: readonly ExplainRpc[];
	/** Requests are judged in this order: a chain can't go back to where an earlier one was built. */
	readonly rank: (given: GivenRequest) => number;
	/** Lets happen what comes before the request, does the work, and takes it back. */
	prepared<T>(given: GivenRequest, work: () => Promise<T>): Promise<T>;
	stop(): Promise<void>;
}
