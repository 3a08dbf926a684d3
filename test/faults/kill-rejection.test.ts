import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { codesOf } from "../support/saying.ts";
import { killDuringApproval, restartApp } from "./killing.ts";
import type { Crash } from "./orders.ts";

/**
 * Kills the application (SIGKILL) during the undo window of a rejection, and as the service's answer arrives.
 * After a restart, it sends the rejection with the same key and the reason once, and signs nothing.
 */

let world: World;

beforeAll(async () => {
	world = await openWorld();
});
afterAll(async () => {
	await world?.close();
});

describe("a rejection during which the application is killed", () => {
	it.each<readonly [string, Crash]>([
		["during its undo window", { at: "undo_window" }],
		["as the service accepts it", { at: "answer", kind: "rejected" }],
	])("%s arrives once", async (_, crash) => {
		const victim = await killDuringApproval(world, crash, { does: "reject" });
		const { entryId, commitId } = victim.ready;
		const person = await restartApp(victim);
		try {
			const entry = await person.until("the entry to be rejected", () =>
				person
					.desk()
					.inbox.find((each) => each.id === entryId && codesOf(each.note).includes("inbox.note.rejected")),
			);
			await person.callDesk("watchTranscript", { sessionId: entry.sessionId });
			await person.until("the reason to be sent", () =>
				person.transcript()?.items.some((item) => item.kind === "message" && item.text.includes("too much")),
			);
			const { requests, signatures } = await world.service.control.records();
			const posts = requests.filter(
				({ method, path }) => method === "POST" && path === `/api/commits/${commitId}/manual`,
			);
			expect(new Set(posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
			expect(signatures.filter((each) => each.commitId === commitId)).toEqual([]);
			const reasons = person
				.transcript()
				?.items.filter(
					(item) => item.kind === "message" && item.sender === "user" && item.text.includes("too much"),
				);
			expect(reasons).toHaveLength(1);
		} finally {
			await person.stop();
			victim.remove();
		}
	});
});
