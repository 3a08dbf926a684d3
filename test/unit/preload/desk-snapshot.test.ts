import { describe, expect, it } from "vitest";
import { patchBetween } from "../../../src/ipc/patch.ts";
import { deskSnapshot } from "../../../src/preload/desk-snapshot.ts";
import { deskView } from "../../preview/samples/desk.ts";

describe("the state for a late listener", () => {
	const view = deskView();
	const next = deskView({ inbox: [], revision: 2 });
	const patch = { kind: "deskPatch", of: 1, patch: patchBetween(view, next) };

	it("is the whole desk as one push, with later patches", () => {
		expect(deskSnapshot(deskSnapshot(null, { kind: "desk", view }), patch)).toEqual({
			kind: "desk",
			view: next,
		});
	});

	it("is absent before there is a whole state, and never a push of another kind", () => {
		expect(deskSnapshot(null, patch)).toBeNull();
		const held = deskSnapshot(null, { kind: "desk", view });
		expect(deskSnapshot(held, { kind: "navigate", to: "inbox", sessionId: null })).toEqual(held);
	});
});
