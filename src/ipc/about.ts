import { desk, nothing } from "./primitives.ts";

/** What this app is made of, and of which source. */

export interface AboutView {
	readonly version: string;
	/** The commit it was built from; null in a build of changed files, and outside of a package. */
	readonly commit: string | null;
	readonly electron: string;
	readonly chromium: string;
	/** What is shipped of others, in the order of names; null where it is no package, which has no list. */
	readonly parts: readonly AboutPart[] | null;
}

export interface AboutPart {
	readonly name: string;
	readonly version: string;
	/** By the names of SPDX. */
	readonly licence: string;
	/** The licence's own words. */
	readonly text: string;
}

/** The desk's. */
export const aboutProcedures = {
	readAbout: desk.returns<AboutView>()(nothing, { needsInput: false }),
};
