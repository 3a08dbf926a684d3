import type { Text } from "../core/message.ts";
import { type Claim, desk, nothing } from "./primitives.ts";

/** Versions and licenses of the app and its parts. */

export interface AboutView {
	readonly version: string;
	/** Source commit; `null` in a build of changed files, and outside a package. */
	readonly commit: string | null;
	readonly electron: string;
	readonly chromium: string;
	/** Bundled third-party parts by name; `null` outside a package, which has the list. */
	readonly parts: readonly AboutPart[] | null;
}

export interface AboutPart {
	readonly name: string;
	readonly version: string;
	/** SPDX identifier. */
	readonly licence: string;
	/** License text. */
	readonly text: string;
}

/** Commands of the desk. */
export const aboutProcedures = {
	readAbout: desk.returns<AboutView>()(nothing, { needsInput: false }),
};

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
