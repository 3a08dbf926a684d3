import { afterEach, describe, expect, it, vi } from "vitest";
import { LiveTexts } from "../../../../../src/main/conversations/log/live-text.ts";
import { liveMessage, type MessageEvent, messageEvent } from "../../../../../src/service-api/events.ts";
import { liveText, message, TURN } from "../pages.ts";

function snapshot(revision: number, members: Readonly<Record<string, unknown>> = {}) {
	const raw = liveText(revision, `as of ${revision}`);
	return liveMessage.parse({ ...raw, message: { ...raw.message, ...members } });
}

const durable = (members: Readonly<Record<string, unknown>>): MessageEvent =>
	messageEvent.parse(message(9, { message_key: "msg_live", ...members }));

/** Returns live texts that contain the second snapshot of a text. */
function held(): LiveTexts {
	const texts = new LiveTexts();
	texts.accept(snapshot(2), TURN, 0);
	return texts;
}

const textsOf = (texts: LiveTexts) => texts.list().map(({ content }) => content);

afterEach(() => vi.restoreAllMocks());

describe("live text", () => {
	it("is the whole text of the newest revision", () => {
		const texts = held();
		expect(textsOf(texts)).toEqual(["as of 2"]);
		expect(texts.accept(snapshot(3), TURN, 0)).toBe(true);
		expect(textsOf(texts)).toEqual(["as of 3"]);
	});

	it("does not return to an equal or older revision", () => {
		const texts = held();
		expect(texts.accept(snapshot(2, { content: "other" }), TURN, 0)).toBe(false);
		expect(texts.accept(snapshot(1), TURN, 0)).toBe(false);
		expect(textsOf(texts)).toEqual(["as of 2"]);
	});

	it("applies to the current turn only", () => {
		const texts = new LiveTexts();
		expect(texts.accept(snapshot(1), "trn_other", 0)).toBe(false);
		expect(texts.accept(snapshot(1), null, 0)).toBe(false);
		expect(textsOf(texts)).toEqual([]);
	});

	it("is the agent's own, and no tool result", () => {
		const texts = new LiveTexts();
		expect(texts.accept(snapshot(1, { sender: "system" }), TURN, 0)).toBe(false);
		expect(texts.accept(snapshot(1, { tool_result: ["a", "b"] }), TURN, 0)).toBe(false);
		expect(textsOf(texts)).toEqual([]);
	});

	it("is replaced by the durable message of its key, for good", () => {
		const texts = held();
		expect(texts.settle(durable({}))).toBe(true);
		expect(texts.accept(snapshot(9), TURN, 0)).toBe(false);
		expect(textsOf(texts)).toEqual([]);
	});

	it("gives way to a durable streaming message, and may continue after it", () => {
		const texts = held();
		expect(texts.settle(durable({ is_streaming: true }))).toBe(true);
		expect(textsOf(texts)).toEqual([]);
		texts.accept(snapshot(9), TURN, 0);
		expect(textsOf(texts)).toEqual(["as of 9"]);
	});

	it("stays if a message of another key, or of the user, arrives", () => {
		const texts = held();
		expect(texts.settle(durable({ message_key: "msg_other" }))).toBe(false);
		expect(texts.settle(durable({ sender: "user" }))).toBe(false);
		expect(textsOf(texts)).toEqual(["as of 2"]);
	});

	it("restarts with another turn", () => {
		const texts = held();
		texts.settle(durable({ message_key: "msg_settled" }));
		expect(texts.endTurn()).toBe(true);
		expect(textsOf(texts)).toEqual([]);
		expect(texts.accept(snapshot(1, { message_key: "msg_settled" }), TURN, 0)).toBe(true);
	});

	it("is dropped when its turn has ended, and a settled one does not return", () => {
		const texts = held();
		texts.settle(durable({ message_key: "msg_settled" }));
		expect(texts.drop()).toBe(true);
		expect(texts.drop()).toBe(false);
		expect(texts.accept(snapshot(1, { message_key: "msg_settled" }), TURN, 0)).toBe(false);
	});

	it("costs no more per message after many settled ones", () => {
		const texts = held();
		for (let at = 0; at < 300; at += 1) texts.settle(durable({ message_key: `msg_${at}` }));
		const added = vi.spyOn(Set.prototype, "add");
		texts.settle(durable({ message_key: "msg_more" }));
		expect(added).toHaveBeenCalledTimes(1);
		expect(texts.accept(snapshot(1, { message_key: "msg_more" }), TURN, 0)).toBe(false);
		expect(texts.accept(snapshot(1, { message_key: "msg_0" }), TURN, 0)).toBe(true);
	});
});
