import type { Text } from "../core/localized-text.ts";
import { type Claim, desk, nothing } from "./primitives.ts";

export interface AboutView {
	readonly version: string;
	/** `null` if the build has uncommitted changes or isn't packaged. */
	readonly commit: string | null;
	readonly electron: string;
	readonly chromium: string;
	/** `null` if the app isn't packaged, because the list is written during packaging. */
	readonly parts: readonly AboutPart[] | null;
}

interface AboutPart {
	readonly name: string;
	readonly version: string;
	/** SPDX identifier. */
	readonly licence: string;
	readonly text: string;
}

export const aboutProcedures = {
	readAbout: desk.returns<AboutView>()(nothing, { needsInput: false }),
};

export interface UpdatesView {
	/**
	 * `unset`: this build has no release key. `unknown`: no check has run yet, or the last result has
	 * expired.
	 */
	readonly state: "unset" | "off" | "unknown" | "current" | "out";
	/** `null` unless `state` is `out`. */
	readonly release: { readonly version: Claim; readonly changes: readonly Claim[] } | null;
	/** `false` during an approval, so that the approval isn't interrupted. */
	readonly announced: boolean;
	readonly checkedAt: number | null;
	readonly checking: boolean;
	readonly fault: Text | null;
}

export const updateProcedures = {
	checkUpdates: desk.command(nothing),
	openReleasePage: desk.command(nothing),
};
