import { describe, expect, it } from "vitest";
import { patchBetween } from "../../../src/ipc/patch.ts";
import { wholeDesk } from "../../../src/preload/whole-desk.ts";
import { deskView } from "../../preview/samples/desk.ts";

describe("what a listener that comes late is given", () => {
	const view = deskView();
	const next = deskView({ inbox: [], revision: 2 });
	const patch = { kind: "deskPatch", of: 1, patch: patchBetween(view, next) };

	it("is the whole desk as one push, with the patches that came since", () => {
		expect(wholeDesk(wholeDesk(null, { kind: "desk", view }), patch)).toEqual({ kind: "desk", view: next });
	});

	it("is nothing before there is a whole, and no push of another kind", () => {
		expect(wholeDesk(null, patch)).toBeNull();
		const held = wholeDesk(null, { kind: "desk", view });
		expect(wholeDesk(held, { kind: "navigate", to: "inbox", sessionId: null })).toEqual(held);
	});
});
