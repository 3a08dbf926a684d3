import type { TranscriptView } from "./conversations.ts";
import { patched } from "./patch.ts";
import type { DeskPush, DeskView } from "./windows.ts";

/** Applies pushes to a listener's state. A patch for a different revision is ignored. */

export function applyDeskPush(held: DeskView | null, push: DeskPush): DeskView | null {
	if (push.kind === "desk") return push.view;
	if (push.kind !== "deskPatch" || held?.revision !== push.of) return held;
	return patched(held, push.patch) as DeskView;
}

export function applyTranscriptPush(held: TranscriptView | null, push: DeskPush): TranscriptView | null {
	if (push.kind === "transcript") return push.view;
	if (push.kind !== "transcriptPatch" || !isOf(held, push)) return held;
	return patched(held, push.patch) as TranscriptView;
}

function isOf(held: TranscriptView | null, push: DeskPush & { readonly kind: "transcriptPatch" }): boolean {
	return held !== null && held.sessionId === push.sessionId && held.revision === push.of;
}
