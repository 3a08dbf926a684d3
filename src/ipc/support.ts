import type { Message } from "../core/message.ts";
import { type CommandOutcome, desk, nothing } from "./primitives.ts";

/** Diagnostics for support, and checks that help the user. */

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

/** One finding about this computer, with a remedy. */
export interface DoctorCheck {
	readonly id: DoctorId;
	/** `bad`: something does not work. `caution`: it works with limits. */
	readonly state: "ok" | "caution" | "bad" | "unknown";
	readonly found: Message;
	readonly cure: Message | null;
}

export type Examination =
	| { readonly ok: true; readonly checks: readonly DoctorCheck[] }
	| Extract<CommandOutcome, { readonly ok: false }>;

export const supportProcedures = {
	/** Composes diagnostics for viewing. */
	readDiagnostics: desk.returns<Diagnostics>()(nothing, { needsInput: false }),
	/** Saves the diagnostics as last shown. */
	saveDiagnostics: desk.command(nothing),
	/** Examines this computer, like `--doctor` in a terminal. */
	examineComputer: desk.returns<Examination>()(nothing),
};
