import type { Text } from "../core/message.ts";
import { type Claim, desk, nothing } from "./primitives.ts";

/** Availability of a newer Countersign. The app reports it and never installs it. */

export interface UpdatesView {
	/**
	 * `unset`: this build names no release signer. `unknown`: not checked yet, or the last result has
	 * expired.
	 */
	readonly state: "unset" | "off" | "unknown" | "current" | "out";
	/** Newer version with its changes; `null` unless `out`. */
	readonly release: { readonly version: Claim; readonly changes: readonly Claim[] } | null;
	/** Shown unprompted, never during an approval. */
	readonly announced: boolean;
	/** Time of the last answer, Unix ms. */
	readonly checkedAt: number | null;
	readonly checking: boolean;
	/** Reason why the check failed. */
	readonly fault: Text | null;
}

/** Commands of the desk. */
export const updateProcedures = {
	checkUpdates: desk.command(nothing),
	/** Opens the build's release page in the browser. */
	openReleasePage: desk.command(nothing),
};
