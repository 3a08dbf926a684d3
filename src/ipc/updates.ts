import type { Text } from "../core/message.ts";
import { type Claim, desk, nothing } from "./primitives.ts";

/** Whether there is a newer Countersign. It is told, and never installed. */

export interface UpdatesView {
	/**
	 * `unset`: this build names nobody whose releases it would believe. `unknown`: not looked yet, or what was seen has
	 * expired.
	 */
	readonly state: "unset" | "off" | "unknown" | "current" | "out";
	/** The newer version, and what changed in it; null unless it is `out`. */
	readonly release: { readonly version: Claim; readonly changes: readonly Claim[] } | null;
	/** The window says so by itself: never while something is being approved. */
	readonly announced: boolean;
	/** When an answer came last, Unix ms. */
	readonly checkedAt: number | null;
	readonly checking: boolean;
	/** Why looking brought nothing. */
	readonly fault: Text | null;
}

/** The desk's. */
export const updateProcedures = {
	checkUpdates: desk.command(nothing),
	/** Opens the page of releases that the build names, in the browser. */
	openReleasePage: desk.command(nothing),
};
