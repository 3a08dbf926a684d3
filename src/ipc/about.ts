import { desk, nothing } from "./primitives.ts";

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
