import type { ExplainRpc } from "../../../src/explain/explain.ts";
import type { GivenRequest } from "../sets.ts";

/** A local chain that several requests share. */
export interface CaseWorld {
	readonly rpcs: readonly ExplainRpc[];
	/** Order in which requests are judged, since a cluster can't return to an earlier block. */
	readonly rank: (given: GivenRequest) => number;
	/** Applies the events before the request, runs the work, and reverts them. */
	prepared<T>(given: GivenRequest, work: () => Promise<T>): Promise<T>;
	stop(): Promise<void>;
}
