import type { Client, DeskProcedures, TrustedProcedures } from "./procedures.ts";
import type { DeskView, TranscriptView, TrustedView } from "./views.ts";

/** What main pushes, and what each preload puts on its window as `countersign`. */

export type DeskPush =
	| { readonly kind: "desk"; readonly view: DeskView }
	| { readonly kind: "transcript"; readonly view: TranscriptView }
	/** A wish of main's: show this place (a notification, the tray). */
	| { readonly kind: "navigate"; readonly to: "inbox" | "settings"; readonly sessionId: string | null };

export type TrustedPush = { readonly kind: "trusted"; readonly view: TrustedView };

/** One call, by name; the preload passes names of its own half only. */
export interface DeskBridge {
	call<Name extends keyof DeskProcedures>(
		name: Name,
		input: Parameters<Client<DeskProcedures>[Name]>[0],
	): ReturnType<Client<DeskProcedures>[Name]>;
	/** Listens to pushes; the latest desk view comes at once. Returns what ends it. */
	onPush(listener: (push: DeskPush) => void): () => void;
}

export interface TrustedBridge {
	call<Name extends keyof TrustedProcedures>(
		name: Name,
		input: Parameters<Client<TrustedProcedures>[Name]>[0],
	): ReturnType<Client<TrustedProcedures>[Name]>;
	onPush(listener: (push: TrustedPush) => void): () => void;
}
