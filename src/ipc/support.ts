import type { Message } from "../core/message.ts";
import { type CommandOutcome, desk, nothing } from "./primitives.ts";

/** What the user may send to somebody who helps, and what they can help themselves with. */

export type Diagnostics =
	| { readonly ok: true; readonly text: string }
	| Extract<CommandOutcome, { readonly ok: false }>;

export type DoctorId =
	| "shell"
	| "sandbox"
	| "keychain"
	| "tray"
	| "notifications"
	| "badge"
	| "usb"
	| "udev"
	| "fonts"
	| "clock"
	| "network";

/** One thing that the app finds on this computer, with the cure where it is not well. */
export interface DoctorCheck {
	readonly id: DoctorId;
	/** `bad`: something does not work. `caution`: it works with less. */
	readonly state: "ok" | "caution" | "bad" | "unknown";
	readonly found: Message;
	readonly cure: Message | null;
}

export type Examination =
	| { readonly ok: true; readonly checks: readonly DoctorCheck[] }
	| Extract<CommandOutcome, { readonly ok: false }>;

export const supportProcedures = {
	/** Composes them to be looked at. */
	readDiagnostics: desk.returns<Diagnostics>()(nothing, { needsInput: false }),
	/** Saves what was composed last, as it was shown. */
	saveDiagnostics: desk.command(nothing),
	/** Looks at this computer, as `--doctor` does in a terminal. */
	examineComputer: desk.returns<Examination>()(nothing),
};
