import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HttpClient } from "../../../../src/main/service/http.ts";
import { createService, type Service } from "../../../../src/main/service/service.ts";
import {
	createStream,
	READ_IN_A_TURN,
	ReadingTurns,
	readFrame,
	type StreamFrame,
} from "../../../../src/main/service/stream.ts";
import { realClock } from "../conversations/followed.ts";
import { liveText, message, page, SESSION } from "../conversations/pages.ts";
import {
	frame,
	html,
	problem,
	type ScriptedService,
	startScripted,
	stream,
} from "../conversations/scripted-service.ts";

let service: ScriptedService;
let client: Service;
let controller: AbortController;

beforeEach(async () => {
	service = await startScripted();
	controller = new AbortController();
	client = createService({
		fetch,
		clock: realClock,
		baseUrl: () => service.url,
		token: () => "t",
		timeoutMs: 500,
	});
});
afterEach(() => service.close());

/**
 * Follows until the stream ends.
 * @returns the frames, and the reason for the end
 */
async function heard(readDeadlineMs = 2_000): Promise<{ frames: StreamFrame[]; end: unknown }> {
	const frames: StreamFrame[] = [];
	const end: unknown = await client
		.follow({
			sessionId: SESSION,
			cursor: null,
			signal: controller.signal,
			readDeadlineMs,
			onOpen: () => {},
			onFrames: (batch) => void frames.push(...batch),
		})
		.then(
			() => "ended",
			(error: unknown) => error,
		);
	return { frames, end };
}

const kinds = (frames: readonly StreamFrame[]) => frames.map(({ kind }) => kind);
const pageText = JSON.stringify(page([message(1)]));

describe("frames", () => {
	it("are pages, live text and resync", async () => {
		expect(await readFrame("page", pageText)).toMatchObject({ kind: "page", page: { sessionId: SESSION } });
		expect(await readFrame("message", JSON.stringify(liveText(1, "a")))).toMatchObject({ kind: "message" });
		expect(await readFrame("resync", "{}")).toEqual({ kind: "resync" });
	});

	it("of other names are ignored; malformed ones give the reason", async () => {
		expect(await readFrame("ping", "{}")).toBeNull();
		expect(await readFrame("page", "{")).toMatchObject({ kind: "unreadable", event: "page" });
		expect(await readFrame("message", "{}")).toMatchObject({ kind: "unreadable", event: "message" });
	});
});

describe("a stream", () => {
	it("accepts both newline styles, several data lines, comments, and a missing event name", async () => {
		const [first, second] = [pageText.slice(0, 1), pageText.slice(1)];
		service.next(
			"stream",
			stream(
				[
					`:hello\r\nevent:page\r\ndata:${pageText}\r\n\r\n`,
					`event: page\ndata: ${first}\ndata: ${second}\n\n`,
					`data: ${JSON.stringify(liveText(1, "a"))}\n\n`,
					"event: page\n\n",
					frame("newer", {}),
				],
				"end",
			),
		);
		const { frames, end } = await heard();
		expect(kinds(frames)).toEqual(["page", "page", "message"]);
		expect(end).toBe("ended");
	});

	it("reads bytes that come one by one", async () => {
		const bytes = Buffer.from(frame("page", page([message(1, { content: "ü€😀" })])));
		service.next(
			"stream",
			stream(
				[...bytes].map((byte) => Uint8Array.of(byte)),
				"end",
			),
		);
		const { frames } = await heard();
		expect(frames).toMatchObject([{ page: { events: [{ event: { content: "ü€😀" } }] } }]);
	});

	it("waits for its turn if others have delivered much already", async () => {
		const reached = Promise.withResolvers<() => void>();
		const turns = new ReadingTurns(reached.resolve);
		// Another stream uses up this turn's bytes.
		await turns.waitForShare(READ_IN_A_TURN);
		const http = new HttpClient({ fetch, clock: realClock, baseUrl: () => service.url, token: () => "t" });
		const taken = vi.spyOn(turns, "waitForShare");
		service.next("stream", stream([frame("page", pageText)], "end"));
		const frames: StreamFrame[] = [];
		const ended = createStream(http, realClock, turns).follow({
			sessionId: SESSION,
			cursor: null,
			signal: controller.signal,
			onOpen: () => {},
			onFrames: (batch) => void frames.push(...batch),
		});
		await vi.waitFor(() => expect(taken).toHaveBeenCalled());
		expect(frames).toEqual([]);
		(await reached.promise)();
		await ended;
		expect(kinds(frames)).toEqual(["page"]);
	});

	it("discards an unfinished frame", async () => {
		service.next("stream", stream([frame("page", pageText).slice(0, -1)], "end"));
		expect(await heard()).toEqual({ frames: [], end: "ended" });
	});

	it("is offline if it is cut", async () => {
		service.next("stream", stream([": hello\n\n"], "cut"));
		expect((await heard()).end).toMatchObject({ kind: "offline" });
	});

	it("is dead after its read deadline of silence", async () => {
		service.next("stream", stream([frame("page", pageText)]));
		const { frames, end } = await heard(80);
		expect(kinds(frames)).toEqual(["page"]);
		expect(end).toMatchObject({ kind: "timeout" });
	});

	it("is a timeout if not even headers come", async () => {
		service.next("stream", () => {});
		expect((await heard()).end).toMatchObject({ kind: "timeout" });
	});

	it("is refused for good if it is not an event stream", async () => {
		service.next("stream", html(), problem(501, "none"));
		expect((await heard()).end).toMatchObject({ kind: "refused", retryable: false });
		expect((await heard()).end).toMatchObject({ kind: "notOffered", retryable: false });
	});

	it("gives up on an unfinished frame larger than 8 MiB", async () => {
		const part = "x".repeat(1024 * 1024);
		service.next("stream", stream(["event: page\ndata: ", ...Array.from({ length: 9 }, () => part)]));
		expect((await heard()).end).toMatchObject({ kind: "unreadable" });
	});

	it("ends with its caller's own reason, and closes the connection", async () => {
		let closed: Promise<void> = Promise.resolve();
		service.next("stream", (response, asked) => {
			closed = new Promise((resolve) => response.once("close", resolve));
			stream([": hello\n\n"])(response, asked);
		});
		const listening = heard();
		await service.request("stream");
		controller.abort(new Error("enough"));
		expect((await listening).end).toMatchObject({ message: "enough" });
		await closed;
	});
});
