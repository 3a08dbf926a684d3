import { type CommandOutcome, nothing, returns } from "./primitives.ts";

/** What a person may send to somebody who helps. */

export type Diagnostics =
	| { readonly ok: true; readonly text: string }
	| Extract<CommandOutcome, { readonly ok: false }>;

export const supportProcedures = {
	/** Composes them to be looked at. */
	readDiagnostics: returns<Diagnostics>()(nothing),
	/** Saves what was composed last, as it was shown. */
	saveDiagnostics: returns<CommandOutcome>()(nothing),
};
