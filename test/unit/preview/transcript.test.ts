import { expect, it } from "vitest";
import type { TranscriptItem } from "../../../src/ipc/conversations.ts";
import { unknownEvents } from "../../preview/samples/newer.ts";
import { everything } from "../../preview/samples/transcript.ts";

/** The types fail until a new kind of item is listed, and the test until the gallery draws one. */
const KINDS = {
	message: true,
	tool: true,
	task: true,
	entry: true,
	turn: true,
	title: true,
	error: true,
	unknown: true,
	unreadable: true,
} satisfies Record<TranscriptItem["kind"], true>;

it("the gallery draws every kind of conversation item", () => {
	const drawn = [everything(), unknownEvents()].flatMap(({ items }) => items);
	expect(new Set(drawn.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
});
