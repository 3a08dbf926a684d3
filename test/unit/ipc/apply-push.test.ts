import { describe, expect, it } from "vitest";
import { applyDeskPush, applyTranscriptPush } from "../../../src/ipc/apply-push.ts";
import { patchBetween } from "../../../src/ipc/patch.ts";
import type { DeskPush } from "../../../src/ipc/windows.ts";
import { deskView } from "../../preview/samples/desk.ts";
import { transcript } from "../../preview/samples/transcript.ts";

const patchOf = (before: object, after: object) => {
	const patch = patchBetween(before, after);
	if (patch === null) throw new Error("nothing changed");
	return patch;
};

describe("a desk listener's state", () => {
	const whole = deskView();
	const next = deskView({ activity: [], revision: 2 });
	const push: DeskPush = { kind: "deskPatch", of: 1, patch: patchOf(whole, next) };

	it("is the last whole state, with later changes", () => {
		expect(applyDeskPush(applyDeskPush(null, { kind: "desk", view: whole }), push)).toEqual(next);
	});

	it("is unchanged by a patch of another revision, or before there is a whole state", () => {
		expect(applyDeskPush(next, push)).toBe(next);
		expect(applyDeskPush(null, push)).toBeNull();
	});
});

describe("a transcript listener's state", () => {
	const whole = transcript();
	const next = transcript({ title: "Another", revision: 2 });
	const push: DeskPush = {
		kind: "transcriptPatch",
		sessionId: whole.sessionId,
		of: 1,
		patch: patchOf(whole, next),
	};

	it("is the last whole range, with later changes", () => {
		expect(applyTranscriptPush(applyTranscriptPush(null, { kind: "transcript", view: whole }), push)).toEqual(
			next,
		);
	});

	it("is unchanged by a patch of another conversation, or of another revision", () => {
		const other = transcript({ sessionId: "ses_other" });
		expect(applyTranscriptPush(other, push)).toBe(other);
		expect(applyTranscriptPush(next, push)).toBe(next);
	});
});
