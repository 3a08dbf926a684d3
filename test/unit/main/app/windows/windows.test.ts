import { describe, expect, it } from "vitest";
import { applyTranscriptPush } from "../../../../../src/ipc/apply-push.ts";
import type { TranscriptView } from "../../../../../src/ipc/conversations.ts";
import { TranscriptFeed } from "../../../../../src/main/app/windows/windows.ts";
import { transcript } from "../../../../preview/samples/transcript.ts";

const END = { kind: "end" } as const;

function scene() {
	let is: TranscriptView | null = transcript({ sessionId: "s1" });
	let composed = 0;
	const told = new TranscriptFeed(() => {
		composed += 1;
		if (is === null) return null;
		const { revision: _none, ...view } = structuredClone(is);
		return view;
	});
	return {
		told,
		composed: () => composed,
		becomes: (change: Partial<TranscriptView> | null) => {
			is = change === null ? null : transcript({ sessionId: "s1", ...change });
		},
	};
}

describe("the transcript on the desk", () => {
	it("is composed for changes of its own conversation, and of no other", () => {
		const { told, composed } = scene();
		told.watch("s1", END);
		for (let event = 0; event < 300; event += 1) {
			told.changed("stream-changed", `other-${event}`);
			told.changed("session-changed", `other-${event}`);
			told.next();
		}
		expect(composed()).toBe(1);
		told.changed("stream-changed", "s1");
		told.changed("session-changed", "s1");
		told.next();
		expect(composed()).toBe(2);
	});

	it("is not composed for unrelated changes, or while no window shows it", () => {
		const { told, composed } = scene();
		told.changed("session-changed", "s1");
		told.next();
		told.watch("s1", END);
		for (const event of [
			"power-changed",
			"catalog-changed",
			"billing-changed",
			"update-changed",
			"chain-changed",
		] as const)
			told.changed(event, null);
		told.next();
		told.watch(null, END);
		told.changed("app-changed", null);
		expect(told.next()).toBeNull();
		expect(composed()).toBe(1);
	});

	it("is sent as additions to a text that is still being written", () => {
		const { told, becomes } = scene();
		const live = (text: string) => ({
			items: [{ kind: "message", key: "m", sender: "agent", text, live: true, at: 0 }] as const,
		});
		becomes(live("The best"));
		const first = told.watch("s1", END);
		becomes(live("The best route"));
		told.changed("stream-changed", "s1");
		const push = told.next();
		expect(JSON.stringify(push)).toContain('" route"');
		expect(JSON.stringify(push)).not.toContain("The best");
		expect(push === null ? null : applyTranscriptPush(first, push)).toMatchObject(live("The best route"));
	});

	it("is patched step by step, each from the stored revision", () => {
		const { told, becomes } = scene();
		let held = told.watch("s1", END);
		for (const title of ["Swap", "Bridge", "Lend"]) {
			becomes({ title });
			told.changed("session-changed", "s1");
			const push = told.next();
			held = push === null ? held : applyTranscriptPush(held, push);
			expect(held).toMatchObject({ title });
		}
	});

	it("is sent in full if an earlier push failed, and not at all if nothing changed", () => {
		const { told, becomes } = scene();
		becomes(null);
		expect(told.watch("s1", END)).toBeNull();
		becomes({});
		told.changed("session-changed", "s1");
		expect(told.next()).toMatchObject({ kind: "transcript", view: { sessionId: "s1" } });
		told.changed("session-changed", "s1");
		expect(told.next()).toBeNull();
	});
});
