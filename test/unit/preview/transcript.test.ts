import { expect, it } from "vitest";
import type { TranscriptItem } from "../../../src/ipc/conversations.ts";
import { unknownEvents } from "../../preview/samples/newer.ts";
import { everything } from "../../preview/samples/transcript.ts";

/**
 * All kinds of transcript items. If a kind is missing here, the type check fails; if the gallery shows none, the test
 * fails.
 */
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
