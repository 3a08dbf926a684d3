import { describe, expect, it } from "vitest";
import type { TrustedBridge } from "../../../../src/ipc/windows.ts";
import { TRUSTED_NAMES } from "../../../../src/preload/names.ts";
import { practiceBridge } from "../../../../src/renderer/trusted/first-run/practice-screen.tsx";

/** The only call that a practice review can make to main reports how it was answered. */

function scene() {
	const calls: (readonly [string, unknown])[] = [];
	const call = async (name: string, input: unknown) => {
		calls.push([name, input]);
		return { ok: true };
	};
	const practised = practiceBridge({ call: call as TrustedBridge["call"], onPush: () => () => {} });
	return { calls, practised };
}

describe("the bridge of a practice review", () => {
	it.each(TRUSTED_NAMES)("passes no command of the review to main: %s", async (name) => {
		const { calls, practised } = scene();
		await practised.call(name, {} as never);
		expect(calls.filter(([sent]) => sent !== "answerPractice")).toEqual([]);
	});

	it("sends main the answer, and nothing of the approved content", async () => {
		const { calls, practised } = scene();
		expect(
			await practised.call("approve", { ticket: "practice", fingerprint: "f".repeat(64), word: null }),
		).toEqual({ ok: true });
		await practised.call("rejectEntries", { entryIds: ["practice"], reason: null });
		expect(calls).toEqual([
			["answerPractice", { answer: "approved" }],
			["answerPractice", { answer: "rejected" }],
		]);
	});

	it("says that other functions aren't available in practice", async () => {
		const { practised } = scene();
		expect(await practised.call("saveForChecking", { entryId: "practice" })).toMatchObject({
			ok: false,
			text: { code: "trusted.practice.only" },
		});
	});
});
