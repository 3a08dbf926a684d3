import { describe, expect, it } from "vitest";
import {
	acceptLive,
	endTurn,
	NO_LIVE_TEXT,
	settleLive,
} from "../../../../src/main/conversations/live-text.ts";
import { liveMessage, type MessageEvent, messageEvent } from "../../../../src/service-api/events.ts";
import { liveText, message, TURN } from "./pages.ts";

function snapshot(revision: number, members: Readonly<Record<string, unknown>> = {}) {
	const raw = liveText(revision, `as of ${revision}`);
	return liveMessage.parse({ ...raw, message: { ...raw.message, ...members } });
}

const durable = (members: Readonly<Record<string, unknown>>): MessageEvent =>
	messageEvent.parse(message(9, { message_key: "msg_live", ...members }));

const held = acceptLive(NO_LIVE_TEXT, snapshot(2), TURN, 0);
const textOf = (texts: typeof held) => texts.texts.get("msg_live")?.content;

describe("live text", () => {
	it("is the whole text of the newest revision", () => {
		expect(textOf(held)).toBe("as of 2");
		expect(textOf(acceptLive(held, snapshot(3), TURN, 0))).toBe("as of 3");
	});

	it("does not go back to an equal or older revision", () => {
		expect(acceptLive(held, snapshot(2, { content: "other" }), TURN, 0)).toBe(held);
		expect(acceptLive(held, snapshot(1), TURN, 0)).toBe(held);
	});

	it("counts for the current turn only", () => {
		expect(acceptLive(NO_LIVE_TEXT, snapshot(1), "trn_other", 0)).toBe(NO_LIVE_TEXT);
		expect(acceptLive(NO_LIVE_TEXT, snapshot(1), null, 0)).toBe(NO_LIVE_TEXT);
	});

	it("is the agent's own, and no tool result", () => {
		expect(acceptLive(NO_LIVE_TEXT, snapshot(1, { sender: "system" }), TURN, 0)).toBe(NO_LIVE_TEXT);
		expect(acceptLive(NO_LIVE_TEXT, snapshot(1, { tool_result: ["a", "b"] }), TURN, 0)).toBe(NO_LIVE_TEXT);
	});

	it("is retired by the durable message of its key, for good", () => {
		const settled = settleLive(held, [durable({})]);
		expect(settled.texts.size).toBe(0);
		expect(acceptLive(settled, snapshot(9), TURN, 0)).toBe(settled);
	});

	it("makes room for a durable streaming message, and may go on after it", () => {
		const settled = settleLive(held, [durable({ is_streaming: true })]);
		expect(settled.texts.size).toBe(0);
		expect(textOf(acceptLive(settled, snapshot(9), TURN, 0))).toBe("as of 9");
	});

	it("begins anew with another turn", () => {
		expect(endTurn(held)).toBe(NO_LIVE_TEXT);
	});
});
