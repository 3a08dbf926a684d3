import type { Message } from "../core/localized-text.ts";
import { type CommandOutcome, desk, nothing } from "./primitives.ts";

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

export interface DoctorCheck {
	readonly id: DoctorId;
	/** `caution`: works with limitations. `bad`: doesn't work. */
	readonly state: "ok" | "caution" | "bad" | "unknown";
	readonly found: Message;
	readonly cure: Message | null;
}

export type Examination =
	| { readonly ok: true; readonly checks: readonly DoctorCheck[] }
	| Extract<CommandOutcome, { readonly ok: false }>;

export const supportProcedures = {
	readDiagnostics: desk.returns<Diagnostics>()(nothing, { needsInput: false }),
	saveDiagnostics: desk.command(nothing),
	examineComputer: desk.returns<Examination>()(nothing),
};
