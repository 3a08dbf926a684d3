import type { ReadPage } from "../../../service-api/event-page.ts";
import type { LiveMessage } from "../../../service-api/events.ts";
import { pageText } from "../../service/error-text.ts";
import { ServiceError } from "../../service/errors.ts";
import type { StreamFrame } from "../../service/stream.ts";

interface FrameBatch {
	readonly pages: readonly ReadPage[];
	readonly lives: readonly LiveMessage[];
}

export interface SortedFrames {
	readonly batches: readonly FrameBatch[];
	readonly end: "resync" | ServiceError | null;
	readonly faults: readonly string[];
}

export function sortFrames(frames: readonly StreamFrame[]): SortedFrames {
	const batches: { pages: ReadPage[]; lives: LiveMessage[] }[] = [];
	const faults: string[] = [];
	let open = { pages: [] as ReadPage[], lives: [] as LiveMessage[] };
	const close = () => {
		if (open.pages.length > 0 || open.lives.length > 0) batches.push(open);
		open = { pages: [], lives: [] };
	};
	for (const frame of frames) {
		if (frame.kind === "page") {
			if (open.lives.length > 0) close();
			open.pages.push(frame.page);
		} else if (frame.kind === "message") open.lives.push(frame.live);
		else if (frame.kind === "resync") {
			close();
			return { batches, end: "resync", faults };
		} else if (frame.event === "page") {
			close();
			const facts = { detail: `page: ${frame.reason}`, text: pageText(frame.reason) };
			return { batches, end: new ServiceError("unreadable", facts), faults };
		} else faults.push(`live text: ${frame.reason}`);
	}
	close();
	return { batches, end: null, faults };
}

/** Returns whether a failure shows that streams don't work here, so long polls are used. */
export function streamBlocked(error: unknown): boolean {
	if (!(error instanceof ServiceError) || error.retryable) return false;
	return !["unauthorized", "forbidden", "gone", "invalidCursor"].includes(error.kind);
}

export function cursorLost(error: unknown): boolean {
	return error instanceof ServiceError && (error.kind === "gone" || error.kind === "invalidCursor");
}
