import type { ServerResponse } from "node:http";
import type { Page } from "./screens.ts";

/** Logs all displayed texts in the format of `/events`. */

const LINE_PIXELS = 14;

interface TextEvent {
	readonly text: string;
	readonly x: number;
	readonly y: number;
	readonly w: number;
	readonly h: number;
	readonly clear: boolean;
}

function eventsOf(page: Page): TextEvent[] {
	return page.lines.map((text, at) => {
		const box = page.boxes?.[at] ?? { x: 7, y: 3 + at * LINE_PIXELS, w: 114, h: 11 };
		return { text, ...box, clear: at === 0 };
	});
}

export class ScreenLog {
	private pages: Page[] = [];
	private readonly streams = new Set<ServerResponse>();
	/** Index of the first page in `/events`, which moves when the list is cleared. */
	private from = 0;

	/** Returns false if this page is already displayed. */
	show(page: Page): boolean {
		if (JSON.stringify(this.pages.at(-1)?.lines) === JSON.stringify(page.lines)) return false;
		this.pages.push(page);
		for (const stream of this.streams) {
			for (const event of eventsOf(page)) stream.write(`data: ${JSON.stringify(event)}\n\n`);
		}
		return true;
	}

	get now(): string[] {
		return [...(this.pages.at(-1)?.lines ?? [])];
	}

	get all(): string[][] {
		return this.pages.map((page) => [...page.lines]);
	}

	events(current: boolean): TextEvent[] {
		const pages = current ? this.pages.slice(-1) : this.pages.slice(this.from);
		return pages.flatMap(eventsOf);
	}

	clear(): void {
		this.from = this.pages.length;
	}

	stream(response: ServerResponse): void {
		response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
		response.flushHeaders();
		this.streams.add(response);
		response.on("close", () => this.streams.delete(response));
	}
}
