import { distortPage, type Fault, GARBAGE_PAGE } from "./faults.ts";
import type { Answer, Exchange } from "./http.ts";
import type { Hub } from "./hub.ts";
import type { SessionRow } from "./log.ts";
import type { After } from "./options.ts";
import type { Page, Pages } from "./pages.ts";
import { preciseNow, type RecordBook } from "./records.ts";

/**
 * Serves a session's log over SSE: `page`, `message` and `resync` frames, and comments to keep the connection
 * alive.
 */

export function frame(event: string, data: string): string {
	return `event: ${event}\ndata: ${data}\n\n`;
}

/** Writes frames; a requested fault cuts or silences the stream at an exact byte. */
class FrameWriter {
	readonly #exchange: Exchange;
	/** Number of bytes that may still be written. */
	#budget = Number.POSITIVE_INFINITY;
	#silent = false;

	constructor(exchange: Exchange) {
		this.#exchange = exchange;
		const { fault } = exchange;
		if (fault?.kind === "cut_stream_after_bytes" || fault?.kind === "stall_stream_after_bytes") {
			this.#budget = fault.bytes;
		}
	}

	async write(text: string): Promise<void> {
		const { response, fault } = this.#exchange;
		if (this.#silent || response.destroyed || response.writableEnded) return;
		const bytes = Buffer.from(text);
		const allowed = bytes.subarray(0, Math.min(bytes.length, this.#budget));
		this.#budget -= allowed.length;
		const flushed = allowed.length === 0 || response.write(allowed);
		if (this.#budget <= 0) {
			this.#silent = true;
			// Lets the socket send the bytes before the cut.
			if (fault?.kind === "cut_stream_after_bytes") response.socket?.destroySoon();
			return;
		}
		if (!flushed) await drained(this.#exchange);
	}
}

async function drained({ response, disconnected }: Exchange): Promise<void> {
	await new Promise<void>((resolve) => {
		response.once("drain", resolve);
		disconnected.addEventListener("abort", () => resolve(), { once: true });
	});
}

export interface StreamParts {
	readonly pages: Pages;
	readonly hub: Hub;
	readonly book: RecordBook;
	readonly after: After;
	readonly keepAliveMs: () => number;
}

function firstFrame(fault: Fault | null): string | null {
	if (fault?.kind === "garbage_page") return frame("page", GARBAGE_PAGE);
	if (fault?.kind === "raw_page") return frame("page", fault.body);
	return null;
}

/**
 * Streams the session from `position` until the caller disconnects, the session is deleted, or an end is
 * requested.
 */
export function streamSession(
	parts: StreamParts,
	exchange: Exchange,
	session: SessionRow,
	position: number,
): Answer {
	const { response, disconnected } = exchange;
	const writer = new FrameWriter(exchange);
	let at = position;
	let distortion = exchange.fault;
	let pumping = false;
	let again = false;

	const pageFrame = (page: Page): string => {
		if (page.commitIds.length > 0) {
			parts.book.pages.push({
				at: preciseNow(),
				sessionId: session.id,
				via: "stream",
				commitIds: [...page.commitIds],
			});
		}
		const distorted = distortion === null ? null : distortPage(distortion, page.text);
		if (distorted !== null) distortion = null;
		return frame("page", distorted ?? page.text);
	};
	const pump = async (allowEmpty: boolean): Promise<void> => {
		again = true;
		if (pumping) return;
		pumping = true;
		let sendEmpty = allowEmpty;
		while (again && !disconnected.aborted) {
			again = false;
			const page = parts.pages.after(parts.pages.session(session.id), at);
			if (page.count === 0 && !sendEmpty) continue;
			sendEmpty = false;
			at = page.position;
			await writer.write(pageFrame(page));
			again ||= page.hasMore;
		}
		pumping = false;
	};
	const fail = () => response.destroy();

	response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
	response.flushHeaders();
	const unsubscribe = parts.hub.subscribe(session.id, (signal) => {
		if (signal.kind === "log") pump(false).catch(fail);
		if (signal.kind === "frame") writer.write(signal.text).catch(fail);
		if (signal.kind === "resync") writer.write(frame("resync", "{}")).catch(fail);
		if (signal.kind === "end") response.end();
	});
	let endBeat = () => {};
	const keepAlive = () => {
		endBeat = parts.after(parts.keepAliveMs(), () => {
			writer.write(": keepalive\n\n").catch(fail);
			keepAlive();
		});
	};
	keepAlive();
	const leave = () => {
		endBeat();
		unsubscribe();
	};
	response.once("close", leave);
	disconnected.addEventListener("abort", leave, { once: true });
	const opening = firstFrame(exchange.fault);
	if (opening !== null) writer.write(opening).catch(fail);
	pump(true).catch(fail);
	return "streaming";
}
